export const evidence = {
  criteria: 'What has to be true',
  none: 'No evidence',
  before: 'From a result before:',
  file: 'File',
  output: 'Output',
  exit: (code: number) => `exit ${code}`,
  status: { open: 'Open', claimed: 'Claimed', accepted: 'Accepted', returned: 'Returned' },
};
