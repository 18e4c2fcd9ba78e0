import { systemCaller } from '../access/system.ts';
import { workTopic } from '../claims/ready.ts';
import type { Ports } from '../ports.ts';
import type { Waits } from '../shared/waits.ts';
import { turnEnder } from '../turns/end-turns.ts';

/** Rows in one unit of work: a few milliseconds, so that nobody waits long for it. */
const ROWS = 250;
/** Between two units, so that others come first, in milliseconds. */
const PAUSE_MS = 5;

/** Clearing away what has been removed, a few rows at a time. */
export function removalUseCases(ports: Ports, waits: Waits) {
  const { storage, schedule } = ports;
  const endTurnsOf = turnEnder(ports);
  const pause = () => new Promise<void>((resolve) => void schedule(PAUSE_MS, resolve));

  /** One unit of work; returns whether there may be more. */
  const portion = (workspaceId: string): Promise<boolean> =>
    storage.write(workspaceId, async (stores) => {
      const removal = await stores.removals.next();
      const ended =
        removal?.kind === 'member' ? await endTurnsOf(stores, systemCaller(workspaceId), removal) : 0;
      if (removal?.kind === 'member') stores.signals.raise({ topic: workTopic(workspaceId), toOne: false });
      return stores.removals.clear(Math.max(1, ROWS - ended), ended > 0);
    });

  return {
    /**
     * Clears away what is left of what has been removed, in all workspaces; called now and then. Others'
     * requests come in between. Ends early when the service is about to stop: it goes on with the next call.
     */
    clear: async (): Promise<void> => {
      for (const workspaceId of await storage.directory.workspacesWithRemovals()) {
        while (!waits.closed() && (await portion(workspaceId))) await pause();
      }
    },
  };
}
