import type { Page, Task } from '@tandem/client';
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef } from 'react';
import { taskList } from '../../../api/queries/tasks.ts';
import type { Group } from '../groups.ts';
import { readAgainAfter } from '../use-group-tasks.ts';

type Pages = InfiniteData<Page<Task>, unknown>;
type Read = InfiniteQueryObserverResult<Pages>;

/** A group with its loaded tasks; `read` is null until the section comes near the viewport. */
export interface Section {
  readonly group: Group;
  readonly tasks: readonly Task[];
  readonly read: Read | null;
}

interface ObservedList {
  readonly now: () => Read;
  readonly end: () => void;
}

const idOf = ({ key, filter }: Group) => `${key} ${JSON.stringify(filter)}`;

/** Reads the lists of the wanted groups. Uses `useQueries` because the number of groups varies. */
export function useSections(groups: readonly Group[], wantedKeys: ReadonlySet<string>): readonly Section[] {
  const queries = useQueryClient();
  const [changes, changed] = useReducer((count: number) => count + 1, 0);
  const observed = useRef(new Map<string, ObservedList>());

  useEffect(() => {
    const observers = observed.current;
    const now = new Map(groups.filter(({ key }) => wantedKeys.has(key)).map((group) => [idOf(group), group]));
    for (const [id, { end }] of observers) {
      if (now.has(id)) continue;
      end();
      observers.delete(id);
    }
    for (const [id, { filter }] of now) {
      if (observers.has(id)) continue;
      const observer = new InfiniteQueryObserver(queries, {
        ...taskList(filter),
        refetchInterval: ({ state }) => readAgainAfter(state.data),
      });
      observers.set(id, { now: () => observer.getCurrentResult(), end: observer.subscribe(changed) });
    }
    changed();
  }, [queries, groups, wantedKeys]);

  useEffect(
    () => () => {
      for (const { end } of observed.current.values()) end();
      observed.current.clear();
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` counts what the observers have told.
  return useMemo(
    () =>
      groups.map((group) => {
        // Most groups are far from the viewport, and looking them up takes time.
        if (!wantedKeys.has(group.key)) return { group, tasks: NONE, read: null };
        const read = observed.current.get(idOf(group))?.now() ?? null;
        const data = read?.data ?? queries.getQueryData<Pages>(taskList(group.filter).queryKey);
        return { group, tasks: tasksOf(data, group), read };
      }),
    [queries, groups, wantedKeys, changes],
  );
}

const NONE: readonly Task[] = [];

/** Unchanged pages yield the same array, so that memoized values stay valid. */
const flattened = new WeakMap<Pages, readonly Task[]>();

function tasksOf(data: Pages | undefined, { keeps }: Group): readonly Task[] {
  if (!data) return NONE;
  const tasks = flattened.get(data) ?? data.pages.flatMap((page): Task[] => page.data);
  flattened.set(data, tasks);
  return keeps ? tasks.filter(keeps) : tasks;
}
