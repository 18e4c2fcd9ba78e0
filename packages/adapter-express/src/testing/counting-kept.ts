import type { Storage } from '@tandem/core';

export interface CountingKept {
  readonly storage: Storage;
  /** The number of committed write units. A failed one is rolled back and not counted. */
  kept(): number;
}

/**
 * A storage that tells whether anything can have changed since the last check: reading everything back over
 * HTTP takes some
 * sixty requests, and hardly any error comes with a commit.
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
