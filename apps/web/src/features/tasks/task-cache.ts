import type { CountedPage, Me, Page, Task } from '@tandem/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { serverNow } from '../../api/clock.ts';
import type { TaskFilter } from '../../api/queries/tasks.ts';
import { refetchQueries } from '../../live/refetch.ts';
import { isDue } from './due.ts';
import { type Anchor, comparison } from './order.ts';

type Pages = InfiniteData<Page<Task> | CountedPage<Task>, string>;

const lists = (queries: QueryClient) => queries.getQueriesData<Pages>({ queryKey: ['tasks'] });

/** Puts a task's current state on its page and in every list whose filter matches it, without reading anything. */
export function showTask(queries: QueryClient, task: Task): void {
  const own = queries.getQueryData<Me>(['me'])?.caller.name;
  for (const [key, pages] of lists(queries)) {
    if (!pages) continue;
    const filter = key[1] as TaskFilter;
    const isIn = belongs(task, filter, own);
    const wasIn = versionsIn(pages, task.taskNumber).length > 0;
    const compare = comparison(filter);
    const updated = withTask(pages, task, isIn ?? wasIn, compare);
    if (updated !== pages) queries.setQueryData(key, updated);
    if (isIn === null || (isIn && !wasIn && !compare))
      void queries.invalidateQueries({ queryKey: key, exact: true });
  }
  queries.setQueryData<Task>(['task', task.taskNumber], (updated) => updated && { ...updated, ...task });
}

const ranked = (queries: QueryClient) =>
  lists(queries).filter(([key]) => (key[1] as TaskFilter).sort === 'rank');

/** Moves a task to its place in every list in the manual order. */
export function placeTask(
  queries: QueryClient,
  taskNumber: number,
  { side, taskNumber: anchor }: Anchor,
): void {
  for (const [key, pages] of ranked(queries)) {
    const [task] = pages ? versionsIn(pages, taskNumber) : [];
    if (!pages || !task || versionsIn(pages, anchor).length === 0) continue;
    const moved = withoutTask(pages, taskNumber).pages.map((page) => {
      const index = page.data.findIndex((each) => each.taskNumber === anchor);
      if (index < 0) return page;
      return { ...page, data: page.data.toSpliced(side === 'before' ? index : index + 1, 0, task) };
    });
    queries.setQueryData(key, { ...pages, pages: moved });
  }
}

/** Reads the lists in the manual order again. */
export const refetchRanked = (queries: QueryClient): void =>
  refetchQueries(queries, {
    predicate: ({ queryKey: [subject, filter] }) =>
      subject === 'tasks' && (filter as TaskFilter | undefined)?.sort === 'rank',
  });

/** Removes a deleted task from every list. */
export function hideTask(queries: QueryClient, taskNumber: number): void {
  for (const [key, pages] of lists(queries)) {
    const updated = pages && withoutTask(pages, taskNumber);
    if (updated && updated !== pages) queries.setQueryData(key, updated);
  }
}

/** The newest version of a task in any list. Lists are read by separate requests and can hold different versions. */
export function newestInLists(queries: QueryClient, taskNumber: number): Task | undefined {
  let newest: Task | undefined;
  for (const [, pages] of lists(queries)) {
    for (const task of pages ? versionsIn(pages, taskNumber) : []) {
      if (!newest || task.updatedAt > newest.updatedAt) newest = task;
    }
  }
  return newest;
}

const versionsIn = ({ pages }: Pages, taskNumber: number): readonly Task[] =>
  pages.flatMap(({ data }) => data.filter((each) => each.taskNumber === taskNumber));

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

type Conditions = {
  readonly [Name in keyof TaskFilter]?: (
    task: Task,
    wanted: NonNullable<TaskFilter[Name]>,
    /** The name of the signed-in person. */
    own: string | undefined,
  ) => boolean | null;
};

/** Filters take ids as well as names and numbers. */
const ID = /^[0-9A-Z]{26}$/i;

/** Filters that a task shows by itself, or null; the order is none. */
const CONDITIONS: Conditions = {
  status: ({ status }, wanted) => wanted.includes(status),
  priority: ({ priority }, wanted) => wanted.includes(priority),
  effort: ({ effort }, wanted) => effort !== null && wanted.includes(effort),
  projectId: ({ project }, wanted) => [wanted].flat().includes(project?.id ?? 'none'),
  project: ({ project }) => project === null,
  assigned: ({ assignedTo }, wanted, own) => {
    const names = [wanted].flat().map((name) => (name === 'me' ? own : name));
    if (names.some((name) => name !== undefined && same(assignedTo ?? 'unassigned', name))) return true;
    return names.some((name) => name === undefined || ID.test(name)) ? null : false;
  },
  tags: ({ tags }, wanted) => tags.some((tag) => wanted.includes(tag)),
  label: ({ labels }, wanted) => labels.some(({ name }) => [wanted].flat().some((each) => same(name, each))),
  parent: ({ parent }, wanted) =>
    ID.test(wanted) ? parent?.id === wanted : (parent ? String(parent.taskNumber) : 'none') === wanted,
  archived: () => true,
  blocked: ({ blocked }, wanted) => blocked === wanted,
  hasClaim: ({ claim }, wanted) => (claim !== null) === wanted,
  due: (task, wanted) => (wanted === 'none' ? task.dueDate === null : isDue(task, wanted, serverNow())),
  dueAfter: ({ dueDate }, wanted) => dueDate !== null && Date.parse(dueDate) >= Date.parse(String(wanted)),
  sort: () => true,
  order: () => true,
};

/** Whether a list contains a task; null if only the server knows. */
export function belongs(task: Task, filter: TaskFilter, own?: string): boolean | null {
  if (task.archived && !filter.archived) return false;
  let isKnown = true;
  for (const [name, wanted] of Object.entries(filter)) {
    if (wanted === undefined) continue;
    const condition = CONDITIONS[name as keyof TaskFilter] as
      | ((task: Task, wanted: unknown, own: string | undefined) => boolean | null)
      | undefined;
    const holds = condition?.(task, wanted, own) ?? null;
    if (holds === false) return false;
    if (holds === null) isKnown = false;
  }
  return isKnown ? true : null;
}

function withoutTask(pages: Pages, taskNumber: number): Pages {
  const holds = (page: Page<Task>) => page.data.some((each) => each.taskNumber === taskNumber);
  if (!pages.pages.some(holds)) return pages;
  const without = (page: Page<Task>) => page.data.filter((each) => each.taskNumber !== taskNumber);
  return {
    ...pages,
    pages: pages.pages.map((page) => (holds(page) ? { ...page, data: without(page) } : page)),
  };
}

/**
 * Inserts or removes a task, in the order of the list; there may be unread tasks after the last known one. In an unknown
 * order, a known task keeps its place and another one comes first.
 */
export function withTask(
  pages: Pages,
  task: Task,
  isIn: boolean,
  compare: ((a: Task, b: Task) => number) | null,
): Pages {
  const without = withoutTask(pages, task.taskNumber);
  if (!isIn) return without;
  if (!compare) return without === pages ? withFirst(pages, task) : withSame(pages, task);
  const last = without.pages.length - 1;
  const wasIn = without !== pages;
  const at = without.pages.findIndex(({ data, hasMore }, i) => {
    const end = data.at(-1);
    return (end !== undefined && compare(task, end) < 0) || (i === last && (!hasMore || wasIn));
  });
  if (at < 0) return without;
  const page = without.pages[at] as Page<Task>;
  const index = page.data.findIndex((each) => compare(task, each) < 0);
  const data = page.data.toSpliced(index < 0 ? page.data.length : index, 0, task);
  return { ...without, pages: without.pages.with(at, { ...page, data }) };
}

const withFirst = (pages: Pages, task: Task): Pages => {
  const [first, ...others] = pages.pages;
  return first ? { ...pages, pages: [{ ...first, data: [task, ...first.data] }, ...others] } : pages;
};

const withSame = (pages: Pages, task: Task): Pages => ({
  ...pages,
  pages: pages.pages.map((page) => ({
    ...page,
    data: page.data.map((each) => (each.taskNumber === task.taskNumber ? task : each)),
  })),
});
