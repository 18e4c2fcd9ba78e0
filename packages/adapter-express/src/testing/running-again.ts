import type { Storage } from '@tandem/core';

/** A storage that runs every writing unit, undoes it and runs it once more, as each storage may. */
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
