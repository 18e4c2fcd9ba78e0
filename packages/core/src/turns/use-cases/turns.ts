import type { Caller } from '../../access/caller.ts';
import { requireHosted, requireTurn } from '../../lookup/turns.ts';
import type { SteadyPorts } from '../../ports.ts';
import { invalid } from '../../shared/refusal.ts';
import { raiseTurn } from '../../steps/save-turn.ts';
import { type ClaimedTurn, turnQueue } from '../../steps/turn-queue.ts';
import type { Waits } from '../../waits/waits.ts';
import { queueTopic } from '../signals.ts';
import { LEASE_SECONDS } from '../turn.ts';
import { heldTurns } from './held-turn.ts';

/** The agent's side of chats, for a process that hosts the agent (docs/rules.md, Turns). */
export function turnUseCases(ports: SteadyPorts, waits: Waits) {
  const { storage, steadyClock } = ports;
  const { expire, take, release } = turnQueue(ports);

  const claimNext = (caller: Caller, agentId: string, seconds: number): Promise<ClaimedTurn | null> =>
    storage.write(caller.workspaceId, async (stores) => {
      const agent = await requireHosted(stores, caller, agentId);
      const { min, max } = LEASE_SECONDS;
      if (!Number.isInteger(seconds) || seconds < min || seconds > max) {
        throw invalid({ leaseSeconds: `must be an integer from ${min} to ${max}` });
      }
      return take(stores, caller, agent, seconds);
    });

  return {
    /** Throws like the operations do when the agent or the turn does not exist or is not hosted by the caller. */
    checkVisible: (caller: Caller, agentId: string, turnId?: string): Promise<void> =>
      storage.read(caller.workspaceId, async (stores) => {
        await requireHosted(stores, caller, agentId);
        if (turnId !== undefined) await requireTurn(stores, agentId, turnId);
      }),

    /**
     * Claims the oldest queued turn of the agent; exactly one claimer gets it. Waits up to `wait` seconds for one,
     * then returns null. If the client has disconnected by then, or its key was revoked, the turn stays in the queue.
     */
    claim: async (
      caller: Caller,
      agentId: string,
      {
        wait = 0,
        leaseSeconds = LEASE_SECONDS.default,
      }: { wait?: number | undefined; leaseSeconds?: number | undefined },
      gone?: AbortSignal,
    ): Promise<ClaimedTurn | null> => {
      const claim = await waits.hold({
        caller,
        topics: [queueTopic(agentId)],
        seconds: wait,
        gone,
        look: () => claimNext(caller, agentId, leaseSeconds),
        isOver: (found) => found !== null,
      });
      if (!claim || !gone?.aborted) return claim;
      await release(caller, agentId, claim.turn.id, claim.lease);
      return null;
    },

    ...heldTurns(ports),

    /** Returns the turn to the queue. */
    release,

    /** Handles expired leases in all workspaces; called periodically. */
    expireLeases: async (): Promise<void> => {
      for (const workspaceId of await storage.directory.workspacesWithExpiredLeases(steadyClock())) {
        let expired: number;
        do {
          expired = await storage.write(workspaceId, async (stores) => {
            const turns = await expire(stores, workspaceId);
            for (const turn of turns) raiseTurn(stores, turn);
            return turns.length;
          });
        } while (expired > 0);
      }
    },
  };
}
