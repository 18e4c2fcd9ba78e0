import { ERROR_CODES, MEANINGS, statusOf } from '@tandem/contract';
import { read } from '../apps/server/testing/pasted.ts';

/** The codes in the order of the page, with the text below each status. */
const listed = read('docs/errors.md')
  .split(/^### (?=\d{3}$)/m)
  .slice(1)
  .flatMap((section) =>
    [...section.matchAll(/^- `([A-Z_]+)`: (.*(?:\n {2}.*)*)/gm)].map(([, code, text]) => ({
      status: Number(section.slice(0, 3)),
      code: code as (typeof ERROR_CODES)[number],
      text: (text as string).replace(/\s+/g, ' '),
    })),
  );

test('docs/errors.md lists every error code of the API under its status', () => {
  expect(listed.map(({ code, status }) => `${status} ${code}`).sort()).toEqual(
    ERROR_CODES.map((code) => `${statusOf(code)} ${code}`).sort(),
  );
  const statuses = listed.map(({ status }) => status);
  expect(statuses).toEqual([...statuses].sort((a, b) => a - b));
});

test('docs/errors.md explains every error code and what to do', () => {
  const incomplete = listed.filter(({ code, text }) => {
    const [before, advice] = text.split(MEANINGS[code]);
    return before !== '' || !/^ [A-Z`].*\.$/.test(advice ?? '');
  });
  expect(incomplete).toEqual([]);
});
