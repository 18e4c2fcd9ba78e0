import { linesOf } from './lines.ts';
import type { Section } from './use-sections.ts';

const section = (key: string, numbers: readonly number[], hasNextPage = false) =>
  ({
    group: { key },
    tasks: numbers.map((taskNumber) => ({ taskNumber })),
    read: { isSuccess: true, hasNextPage },
  }) as unknown as Section;
const keysOf = (...given: Parameters<typeof linesOf>) => {
  const lines = linesOf(...given);
  return Array.from({ length: lines.count }, (_, index) => lines.keyAt(index));
};

it('has a heading, the tasks, and a note where there is more or nothing', () => {
  const sections = [section('a', [3, 1]), section('b', []), section('c', [2], true)];
  expect(keysOf(sections, new Set())).toEqual([
    'a:heading',
    'a:3',
    'a:1',
    'b:heading',
    'b:note',
    'c:heading',
    'c:2',
    'c:note',
  ]);
});

it('has of a folded section its heading alone', () => {
  expect(keysOf([section('a', [3, 1]), section('b', [2])], new Set(['a']))).toEqual([
    'a:heading',
    'b:heading',
    'b:2',
  ]);
});

it('has no heading over a list that is not grouped, and knows where a section begins', () => {
  const [first, second] = [section('all', [3, 1]), section('b', [2])];
  const lines = linesOf([first, second], new Set());
  expect(lines.keyAt(0)).toBe('all:3');
  expect([lines.firstOf(first), lines.firstOf(second)]).toEqual([0, 3]);
  expect(lines.at(4)).toBeNull();
});
