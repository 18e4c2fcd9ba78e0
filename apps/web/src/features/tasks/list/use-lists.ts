import type { Page, Task } from '@tandem/client';
import {
  type InfiniteData,
  InfiniteQueryObserver,
  type InfiniteQueryObserverResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useCallback, useEffect, useReducer, useRef } from 'react';
import { type TaskFilter, taskList } from '../../../api/queries/tasks.ts';
import { readAgainAfter } from '../use-group-tasks.ts';

type Pages = InfiniteData<Page<Task>, unknown>;
export type Read = InfiniteQueryObserverResult<Pages>;

interface ObservedList {
  readonly now: () => Read;
  readonly end: () => void;
}

/** A list that may be observed: its state, and its tasks, which may still be cached from before. */
export interface LoadedList {
  readonly read: Read | null;
  readonly tasks: readonly Task[];
}

/**
 * Observes the wanted lists and returns a look-up, a new one whenever a list has changed. Uses observers because the
 * number of lists varies.
 */
export function useLists(
  wanted: ReadonlyMap<string, TaskFilter>,
): (key: string, filter: TaskFilter) => LoadedList {
  const queries = useQueryClient();
  const [changes, changed] = useReducer((count: number) => count + 1, 0);
  const observed = useRef(new Map<string, ObservedList>());

  useEffect(() => {
    const observers = observed.current;
    const now = new Map([...wanted].map(([key, filter]) => [idOf(key, filter), filter]));
    for (const [id, { end }] of observers) {
      if (now.has(id)) continue;
      end();
      observers.delete(id);
    }
    for (const [id, filter] of now) {
      if (observers.has(id)) continue;
      const observer = new InfiniteQueryObserver(queries, {
        ...taskList(filter),
        refetchInterval: ({ state }) => readAgainAfter(state.data),
      });
      observers.set(id, { now: () => observer.getCurrentResult(), end: observer.subscribe(changed) });
    }
    changed();
  }, [queries, wanted]);

  useEffect(
    () => () => {
      for (const { end } of observed.current.values()) end();
      observed.current.clear();
    },
    [],
  );

  // biome-ignore lint/correctness/useExhaustiveDependencies: `changes` counts the notifications of the observers.
  return useCallback(
    (key, filter) => {
      const read = observed.current.get(idOf(key, filter))?.now() ?? null;
      const data = read?.data ?? queries.getQueryData<Pages>(taskList(filter).queryKey);
      return { read, tasks: tasksOf(data) };
    },
    [queries, changes],
  );
}

const idOf = (key: string, filter: TaskFilter) => `${key} ${JSON.stringify(filter)}`;

const NONE: readonly Task[] = [];

/** Unchanged pages yield the same array, so that memoized values stay valid. */
const flattened = new WeakMap<Pages, readonly Task[]>();

function tasksOf(data: Pages | undefined): readonly Task[] {
  if (!data) return NONE;
  const tasks = flattened.get(data) ?? data.pages.flatMap((page): Task[] => page.data);
  flattened.set(data, tasks);
  return tasks;
}
