/** Finished work is folded at first. */
let closed: ReadonlySet<string> = new Set(['done', 'canceled']);
let near: ReadonlySet<string> = new Set();

/** The folded sections and those already reached by scrolling, kept for the return to the list. */
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
