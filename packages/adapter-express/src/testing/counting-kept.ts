import type { Storage } from '@tandem/core';

export interface CountingKept {
  readonly storage: Storage;
  /** How many writing units have been kept so far. One that was refused is undone, and leaves nothing. */
  kept(): number;
}

/**
 * A storage that tells whether anything can have changed since a test looked last: reading everything back over HTTP
 * takes some sixty requests, and hardly any refusal comes with a unit that was kept.
 */
export function countingKept(storage: Storage): CountingKept {
  let kept = 0;
  return {
    kept: () => kept,
    storage: {
      ...storage,
      write: async (workspaceId, work) => {
        const result = await storage.write(workspaceId, work);
        kept++;
        return result;
      },
    },
  };
}
