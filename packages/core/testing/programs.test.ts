import { hasProgram, needing, needingPrograms } from './programs.ts';

const written: string[] = [];
beforeEach(() => {
  written.length = 0;
  jest.spyOn(process.stderr, 'write').mockImplementation((text) => written.push(String(text)) > 0);
});
afterEach(() => jest.restoreAllMocks());

test('runs a test whose requirements are met, without output', () => {
  expect(needing('a moon', true)).toEqual({ test, describe });
  expect(hasProgram('node')).toBe(true);
  expect(needingPrograms('node').test).toBe(test);
  expect(written).toEqual([]);
});

test('skips a test whose program is missing, in CI as well, with a single message', () => {
  const before = process.env.CI;
  process.env.CI = 'true';
  try {
    for (let i = 0; i < 2; i++) expect(needingPrograms('node', 'no-such-shell').test).toBe(test.skip);
    expect(needingPrograms('no-such-shell').describe).toBe(describe.skip);
    expect(written).toEqual(['Skipped: tests that need no-such-shell, which this machine does not have.\n']);
  } finally {
    if (before === undefined) delete process.env.CI;
    else process.env.CI = before;
  }
});
