import type { Concern } from './waiters.ts';

interface Looker extends Concern {
  signaled: boolean;
}

/** Requests that look for a result right now, by topic. */
export function createLookers() {
  const lookers = new Map<string, Set<Looker>>();

  /** Looks, and reports whether a signal arrived meanwhile that the look may have missed. */
  const watchedLook = async <T>(
    names: readonly string[],
    concern: Concern,
    look: () => Promise<T>,
  ): Promise<[found: T, signaled: boolean]> => {
    const looker = { ...concern, signaled: false };
    for (const name of names) lookers.set(name, (lookers.get(name) ?? new Set()).add(looker));
    try {
      return [await look(), looker.signaled];
    } finally {
      for (const name of names) {
        const all = lookers.get(name);
        all?.delete(looker);
        if (all?.size === 0) lookers.delete(name);
      }
    }
  };

  return {
    watchedLook,
    topics: (): readonly string[] => [...lookers.keys()],
    /** Marks the requests of a topic that a signal concerns. */
    signal: (topic: string, concerns: (looker: Concern) => boolean): void => {
      for (const looker of lookers.get(topic) ?? []) if (concerns(looker)) looker.signaled = true;
    },
  };
}
