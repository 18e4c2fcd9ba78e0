import type { Task } from '@tandem/client';
import { useEffect, useMemo } from 'react';
import type { TaskFilter } from '../../../api/queries/tasks.ts';
import type { Group } from '../groups.ts';
import { gatheredBelow, type Nested, nest, type Unfolded } from './nest.ts';
import { type Read, useLists } from './use-lists.ts';

/** A group with its loaded tasks; `read` is null until the section comes near the viewport. */
export interface Section extends Nested {
  readonly group: Group;
  readonly read: Read | null;
}

const NONE: readonly Task[] = [];

/** Reads the lists of the wanted groups, with the sub-tasks of unfolded tasks below them. */
export function useSections(
  groups: readonly Group[],
  wantedKeys: ReadonlySet<string>,
  unfolded: ReadonlySet<number>,
): readonly Section[] {
  const wanted = useMemo(
    () => new Map(groups.flatMap(({ key, filter }) => (wantedKeys.has(key) ? [[key, filter] as const] : []))),
    [groups, wantedKeys],
  );
  const listOf = useLists(wanted);
  const children = useChildren(unfolded);
  return useMemo(() => {
    const read = groups.map((group) => {
      // Most groups are far from the viewport, and looking them up takes time.
      if (!wantedKeys.has(group.key)) return { group, tasks: NONE, read: null };
      const { tasks, read } = listOf(group.key, group.filter);
      return { group, tasks: group.keeps ? tasks.filter(group.keeps) : tasks, read };
    });
    const gathered = gatheredBelow(
      read.map(({ tasks }) => tasks),
      children,
    );
    return read.map(({ group, tasks, read }) => ({ group, read, ...nest(tasks, children, gathered) }));
  }, [groups, wantedKeys, listOf, children]);
}

const childrenOf = (taskNumber: number): TaskFilter => ({ parent: String(taskNumber) });

/** The sub-tasks of unfolded tasks. All pages are read: a task has at most 200. */
function useChildren(unfolded: ReadonlySet<number>): Unfolded {
  const wanted = useMemo(
    () => new Map([...unfolded].map((taskNumber) => [String(taskNumber), childrenOf(taskNumber)])),
    [unfolded],
  );
  const listOf = useLists(wanted);
  const lists = useMemo(
    () =>
      [...unfolded].map(
        (taskNumber) => [taskNumber, listOf(String(taskNumber), childrenOf(taskNumber))] as const,
      ),
    [unfolded, listOf],
  );
  useEffect(() => {
    for (const [, { read }] of lists) {
      if (read?.hasNextPage && !read.isFetching && !read.error) void read.fetchNextPage();
    }
  }, [lists]);
  return useMemo(() => new Map(lists.map(([taskNumber, { tasks }]) => [taskNumber, tasks])), [lists]);
}
