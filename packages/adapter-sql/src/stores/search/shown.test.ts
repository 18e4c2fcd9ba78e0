import { SLOT_BASE } from './document.ts';
import { shownIn } from './shown.ts';

const at = (number: number, ...slots: readonly number[]) => slots.map((slot) => number * SLOT_BASE + slot);

test('a snippet comes from the first text with the most words, and from the title only if it has more than any', () => {
  const titles = [at(1, 0), [...at(1, 0), ...at(2, 0)], at(2, 0)];
  const texts = [at(1, 3, 7), [...at(1, 7), ...at(2, 5)], [...at(1, 2), ...at(3, 9, 4)]];
  const slotOf = shownIn([1, 2, 3, 4], titles, texts);
  expect([1, 2, 3, 4].map(slotOf)).toEqual([7, null, 4, null]);
});

test('a snippet of a task with very many matching texts is found', () => {
  const texts = [Array.from({ length: 200_000 }, (_, i) => SLOT_BASE + i + 1)];
  expect(shownIn([1], [[]], texts)(1)).toBe(1);
});

test('snippets of many tasks scan their matches once', () => {
  const numbers = Array.from({ length: 4_000 }, (_, i) => i + 1);
  let reads = 0;
  const documents = numbers.map((number) => number * SLOT_BASE + 1);
  const read = documents[Symbol.iterator].bind(documents);
  documents[Symbol.iterator] = () => {
    reads++;
    return read();
  };
  const slotOf = shownIn(numbers, [[]], [documents]);
  for (const number of numbers.slice(0, 100)) expect(slotOf(number)).toBe(1);
  expect(reads).toBe(1);
});
