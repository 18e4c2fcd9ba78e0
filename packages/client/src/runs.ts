import type { TandemError } from './errors.ts';
import { isLost, keepLease, type Lease } from './lease.ts';
import type { Operations } from './operations.ts';
import type {
  Briefing,
  ClaimedTurn,
  ClaimsHeartbeatBody,
  Question,
  QuestionsAskBody,
  Result,
  ResultsPostBody,
  Task,
  Turn,
  TurnsReplyBody,
} from './types.ts';

/** What a run hands in: a summary of what was done, or that with outcome, evidence and what it has cost. */
export type HandIn = string | Omit<ResultsPostBody, 'token'>;
export type Reply = string | Omit<TurnsReplyBody, 'token'>;

export interface HoldOptions {
  /** Ends the work: what is held is given back. */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds between heartbeats; a third of the lease unless given, and 20 seconds at most. */
  readonly beatMs?: number | undefined;
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
  /** What the run has cost since it began. */
  usage(numbers: Readonly<Record<string, number>>): Promise<void>;
  /** Asks people. Unless `blocking` is false the claim ends with it: return then, and the answer comes with the task. */
  ask(question: Omit<QuestionsAskBody, 'token'>): Promise<Question>;
}

/** How a run has ended. */
export type RunEnd =
  | { readonly ended: 'handed in'; readonly result: Result }
  | { readonly ended: 'asked'; readonly question: Question }
  | { readonly ended: 'released'; readonly task: Task }
  | { readonly ended: 'lost'; readonly error: TandemError };

/** The longest note that is left with a release. */
const MOST_NOTE = 2_000;
/** For how long a task rests that a run has failed at: for twice as long after each attempt. */
const FIRST_REST_MS = 10_000;
const MOST_REST_MS = 5 * 60_000;

/** See `Tandem.withClaim`. */
export async function withClaim(
  { claims, questions, results }: Pick<Operations, 'claims' | 'questions' | 'results'>,
  briefing: Briefing,
  work: (run: Run) => Promise<HandIn | undefined>,
  options: HoldOptions = {},
): Promise<RunEnd> {
  const { taskNumber, claim } = briefing.task;
  const { token } = briefing.lease;
  const leaseMs = claim ? Date.parse(claim.expiresAt) - Date.parse(claim.claimedAt) : LEAST_LEASE_MS;
  let heldUntil = briefing.lease.expiresAt;
  const lease = keepLease<Omit<ClaimsHeartbeatBody, 'token'>>(
    leaseMs,
    async (told, patience) => {
      const pulse = await claims.heartbeat(taskNumber, { token, ...told }, patience);
      heldUntil = pulse.expiresAt;
      return pulse;
    },
    held(options),
  );
  let asked: Question | undefined;
  const run: Run = {
    briefing,
    token,
    signal: lease.signal,
    progress: (note, percent) => lease.tell({ progress: { note, percent } }),
    checkpoint: (checkpoint) => lease.tell({ checkpoint }),
    usage: (usage) => lease.tell({ usage }),
    ask: async (question) => {
      const made = await questions.ask(taskNumber, { token, ...question });
      if (made.blocking) asked = made;
      return made;
    },
  };
  // A claim is of one run, so what it hands in is handed in once under its id.
  const handIn = async (value: HandIn): Promise<RunEnd> => {
    const told = typeof value === 'string' ? { outcome: 'succeeded' as const, summary: value } : value;
    const idempotencyKey = `run-${claim?.id ?? token}-result`;
    const result = await results.post(taskNumber, { token, ...told }, { idempotencyKey, retryMs: leaseMs });
    return { ended: 'handed in', result };
  };
  const release = async (note?: string, restMs?: number): Promise<RunEnd> => {
    // By the clock of the service, which has told when the lease would end.
    const notBefore = restMs === undefined ? undefined : Date.parse(heldUntil) - leaseMs + restMs;
    const task = await claims.release(taskNumber, { token, note, notBefore }, { retryMs: leaseMs });
    return { ended: 'released', task };
  };
  return ending(lease, async () => {
    let value: HandIn | undefined;
    try {
      value = await work(run);
      if (asked) return { ended: 'asked', question: asked };
      if (value !== undefined && !lease.lost()) return await handIn(value);
    } catch (error) {
      if (asked) return { ended: 'asked', question: asked };
      if (isLost(error) || lease.signal.aborted) return whenTold(error);
      const restMs = Math.min(MOST_REST_MS, FIRST_REST_MS * 2 ** ((claim?.attempt ?? 1) - 1));
      await release(noteOf(error), restMs).catch(() => undefined);
      throw error;
    }
    return whenTold(undefined);
  });

  /** Given back, where it is not lost. */
  async function whenTold(error: unknown): Promise<RunEnd> {
    const lost = lease.lost() ?? (isLost(error) ? error : undefined);
    if (lost) return { ended: 'lost', error: lost };
    return release(lease.signal.aborted ? noteOf(lease.signal.reason) : undefined);
  }
}

/** The work at a turn that is held. */
export interface TurnRun {
  readonly claimed: ClaimedTurn;
  /** Fires when the turn is lost, or with the signal of the options. */
  readonly signal: AbortSignal;
}

/** How the work at a turn has ended. */
export type TurnEnd =
  | { readonly ended: 'replied'; readonly turn: Turn }
  | { readonly ended: 'released'; readonly turn: Turn }
  | { readonly ended: 'lost'; readonly error: TandemError };

/** See `Tandem.withTurn`. */
export async function withTurn(
  { turns }: Pick<Operations, 'turns'>,
  agentId: string,
  claimed: ClaimedTurn,
  work: (run: TurnRun) => Promise<Reply>,
  options: HoldOptions = {},
): Promise<TurnEnd> {
  const { id, updatedAt } = claimed.turn;
  const { token, expiresAt } = claimed.lease;
  const leaseMs = Math.max(LEAST_LEASE_MS, Date.parse(expiresAt) - Date.parse(updatedAt));
  const lease = keepLease(
    leaseMs,
    async (_, patience) => {
      await turns.heartbeat(agentId, id, { token }, patience);
      return {};
    },
    held(options),
  );
  const patience = { retryMs: leaseMs };
  return ending(lease, async () => {
    let error: unknown;
    try {
      const value = await work({ claimed, signal: lease.signal });
      if (!lease.lost()) {
        const reply = typeof value === 'string' ? { body: value } : value;
        return { ended: 'replied', turn: await turns.reply(agentId, id, { token, ...reply }, patience) };
      }
    } catch (caught) {
      error = caught;
    }
    const lost = lease.lost() ?? (isLost(error) ? error : undefined);
    if (lost) return { ended: 'lost', error: lost };
    if (lease.signal.aborted) {
      return { ended: 'released', turn: await turns.release(agentId, id, { token }, patience) };
    }
    // A person waits: they are told, and may ask once more.
    const failure = { errorCode: 'agent_error', message: noteOf(error) };
    await turns.fail(agentId, id, { token, ...failure }, patience).catch(() => undefined);
    throw error;
  });
}

const LEAST_LEASE_MS = 5_000;

const held = ({ signal, beatMs }: HoldOptions) => ({ ...(signal && { signal }), ...(beatMs && { beatMs }) });

/** Keeps the lease until all is told; what is lost on the way is no failure of the work. */
async function ending<Told, End>(
  lease: Lease<Told>,
  act: () => Promise<End>,
): Promise<End | { readonly ended: 'lost'; readonly error: TandemError }> {
  try {
    return await act();
  } catch (error) {
    if (isLost(error)) return { ended: 'lost', error };
    throw error;
  } finally {
    await lease.stop();
  }
}

/** What no text can hold: NUL, and half of a character that was cut. */
const NO_TEXT = /\0|\p{Surrogate}/gu;

function noteOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.slice(0, MOST_NOTE).replace(NO_TEXT, '');
}
