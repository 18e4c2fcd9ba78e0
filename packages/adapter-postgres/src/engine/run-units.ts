import type { Counters, UnitConnection } from './connection.ts';
import { ConnectionLost, mayRunAgain } from './errors.ts';
import { type Attempt, failedAll, type Job, type Outcome } from './group.ts';
import { type Head, lockHead } from './head.ts';
import type { Nesting } from './nesting.ts';
import { isUnavailable, translated } from './unavailable.ts';
import type { Sending } from './wire.ts';

/** A transaction that runs units of one workspace. */
export interface UnitTransaction {
  readonly connection: UnitConnection;
  readonly nesting: Nesting;
  readonly inSavepoints: boolean;
  /** Resolves with the workspace's head when it is locked. */
  readonly locked: Promise<Head>;
  /** The head; null until it is locked. */
  head: Head | null;
  /** The counters after the previous units; null until the head is locked. */
  counted: Counters | null;
}

export interface TransactionOptions {
  readonly connection: UnitConnection;
  readonly nesting: Nesting;
  readonly workspaceId: string;
  readonly inSavepoints: boolean;
  /** True if the workspace is known to have a head. */
  readonly hasHead: boolean;
  /** Called if that head is gone: the database was emptied meanwhile. */
  readonly onHeadLost: () => void;
}

/**
 * Begins a transaction and requests the lock of the workspace's head, without waiting for it. READ COMMITTED, because a
 * snapshot of the whole transaction would predate the lock; under the lock each statement sees everything committed in
 * the workspace.
 */
export function beginTransaction(options: TransactionOptions): UnitTransaction {
  const { connection, nesting, workspaceId, inSavepoints, hasHead, onHeadLost } = options;
  const { session } = connection;
  connection.clear();
  session.workspaceId = workspaceId;
  session.keyholdersChanged = false;
  connection.later('BEGIN');
  const locked = lockHead(connection, workspaceId, hasHead).then((head) => {
    if (!head) {
      onHeadLost();
      throw new ConnectionLost('The head of the workspace is gone.');
    }
    transaction.head = head;
    transaction.counted = { ...head.counters };
    return head;
  });
  // Its users handle the error.
  locked.catch(() => undefined);
  const transaction: UnitTransaction = {
    connection,
    nesting,
    inSavepoints,
    locked,
    head: null,
    counted: null,
  };
  connection.count(() => transaction.head?.counters ?? locked.then(({ counters }) => counters));
  return transaction;
}

/** Runs the units one after another. Ends early if the transaction was rolled back; the result then says so. */
export async function runUnits(
  transaction: UnitTransaction,
  jobs: readonly Job[],
): Promise<Attempt & { readonly rolledBack: boolean }> {
  const { connection, inSavepoints } = transaction;
  const { session } = connection;
  const outcomes: Outcome[] = [];
  for (const job of jobs) {
    const before = connection.writes();
    const changed: boolean = session.keyholdersChanged;
    const outcome = inSavepoints ? await runInSavepoint(transaction, job) : await runUnit(transaction, job);
    outcomes.push(outcome);
    const counters = transaction.head?.counters;
    if (outcome.ok) {
      if (counters) transaction.counted = { ...counters };
      continue;
    }
    session.keyholdersChanged = changed;
    if (connection.failure() || (!inSavepoints && connection.writes() > before)) {
      connection.afterAll('ROLLBACK');
      return { ...failedUnit(connection, jobs, outcomes, outcome), rolledBack: true };
    }
    // Numbers that were drawn and not used go to the next unit.
    if (counters) Object.assign(counters, transaction.counted);
  }
  return { outcomes, rolledBack: false };
}

function failedUnit(
  connection: UnitConnection,
  jobs: readonly Job[],
  outcomes: Outcome[],
  outcome: Outcome & { readonly ok: false },
): Attempt {
  const failure = connection.failure();
  if (!failure && jobs.length === 1) return { outcomes };
  if (!failure || !isUnavailable(failure)) return ofUnit(jobs, failure ?? outcome.error, outcome);
  return { failed: failure, isOfUnit: false };
}

/** The failure of one unit: several units are rerun separately; a single one has failed. */
export function ofUnit(
  jobs: readonly Job[],
  failed: unknown,
  outcome?: Outcome & { readonly ok: false },
): Attempt {
  if (jobs.length > 1 || mayRunAgain(failed)) return { failed, isOfUnit: !mayRunAgain(failed) };
  return { outcomes: outcome ? [outcome] : failedAll(jobs, translated(failed)) };
}

/** Waits for all statements of a unit, so that their errors are attributed to it. */
async function runInSavepoint(transaction: UnitTransaction, job: Job): Promise<Outcome> {
  const { connection, locked } = transaction;
  try {
    await locked;
    connection.later('SAVEPOINT unit');
    const outcome = await runUnit(transaction, job);
    if (outcome.ok) {
      try {
        await connection.wire.rows('RELEASE SAVEPOINT unit');
        if (!connection.failure()) return outcome;
      } catch {
        // The error belongs to the unit.
      }
    }
    const failure = connection.failure();
    if (connection.wire.lost() || isUnavailable(failure)) return { ok: false, error: failure };
    connection.wire.cut();
    await connection.wire.rows('ROLLBACK TO SAVEPOINT unit');
    connection.clear();
    return outcome.ok ? { ok: false, error: translated(failure) } : outcome;
  } catch (error) {
    return { ok: false, error };
  }
}

/** Runs a unit on a connection whose transaction is open. */
export async function runUnit(
  { connection, nesting }: { readonly connection: UnitConnection<Sending>; readonly nesting: Nesting },
  { work }: Pick<Job, 'work'>,
): Promise<Outcome> {
  const { session } = connection;
  session.signals = [];
  const unit = connection.unit();
  try {
    const value = await nesting.runWatched(connection, () => work(unit.stores));
    return { ok: true, value, signals: session.signals };
  } catch (error) {
    return { ok: false, error: connection.failure() ? translated(error) : error };
  } finally {
    unit.end();
  }
}
