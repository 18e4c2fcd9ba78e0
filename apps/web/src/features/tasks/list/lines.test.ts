import { linesOf } from './lines.ts';
import type { Section } from './use-sections.ts';

const section = (key: string, numbers: readonly number[], hasNextPage = false) =>
  ({
    group: { key },
    tasks: numbers.map((taskNumber) => ({ taskNumber })),
    read: { isSuccess: true, hasNextPage },
  }) as unknown as Section;
const keysOf = (...args: Parameters<typeof linesOf>) => {
  const lines = linesOf(...args);
  return Array.from({ length: lines.count }, (_, index) => lines.keyAt(index));
};

it('a list has a heading, the tasks, and a note when there are more or none', () => {
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

it('a collapsed section has its heading only', () => {
  expect(keysOf([section('a', [3, 1]), section('b', [2])], new Set(['a']))).toEqual([
    'a:heading',
    'b:heading',
    'b:2',
  ]);
});

it('a list without groups has no heading, and sections know their first row', () => {
  const [first, second] = [section('all', [3, 1]), section('b', [2])];
  const lines = linesOf([first, second], new Set());
  expect(lines.keyAt(0)).toBe('all:3');
  expect([lines.firstOf(first), lines.firstOf(second)]).toEqual([0, 3]);
  expect(lines.at(4)).toBeNull();
});

it('each line of a thousand sections is found by its index', () => {
  const sections = Array.from({ length: 1_000 }, (_, i) => section(`s${i}`, [i]));
  const lines = linesOf(sections, new Set());
  expect(lines.count).toBe(2_000);
  for (const i of [0, 499, 999]) {
    expect([lines.keyAt(2 * i), lines.keyAt(2 * i + 1)]).toEqual([`s${i}:heading`, `s${i}:${i}`]);
    expect(lines.firstOf(sections[i] as Section)).toBe(2 * i + 1);
  }
});
