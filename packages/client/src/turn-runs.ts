import type { TandemError } from './errors.ts';
import { isLost, keepLease } from './lease.ts';
import type { Operations } from './operations.ts';
import { type HoldOptions, noteOf } from './runs.ts';
import type { ClaimedTurn, Turn, TurnsReplyBody } from './types.ts';

/** The reply to a turn: a text, or an object with suggestions, files and usage. */
export type Reply = string | Omit<TurnsReplyBody, 'token'>;

/** The work on a claimed turn. */
export interface TurnRun {
  readonly claimed: ClaimedTurn;
  /** Fires when the turn is lost, or with the signal of the options. */
  readonly signal: AbortSignal;
  /** Replies to the turn, as returning the reply does. */
  reply(value: Reply): Promise<Turn>;
  /** Ends the turn as failed. */
  fail(errorCode: string, message?: string): Promise<Turn>;
}

/** How the work on a turn ended. */
export type TurnEnd =
  | { readonly ended: 'replied'; readonly turn: Turn }
  | { readonly ended: 'failed'; readonly turn: Turn }
  | { readonly ended: 'released'; readonly turn: Turn }
  | { readonly ended: 'lost'; readonly error: TandemError };

const MIN_LEASE_MS = 5_000;

/** See `Tandem.withTurn`. */
export async function withTurn(
  client: Pick<Operations, 'turns'>,
  agentId: string,
  claimed: ClaimedTurn,
  work: (run: TurnRun) => Promise<Reply | undefined>,
  options: HoldOptions = {},
): Promise<TurnEnd> {
  const { run, lease, end, release } = runOf(client, agentId, claimed, options);
  try {
    try {
      const value = await work(run);
      if (value !== undefined && !end() && !lease.lost()) await run.reply(value);
    } catch (error) {
      // The error may be about this turn, or about another resource that the work requested.
      if (isLost(error) && !end()) await lease.report({}).catch(() => undefined);
      if (!lease.signal.aborted) {
        // A person is waiting: they see the failure and can ask again.
        if (!end()) await run.fail('agent_error', noteOf(error)).catch(() => undefined);
        throw error;
      }
    }
    const lost = lease.lost();
    return end() ?? (lost ? { ended: 'lost', error: lost } : await release());
  } catch (error) {
    const lost = lease.lost();
    if (lost && error === lost) return { ended: 'lost', error: lost };
    throw error;
  } finally {
    lease.stop();
  }
}

/** A run, with its outcome if it has already ended the turn. */
function runOf(
  { turns }: Pick<Operations, 'turns'>,
  agentId: string,
  claimed: ClaimedTurn,
  options: HoldOptions,
) {
  const { id, updatedAt } = claimed.turn;
  const { token, expiresAt } = claimed.lease;
  // Both by the clock of the service.
  const leaseMs = Math.max(MIN_LEASE_MS, Date.parse(expiresAt) - Date.parse(updatedAt));
  const beat = async (_: object, once: object) => {
    await turns.heartbeat(agentId, id, { token }, once);
    return {};
  };
  const lease = keepLease(leaseMs, beat, options);
  // Retries outcomes for as long as the lease can last.
  const patience = { tries: Infinity, retryMs: leaseMs, signal: lease.late };
  let end: TurnEnd | undefined;
  const ends = (how: 'replied' | 'failed' | 'released', turn: Turn) => {
    end = { ended: how, turn };
    lease.stop();
    return turn;
  };
  const run: TurnRun = {
    claimed,
    signal: lease.signal,
    reply: async (value) => {
      const reply = typeof value === 'string' ? { body: value } : value;
      const act = () => turns.reply(agentId, id, { token, ...reply }, patience);
      return ends('replied', await lease.under(act));
    },
    fail: async (errorCode, message) => {
      const act = () => turns.fail(agentId, id, { token, errorCode, message }, patience);
      return ends('failed', await lease.under(act));
    },
  };
  const release = async (): Promise<TurnEnd> => {
    const turn = await lease.under(() => turns.release(agentId, id, { token }, patience));
    return { ended: 'released', turn };
  };
  return { run, lease, end: () => end, release };
}
