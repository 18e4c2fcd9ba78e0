import type { TandemError } from './errors.ts';
import { isLost, keepLease } from './lease.ts';
import type { Operations } from './operations.ts';
import { type HoldOptions, noteOf } from './runs.ts';
import type { ClaimedTurn, Turn, TurnsReplyBody } from './types.ts';

/** What a turn is answered with: a text, or that with suggestions, files and what it has cost. */
export type Reply = string | Omit<TurnsReplyBody, 'token'>;

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

const LEAST_LEASE_MS = 5_000;

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
  // Both by the clock of the service.
  const leaseMs = Math.max(LEAST_LEASE_MS, Date.parse(expiresAt) - Date.parse(updatedAt));
  const patience = { tries: Infinity, retryMs: leaseMs };
  const beat = async (_: object, once: object) => {
    await turns.heartbeat(agentId, id, { token }, once);
    return {};
  };
  const lease = keepLease(leaseMs, beat, options);
  try {
    try {
      const value = await work({ claimed, signal: lease.signal });
      if (!lease.lost()) {
        const reply = typeof value === 'string' ? { body: value } : value;
        return { ended: 'replied', turn: await turns.reply(agentId, id, { token, ...reply }, patience) };
      }
    } catch (error) {
      if (isLost(error)) return { ended: 'lost', error };
      if (!lease.signal.aborted) {
        // A person waits: they are told, and may ask once more.
        const failure = { errorCode: 'agent_error', message: noteOf(error) };
        await turns.fail(agentId, id, { token, ...failure }, patience).catch(() => undefined);
        throw error;
      }
    }
    const lost = lease.lost();
    if (lost) return { ended: 'lost', error: lost };
    return { ended: 'released', turn: await turns.release(agentId, id, { token }, patience) };
  } catch (error) {
    if (isLost(error)) return { ended: 'lost', error };
    throw error;
  } finally {
    lease.stop();
  }
}
