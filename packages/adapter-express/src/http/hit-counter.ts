/** Requests made with a key in the current window. */
export interface Window {
  /** All hits known to this server. */
  hits: number;
  /** Of these, the hits not yet reported to the other servers. */
  unreported: number;
  endsAt: number;
}

/** The result of a hit: the number of hits in its window, and the time until the window ends. */
export interface Hits {
  readonly hits: number;
  readonly resetMs: number;
}

export interface HitCounterOptions {
  /** Length of a window in milliseconds. */
  readonly windowMs: number;
  /** A monotonic clock. */
  readonly steadyMs?: () => number;
  /** Called after each hit has been counted. */
  readonly onHit?: ((key: string, window: Window) => void) | undefined;
}

/**
 * Counts hits per key. A window begins with a key's first hit; the next one begins with the first hit after it ends. A
 * key without hits is dropped after one to two windows.
 */
export function hitCounter({
  windowMs,
  steadyMs = () => performance.now(),
  onHit,
}: HitCounterOptions): (key: string) => Hits {
  let recent = new Map<string, Window>();
  let older = new Map<string, Window>();
  let renewAt = steadyMs() + windowMs;

  const renew = (now: number) => {
    older = now < renewAt + windowMs ? recent : new Map();
    recent = new Map();
    renewAt = now + windowMs;
  };

  return (key) => {
    const now = steadyMs();
    if (now >= renewAt) renew(now);
    let window = recent.get(key) ?? older.get(key);
    if (!window || window.endsAt <= now) window = { hits: 0, unreported: 0, endsAt: now + windowMs };
    recent.set(key, window);
    window.hits++;
    window.unreported++;
    onHit?.(key, window);
    // Floating-point addition and subtraction can exceed the window slightly.
    return { hits: window.hits, resetMs: Math.min(windowMs, window.endsAt - now) };
  };
}
