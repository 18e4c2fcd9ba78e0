import { useSyncExternalStore } from 'react';

/** State of the page that belongs to no component. */
export interface PageState<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const resets: (() => void)[] = [];

/** Declares a state. All module-level variables are declared with this, so that a test can reset the page. */
export function pageState<Value>(initial: () => Value): PageState<Value> {
  const listeners = new Set<() => void>();
  let value = initial();
  const set = (next: Value) => {
    value = next;
    for (const listener of listeners) listener();
  };
  resets.push(() => set(initial()));
  return {
    get: () => value,
    set,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** The value of a state; the component renders again when it changes. */
export const usePageState = <Value>({ get, subscribe }: PageState<Value>): Value =>
  useSyncExternalStore(subscribe, get, get);

/** Sets every state to its initial value, as after a reload. */
export function resetPage(): void {
  for (const reset of resets) reset();
}
