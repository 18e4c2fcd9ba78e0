/** The hits of a key until a time. */
export interface Window {
  /** As many as are known. */
  hits: number;
  /** Of these, those that no other server knows of. */
  untold: number;
  endsAt: number;
}

/** What a hit came to: how many there are in its window, and how long that still lasts. */
export interface Hits {
  readonly hits: number;
  readonly resetMs: number;
}

export interface HitCounterOptions {
  /** How long a window lasts, in milliseconds. */
  readonly windowMs: number;
  /** A clock that nobody sets. */
  readonly steadyMs?: () => number;
  /** Told of each hit, once it is counted. */
  readonly onHit?: ((key: string, window: Window) => void) | undefined;
}

/**
 * Counts hits by key. A key's window begins with its first hit; the next one begins with the first hit after it. What
 * nobody has hit for one to two windows is forgotten.
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
    if (!window || window.endsAt <= now) window = { hits: 0, untold: 0, endsAt: now + windowMs };
    recent.set(key, window);
    window.hits++;
    window.untold++;
    onHit?.(key, window);
    // Adding and taking away again can come to a little more.
    return { hits: window.hits, resetMs: Math.min(windowMs, window.endsAt - now) };
  };
}
