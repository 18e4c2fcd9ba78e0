import { useSyncExternalStore } from 'react';
import { typedAhead } from '../../../ui/typed-ahead.ts';

/** Initial values of a new task. */
export interface Beginning {
  readonly projectId?: string | undefined;
}

let opened: Beginning | null = null;
const listeners = new Set<() => void>();

const set = (next: Beginning | null) => {
  opened = next;
  for (const listener of listeners) listener();
};

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The state of the new-task dialog, which any page can open. */
export const newTask = {
  open: (projectId?: string) => {
    typedAhead.hold();
    set({ projectId });
  },
  close: () => set(null),
};

export const useNewTask = (): Beginning | null => useSyncExternalStore(subscribe, () => opened);
