export const evidence = {
  criteria: 'Acceptance criteria',
  none: 'No evidence',
  fromEarlierResult: 'From an earlier result:',
  file: 'File',
  output: 'Output',
  exit: (code: number) => `exit code ${code}`,
  status: { open: 'Open', claimed: 'Submitted', accepted: 'Accepted', returned: 'Returned' },
};
