import type { Storage } from '@tandem/core';

/** A storage that runs each write unit, rolls it back and runs it again, as any storage may. */
export const runningAgain = (storage: Storage): Storage => ({
  ...storage,
  write: async (workspaceId, work) => {
    const undone = storage.write(workspaceId, async (stores) => {
      await work(stores);
      throw new Error('undone');
    });
    await undone.catch(() => undefined);
    return storage.write(workspaceId, work);
  },
});
