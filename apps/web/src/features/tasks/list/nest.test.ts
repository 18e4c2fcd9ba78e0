import type { Task } from '@tandem/client';
import { gatheredBelow, nest } from './nest.ts';

const tasks = (...numbers: readonly number[]) => numbers.map((taskNumber) => ({ taskNumber }) as Task);

const shownOf = (list: readonly Task[], unfolded: ReadonlyMap<number, readonly Task[]>) => {
  const nested = nest(list, unfolded, gatheredBelow([list], unfolded));
  return nested.tasks.map(
    ({ taskNumber }) => `${'-'.repeat(nested.depths.get(taskNumber) ?? 0)}${taskNumber}`,
  );
};

test('without unfolded tasks, a list stays the same', () => {
  const list = tasks(3, 2, 1);
  expect(nest(list, new Map(), new Set()).tasks).toBe(list);
});

test('sub-tasks stand below their unfolded task, and nowhere else', () => {
  const unfolded = new Map([
    [1, tasks(2, 4)],
    [4, tasks(5)],
  ]);
  expect(shownOf(tasks(5, 4, 3, 2, 1), unfolded)).toEqual(['3', '1', '-2', '-4', '--5']);
});

test('sub-tasks of a task that is not in the list keep their place', () => {
  expect(shownOf(tasks(3, 2), new Map([[1, tasks(2)]]))).toEqual(['3', '2']);
});

test('lists that contradict each other end', () => {
  const unfolded = new Map([
    [1, tasks(2)],
    [2, tasks(1, 2)],
    [3, tasks(1)],
  ]);
  expect(shownOf(tasks(3), unfolded)).toEqual(['3', '-1', '--2']);
});
