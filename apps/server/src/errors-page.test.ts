import { spawnSync } from 'node:child_process';
import { ERROR_CODES, MEANINGS, statusOf } from '@tandem/contract';
import { expectAsPromised, pasted, read } from './testing/pasted.ts';
import { cleanUp } from './testing/tandem.ts';

afterEach(cleanUp);

const page = read('docs/errors.md');

/** Code, status, when, what to do. */
const rows = (page.match(/^\| `[A-Z_]+`.*\|$/gm) ?? []).map((row) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim()),
);

test('docs/errors.md lists every code of the interface, with its status and when it comes', () => {
  expect(rows.map(([code, status, when]) => [code, status, when]).sort()).toEqual(
    ERROR_CODES.map((code) => [`\`${code}\``, String(statusOf(code)), MEANINGS[code]]).sort(),
  );
});

test('docs/errors.md says of every code what to do, in the order of the statuses', () => {
  expect(rows.filter((row) => row.length !== 4 || !/^[A-Z`].*\.$/.test(row[3] ?? ''))).toEqual([]);
  const statuses = rows.map(([, status]) => Number(status));
  expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
});

const tools = ['bash', 'curl'].every((tool) => spawnSync(tool, ['--version']).status === 0);
const whereToolsAre = tools ? test : test.skip;

whereToolsAre('docs/errors.md shows errors as they are', async () => {
  const ended = await pasted(page);
  expectAsPromised(ended);
  expect(ended.stdout).toContain('"VALIDATION_ERROR"');
  expect(ended.stderr).toBe('');
});
