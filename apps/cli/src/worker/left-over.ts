import { TandemError } from '@tandem/client';
import type { AgentClient, ClaimedTask, HeldTask } from './client.ts';
import { isPassing } from './failures.ts';

/** Finds tasks that a run of the agent has left without giving them back, because it was killed. */
export interface LeftOver {
  /** Claims of this worker, by their ids. */
  readonly ours: Set<string>;
  /**
   * A task to go on with: one that another run has left, or one that has become ready just now; null when there is
   * none. To be asked when there is no other work.
   */
  find(signal: AbortSignal): Promise<ClaimedTask | null>;
  /** In how many seconds it should be asked again, while it watches a claim. */
  againIn(): number | null;
}

/**
 * A run that lives gives a sign three times in a lease. A claim that stands as it did half a lease ago, and has less than
 * one left, is of a run that is no more; until then another worker may have it.
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
        // It has ended meanwhile, or the service cannot be reached: whoever asks for work next is told.
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
