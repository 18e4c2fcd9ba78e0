import { type BadRowListener, newSession, storesOn, writeWords } from '@tandem/adapter-sql';
import { guarded, NESTED, type Signal, type Stores, UnitOfWorkMisuse, type Work } from '@tandem/core';
import { createSkipCache, type WriterSkipCache } from '../stores/skip-cache.ts';
import { nextInSequence } from './sequences.ts';
import { type Connection, isBusy, isUnavailable } from './sqlite.ts';
import { translated } from './unavailable.ts';

interface Job {
  readonly workspaceId: string;
  readonly work: Work<unknown>;
  /** True if the unit must not run: it was opened inside a unit that is still running. */
  readonly nested: () => boolean;
  settle(outcome: Outcome): void;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly signals: readonly Signal[] }
  | { readonly ok: false; readonly error: unknown };

/** Maximum units in one commit, which limits the wait of each; more go into the next. */
const MAX_IN_A_COMMIT = 256;
/** Event loop turns that a commit waits while each brings another unit: far less time than an fsync. */
const MAX_TURNS = 8;
/** Maximum wait of a batch for another process's lock, and the retry interval. */
const PATIENCE_MS = 5_000;
const TRY_AGAIN_MS = 25;

/** Details of a commit, available before its units settle. */
export interface Commit {
  /** Number of units; 0 if it failed. */
  readonly units: number;
  readonly keyholdersChanged: boolean;
  readonly signals: readonly Signal[];
}

export interface Writer {
  write<T>(workspaceId: string, work: Work<T>, nested: () => boolean): Promise<T>;
  /** True while a unit runs. */
  busy(): boolean;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
}

/**
 * The only writer. Queued units share a transaction and its fsync; a refused unit does not affect others, and none
 * settles before the COMMIT has returned and `beforeAnswering` has been called. A unit awaits only its stores, so a
 * whole batch runs within one event loop turn.
 */
export function createWriter(
  connection: Connection,
  reportBadRow: BadRowListener,
  beforeAnswering: (commit: Commit) => void,
  skipCache: WriterSkipCache = createSkipCache(connection),
  blockSize?: number,
  /** Throws if the transaction must not write. */
  checkSchema: (connection: Connection) => void = () => undefined,
): Writer {
  const session = newSession({ connection, next: nextInSequence, reportBadRow, skipCache, blockSize });
  const open = guarded<Stores>(storesOn(session));
  let queue: Job[] = [];
  let scheduled = false;
  let running = false;
  /** Refuses the running unit, if any. */
  let refuse: ((error: unknown) => void) | undefined;
  const whenIdle: (() => void)[] = [];

  const schedule = () => {
    if (scheduled || running || queue.length === 0) return;
    scheduled = true;
    gather(queue.length, 1);
  };

  /**
   * Clients that got their responses together send their next requests together: units that arrive one turn later still
   * join.
   */
  const gather = (before: number, turns: number) => {
    setImmediate(() => {
      const more = queue.length > before && queue.length < MAX_IN_A_COMMIT && turns < MAX_TURNS;
      if (more) gather(queue.length, turns + 1);
      else void flush();
    });
  };

  const flush = async () => {
    // Units that arrive while another process holds the lock join the batch.
    const locked = await begin();
    running = true;
    scheduled = false;
    const jobs = queue.slice(0, MAX_IN_A_COMMIT);
    queue = queue.slice(MAX_IN_A_COMMIT);
    const outcomes = locked ? failedAll(jobs, locked) : await watched(() => commitTogether(jobs));
    running = false;
    beforeAnswering({
      units: outcomes.some(({ ok }) => ok) ? jobs.length : 0,
      keyholdersChanged: session.keyholdersChanged,
      signals: outcomes.flatMap((outcome) => (outcome.ok ? outcome.signals : [])),
    });
    session.keyholdersChanged = false;
    jobs.forEach((job, i) => {
      job.settle(outcomes[i] as Outcome);
    });
    if (queue.length === 0) {
      for (const resolve of whenIdle.splice(0)) resolve();
    }
    schedule();
  };

  /**
   * Refuses every unit of a batch that outlasts an event loop turn: it is waiting for something other than its stores.
   */
  const watched = async <T>(batch: () => Promise<T>): Promise<T> => {
    const look = () => {
      refuse?.(new UnitOfWorkMisuse(NESTED));
      next = setImmediate(look);
    };
    let next = setImmediate(look);
    try {
      return await batch();
    } finally {
      clearImmediate(next);
    }
  };

  /** Acquires the lock; returns the error if it fails. */
  const begin = async (): Promise<unknown> => {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        skipCache.prepare();
        connection.run('BEGIN IMMEDIATE', []);
        return undefined;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) return error;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
  };

  /**
   * Few units must be rolled back, and a savepoint copies every page that a unit shares with earlier ones. So a batch
   * first runs without savepoints, and reruns with them if a unit fails after writing: no result has been reported yet,
   * and units can be rerun.
   */
  const commitTogether = async (jobs: readonly Job[]): Promise<Outcome[]> => {
    const outcomes = await commit(jobs, attempt);
    if (outcomes) return outcomes;
    try {
      connection.run('BEGIN IMMEDIATE', []);
    } catch (error) {
      return failedAll(jobs, error);
    }
    return (await commit(jobs, inSavepoint)) as Outcome[];
  };

  /** Null if everything was rolled back because of one of several units without a savepoint. */
  const commit = async (
    jobs: readonly Job[],
    run: (job: Job) => Promise<Outcome>,
  ): Promise<Outcome[] | null> => {
    const outcomes: Outcome[] = [];
    session.unwritten.length = 0;
    try {
      checkSchema(connection);
      skipCache.begun();
      for (const job of jobs) {
        const [writes, unwritten] = [connection.writes(), session.unwritten.length];
        const outcome = await run(job);
        outcomes.push(outcome);
        if (outcome.ok || run === inSavepoint) continue;
        if (connection.writes() === writes) {
          session.unwritten.length = unwritten;
          continue;
        }
        connection.run('ROLLBACK', []);
        return jobs.length === 1 ? outcomes : null;
      }
      writeWords(session);
      connection.run('COMMIT', []);
      skipCache.committed();
      return outcomes;
    } catch (error) {
      if (connection.inTransaction()) connection.run('ROLLBACK', []);
      return failedAll(jobs, error);
    }
  };

  /**
   * Nothing of the batch is on disk, so no unit has taken effect; and a unit's refusal may have depended on another
   * unit.
   */
  const failedAll = (jobs: readonly Job[], error: unknown): Outcome[] =>
    jobs.map(() => ({ ok: false, error: translated(error) }));

  const inSavepoint = async (job: Job): Promise<Outcome> => {
    connection.run('SAVEPOINT unit', []);
    const outcome = await attempt(job);
    if (outcome.ok) writeWords(session);
    else {
      connection.run('ROLLBACK TO unit', []);
      session.unwritten.length = 0;
      skipCache.undone();
    }
    connection.run('RELEASE unit', []);
    return outcome;
  };

  const attempt = async ({ workspaceId, work, nested }: Job): Promise<Outcome> => {
    if (nested()) return { ok: false, error: new UnitOfWorkMisuse(NESTED) };
    session.workspaceId = workspaceId;
    session.signals = [];
    const unit = open();
    try {
      const value = await new Promise((resolve, reject) => {
        refuse = reject;
        work(unit.stores).then(resolve, reject);
      });
      // A failing disk may roll back the whole transaction, whatever the unit does with the error.
      if (!connection.inTransaction()) throw new Error('The transaction has ended inside a unit.');
      return { ok: true, value, signals: session.signals };
    } catch (error) {
      // Some disk failures roll back the whole transaction: then the batch fails, not only the unit.
      if (isUnavailable(error) || !connection.inTransaction()) throw error;
      return { ok: false, error };
    } finally {
      refuse = undefined;
      unit.end();
    }
  };

  return {
    write: <T>(workspaceId: string, work: Work<T>, nested: () => boolean) =>
      new Promise<T>((resolve, reject) => {
        const settle = (outcome: Outcome) =>
          outcome.ok ? resolve(outcome.value as T) : reject(outcome.error);
        queue.push({ workspaceId, work, nested, settle });
        schedule();
      }),
    busy: () => running,
    idle: async () => {
      // A caller that has just got its result may write again.
      while (running || queue.length > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
