export const chart = {
  asTable: 'View as table',
  time: 'Time',
  newest: (shown: number, all: number) => `Showing the newest ${shown} of ${all}.`,
};
