import { setTimeout as pause } from 'node:timers/promises';
import { Refused, Unreachable } from './client.ts';

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

/** Trying again may help; else the key, the agent or the request is wrong. */
export const isPassing = (error: unknown) =>
  error instanceof Unreachable || (error instanceof Refused && (error.status >= 500 || error.status === 429));

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
