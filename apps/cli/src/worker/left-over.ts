import { TandemError } from '@tandem/client';
import type { AgentClient, ClaimedTask, HeldTask } from './client.ts';
import { isPassing } from './failures.ts';

/** Finds tasks that a killed run of the agent has left without releasing them. */
export interface LeftOver {
  /** Ids of this worker's claims. */
  readonly ours: Set<string>;
  /**
   * A task to continue: one left by another run, or one that has just become ready; null if there is none. Call it only
   * when there is no other work.
   */
  find(signal: AbortSignal): Promise<ClaimedTask | null>;
  /** Seconds until the next call while it watches a claim; null otherwise. */
  againIn(): number | null;
}

/**
 * A live run sends three heartbeats per lease. A claim unchanged for half a lease, with less than one lease left,
 * belongs to a dead run; until then, another worker may own it.
 */
export function leftOver(client: AgentClient, leaseSeconds: number): LeftOver {
  const ours = new Set<string>();
  let watched = new Map<string, { readonly expiresAt: string; readonly since: number }>();
  const halfMs = (leaseSeconds * 1000) / 2;

  const isLeft = ({ claim }: HeldTask): boolean => {
    const { since = Infinity } = watched.get(claim.id) ?? {};
    const leftMs = Date.parse(claim.expiresAt) - Date.now();
    return performance.now() - since >= halfMs && leftMs < leaseSeconds * 1000;
  };

  const watch = (held: readonly HeldTask[]) => {
    const before = watched;
    watched = new Map(
      held.map(({ claim: { id, expiresAt } }) => {
        const known = before.get(id);
        return [id, known?.expiresAt === expiresAt ? known : { expiresAt, since: performance.now() }];
      }),
    );
  };

  return {
    ours,
    find: async (signal) => {
      try {
        const held = await client.heldAtLimit(leaseSeconds, signal);
        if (held === null || 'task' in held) return held;
        watch(held.filter(({ claim }) => !ours.has(claim.id)));
        const left = held.find((each) => watched.has(each.claim.id) && isLeft(each));
        if (!left) return null;
        watched.delete(left.claim.id);
        return await client.tasks.takeOver(left.taskNumber, leaseSeconds);
      } catch (error) {
        // The claim has ended meanwhile, or the service is unavailable: the next request for work reports it.
        const hasEnded = error instanceof TandemError && error.status === 409;
        if (signal.aborted || isPassing(error) || hasEnded) return null;
        throw error;
      }
    },
    againIn: () => {
      const since = [...watched.values()].map((each) => each.since);
      if (since.length === 0) return null;
      return Math.max(1, Math.ceil((Math.min(...since) + halfMs - performance.now()) / 1000));
    },
  };
}
