/**
 * News of a commit: something about the topic has changed. It says "look again" and nothing of what is there now;
 * it may come twice, or for nothing.
 */
export interface Signal {
  readonly topic: string;
  /** Whether it is enough that one of those who wait for the topic looks again. */
  readonly toOne: boolean;
  /** What it is about, in a form that JSON holds: it tells those apart whom it does not concern. */
  readonly about?: unknown;
}

/**
 * News that somebody may have missed signals: whoever waits for anything of the workspace looks again, and where it names
 * none, everybody. A storage that several processes share tells it when what they tell each other was lost, was too much,
 * or may have come too late, as after a time without the database.
 */
export interface Everything {
  readonly everything: true;
  readonly workspaceId: string | null;
}

export type News = Signal | Everything;

export const isEverything = (news: News): news is Everything => 'everything' in news;

/** The store by which a writing unit of work says what it changes for those who wait. */
export interface SignalStore {
  /** To be published when the unit has been committed; a unit that is undone has raised nothing. */
  raise(signal: Signal): void;
}

/**
 * What a storage tells of its commits, one after another in their order, to everybody in this process; a storage that
 * several processes share tells of theirs too. A commit that changes nothing for anybody who waits tells nothing.
 */
export interface Signals {
  /** The listener must not throw, nor take long. The returned function ends it. */
  subscribe(listener: (news: readonly News[]) => void): () => void;
  /**
   * Says that somebody waits for news of a workspace, until the returned function is called. A storage whose signals can
   * be lost sees to it that these workspaces are told `Everything` within two seconds after one was, counted from the
   * call on; others do without.
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
