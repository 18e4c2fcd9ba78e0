import type { Task } from '@tandem/client';
import { belongs, withTask } from './task-cache.ts';

const task = (taskNumber: number, more: Partial<Task> = {}) =>
  ({
    taskNumber,
    status: 'todo',
    priority: 'p2',
    labels: [],
    assignedTo: null,
    archived: false,
    ...more,
  }) as Task;
type Pages = Parameters<typeof withTask>[0];

const pagesOf = (hasMore: boolean, ...pages: number[][]): Pages => ({
  pageParams: pages.map(String),
  pages: pages.map((numbers, i) => ({
    data: numbers.map((number) => task(number)),
    cursor: null,
    hasMore: hasMore || i < pages.length - 1,
  })),
});
const numbersIn = ({ pages }: Pages) => pages.map(({ data }) => data.map(({ taskNumber }) => taskNumber));

it.each([
  {
    what: 'among the newest',
    number: 10,
    pages: [
      [10, 9, 7],
      [5, 3],
    ],
  },
  {
    what: 'in its place',
    number: 8,
    pages: [
      [9, 8, 7],
      [5, 3],
    ],
  },
  {
    what: 'between two pages',
    number: 6,
    pages: [
      [9, 7],
      [6, 5, 3],
    ],
  },
  {
    what: 'once only',
    number: 7,
    pages: [[9], [7, 5, 3]],
  },
])('shows a task $what', ({ number, pages }) => {
  expect(numbersIn(withTask(pagesOf(true, [9, 7], [5, 3]), task(number), true))).toEqual(pages);
});

it('appends a task only when the list is loaded to its end', () => {
  expect(numbersIn(withTask(pagesOf(true, [9]), task(2), true))).toEqual([[9]]);
  expect(numbersIn(withTask(pagesOf(false, [9]), task(2), true))).toEqual([[9, 2]]);
  expect(numbersIn(withTask(pagesOf(false, []), task(2), true))).toEqual([[2]]);
});

it('keeps the last loaded task in place when it changes', () => {
  expect(numbersIn(withTask(pagesOf(true, [9, 7]), task(7), true))).toEqual([[9, 7]]);
});

it('removes tasks that no longer match, and leaves other lists unchanged', () => {
  const pages = pagesOf(false, [9, 7]);
  expect(numbersIn(withTask(pages, task(7), false))).toEqual([[9]]);
  expect(withTask(pages, task(8), false)).toBe(pages);
});

it('knows which lists contain a task, ignoring the case of names', () => {
  const one = task(1, { assignedTo: 'Ada', labels: [{ id: 'l', name: 'Bug', color: 'red' }] });
  expect(belongs(one, { assigned: 'ada', label: 'bug', status: ['todo', 'waiting'] })).toBe(true);
  expect(belongs(one, { assigned: 'unassigned' })).toBe(false);
  expect(belongs(task(1), { assigned: 'unassigned' })).toBe(true);
  expect(belongs(task(1, { archived: true }), {})).toBe(false);
});
