import { Refusal } from '@tandem/core';
import type { Group, Outcome } from './group.ts';

/** A workspace whose writes make no progress. */
export interface Stall {
  readonly workspaceId: string;
  readonly seconds: number;
}

/** Time without a commit after which a workspace's writes count as stalled, and how long a failed one is reported. */
const STALL_MS = 10_000;

export interface Stalls {
  /** Records a stall if the group has been running for too long. */
  check(group: Group, now: number): void;
  /** Ends the workspace's stall, unless the group failed for the same reason. */
  ended(group: Group, outcomes: readonly Outcome[]): void;
  /** Current stalls, longest first. */
  list(): readonly Stall[];
}

/** Calls `onStall` once for each stall. */
export function createStalls(onStall: (stall: Stall) => void): Stalls {
  /** When a workspace's writes last made progress, and how long the stall is remembered. */
  const stalled = new Map<string, { readonly since: number; until: number }>();

  /** A stall without further writes may have resolved. */
  const forgetOld = () => {
    const now = performance.now();
    for (const [workspaceId, { until }] of stalled) if (until < now) stalled.delete(workspaceId);
  };

  return {
    check: ({ workspaceId, begunAt }, now) => {
      if (begunAt >= now - STALL_MS) return;
      forgetOld();
      if (stalled.has(workspaceId)) return;
      stalled.set(workspaceId, { since: begunAt, until: Number.POSITIVE_INFINITY });
      onStall({ workspaceId, seconds: STALL_MS / 1000 });
    },
    ended: ({ workspaceId }, outcomes) => {
      const stall = stalled.get(workspaceId);
      if (!stall) return;
      if (outcomes.every(isHeldUp)) stall.until = performance.now() + STALL_MS;
      else stalled.delete(workspaceId);
    },
    list: () => {
      forgetOld();
      const now = performance.now();
      return [...stalled].map(([workspaceId, { since }]) => ({
        workspaceId,
        seconds: Math.round((now - since) / 1000),
      }));
    },
  };
}

const isHeldUp = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.error instanceof Refusal && outcome.error.kind === 'unavailable';
