/** What is past is folded until somebody opens it. */
let closed: ReadonlySet<string> = new Set(['done', 'canceled']);
let near: ReadonlySet<string> = new Set();

/** Which sections are folded, and which have been come near to; the same when one comes back to the list. */
export const folded = {
  now: (): ReadonlySet<string> => closed,
  toggle: (key: string): ReadonlySet<string> => {
    const next = new Set(closed);
    if (!next.delete(key)) next.add(key);
    closed = next;
    return closed;
  },
  near: (): ReadonlySet<string> => near,
  come: (keys: readonly string[]): ReadonlySet<string> => {
    if (keys.some((key) => !near.has(key))) near = new Set([...near, ...keys]);
    return near;
  },
};
