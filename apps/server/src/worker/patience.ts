import { setTimeout as pause } from 'node:timers/promises';
import { Refused, Unreachable } from './http.ts';

/** The longest pause between tries while the service cannot be reached. */
const MOST_PAUSE_MS = 30_000;

export interface Patience {
  /** Told of a failure, once until there is another: what is the matter. */
  readonly failing: (reason: string) => void;
  /** Told when it works again after that. */
  readonly again: () => void;
}

/**
 * Tries until it works, ever less often, what the network or a busy service fails; undefined when told to stop
 * before. Other failures are thrown.
 */
export async function untilItWorks<T>(
  act: () => Promise<T>,
  stop: AbortSignal,
  { failing, again }: Patience,
): Promise<T | undefined> {
  let said = '';
  for (let failures = 1; !stop.aborted; failures++) {
    try {
      const result = await act();
      if (said !== '') again();
      return result;
    } catch (error) {
      if (stop.aborted) break;
      if (!isPassing(error)) throw error;
      const reason = messageOf(error);
      if (reason !== said) failing(reason);
      said = reason;
      await rest(Math.min(MOST_PAUSE_MS, 500 * 2 ** failures), stop);
    }
  }
  return undefined;
}

/** A pause that ends when the worker is told to stop. */
export const rest = (ms: number, stop: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal: stop }).catch(() => undefined);

const MOST_PAUSE_OF_ANSWER_MS = 2_000;

/** Tries again what the network or a busy service failed, as long as a lease; what is repeated is recognised. */
export async function persist<T>(leaseSeconds: number, stop: AbortSignal, act: () => Promise<T>): Promise<T> {
  const until = performance.now() + leaseSeconds * 1000;
  for (let tries = 1; ; tries++) {
    try {
      return await act();
    } catch (error) {
      if (!isPassing(error) || stop.aborted || performance.now() >= until) throw error;
      await rest(Math.min(MOST_PAUSE_OF_ANSWER_MS, 200 * 2 ** tries), stop);
    }
  }
}

/** What was claimed is held no more. */
export const isLost = (error: unknown) =>
  error instanceof Refused && (error.code === 'LEASE_LOST' || error.status === 404);

/** The answer is not one that the service takes: too long, or no text. */
export const isUnfit = (error: unknown) =>
  error instanceof Refused && (error.status === 400 || error.status === 413);

/** Trying again may help; else the key, the agent or the request is wrong. */
export const isPassing = (error: unknown) =>
  error instanceof Unreachable || (error instanceof Refused && (error.status >= 500 || error.status === 429));

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
