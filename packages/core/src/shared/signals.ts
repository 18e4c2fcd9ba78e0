/**
 * A signal of a commit: something about the topic has changed. It only tells a waiter to look again, says nothing
 * about the current state, and may be repeated or spurious.
 */
export interface Signal {
  readonly topic: string;
  /** True if waking one waiter of the topic is enough. */
  readonly toOne: boolean;
  /** JSON-compatible description of the change; lets waiters ignore changes that do not concern them. */
  readonly about?: unknown;
}

/**
 * Signals may have been lost: every waiter of the workspace looks again or, without a workspace, every waiter. A
 * storage shared by several processes sends this when signals between processes were lost, were too many, or may be
 * late, for example after a connection loss.
 */
export interface Everything {
  readonly everything: true;
  readonly workspaceId: string | null;
}

export type News = Signal | Everything;

export const isEverything = (news: News): news is Everything => 'everything' in news;

/** The store by which a unit of work raises signals. */
export interface SignalStore {
  /** Published after the unit has been committed; a rolled-back unit raises nothing. */
  raise(signal: Signal): void;
}

/**
 * Signals of commits, in commit order, for every subscriber in this process. A storage shared by several processes
 * includes the commits of all of them. Commits that no waiter can depend on raise nothing.
 */
export interface Signals {
  /** The listener must return quickly and must not throw. The returned function unsubscribes it. */
  subscribe(listener: (news: readonly News[]) => void): () => void;
  /**
   * Announces that a workspace has waiters, until the returned function is called. A storage that can lose signals
   * then sends `Everything` for the workspace within two seconds of a loss; other storages omit this function.
   */
  watch?(workspaceId: string): () => void;
}

/** Signals of one process, for a storage to publish after each commit. */
export interface Publisher extends Signals {
  publish(news: readonly News[]): void;
}

export function publisher(): Publisher {
  const listeners = new Set<(news: readonly News[]) => void>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    publish: (news) => {
      if (news.length === 0) return;
      for (const listener of listeners) listener(news);
    },
  };
}
