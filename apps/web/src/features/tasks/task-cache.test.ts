import type { Task } from '@tandem/client';
import { comparison } from './order.ts';
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
const placed = (pages: Pages, moved: Task, isIn: boolean) => withTask(pages, moved, isIn, comparison({}));

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
  expect(numbersIn(placed(pagesOf(true, [9, 7], [5, 3]), task(number), true))).toEqual(pages);
});

it('appends a task only when the list is loaded to its end', () => {
  expect(numbersIn(placed(pagesOf(true, [9]), task(2), true))).toEqual([[9]]);
  expect(numbersIn(placed(pagesOf(false, [9]), task(2), true))).toEqual([[9, 2]]);
  expect(numbersIn(placed(pagesOf(false, []), task(2), true))).toEqual([[2]]);
});

it('keeps the last loaded task in place when it changes', () => {
  expect(numbersIn(placed(pagesOf(true, [9, 7]), task(7), true))).toEqual([[9, 7]]);
});

it('removes tasks that no longer match, and leaves other lists unchanged', () => {
  const pages = pagesOf(false, [9, 7]);
  expect(numbersIn(placed(pages, task(7), false))).toEqual([[9]]);
  expect(placed(pages, task(8), false)).toBe(pages);
});

it('knows which lists contain a task, ignoring the case of names', () => {
  const one = task(1, { assignedTo: 'Ada', labels: [{ id: 'l', name: 'Bug', color: 'red' }] });
  expect(belongs(one, { assigned: 'ada', label: 'bug', status: ['todo', 'waiting'] })).toBe(true);
  expect(belongs(one, { assigned: 'unassigned' })).toBe(false);
  expect(belongs(task(1), { assigned: 'unassigned' })).toBe(true);
  expect(belongs(task(1, { archived: true }), {})).toBe(false);
});

it('places a task by the order of the list', () => {
  const due = (taskNumber: number, dueDate: string | null) => task(taskNumber, { dueDate });
  const list: Pages = {
    pageParams: [''],
    pages: [
      { data: [due(4, '2026-01-02'), due(2, '2026-01-05'), due(9, null)], cursor: null, hasMore: false },
    ],
  };
  const by = comparison({ sort: 'due' });
  expect(numbersIn(withTask(list, due(7, '2026-01-03'), true, by))).toEqual([[4, 7, 2, 9]]);
  expect(numbersIn(withTask(list, due(7, null), true, by))).toEqual([[4, 2, 7, 9]]);
  expect(
    numbersIn(withTask(list, due(7, '2026-01-03'), true, comparison({ sort: 'due', order: 'desc' }))),
  ).toEqual([[7, 4, 2, 9]]);
});

it('knows the tasks of the signed-in person, and archived ones where they are listed', () => {
  const own = task(1, { assignedTo: 'ada', archived: true });
  expect(belongs(own, { assigned: 'me' }, 'ada')).toBe(false);
  expect(belongs(own, { assigned: 'me', archived: true }, 'ada')).toBe(true);
  expect(belongs(own, { assigned: 'me', archived: true }, 'ben')).toBe(false);
});

it('leaves lists to the server that a task alone does not explain', () => {
  expect(belongs(task(1), { ready: true })).toBeNull();
  expect(belongs(task(1), { assigned: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toBeNull();
  expect(belongs(task(1), { ready: true, status: ['done'] })).toBe(false);
});

it('keeps a task in its place in the manual order, and puts another one first', () => {
  const pages = pagesOf(true, [3, 9], [5]);
  const changed = task(9, { title: 'Changed' });
  const updated = withTask(pages, changed, true, comparison({ sort: 'rank' }));
  expect([numbersIn(updated), updated.pages[0]?.data[1]]).toEqual([[[3, 9], [5]], changed]);
  expect(numbersIn(withTask(pages, task(7), true, comparison({ sort: 'rank' })))).toEqual([[7, 3, 9], [5]]);
  expect(numbersIn(withTask(pages, task(9), false, comparison({ sort: 'rank' })))).toEqual([[3], [5]]);
});
