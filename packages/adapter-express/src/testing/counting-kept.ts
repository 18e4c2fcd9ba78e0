import type { Storage, Stores } from '@tandem/core';

export interface CountingStored {
  readonly storage: Storage;
  /** Committed write units that used a store other than stored responses. */
  stored(): number;
}

/**
 * A storage that shows whether anything can have changed since the last check: reading everything back over HTTP takes
 * some sixty requests, and hardly any error comes with a commit.
 */
export function countingStored(storage: Storage): CountingStored {
  let stored = 0;
  return {
    stored: () => stored,
    storage: {
      ...storage,
      write: async (workspaceId, work) => {
        let isReplay = true;
        const result = await storage.write(workspaceId, (stores) =>
          work(
            new Proxy(stores, {
              get: (_, name: keyof Stores) => {
                if (name !== 'answers') isReplay = false;
                return stores[name];
              },
            }),
          ),
        );
        if (!isReplay) stored++;
        return result;
      },
    },
  };
}
