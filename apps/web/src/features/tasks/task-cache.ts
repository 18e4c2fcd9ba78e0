import type { CountedPage, Page, Task } from '@tandem/client';
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { TaskFilter } from '../../api/queries/tasks.ts';

type Pages = InfiniteData<Page<Task> | CountedPage<Task>, string>;

const lists = (queries: QueryClient) => queries.getQueriesData<Pages>({ queryKey: ['tasks'] });

/** Puts a task's current state on its page and in every list whose filter matches it, without reading anything. */
export function showTask(queries: QueryClient, task: Task): void {
  for (const [key, pages] of lists(queries)) {
    if (!pages) continue;
    const updated = withTask(pages, task, belongs(task, key[1] as TaskFilter));
    if (updated !== pages) queries.setQueryData(key, updated);
  }
  queries.setQueryData<Task>(['task', task.taskNumber], (updated) => updated && { ...updated, ...task });
}

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

export function belongs(task: Task, filter: TaskFilter): boolean {
  const { status, priority, projectId, assigned, label } = filter;
  return (
    !task.archived &&
    (!status || status.includes(task.status)) &&
    (!priority || priority.includes(task.priority)) &&
    (!projectId || task.project?.id === projectId) &&
    (!assigned || same(task.assignedTo ?? 'unassigned', assigned)) &&
    (!label || task.labels.some(({ name }) => [label].flat().some((each) => same(name, each))))
  );
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
 * Inserts or removes a task. Lists are sorted by number, newest first; there may be unread tasks after the last
 * known one.
 */
export function withTask(pages: Pages, task: Task, isIn: boolean): Pages {
  const without = withoutTask(pages, task.taskNumber);
  if (!isIn) return without;
  const last = without.pages.length - 1;
  const wasIn = without !== pages;
  const at = without.pages.findIndex(
    ({ data, hasMore }, i) =>
      (data.at(-1)?.taskNumber ?? Number.POSITIVE_INFINITY) <= task.taskNumber ||
      (i === last && (!hasMore || wasIn)),
  );
  if (at < 0) return without;
  const page = without.pages[at] as Page<Task>;
  const index = page.data.findIndex((each) => each.taskNumber < task.taskNumber);
  const data = page.data.toSpliced(index < 0 ? page.data.length : index, 0, task);
  return { ...without, pages: without.pages.with(at, { ...page, data }) };
}
