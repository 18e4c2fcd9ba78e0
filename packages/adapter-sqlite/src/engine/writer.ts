import { type BadRowListener, newSession, storesOn, writeWords } from '@tandem/adapter-sql';
import { guarded, NESTED, type Signal, type Stores, UnitOfWorkMisuse, type Work } from '@tandem/core';
import { type KeptGaps, readyGaps } from '../stores/ready-gaps.ts';
import { nextInSequence } from './sequences.ts';
import { type Connection, isBusy, isUnavailable } from './sqlite.ts';
import { translated } from './unavailable.ts';

interface Job {
  readonly workspaceId: string;
  readonly work: Work<unknown>;
  /** Whether the unit may not run after all: it was opened inside one that still stands. */
  readonly nested: () => boolean;
  settle(outcome: Outcome): void;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly signals: readonly Signal[] }
  | { readonly ok: false; readonly error: unknown };

/** Units in one commit; more wait for the next, so that nobody waits long for others. */
const MAX_IN_A_COMMIT = 256;
/** Turns of the event loop for which a commit waits while each brings another unit: far less than an fsync takes. */
const MAX_TURNS = 8;
/** How long a batch waits for a lock of another process, and how often it tries. */
const PATIENCE_MS = 5_000;
const TRY_AGAIN_MS = 25;

/** What is to be known of a commit before anybody is told of it. */
export interface Commit {
  /** How many units share it; none when it has failed. */
  readonly units: number;
  readonly keyholdersChanged: boolean;
  readonly signals: readonly Signal[];
}

export interface Writer {
  write<T>(workspaceId: string, work: Work<T>, nested: () => boolean): Promise<T>;
  /** Whether a unit runs now. */
  busy(): boolean;
  /** Resolves when nothing waits to be written. */
  idle(): Promise<void>;
}

/**
 * The one writer. Units that wait together share a transaction and its fsync; a unit that is refused is no
 * other's concern, and none is answered before the COMMIT has returned and `beforeAnswering` been called. As a
 * unit awaits only its stores, a whole batch runs within one turn of the event loop.
 */
export function createWriter(
  connection: Connection,
  reportBadRow: BadRowListener,
  beforeAnswering: (commit: Commit) => void,
  gaps: KeptGaps = readyGaps(connection),
  blockSize?: number,
  /** Throws when the transaction that has begun must not write. */
  checkSchema: (connection: Connection) => void = () => undefined,
): Writer {
  const session = newSession({ connection, next: nextInSequence, reportBadRow, gaps, blockSize });
  const open = guarded<Stores>(storesOn(session));
  let queue: Job[] = [];
  let scheduled = false;
  let running = false;
  /** Refuses the unit that runs now, if one does. */
  let refuse: ((error: unknown) => void) | undefined;
  const whenIdle: (() => void)[] = [];

  const schedule = () => {
    if (scheduled || running || queue.length === 0) return;
    scheduled = true;
    gather(queue.length, 1);
  };

  /** Clients that were answered together ask again together: whoever comes one turn later still comes along. */
  const gather = (before: number, turns: number) => {
    setImmediate(() => {
      const more = queue.length > before && queue.length < MAX_IN_A_COMMIT && turns < MAX_TURNS;
      if (more) gather(queue.length, turns + 1);
      else void flush();
    });
  };

  const flush = async () => {
    // Whoever comes while another process has the lock comes along.
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

  /** Refuses each unit of a batch that outlives a turn of the event loop: it waits for something else. */
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

  /** Takes the lock; returns why it could not. */
  const begin = async (): Promise<unknown> => {
    const end = performance.now() + PATIENCE_MS;
    for (;;) {
      try {
        gaps.prepare();
        connection.run('BEGIN IMMEDIATE', []);
        return undefined;
      } catch (error) {
        if (!isBusy(error) || performance.now() > end) return error;
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
  };

  /**
   * Few units have to be undone, and a savepoint costs a copy of every page that a unit shares with those before
   * it. So a batch is tried without, and run again with them when a unit fails that has written: nobody has been
   * told anything yet, and units can be run again.
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

  /** Null when all was undone for the sake of one unit among several, which was in no savepoint. */
  const commit = async (
    jobs: readonly Job[],
    run: (job: Job) => Promise<Outcome>,
  ): Promise<Outcome[] | null> => {
    const outcomes: Outcome[] = [];
    session.unwritten.length = 0;
    try {
      checkSchema(connection);
      gaps.begun();
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
      gaps.committed();
      return outcomes;
    } catch (error) {
      if (connection.inTransaction()) connection.run('ROLLBACK', []);
      return failedAll(jobs, error);
    }
  };

  /** Nothing of the batch is on disk, so nobody's unit has happened; and a refusal may have followed from another's. */
  const failedAll = (jobs: readonly Job[], error: unknown): Outcome[] =>
    jobs.map(() => ({ ok: false, error: translated(error) }));

  const inSavepoint = async (job: Job): Promise<Outcome> => {
    connection.run('SAVEPOINT unit', []);
    const outcome = await attempt(job);
    if (outcome.ok) writeWords(session);
    else {
      connection.run('ROLLBACK TO unit', []);
      session.unwritten.length = 0;
      gaps.undone();
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
      // A failing disk may undo the whole transaction, whatever the unit has made of it.
      if (!connection.inTransaction()) throw new Error('The transaction has ended inside a unit.');
      return { ok: true, value, signals: session.signals };
    } catch (error) {
      // Some failures of the disk undo the whole transaction; then the batch is lost, not just the unit.
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
      // Whoever was just answered may have more to write.
      while (running || queue.length > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
