import { type Claim, type ClaimEnd, endOf, isLiving, type Now } from '../claims/claim.ts';
import type { Failure } from '../claims/failure.ts';
import type { MemberRef } from '../members/member.ts';
import type { Artifact } from '../results/artifact.ts';
import { countedUsage, differingSources, type UsageSources } from '../usage/measured.ts';
import type { Usage } from '../usage/usage.ts';
import type { Transcript } from './transcript.ts';

/** Why people ended an attempt, where the reason that its run is told is less precise. */
export const ATTEMPT_STOPS = ['stopped', 'agent_removed'] as const;
export type AttemptStop = (typeof ATTEMPT_STOPS)[number];

export const ATTEMPT_ENDS = [
  'finished',
  'released',
  'expired',
  'taken_over',
  'asked',
  'delegated',
  'over_budget',
  'moved',
  'reassigned',
  'archived',
  'agent_paused',
  ...ATTEMPT_STOPS,
] as const satisfies readonly (Exclude<ClaimEnd, 'paused'> | AttemptStop | 'agent_paused')[];
export type AttemptEnd = (typeof ATTEMPT_ENDS)[number];

/** Facts of an attempt besides its claim. */
export interface AttemptNotes {
  /** The result that ended it. */
  readonly resultId: string | null;
  readonly failure: Failure | null;
  readonly stop: AttemptStop | null;
}

/** A claim with its record, as stored. */
export interface AttemptRecord extends AttemptNotes {
  readonly claim: Claim;
  /** Number of the claim among all of its task; starts at 1. */
  readonly ordinal: number;
  /** Of the result. */
  readonly artifact: Artifact | null;
  readonly usage: UsageSources;
  /** Time that it waited for answers, and the task for people after it, without a wait that goes on. */
  readonly waitedMs: number;
  readonly waitingSince: number | null;
  readonly transcript: Transcript | null;
}

/** The record of one run at a task, kept as long as the task (docs/rules.md, Attempts). */
export interface Attempt {
  /** Counts all claims of the task, unlike the number of its claim. */
  readonly attempt: number;
  readonly agent: MemberRef;
  readonly startedAt: number;
  /** null while it runs. */
  readonly endedAt: number | null;
  readonly end: AttemptEnd | null;
  readonly failure: Failure | null;
  readonly waitedMs: number;
  readonly usage: Usage;
  /** Both sources, where they differ. */
  readonly usageSources: UsageSources | null;
  readonly resultId: string | null;
  readonly branch: string | null;
  readonly commit: string | null;
  readonly transcript: Transcript | null;
}

const LEASE_EXPIRED: Failure = {
  class: 'lost_lease',
  message: 'The lease expired: no heartbeat arrived in time.',
};

/** The record as shown. An expired lease is over even if no unit of work has recorded it yet. */
export function shownAttempt(record: AttemptRecord, now: Now): Attempt {
  const { claim, ordinal, resultId, artifact, stop, usage, waitedMs, waitingSince } = record;
  const over = isLiving(claim, now.steady) ? null : endOf(claim);
  const end = over && (stop ?? (over === 'paused' ? 'agent_paused' : over));
  return {
    attempt: ordinal,
    agent: claim.agent,
    startedAt: claim.claimedAt,
    endedAt: over && (claim.ended?.at ?? claim.expiresAt),
    end,
    failure: record.failure ?? (end === 'expired' ? LEASE_EXPIRED : null),
    waitedMs: waitedMs + (waitingSince === null ? 0 : Math.max(0, now.clock - waitingSince)),
    usage: countedUsage(usage),
    usageSources: differingSources(usage),
    resultId,
    branch: artifact?.branch ?? null,
    commit: artifact?.commit ?? null,
    transcript: record.transcript,
  };
}
