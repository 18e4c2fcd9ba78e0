import { TandemError } from './errors.ts';

/** How long a failure that may pass is tried again. */
export interface Patience {
  /** How often at most, the first time included. */
  readonly tries: number;
  /** No try begins later than this after the first failure. */
  readonly retryMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether it may be done again when nobody knows whether it was done. */
  readonly repeatable: boolean;
  readonly onRetry?: ((error: TandemError, pauseMs: number) => void) | undefined;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/** Tries until it works, ever less often; rejects with the last failure. `tried` is how often it was tried before. */
export async function persist<T>(
  act: (tried: number) => Promise<T>,
  { tries, retryMs, signal, repeatable, onRetry }: Patience,
): Promise<T> {
  let until = Infinity;
  for (let tried = 0; ; tried++) {
    try {
      return await act(tried);
    } catch (error) {
      if (!(error instanceof TandemError) || tried + 1 >= tries) throw error;
      // What is refused for coming too fast has done nothing.
      if (!(repeatable ? error.isPassing : error.status === 429)) throw error;
      const now = performance.now();
      if (tried === 0) until = now + retryMs;
      const pauseMs = pauseAfter(error, tried);
      if (now + pauseMs > until) throw error;
      onRetry?.(error, pauseMs);
      await pause(pauseMs, signal);
    }
  }
}

/** As long as the service asks for, else a random part of ever more, so that many who failed at once spread out. */
function pauseAfter({ retryAfter }: TandemError, tried: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000 + Math.random() * FIRST_PAUSE_MS;
  return Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried);
}

/** Resolves after so long; rejects with the signal's reason when that comes first. */
export function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const leave = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', leave);
      resolve();
    }, ms);
    signal?.addEventListener('abort', leave, { once: true });
  });
}
