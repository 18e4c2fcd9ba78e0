import { type BadRowListener, newSession, storesOn } from '@tandem/adapter-sql';
import {
  guarded,
  NESTED,
  type Signal,
  type StorageTransaction,
  type Stores,
  transactionUnits,
  UnitOfWorkMisuse,
  type Units,
  type Work,
} from '@tandem/core';
import { createSkipCache, type WriterSkipCache } from '../stores/skip-cache.ts';
import { createHostUnits } from './host-units.ts';
import { createRests, NO_RESTS, type Rests } from './rests.ts';
import {
  commitBatch,
  commitTransaction,
  failedAll,
  type Job,
  type Outcome,
  type TransactionJob,
  type UnitRunner,
} from './run-units.ts';
import { nextInSequence } from './sequences.ts';
import { type Connection, isBusy, type SqliteDatabase } from './sqlite.ts';

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
  /** Runs a transaction of several units and of statements of the host; it does not share its commit. */
  transaction<T>(
    work: (transaction: StorageTransaction<SqliteDatabase>) => Promise<T>,
    nested: () => boolean,
  ): Promise<T>;
  /** Units in a transaction that the host has begun on the connection. `check` throws if a unit must not run. */
  within(check: () => void): Units;
  /** Call it before anything that must see the host's commits. */
  settleHost(): void;
  /** True while a unit runs, except when it rests. */
  busy(): boolean;
  /** Resolves when the queue is empty. */
  idle(): Promise<void>;
}

export interface WriterOptions {
  readonly connection: Connection;
  readonly reportBadRow: BadRowListener;
  readonly beforeAnswering: (commit: Commit) => void;
  readonly skipCache?: WriterSkipCache | undefined;
  readonly blockSize?: number | undefined;
  /** True if a host uses the connection too: then long units must not rest. */
  readonly shared?: boolean | undefined;
  /** Throws if the transaction must not write. */
  readonly checkSchema?: ((connection: Connection) => void) | undefined;
}

/**
 * The only writer. Queued units share a transaction and its fsync; a refused unit does not affect others, and none
 * settles before the COMMIT has returned and `beforeAnswering` has been called. A unit awaits only its stores, so a
 * whole batch runs within one event loop turn, except for rests.
 */
export function createWriter(options: WriterOptions): Writer {
  const { connection, reportBadRow, beforeAnswering, blockSize } = options;
  const { skipCache = createSkipCache(connection), checkSchema = () => undefined } = options;
  const rests = options.shared ? NO_RESTS : createRests();
  const { pace } = rests;
  const session = newSession({ connection, next: nextInSequence, reportBadRow, skipCache, blockSize, pace });
  const open = guarded<Stores>(storesOn(session));
  const runner: UnitRunner = { connection, session, skipCache, open, checkSchema, refuse: undefined };
  let queue: (Job | TransactionJob)[] = [];
  let scheduled = false;
  let running = false;
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
    const locked = await begin(connection, skipCache);
    running = true;
    rests.begin();
    scheduled = false;
    const jobs = nextOf(queue);
    queue = queue.slice(jobs.length);
    const outcomes = locked
      ? failedAll(jobs, locked)
      : await watched(runner, rests, () => commit(runner, jobs));
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

  const enqueue = <T>(jobOf: (settle: Job['settle']) => Job | TransactionJob) =>
    new Promise<T>((resolve, reject) => {
      queue.push(jobOf((outcome) => (outcome.ok ? resolve(outcome.value as T) : reject(outcome.error))));
      schedule();
    });

  const host = createHostUnits(runner, (signals) =>
    beforeAnswering({ units: 0, keyholdersChanged: true, signals }),
  );

  return {
    within: (check) =>
      transactionUnits<Stores>(async (workspaceId, work) => {
        check();
        running = true;
        try {
          return await watched(runner, rests, () => host.run(workspaceId, work));
        } finally {
          running = false;
          schedule();
        }
      }).units,
    settleHost: host.settle,
    write: (workspaceId, work, nested) => enqueue((settle) => ({ workspaceId, work, nested, settle })),
    transaction: (transaction, nested) => enqueue((settle) => ({ transaction, nested, settle })),
    busy: () => running && !rests.areOn(),
    idle: async () => {
      // A caller that has just got its result may write again.
      while (running || queue.length > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}

const isTransaction = (job: Job | TransactionJob): job is TransactionJob => 'transaction' in job;

/** The first transaction in the queue, or the units before it. */
function nextOf(queue: readonly (Job | TransactionJob)[]): readonly Job[] | readonly [TransactionJob] {
  const [first] = queue;
  if (first && isTransaction(first)) return [first];
  const units: Job[] = [];
  for (const job of queue) {
    if (isTransaction(job) || units.length === MAX_IN_A_COMMIT) break;
    units.push(job);
  }
  return units;
}

async function commit(runner: UnitRunner, jobs: readonly Job[] | readonly [TransactionJob]) {
  const [first] = jobs;
  if (first && isTransaction(first)) return [await commitTransaction(runner, first)];
  return commitBatch(runner, jobs as readonly Job[]);
}

/** Refuses every unit of a batch that outlasts an event loop turn: it is waiting for something other than its stores. */
async function watched<T>(runner: UnitRunner, rests: Rests, batch: () => Promise<T>): Promise<T> {
  const look = () => {
    if (!rests.areOn()) runner.refuse?.(new UnitOfWorkMisuse(NESTED));
    next = setImmediate(look);
  };
  let next = setImmediate(look);
  try {
    return await batch();
  } finally {
    clearImmediate(next);
  }
}

const HELD_BY_HOST = 'The host has begun a transaction on the database and has not ended it.';

/** Acquires the lock; returns the error if it fails. */
async function begin(connection: Connection, skipCache: WriterSkipCache): Promise<unknown> {
  const end = performance.now() + PATIENCE_MS;
  for (;;) {
    try {
      if (connection.inTransaction()) throw Object.assign(new Error(HELD_BY_HOST), { code: 'SQLITE_BUSY' });
      skipCache.prepare();
      connection.run('BEGIN IMMEDIATE', []);
      return undefined;
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) return error;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}
