import { type Session, writeWords } from '@tandem/adapter-sql';
import {
  type guarded,
  NESTED,
  type Signal,
  type StorageTransaction,
  type Stores,
  transactionUnits,
  UnitOfWorkMisuse,
  type Work,
} from '@tandem/core';
import type { WriterSkipCache } from '../stores/skip-cache.ts';
import { type Connection, isUnavailable, type SqliteDatabase } from './sqlite.ts';
import { translated } from './unavailable.ts';

/** A queued unit of work. */
export interface Job {
  readonly workspaceId: string;
  readonly work: Work<unknown>;
  /** True if the unit must not run: it was opened inside a unit that is still running. */
  readonly nested: () => boolean;
  settle(outcome: Outcome): void;
}

/** A queued transaction, which does not share its commit. */
export interface TransactionJob extends Pick<Job, 'nested' | 'settle'> {
  readonly transaction: (transaction: StorageTransaction<SqliteDatabase>) => Promise<unknown>;
}

export type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly signals: readonly Signal[] }
  | { readonly ok: false; readonly error: unknown };

/** Runs the units of a batch in sequence. */
export interface UnitRunner {
  readonly connection: Connection;
  readonly session: Session;
  readonly skipCache: WriterSkipCache;
  /** Opens a unit of work, whose stores work until it ends. */
  readonly open: ReturnType<typeof guarded<Stores>>;
  /** Throws if the transaction must not write. */
  readonly checkSchema: (connection: Connection) => void;
  /** Refuses the running unit or, between its units, the running transaction. */
  refuse: ((error: unknown) => void) | undefined;
}

/**
 * Commits a batch in the open transaction. Few units must be rolled back, and a savepoint copies every page that a unit
 * shares with earlier ones. So a batch first runs without savepoints, and reruns with them if a unit fails after writing:
 * no result has been reported yet, and units can be rerun.
 */
export async function commitBatch(runner: UnitRunner, jobs: readonly Job[]): Promise<Outcome[]> {
  const outcomes = await commit(runner, jobs, false);
  if (outcomes) return outcomes;
  try {
    runner.connection.run('BEGIN IMMEDIATE', []);
  } catch (error) {
    return failedAll(jobs, error);
  }
  return (await commit(runner, jobs, true)) as Outcome[];
}

/**
 * Nothing of the batch is on disk, so no unit has taken effect; and a unit's refusal may have depended on another unit.
 */
export const failedAll = (jobs: readonly unknown[], error: unknown): Outcome[] =>
  jobs.map(() => ({ ok: false, error: translated(error) }));

/** Null if everything was rolled back because of one of several units without a savepoint. */
async function commit(
  runner: UnitRunner,
  jobs: readonly Job[],
  inSavepoints: boolean,
): Promise<Outcome[] | null> {
  const { connection, session, skipCache } = runner;
  const outcomes: Outcome[] = [];
  session.unwritten.length = 0;
  try {
    runner.checkSchema(connection);
    skipCache.begun();
    for (const job of jobs) {
      const [writes, unwritten] = [connection.writes(), session.unwritten.length];
      const outcome = inSavepoints ? await runInSavepoint(runner, job) : await runUnit(runner, job);
      outcomes.push(outcome);
      if (outcome.ok || inSavepoints) continue;
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
}

/** Runs a transaction in the one that is open, and commits it. */
export async function commitTransaction(
  runner: UnitRunner,
  { transaction, nested }: TransactionJob,
): Promise<Outcome> {
  const { connection, session, skipCache } = runner;
  const signals: Signal[] = [];
  const { units, between, during } = transactionUnits<Stores>(unitsIn(runner, signals));
  session.unwritten.length = 0;
  try {
    if (nested()) throw new UnitOfWorkMisuse(NESTED);
    runner.checkSchema(connection);
    skipCache.begun();
    const host = <T>(statements: (database: SqliteDatabase) => T): T =>
      between(() => {
        checkIsOpen(connection);
        return statements(connection.database);
      });
    const value = await during(
      () =>
        new Promise((resolve, reject) => {
          runner.refuse = reject;
          transaction({ ...units, host }).then(resolve, reject);
        }),
    );
    checkIsOpen(connection);
    connection.run('COMMIT', []);
    skipCache.committed();
    return { ok: true, value, signals };
  } catch (error) {
    if (connection.inTransaction()) connection.run('ROLLBACK', []);
    return { ok: false, error: translated(error) };
  } finally {
    runner.refuse = undefined;
  }
}

/** Runs each unit in a savepoint of the open transaction, and collects the signals of those that succeed. */
export const unitsIn =
  (runner: UnitRunner, signals: Signal[]) =>
  async <T>(workspaceId: string, work: Work<T>): Promise<T> => {
    checkIsOpen(runner.connection);
    const outcome = await runInSavepoint(runner, { workspaceId, work, nested: () => false }).catch(
      (error) => {
        // Part of the unit may be there.
        if (runner.connection.inTransaction()) runner.connection.run('ROLLBACK', []);
        throw translated(error);
      },
    );
    if (!outcome.ok) throw outcome.error;
    signals.push(...outcome.signals);
    return outcome.value as T;
  };

/** Statements would otherwise commit one by one. */
function checkIsOpen(connection: Connection): void {
  if (!connection.inTransaction()) throw new Error(LOST);
}

const LOST = 'The transaction has ended inside a unit.';

async function runInSavepoint(runner: UnitRunner, job: Omit<Job, 'settle'>): Promise<Outcome> {
  const { connection, session, skipCache } = runner;
  connection.run('SAVEPOINT unit', []);
  const outcome = await runUnit(runner, job);
  if (outcome.ok) writeWords(session);
  else {
    connection.run('ROLLBACK TO unit', []);
    session.unwritten.length = 0;
    skipCache.undone();
  }
  connection.run('RELEASE unit', []);
  return outcome;
}

async function runUnit(
  runner: UnitRunner,
  { workspaceId, work, nested }: Omit<Job, 'settle'>,
): Promise<Outcome> {
  const { connection, session } = runner;
  if (nested()) return { ok: false, error: new UnitOfWorkMisuse(NESTED) };
  session.workspaceId = workspaceId;
  session.signals = [];
  const unit = runner.open();
  const refuseTransaction = runner.refuse;
  try {
    const value = await new Promise((resolve, reject) => {
      runner.refuse = reject;
      work(unit.stores).then(resolve, reject);
    });
    // A failing disk may roll back the whole transaction, whatever the unit does with the error.
    checkIsOpen(connection);
    return { ok: true, value, signals: session.signals };
  } catch (error) {
    // Some disk failures roll back the whole transaction: then the batch fails, not only the unit.
    if (isUnavailable(error) || !connection.inTransaction()) throw error;
    return { ok: false, error };
  } finally {
    runner.refuse = refuseTransaction;
    unit.end();
  }
}
