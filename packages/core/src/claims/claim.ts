import type { MemberRef } from '../members/member.ts';
import type { Lease } from '../shared/lease.ts';
import { invalid, Refusal } from '../shared/refusal.ts';
import { LIMITS, type Problem, textProblem } from '../shared/text.ts';

/** Reasons for the end of a claim; a run whose token is refused gets the reason (docs/rules.md, Claims). */
export const CLAIM_ENDS = [
  'expired',
  'released',
  'moved',
  'reassigned',
  'archived',
  'taken_over',
  'paused',
  'asked',
  'finished',
  'delegated',
  'over_budget',
] as const;
export type ClaimEnd = (typeof CLAIM_ENDS)[number];

/** The latest progress that a run reported. */
export interface Progress {
  readonly note: string | null;
  /** 0 to 100. */
  readonly percent: number | null;
  readonly at: number;
}

/**
 * One run of one agent holds a task (docs/rules.md, Claims). Kept after its end, so that a refused token can be told
 * the reason.
 */
export interface Claim {
  readonly id: string;
  readonly taskNumber: number;
  readonly agent: MemberRef;
  /** Expires by the steady clock. */
  readonly lease: Lease;
  /** The end by the clock, computed when the lease began; this is the value shown to clients. */
  readonly expiresAt: number;
  /** Number of this claim among those of the task since a person last moved it; starts at 1. */
  readonly attempt: number;
  readonly claimedAt: number;
  /** The assignee to restore when the task is given back. */
  readonly assigneeBefore: string | null;
  readonly progress: Progress | null;
  /** Time of the last heartbeat, which also counted the new comments. */
  readonly commentsSeenAt: number;
  /** By the steady clock: no heartbeat extends the lease past this, because the agent has been paused. */
  readonly until: number | null;
  readonly ended: { readonly at: number; readonly reason: ClaimEnd } | null;
}

export const CLAIM_SECONDS = { min: 30, default: 300, max: 3_600 } as const;
/** 400 unless a lease may last this long. */
export function checkSeconds(seconds: number): void {
  const { min, max } = CLAIM_SECONDS;
  if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return;
  throw invalid({ leaseSeconds: `must be an integer from ${min} to ${max}` });
}

/** Maximum claims of a task within a day without a change by a person. */
export const MAX_CLAIMS_A_DAY = 10;
export const DAY_MS = 24 * 60 * 60_000;

/** Whether the claim holds its task at this time of the steady clock. */
export const isLiving = (claim: Claim | null, now: number): claim is Claim =>
  claim !== null && claim.ended === null && claim.lease.expiresAt > now;

/** The reason a claim is over. An expired lease counts as ended even if no unit of work has recorded it yet. */
export const endOf = (claim: Claim): ClaimEnd =>
  claim.ended?.reason ?? (claim.until === null ? 'expired' : 'paused');

/** Ends that a run brings about by its token, which arrived with the briefing. */
const BY_TOKEN: readonly ClaimEnd[] = ['released', 'asked', 'finished', 'delegated'];

/** Whether the briefing may have been lost: no heartbeat, and no end by the run itself. */
export const isUnheard = ({ commentsSeenAt, claimedAt }: Claim, end: ClaimEnd): boolean =>
  commentsSeenAt === claimedAt && !BY_TOKEN.includes(end);

export const ended = (claim: Claim, reason: ClaimEnd, at: number): Claim => ({
  ...claim,
  ended: { at, reason },
});

/** A claim as shown to clients: without its token, with its end by the clock. */
export interface ShownClaim {
  readonly id: string;
  readonly agent: MemberRef;
  readonly attempt: number;
  readonly claimedAt: number;
  readonly expiresAt: number;
  /** Time of the claim or of its last heartbeat. */
  readonly heardAt: number;
  readonly progress: Progress | null;
}

/** The current time by the clock, and by the steady clock that leases use. */
export interface Now {
  readonly clock: number;
  readonly steady: number;
}

export const shownClaim = (claim: Claim): ShownClaim => {
  const { id, agent, attempt, claimedAt, expiresAt, commentsSeenAt: heardAt, progress } = claim;
  return { id, agent, attempt, claimedAt, expiresAt, heardAt, progress };
};

export interface ProgressInput {
  readonly note?: string | null | undefined;
  readonly percent?: number | null | undefined;
}

export const progressProblems = (progress: ProgressInput | undefined): Record<string, Problem> => ({
  'progress.note': textProblem(progress?.note, LIMITS.progressNote),
  'progress.percent': percentProblem(progress?.percent),
});

function percentProblem(percent: number | null | undefined): Problem {
  if (percent === undefined || percent === null) return undefined;
  const fits = Number.isInteger(percent) && percent >= 0 && percent <= 100;
  return fits ? undefined : 'must be an integer from 0 to 100';
}

/** 409 TASK_CLAIMED: another run holds the task. The details include its claim. */
export const taskClaimed = (claim: Claim) =>
  new Refusal(
    'TASK_CLAIMED',
    `The task is held by ${claim.agent.name}. Send the token of its claim in the Tandem-Claim header, wait until the claim ends, or ask a person.`,
    { details: { claim: shownClaim(claim) } },
  );

/** 409 LEASE_LOST: the token no longer holds the task, for this reason. */
export const claimLost = (reason: ClaimEnd | 'unknown', status?: string) =>
  new Refusal(
    'LEASE_LOST',
    'This claim no longer holds the task. Stop working on it and claim the next task.',
    { details: { reason, ...(status && { status }) } },
  );
