/**
 * Tracks, by number, the commits with signals of a workspace that this process has received. Commits before the first
 * waiting client do not matter, so counting starts from the number known then.
 */
export interface ReceivedCommits {
  /** Starts to track for a waiting client; the returned function stops it. */
  watch(workspaceId: string): () => void;
  watched(): readonly string[];
  /** A commit's notification was received. */
  hear(workspaceId: string, signalSeq: number): void;
  /** The number of commits before any new waiting client. */
  seen(workspaceId: string, signalSeq: number): void;
  /** True if some of the first `signalSeq` commits were not received. */
  misses(workspaceId: string, signalSeq: number): boolean;
  /** Marks all commits up to `signalSeq` as received. */
  settle(workspaceId: string, signalSeq: number): void;
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

  const see = (workspaceId: string, signalSeq: number) => {
    if (last.size >= MAX_SEEN) last.clear();
    last.set(workspaceId, Math.max(signalSeq, last.get(workspaceId) ?? 0));
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
    hear: (workspaceId, signalSeq) => {
      const each = watched.get(workspaceId);
      if (!each) return see(workspaceId, signalSeq);
      if (each.upTo === null || signalSeq > each.upTo) each.beyond.add(signalSeq);
      advance(each);
    },
    seen: (workspaceId, signalSeq) => {
      if (!watched.has(workspaceId)) see(workspaceId, signalSeq);
    },
    misses: (workspaceId, signalSeq) => {
      const each = watched.get(workspaceId);
      return each !== undefined && each.upTo !== signalSeq;
    },
    settle: (workspaceId, signalSeq) => {
      const each = watched.get(workspaceId);
      if (!each) return;
      each.upTo = signalSeq;
      for (const number of each.beyond) if (number <= signalSeq) each.beyond.delete(number);
      advance(each);
    },
  };
}
