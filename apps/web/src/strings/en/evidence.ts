export const evidence = {
  criteria: 'Acceptance criteria',
  none: 'No evidence',
  before: 'From an earlier result:',
  file: 'File',
  output: 'Output',
  exit: (code: number) => `exit code ${code}`,
  status: { open: 'Open', claimed: 'Submitted', accepted: 'Accepted', returned: 'Returned' },
};
