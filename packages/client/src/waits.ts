import type { Answered, Options } from './calls.ts';
import { pause } from './retries.ts';
import type { Row } from './row.ts';
import { type Connection, type Input, send } from './send.ts';

/** Maximum time for which the service holds a request. */
export const MAX_WAIT_SECONDS = 25;

/**
 * Minimum time between rounds: a wait may end early, as when the server stops, and must not restart in a
 * tight loop.
 */
const SHORTEST_ROUND_MS = 1000;

/**
 * Waits as long as the input's `wait` says, even longer than a single request can be held: until there is a result, the
 * signal fires, or the time is over. Once the service has responded, temporary failures are retried for as long.
 */
export async function waited(
  connection: Connection,
  row: Row,
  path: string,
  input: Input & { readonly wait: number },
  options: Options = {},
): Promise<Answered<unknown>> {
  const until = performance.now() + input.wait * 1000;
  let patience: Options = options;
  for (;;) {
    const beganAt = performance.now();
    const wait = Math.max(0, Math.min(MAX_WAIT_SECONDS, Math.ceil((until - beganAt) / 1000)));
    const answered = await send(connection, row, path, { ...input, wait }, patience);
    if (isOver(answered.data) || performance.now() >= until) return answered;
    patience = { ...options, tries: Infinity, retryMs: until - performance.now() };
    const early = beganAt + SHORTEST_ROUND_MS - performance.now();
    if (early > 0) await pause(Math.min(early, until - performance.now()), options.signal);
  }
}

/** Whether there is a result: claimed work, or a turn that has ended. */
const isOver = (data: unknown) => data !== null && (data as { status?: unknown }).status !== 'pending';
