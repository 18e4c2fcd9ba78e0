import type { Clock } from './environment.ts';

/** Local hits that have not been shared yet. */
export interface Tally {
  /** The name of the limit's holder; up to 200 characters. */
  readonly name: string;
  readonly hits: number;
  /** Remaining time of the window, as known locally. */
  readonly resetMs: number;
}

/** All hits in a window across processes, and its remaining time. */
export interface Total {
  readonly hits: number;
  readonly resetMs: number;
}

/** Coordination of processes that share a storage. A storage used by a single process implements none of it. */
export interface Sharing {
  /**
   * Whether this process is the leader, which runs periodic jobs and sends webhooks. There is at most one leader, or
   * for some seconds none. Ask before each job; the answer mostly comes from memory. After the leader closes its
   * storage or dies, another process takes over within seconds. This is not a lock: jobs that run twice during a
   * change must do no harm.
   */
  leads(): Promise<boolean>;
  /**
   * Runs the work under a name in one process at a time, across all that share the storage. The work may await units
   * of work and external calls, but must not call `exclusively` again.
   */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Adds hits to those of other processes and returns the totals, in the same order. A window starts with the first
   * hits of a name, has the length given with them, and is shared until it ends. Totals need not survive a crash, and
   * no caller should wait for them.
   */
  tally(counts: readonly Tally[]): Promise<readonly Total[]>;
  /** The time of day shared by all processes; replaces the port of that name. */
  readonly clock: Clock;
  /** A steady clock shared by all processes; replaces the port of that name. */
  readonly steadyClock: Clock;
}

/** The coordination for a storage, with defaults for one that a single process uses. */
export function sharingOf(storage: Partial<Sharing>): Pick<Sharing, 'leads' | 'exclusively'> {
  const alone = oneAfterAnother();
  return {
    leads: async () => (await storage.leads?.()) ?? true,
    exclusively: (name, work) => (storage.exclusively ? storage.exclusively(name, work) : alone(work)),
  };
}

/** Runs jobs one after another. */
export function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
