import type { Storage } from '@tandem/core';

export interface CountingStored {
  readonly storage: Storage;
  /** The number of committed write units. A failed one is rolled back and not counted. */
  stored(): number;
}

/**
 * A storage that tells whether anything can have changed since the last check: reading everything back over HTTP takes
 * some sixty requests, and hardly any error comes with a commit.
 */
export function countingStored(storage: Storage): CountingStored {
  let stored = 0;
  return {
    stored: () => stored,
    storage: {
      ...storage,
      write: async (workspaceId, work) => {
        const result = await storage.write(workspaceId, work);
        stored++;
        return result;
      },
    },
  };
}
