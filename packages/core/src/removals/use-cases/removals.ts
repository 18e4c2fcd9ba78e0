import { systemCaller } from '../../access/system.ts';
import type { Ports } from '../../ports.ts';
import { workTopic } from '../../ready/ready.ts';
import { turnEnder } from '../../steps/end-turns.ts';
import type { Waits } from '../../waits/waits.ts';

/** Rows per unit of work: a few milliseconds, so that requests do not wait long. */
const ROWS = 250;
/** Pause between units, in milliseconds, so that other work comes first. */
const PAUSE_MS = 5;

/** Deletes leftover rows of removed resources in batches. */
export function removalUseCases(ports: Ports, waits: Waits) {
  const { storage, schedule } = ports;
  const endTurnsOf = turnEnder(ports);
  const pause = () => new Promise<void>((resolve) => void schedule(PAUSE_MS, resolve));

  /** One unit of work; returns whether there may be more. */
  const clearBatch = (workspaceId: string): Promise<boolean> =>
    storage.write(workspaceId, async (stores) => {
      const removal = await stores.removals.next();
      const ended =
        removal?.kind === 'member' ? await endTurnsOf(stores, systemCaller(workspaceId), removal) : 0;
      if (removal?.kind === 'member') stores.signals.raise({ topic: workTopic(workspaceId), toOne: false });
      return stores.removals.clear(Math.max(1, ROWS - ended), ended > 0);
    });

  return {
    /**
     * Deletes what is left of removed resources, in all workspaces; called periodically. Other requests run in
     * between. Stops early when the service is about to stop; the next call continues.
     */
    clear: async (): Promise<void> => {
      for (const workspaceId of await storage.directory.workspacesWithRemovals()) {
        while (!waits.closed() && (await clearBatch(workspaceId))) await pause();
      }
    },
  };
}
