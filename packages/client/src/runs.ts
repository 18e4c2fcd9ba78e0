import type { TandemError } from './errors.ts';
import { isLost, keepLease, type LeaseOptions } from './lease.ts';
import type { Operations } from './operations.ts';
import type {
  Briefing,
  ClaimsHeartbeatBody,
  Question,
  QuestionsAskBody,
  Result,
  ResultsPostBody,
  Task,
} from './types.ts';

/** What a run hands in: a summary of what was done, or that with outcome, evidence and what it has cost. */
export type HandIn = string | Omit<ResultsPostBody, 'token'>;

export interface HoldOptions extends LeaseOptions {
  /** Ends the work: what is held is given back. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between heartbeats; a third of the lease unless given, and 20 seconds at most. */
  readonly beatMs?: number | undefined;
}

/** How a task is given back. */
export interface GivenBack {
  readonly note?: string | undefined;
  /** For how many milliseconds nobody gets it. */
  readonly restMs?: number | undefined;
  /** Whether this agent does not get it again until a person has changed it. */
  readonly declined?: boolean | undefined;
}

/** The work at a task that is held. */
export interface Run {
  readonly briefing: Briefing;
  /** The token of the claim, for other changes of the task (`claim` of their options). */
  readonly token: string;
  /** Fires when the claim is lost, when the agent is told to stop (`StopTold`), or with the signal of the options. */
  readonly signal: AbortSignal;
  /** Tells people how far it is. */
  progress(note: string | null, percent?: number | null): Promise<void>;
  /** Leaves word for whoever takes up the task next; null clears it. */
  checkpoint(text: string | null): Promise<void>;
  /** What the run has cost since it began; a name that is not told again stays as it was. */
  usage(numbers: Readonly<Record<string, number>>): Promise<void>;
  /** Asks people. Unless `blocking` is false the claim ends with it: return then, and the task comes back with the answer. */
  ask(question: Omit<QuestionsAskBody, 'token'>): Promise<Question>;
  /** Hands in what came of it, as returning it does, and ends the claim unless `to` is `none`. */
  handIn(value: HandIn): Promise<Result>;
  /** Gives the task back, and ends the claim. */
  release(how?: GivenBack): Promise<Task>;
}

/** How a run has ended. */
export type RunEnd =
  | { readonly ended: 'handed in'; readonly result: Result }
  | { readonly ended: 'asked'; readonly question: Question }
  | { readonly ended: 'released'; readonly task: Task }
  | { readonly ended: 'lost'; readonly error: TandemError };

/** The longest note that is left with a release. */
const MAX_NOTE = 2_000;
/** For how long a task rests that a run has failed at: for twice as long after each attempt. */
const FIRST_REST_MS = 10_000;
const MAX_REST_MS = 5 * 60_000;

type Client = Pick<Operations, 'claims' | 'questions' | 'results'>;

/** See `Tandem.withClaim`. */
export async function withClaim(
  client: Client,
  briefing: Briefing,
  work: (run: Run) => Promise<HandIn | undefined>,
  options: HoldOptions = {},
): Promise<RunEnd> {
  const { run, lease, isOver, end } = runOf(client, briefing, options);
  try {
    try {
      const value = await work(run);
      if (value !== undefined && !isOver() && !lease.lost()) await run.handIn(value);
    } catch (error) {
      // It may be of this claim, or of something else that the work has asked for.
      if (isLost(error) && !isOver()) await lease.tell({}).catch(ignore);
      if (!lease.signal.aborted) {
        if (!isOver()) await run.release({ note: noteOf(error), restMs: restAfter(briefing) }).catch(ignore);
        throw error;
      }
    }
    const lost = lease.lost();
    if (lost && !isOver()) return { ended: 'lost', error: lost };
    const already = end();
    if (isOver() && already) return already;
    const { aborted, reason } = lease.signal;
    const task = await run.release(aborted ? { note: noteOf(reason) } : {});
    return already ?? { ended: 'released', task };
  } catch (error) {
    const lost = lease.lost();
    if (lost && !isOver() && error === lost) return { ended: 'lost', error: lost };
    throw error;
  } finally {
    lease.stop();
  }
}

/** A run, whether it has ended its claim by itself, and how. */
function runOf({ claims, questions, results }: Client, briefing: Briefing, options: HoldOptions) {
  const { taskNumber, claim } = briefing.task;
  const { token } = briefing.lease;
  // Both by the clock of the service.
  const leaseMs = claim ? Date.parse(claim.expiresAt) - Date.parse(claim.claimedAt) : MIN_LEASE_MS;
  let { expiresAt } = briefing.lease;
  let costs: Readonly<Record<string, number>> = {};
  let isOver = false;
  let end: RunEnd | undefined;
  let handedIn = 0;
  const lease = keepLease<Omit<ClaimsHeartbeatBody, 'token'>>(
    leaseMs,
    async (told, once) => {
      const pulse = await claims.heartbeat(taskNumber, { token, ...told }, once);
      expiresAt = pulse.expiresAt;
      return pulse;
    },
    options,
  );
  // What it came to is told for as long as there is sense in it.
  const patience = { tries: Infinity, retryMs: leaseMs, signal: lease.late };
  const ends = (how: RunEnd, isLast: boolean) => {
    end = how;
    isOver = isLast;
    if (isLast) lease.stop();
  };
  const run: Run = {
    briefing,
    token,
    signal: lease.signal,
    progress: (note, percent) => lease.tell({ progress: { note, percent } }),
    checkpoint: (checkpoint) => lease.tell({ checkpoint }),
    usage: (numbers) => {
      const before = costs;
      costs = { ...costs, ...numbers };
      const told = lease.tell({ usage: costs });
      // What is refused is not told again.
      told.catch(() => {
        costs = before;
      });
      return told;
    },
    ask: async (asked) => {
      await lease.settled();
      const question = await lease.under(() => questions.ask(taskNumber, { token, ...asked }, patience));
      if (question.blocking) ends({ ended: 'asked', question }, true);
      return question;
    },
    handIn: async (value) => {
      await lease.settled();
      const told = typeof value === 'string' ? { outcome: 'succeeded' as const, summary: value } : value;
      // A claim is of one run, so what it hands in is handed in once under its id.
      const idempotencyKey = `run-${claim?.id ?? token}-${handedIn}`;
      const result = await lease.under(() =>
        results.post(taskNumber, { token, ...told }, { ...patience, idempotencyKey }),
      );
      handedIn++;
      ends({ ended: 'handed in', result }, told.to !== 'none');
      return result;
    },
    release: async ({ note, restMs, declined } = {}) => {
      // The lease has just begun anew then, by the clock of the service.
      if (restMs !== undefined) await lease.tell({}).catch(ignore);
      await lease.settled();
      const notBefore = restMs === undefined ? undefined : Date.parse(expiresAt) - leaseMs + restMs;
      const how = { token, note, notBefore, declined };
      const task = await lease.under(() => claims.release(taskNumber, how, patience));
      ends(end ?? { ended: 'released', task }, true);
      return task;
    },
  };
  return { run, lease, isOver: () => isOver, end: () => end };
}

const MIN_LEASE_MS = 30_000;

const ignore = () => undefined;

const restAfter = ({ task }: Briefing) =>
  Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** ((task.claim?.attempt ?? 1) - 1));

/** What no text can hold: NUL, and half of a character that was cut. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** What an error says, as a text that the service takes. */
export function noteOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_NOTE).replace(NO_TEXT, '');
}
