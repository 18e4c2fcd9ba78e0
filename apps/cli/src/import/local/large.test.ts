import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LONG } from '@tandem/core/testing/programs';
import { CLI, newUser, startAs } from '../../../testing/cli.ts';
import { writeGithubIssues, writeLinearIssues } from '../../../testing/large-exports.ts';

/** 60 MB, and 1 GB in long runs. */
const TASKS = LONG ? 100_000 : 6_000;
/** Below the size of the files. With less than 48 MB, collecting garbage takes most of the time. */
const HEAP_MB = LONG ? 256 : 48;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tandem-large-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['linear', 'issues.csv', writeLinearIssues],
  ['github', 'issues.json', writeGithubIssues],
])(
  'reads a large export of %s in little memory',
  async (source, name, write) => {
    write(join(folder, name), TASKS);
    const args = [`--max-old-space-size=${HEAP_MB}`, CLI, 'import', source, join(folder, name), '--dry-run'];
    const { code, stdout, stderr } = await startAs(newUser(), process.execPath, args).done;
    expect([code, stderr]).toEqual([0, expect.stringMatching(/^People are not compared.*\n$/)]);
    expect(stdout).toContain(`${TASKS.toLocaleString('en-US')} tasks, `);
  },
  LONG ? 300_000 : 60_000,
);
