import type { Task } from '@tandem/client';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** The tasks selected for bulk changes. Each card subscribes by itself, so that a change renders no other card. */
export function createSelection() {
  let selected: ReadonlyMap<number, Task> = new Map();
  const listeners = new Set<() => void>();
  const set = (next: ReadonlyMap<number, Task>) => {
    selected = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    now: () => selected,
    toggle: (task: Task) => {
      const next = new Map(selected);
      if (!next.delete(task.taskNumber)) next.set(task.taskNumber, task);
      set(next);
    },
    add: (tasks: readonly Task[]) =>
      set(new Map([...selected, ...tasks.map((task) => [task.taskNumber, task] as const)])),
    replace: (tasks: readonly Task[]) => set(new Map(tasks.map((task) => [task.taskNumber, task]))),
  };
}

export type Selection = ReturnType<typeof createSelection>;

export const SelectionContext = createContext<Selection>(createSelection());

export const useSelection = (): Selection => useContext(SelectionContext);

export function useIsSelected(taskNumber: number): boolean {
  const { subscribe, now } = useSelection();
  return useSyncExternalStore(subscribe, () => now().has(taskNumber));
}

export function useSelected(): ReadonlyMap<number, Task> {
  const { subscribe, now } = useSelection();
  return useSyncExternalStore(subscribe, now);
}
