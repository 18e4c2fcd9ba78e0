import type { Task } from '@tandem/client';
import { createContext, useContext, useSyncExternalStore } from 'react';

/** Tasks that are chosen to be changed together. Each card listens for itself: a choice draws no other card. */
export function createSelection() {
  let chosen: ReadonlyMap<number, Task> = new Map();
  const listeners = new Set<() => void>();
  const set = (next: ReadonlyMap<number, Task>) => {
    chosen = next;
    for (const listener of listeners) listener();
  };
  return {
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    now: () => chosen,
    toggle: (task: Task) => {
      const next = new Map(chosen);
      if (!next.delete(task.taskNumber)) next.set(task.taskNumber, task);
      set(next);
    },
    add: (tasks: readonly Task[]) =>
      set(new Map([...chosen, ...tasks.map((task) => [task.taskNumber, task] as const)])),
    replace: (tasks: readonly Task[]) => set(new Map(tasks.map((task) => [task.taskNumber, task]))),
  };
}

export type Selection = ReturnType<typeof createSelection>;

export const SelectionContext = createContext<Selection>(createSelection());

export const useSelection = (): Selection => useContext(SelectionContext);

export function useIsChosen(taskNumber: number): boolean {
  const { subscribe, now } = useSelection();
  return useSyncExternalStore(subscribe, () => now().has(taskNumber));
}

export function useChosen(): ReadonlyMap<number, Task> {
  const { subscribe, now } = useSelection();
  return useSyncExternalStore(subscribe, now);
}
