import { TandemError } from './errors.ts';

/** Limits for retries of temporary failures. */
export interface Patience {
  /** Maximum number of tries, including the first. */
  readonly tries: number;
  /** No try starts later than this many milliseconds after the first failure. */
  readonly retryMs: number;
  readonly signal?: AbortSignal | undefined;
  /** Whether the request may be repeated when it is unknown if it was executed. */
  readonly repeatable: boolean;
  readonly onRetry?: ((error: TandemError, pauseMs: number) => void) | undefined;
}

const FIRST_PAUSE_MS = 250;
const MAX_PAUSE_MS = 10_000;

/**
 * Retries until it succeeds, with growing pauses; rejects with the last failure. `tried` is the number of
 * earlier tries.
 */
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
      // A rate-limited request has not been executed.
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

/**
 * The time that the service asks for, or else a growing random pause, so that simultaneous failures spread
 * out.
 */
function pauseAfter({ retryAfter }: TandemError, tried: number): number {
  if (retryAfter !== undefined) return retryAfter * 1000 + Math.random() * FIRST_PAUSE_MS;
  return Math.random() * Math.min(MAX_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tried);
}

/** Resolves after this many milliseconds; rejects with the signal's reason if that comes first. */
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
