/**
 * Which commits of a workspace this process has heard of, among those that raised signals; they are numbered. What was
 * committed before anybody waited is nobody's concern, so the count begins with what was known by then.
 */
export interface Heard {
  /** Begins to count for somebody who waits from now on; the returned function ends it. */
  watch(workspaceId: string): () => void;
  watched(): readonly string[];
  /** A commit has been heard of. */
  hear(workspaceId: string, told: number): void;
  /** So many there were, before whoever waits from now on. */
  seen(workspaceId: string, told: number): void;
  /** Whether some of the first `told` have not been heard of. */
  misses(workspaceId: string, told: number): boolean;
  /** Takes all up to `told` as heard of. */
  settle(workspaceId: string, told: number): void;
}

interface Watched {
  waiting: number;
  /** All up to that one have been heard of; null: it is not known how many there were. */
  upTo: number | null;
  /** Those beyond it that have been heard of. */
  readonly beyond: Set<number>;
}

const MAX_SEEN = 100_000;

export function createHeard(): Heard {
  const watched = new Map<string, Watched>();
  const last = new Map<string, number>();

  const see = (workspaceId: string, told: number) => {
    if (last.size >= MAX_SEEN) last.clear();
    last.set(workspaceId, Math.max(told, last.get(workspaceId) ?? 0));
  };
  const advance = (each: Watched) => {
    while (each.upTo !== null && each.beyond.delete(each.upTo + 1)) each.upTo++;
  };

  return {
    watch: (workspaceId) => {
      let each = watched.get(workspaceId);
      if (!each) {
        each = { waiting: 0, upTo: last.get(workspaceId) ?? null, beyond: new Set() };
        watched.set(workspaceId, each);
      }
      const mine = each;
      mine.waiting++;
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        if (--mine.waiting > 0) return;
        watched.delete(workspaceId);
        if (mine.upTo !== null) see(workspaceId, mine.upTo);
      };
    },
    watched: () => [...watched.keys()],
    hear: (workspaceId, told) => {
      const each = watched.get(workspaceId);
      if (!each) return see(workspaceId, told);
      if (each.upTo === null || told > each.upTo) each.beyond.add(told);
      advance(each);
    },
    seen: (workspaceId, told) => {
      if (!watched.has(workspaceId)) see(workspaceId, told);
    },
    misses: (workspaceId, told) => {
      const each = watched.get(workspaceId);
      return each !== undefined && each.upTo !== told;
    },
    settle: (workspaceId, told) => {
      const each = watched.get(workspaceId);
      if (!each) return;
      each.upTo = told;
      for (const number of each.beyond) if (number <= told) each.beyond.delete(number);
      advance(each);
    },
  };
}
