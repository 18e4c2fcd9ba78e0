import type { Clock } from './environment.ts';

/** Hits that were counted here and that nobody else knows of yet. */
export interface Tally {
  /** Whose hits; up to 200 characters. */
  readonly name: string;
  readonly hits: number;
  /** How long the window lasts that they fall into, as it is known here. */
  readonly resetMs: number;
}

/** All hits of a window, whoever counted them, and how long it still lasts. */
export interface Total {
  readonly hits: number;
  readonly resetMs: number;
}

/**
 * What a storage does for processes that share it, so that they work as one. A storage that one process has for itself
 * leaves all of it out.
 */
export interface Sharing {
  /**
   * Whether this process is the one that does what has to be done once: it keeps the house and sends webhooks. One of
   * them is at any time, or for some seconds none; to be asked again before each thing that is done, and answered mostly
   * from memory. A process that closes its storage, or is gone, is followed by another within seconds. It is no lock: what
   * is done twice at the change must do no harm.
   */
  leads(): Promise<boolean>;
  /**
   * Runs the work of one process at a time among all that share the storage. It may wait for units of work and for what
   * is outside, and begins nothing else exclusively.
   */
  exclusively<T>(name: string, work: () => Promise<T>): Promise<T>;
  /**
   * Adds hits to those that others have counted, and tells the totals, in the same order. A window begins with the first
   * hits of a name that has none, lasts as long as they say, and is everybody's until it ends; then it is forgotten. What
   * is told need not be kept through a crash, and is nobody's to wait for.
   */
  tally(counts: readonly Tally[]): Promise<readonly Total[]>;
  /** The time of day that all of them show and judge by; it replaces the port of that name. */
  readonly clock: Clock;
  /** A clock that all of them have alike, and that nobody sets; it replaces the port of that name. */
  readonly steadyClock: Clock;
}

/** How processes share a storage, also one that only one process has. */
export function sharingOf(storage: Partial<Sharing>): Pick<Sharing, 'leads' | 'exclusively'> {
  const alone = oneAfterAnother();
  return {
    leads: async () => (await storage.leads?.()) ?? true,
    exclusively: (name, work) => (storage.exclusively ? storage.exclusively(name, work) : alone(work)),
  };
}

/** Runs works one after another. */
function oneAfterAnother(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const run = last.then(work);
    last = run.catch(() => undefined);
    return run;
  };
}
