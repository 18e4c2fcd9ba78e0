interface Window {
  hits: number;
  readonly endsAt: number;
}

/** What a hit came to: how many there are in its window, and how long that still lasts. */
export interface Hits {
  readonly hits: number;
  readonly resetMs: number;
}

/**
 * Counts hits by key. A key's window begins with its first hit; the next one begins with the first hit after it. Time
 * goes by a clock that nobody sets. What nobody has hit for one to two windows is forgotten.
 */
export function hitCounter(windowMs: number, steadyMs = () => performance.now()): (key: string) => Hits {
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
    if (!window || window.endsAt <= now) window = { hits: 0, endsAt: now + windowMs };
    recent.set(key, window);
    window.hits++;
    // Adding and taking away again can come to a little more.
    return { hits: window.hits, resetMs: Math.min(windowMs, window.endsAt - now) };
  };
}
