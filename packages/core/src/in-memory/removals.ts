import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

export function removalStore({ removals }: Tables): Stores['removals'] {
  return {
    next: async () => removals.find(() => true) ?? null,
    of: async (id) => removals.get(id) ?? null,
    clear: async (_rows, keep = false) => {
      const next = removals.find(() => true);
      if (next && !keep) removals.delete(next.id);
      return removals.find(() => true) !== undefined;
    },
  };
}
