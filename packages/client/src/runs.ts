import { TandemError } from './errors.ts';
import { isLost, keepLease, type LeaseOptions } from './lease.ts';
import type { Operations } from './operations.ts';
import type {
  Briefing,
  ClaimsHeartbeatBody,
  Failure,
  Question,
  QuestionsAskBody,
  Result,
  ResultsPostBody,
  Task,
} from './types.ts';

/** The result of a run: a summary, or an object with outcome, evidence and usage. */
export type HandIn = string | Omit<ResultsPostBody, 'token'>;

export interface HoldOptions extends LeaseOptions {
  /** Ends the work: the task or turn is released. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between heartbeats; by default a third of the lease, at most 20 seconds. */
  readonly beatMs?: number | undefined;
}

/** Options of a release. */
export interface GivenBack {
  readonly note?: string | undefined;
  /** Milliseconds during which no agent can claim it. */
  readonly restMs?: number | undefined;
  /** Excludes this agent from the task until a person changes it. */
  readonly declined?: boolean | undefined;
  /** Why the run failed; with the class `quota` it does not count as an attempt. */
  readonly failure?: Failure | undefined;
}

/** A run: the work on a claimed task. */
export interface Run {
  readonly briefing: Briefing;
  /** The token of the claim, for other changes to the task (`claim` of their options). */
  readonly token: string;
  /**
   * Fires when the claim is lost, when the service asks the agent to stop (`StopRequested`), or with the signal of
   * the options.
   */
  readonly signal: AbortSignal;
  /** Reports progress to people. */
  progress(note: string | null, percent?: number | null): Promise<void>;
  /** Saves a checkpoint for the next run; null clears it. */
  checkpoint(text: string | null): Promise<void>;
  /** Reports the run's total cost so far; names that are omitted keep their last value. */
  usage(numbers: Readonly<Record<string, number>>): Promise<void>;
  /**
   * Asks people. Unless `blocking` is false, this ends the claim: return then, and the task comes back with
   * the answer.
   */
  ask(question: Omit<QuestionsAskBody, 'token'>): Promise<Question>;
  /** Posts the result, as returning it does, and ends the claim unless `to` is `none`. */
  handIn(value: HandIn): Promise<Result>;
  /** Releases the task and ends the claim. */
  release(how?: GivenBack): Promise<Task>;
}

/** How a run ended. */
export type RunEnd =
  | { readonly ended: 'handed in'; readonly result: Result }
  | { readonly ended: 'asked'; readonly question: Question }
  | { readonly ended: 'released'; readonly task: Task }
  | { readonly ended: 'lost'; readonly error: TandemError };

/** Maximum length of a release note. */
const MAX_NOTE = 2_000;
/** How long a task rests after a failed run; doubles with each attempt. */
const FIRST_REST_MS = 10_000;
const MAX_REST_MS = 5 * 60_000;

type Client = Pick<Operations, 'claims' | 'questions' | 'results'>;

/** See `Tandem.withClaim`. */
export async function withClaim(
  client: Client,
  byKey: (key: string) => Client,
  briefing: Briefing,
  work: (run: Run) => Promise<HandIn | undefined>,
  options: HoldOptions = {},
): Promise<RunEnd> {
  const { run, lease, isOver, end } = runOf(client, byKey, briefing, options);
  try {
    try {
      const value = await work(run);
      if (value !== undefined && !isOver() && !lease.lost()) await run.handIn(value);
    } catch (error) {
      // The error may be about this claim, or about another resource that the work requested.
      if (isLost(error) && !isOver()) await lease.report({}).catch(ignore);
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

/** A run, with its outcome if it has already ended its claim. */
function runOf(client: Client, byKey: (key: string) => Client, briefing: Briefing, options: HoldOptions) {
  const { claims } = client;
  const { taskNumber, claim } = briefing.task;
  const { token, runKey } = briefing.lease;
  /** In a workspace whose agents must use run keys, the client's own key may not report or ask. */
  const send = async <T>(request: (by: Client) => PromiseLike<T>): Promise<T> => {
    try {
      return await request(client);
    } catch (error) {
      if (runKey === undefined || !hasCode(error, 'OUTSIDE_RUN')) throw error;
    }
    try {
      return await request(byKey(runKey));
    } catch (error) {
      // The key has ended with the claim: the heartbeat rejects with the reason.
      if (hasCode(error, 'UNAUTHENTICATED')) await lease.report({});
      throw error;
    }
  };
  // Both by the clock of the service.
  const leaseMs = claim ? Date.parse(claim.expiresAt) - Date.parse(claim.claimedAt) : MIN_LEASE_MS;
  let { expiresAt } = briefing.lease;
  let costs: Readonly<Record<string, number>> = {};
  let isOver = false;
  let end: RunEnd | undefined;
  let handedIn = 0;
  const lease = keepLease<Omit<ClaimsHeartbeatBody, 'token'>>(
    leaseMs,
    async (report, once) => {
      const pulse = await claims.heartbeat(taskNumber, { token, ...report }, once);
      expiresAt = pulse.expiresAt;
      return pulse;
    },
    options,
  );
  // Retries outcomes for as long as the lease can last.
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
    progress: (note, percent) => lease.report({ progress: { note, percent } }),
    checkpoint: (checkpoint) => lease.report({ checkpoint }),
    usage: (numbers) => {
      const before = costs;
      costs = { ...costs, ...numbers };
      const reported = lease.report({ usage: costs });
      // A rejected report is not sent again.
      reported.catch(() => {
        costs = before;
      });
      return reported;
    },
    ask: async (asked) => {
      await lease.settled();
      const question = await lease.under(() =>
        send(({ questions }) => questions.ask(taskNumber, { token, ...asked }, patience)),
      );
      if (question.blocking) ends({ ended: 'asked', question }, true);
      return question;
    },
    handIn: async (value) => {
      await lease.settled();
      const input = typeof value === 'string' ? { outcome: 'succeeded' as const, summary: value } : value;
      // Each claim has one run, so its id makes the keys of the run's results unique.
      const idempotencyKey = `run-${claim?.id ?? token}-${handedIn}`;
      const result = await lease.under(() =>
        send(({ results }) => results.post(taskNumber, { token, ...input }, { ...patience, idempotencyKey })),
      );
      handedIn++;
      ends({ ended: 'handed in', result }, input.to !== 'none');
      return result;
    },
    release: async ({ note, restMs, declined, failure } = {}) => {
      // Renews the lease, so that `expiresAt` gives the current time by the clock of the service.
      if (restMs !== undefined) await lease.report({}).catch(ignore);
      await lease.settled();
      const notBefore = restMs === undefined ? undefined : Date.parse(expiresAt) - leaseMs + restMs;
      const how = { token, note, notBefore, declined, failure };
      const task = await lease.under(() => claims.release(taskNumber, how, patience));
      ends(end ?? { ended: 'released', task }, true);
      return task;
    },
  };
  return { run, lease, isOver: () => isOver, end: () => end };
}

const MIN_LEASE_MS = 30_000;

const ignore = () => undefined;

const hasCode = (error: unknown, code: TandemError['code']): boolean =>
  error instanceof TandemError && error.code === code;

const restAfter = ({ task }: Briefing) =>
  Math.min(MAX_REST_MS, FIRST_REST_MS * 2 ** ((task.claim?.attempt ?? 1) - 1));

/** Characters that the service rejects: NUL, and unpaired surrogates. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

/** The message of an error as a text that the service accepts. */
export function noteOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MAX_NOTE).replace(NO_TEXT, '');
}
