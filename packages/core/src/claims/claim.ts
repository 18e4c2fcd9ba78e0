import type { MemberRef } from '../members/member.ts';
import type { Lease } from '../shared/lease.ts';
import { Refusal } from '../shared/refusal.ts';
import { LIMITS, type Problem, textProblem } from '../shared/text.ts';

/** How a claim ended; a run whose token is refused is told which (docs/rules.md, Claims). */
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
] as const;
export type ClaimEnd = (typeof CLAIM_ENDS)[number];

/** What a run last told of itself. */
export interface Progress {
  readonly note: string | null;
  /** 0 to 100. */
  readonly percent: number | null;
  readonly at: number;
}

/** One run of one agent holds a task (docs/rules.md, Claims). Kept after its end, so that its token is told why. */
export interface Claim {
  readonly id: string;
  readonly taskNumber: number;
  readonly agent: MemberRef;
  /** Ends by the steady clock. */
  readonly lease: Lease;
  /** Its end by the clock, as it was when the lease began: what others are shown. */
  readonly expiresAt: number;
  /** Which claim of the task it is since a person moved the task. */
  readonly attempt: number;
  readonly claimedAt: number;
  /** Whom the task was assigned to before, and is assigned to again when it is given back. */
  readonly assigneeBefore: string | null;
  readonly progress: Progress | null;
  /** When the run was last heard of, and told how many comments are new. */
  readonly commentsSeenAt: number;
  /** By the steady clock: no heartbeat extends the lease beyond, because the agent has been paused. */
  readonly until: number | null;
  readonly ended: { readonly at: number; readonly reason: ClaimEnd } | null;
}

export const CLAIM_SECONDS = { min: 30, default: 300, max: 3_600 } as const;
/** Attempts in a row that may end by expiry or failure: after the last of them a person is asked to look. */
export const MAX_FAILURES = 3;
/** Claims of a task within a day without a person's touch: one more is not given. */
export const MAX_CLAIMS_A_DAY = 10;
export const DAY_MS = 24 * 60 * 60_000;

const FIRST_DELAY_MS = 10_000;
const MAX_DELAY_MS = 5 * 60_000;

/** How long a task rests after so many failures in a row, in milliseconds: twice as long each time. */
export const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.max(0, failures - 1));

/** Whether the claim holds its task at a moment of the steady clock; past it, it is over for everybody. */
export const isLiving = (claim: Claim | null, now: number): claim is Claim =>
  claim !== null && claim.ended === null && claim.lease.expiresAt > now;

/** How a claim that is over has ended: one whose lease ran out has, before anybody has looked. */
export const endOf = (claim: Claim): ClaimEnd =>
  claim.ended?.reason ?? (claim.until === null ? 'expired' : 'paused');

export const ended = (claim: Claim, reason: ClaimEnd, at: number): Claim => ({
  ...claim,
  ended: { at, reason },
});

/** A claim as others see it: without its token, with its end by the clock. */
export interface ShownClaim {
  readonly id: string;
  readonly agent: MemberRef;
  readonly attempt: number;
  readonly claimedAt: number;
  readonly expiresAt: number;
  /** When it was claimed, or of its last heartbeat. */
  readonly heardAt: number;
  readonly progress: Progress | null;
}

/** Both moments now: by the clock, and by the steady clock that leases are kept by. */
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

/** 409: somebody else's claim lives; the caller sees whose, and until when. */
export const taskClaimed = (claim: Claim) =>
  new Refusal(
    'TASK_CLAIMED',
    `The task is held by ${claim.agent.name}. Show the token of its claim in the header Tandem-Claim, wait until the claim ends, or ask a person.`,
    { details: { claim: shownClaim(claim) } },
  );

/** 409: the token holds the task no more, for this reason. */
export const claimLost = (reason: ClaimEnd | 'unknown') =>
  new Refusal(
    'LEASE_LOST',
    'This claim no longer holds the task. Drop the work on it and claim the next task.',
    { details: { reason } },
  );
