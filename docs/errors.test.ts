import { ERROR_CODES, MEANINGS, statusOf } from '@tandem/contract';
import { read } from '../apps/server/testing/pasted.ts';

const page = read('docs/errors.md');

/** The columns: code, status, when, what to do. */
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
