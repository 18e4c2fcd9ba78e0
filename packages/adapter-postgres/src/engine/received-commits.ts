/**
 * Tracks, by number, the commits with signals of a workspace that this process has received. Commits before the first
 * waiting client do not matter, so counting starts from the number known then.
 */
export interface ReceivedCommits {
  /** Starts to track for a waiting client; the returned function stops it. */
  watch(workspaceId: string): () => void;
  watched(): readonly string[];
  /** A commit's notification was received. */
  hear(workspaceId: string, told: number): void;
  /** The number of commits before any new waiting client. */
  seen(workspaceId: string, told: number): void;
  /** True if some of the first `told` commits were not received. */
  misses(workspaceId: string, told: number): boolean;
  /** Marks all commits up to `told` as received. */
  settle(workspaceId: string, told: number): void;
}

interface Watched {
  waiting: number;
  /** All commits up to this one were received; null if the number is unknown. */
  upTo: number | null;
  /** Later commits that were received. */
  readonly beyond: Set<number>;
}

const MAX_SEEN = 100_000;

export function createReceivedCommits(): ReceivedCommits {
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
