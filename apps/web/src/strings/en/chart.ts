export const chart = {
  asTable: 'As a table',
  time: 'Time',
  newest: (shown: number, all: number) => `The newest ${shown} of ${all}.`,
};
