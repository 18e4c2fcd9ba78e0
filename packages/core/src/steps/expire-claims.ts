import { systemCaller } from '../access/system.ts';
import { type Claim, endOf } from '../claims/claim.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import type { Task } from '../tasks/task.ts';
import { claimRecorder, endClaim } from './end-claim.ts';
import { taskReturner } from './give-back.ts';
import { taskSaver } from './save-task.ts';

/** Makes tasks claimable again as time passes. */
export function claimExpiry(ports: SteadyPorts) {
  const { clock, steadyClock } = ports;
  const giveBack = taskReturner(ports);
  const save = taskSaver(ports);
  const claimEvents = claimRecorder(ports);

  const endAll = async (stores: Stores, workspaceId: string, over: readonly Claim[]): Promise<void> => {
    const system = systemCaller(workspaceId);
    for (const claim of over) {
      const task = await stores.tasks.byNumber(claim.taskNumber);
      const end = endOf(claim);
      if (!task) await endClaim(stores, claim, end, clock());
      else if (task.claim?.id !== claim.id)
        await claimEvents.end(stores, system, { task, claim, reason: end });
      else {
        const failed = end === 'expired';
        const note = failed ? 'The lease expired: no heartbeat arrived in time.' : undefined;
        await giveBack(stores, system, { task, claim, end, failed, note });
      }
    }
  };

  const wakeAll = async (stores: Stores, workspaceId: string, rested: readonly Task[]): Promise<void> => {
    for (const task of rested)
      await save(stores, systemCaller(workspaceId), { before: task, after: task, freed: true });
  };

  return {
    /** Gives back tasks whose leases expired; returns the number of claims ended. */
    expire: async (stores: Stores, workspaceId: string): Promise<number> => {
      const over = await stores.claims.expired(steadyClock());
      await endAll(stores, workspaceId, over);
      return over.length;
    },

    /** Makes tasks claimable whose `notBefore` has passed; returns their number. */
    wake: async (stores: Stores, workspaceId: string): Promise<number> => {
      const rested = await stores.ready.wake(clock());
      await wakeAll(stores, workspaceId, rested);
      return rested.length;
    },

    /** Does both. */
    catchUp: async (stores: Stores, workspaceId: string): Promise<void> => {
      const [over, rested] = await all(stores.claims.expired(steadyClock()), stores.ready.wake(clock()));
      await endAll(stores, workspaceId, over);
      await wakeAll(stores, workspaceId, rested);
    },
  };
}
