import { Refusal, type Signal, type Work } from '@tandem/core';
import type { Counters, UnitConnection } from './connection.ts';
import { ConnectionLost, endsConnection, mayRunAgain } from './errors.ts';
import { commitOn, commitRead, findCommit, type Head, keepHead, lockHead } from './head.ts';
import type { Nesting } from './nesting.ts';
import type { Pool } from './pool.ts';
import { isUnavailable, tooManyBefore, translated, uncertain } from './unavailable.ts';

interface Job {
  readonly work: Work<unknown>;
  /** The time of arrival, by `performance.now()`. */
  readonly since: number;
  settle(outcome: Outcome): void;
}

type Outcome =
  | { readonly ok: true; readonly value: unknown; readonly signals: readonly Signal[] }
  | { readonly ok: false; readonly error: unknown };

/** The units that share a commit. */
interface Group {
  readonly workspaceId: string;
  readonly jobs: readonly Job[];
  /** By `performance.now()`. */
  readonly begunAt: number;
  /** When its COMMIT was sent; null before. */
  committingAt: number | null;
  /** True if its units were refused as uncertain: it is not retried then. */
  decided: boolean;
}

/** The units queued for a workspace. */
interface Queue {
  jobs: Job[];
  /** The units being run. */
  group: Group | null;
  running: boolean;
}

/** A workspace whose writes make no progress. */
export interface Stall {
  readonly workspaceId: string;
  readonly seconds: number;
}

/** Details of a commit, available before its units settle. */
export interface Commit {
  readonly workspaceId: string;
  /** Number of units. */
  readonly units: number;
  readonly keyholdersChanged: boolean;
  readonly signals: readonly Signal[];
  /** The number of this commit among the workspace's commits with signals. */
  readonly told: number;
}

export interface Writer {
  write<T>(workspaceId: string, work: Work<T>): Promise<T>;
  /** Workspaces whose writes have made no progress for ten seconds, longest first. */
  stalls(): readonly Stall[];
  /** Resolves when the queues are empty. */
  idle(): Promise<void>;
}

export interface WriterOptions {
  readonly pool: Pool<UnitConnection>;
  readonly nesting: Nesting;
  /** Identifies this process among all writers of the database. */
  readonly name: string;
  readonly beforeAnswering: (commit: Commit) => void;
  /** Called once per stall. */
  readonly onStall: (stall: Stall) => void;
}

/** Maximum units in one commit; more wait for the next, as do other servers that wait for the lock. */
const MAX_IN_A_COMMIT = 64;
/** Event loop turns that a commit waits while each brings another unit. */
const MAX_TURNS = 4;
/** Maximum attempts of a batch after conflicts or lost connections. */
const MAX_RUNS = 5;
/**
 * Time to wait for a COMMIT, and to look up its outcome if the response is lost, before it is reported as uncertain.
 */
const DECIDE_MS = 15_000;
const TRY_AGAIN_MS = 100;
/** Time without a commit after which a workspace's writes count as stalled, and how long a failed one is reported. */
const STALL_MS = 10_000;

/** Maximum time that a unit waits for its turn: earlier ones may be waiting for a silent database. */
const PATIENCE_MS = 10_000;
/** Interval of the checks of the queues. */
const LOOK_MS = 500;

/** Maximum workspaces remembered as having a head. */
const MAX_KNOWN = 100_000;

/**
 * A writer holds the lock of the workspace's head, so units of work of a workspace are serialized across all servers.
 * Units of this process that wait for the same workspace share a transaction, its round trips and its flush to disk;
 * none settles before COMMIT has returned and `beforeAnswering` has been called.
 */
export function createWriter({ pool, nesting, name, beforeAnswering, onStall }: WriterOptions): Writer {
  const queues = new Map<string, Queue>();
  /** Workspaces with a head, and the newest commit known to be on the replicas; null if unknown. */
  const known = new Map<string, string | null>();
  /** When a workspace's writes last made progress, and how long the stall is remembered. */
  const stalled = new Map<string, { readonly since: number; until: number }>();
  const whenIdle: (() => void)[] = [];
  /** Short, because each head stores many of them. */
  const signature = name.replaceAll('-', '').slice(0, 12);
  let commits = 0;

  /** Runs while there are units to write: a timer per unit would be wasteful, as hardly any waits. */
  let looking: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    for (const queue of queues.values()) {
      // Jobs are in order of arrival.
      while (queue.jobs[0] && queue.jobs[0].since < now - PATIENCE_MS) {
        queue.jobs.shift()?.settle({ ok: false, error: tooManyBefore() });
      }
      const { group } = queue;
      if (!group) continue;
      if (group.committingAt !== null && group.committingAt < now - DECIDE_MS) refuseAsUncertain(group);
      if (group.begunAt < now - STALL_MS) stallAt(group);
    }
  };

  /** The COMMIT is still awaited: another one would wait behind it. */
  const refuseAsUncertain = (group: Group) => {
    if (group.decided) return;
    group.decided = true;
    for (const job of group.jobs) job.settle({ ok: false, error: uncertain() });
  };

  const stallAt = ({ workspaceId, begunAt }: Group) => {
    forgetStalls();
    if (stalled.has(workspaceId)) return;
    stalled.set(workspaceId, { since: begunAt, until: Number.POSITIVE_INFINITY });
    onStall({ workspaceId, seconds: STALL_MS / 1000 });
  };

  /** A stall without further writes may have resolved. */
  const forgetStalls = () => {
    const now = performance.now();
    for (const [workspaceId, { until }] of stalled) if (until < now) stalled.delete(workspaceId);
  };

  const endGroup = ({ workspaceId }: Group, outcomes: readonly Outcome[]) => {
    const stall = stalled.get(workspaceId);
    if (!stall) return;
    if (outcomes.every(isHeldUp)) stall.until = performance.now() + STALL_MS;
    else stalled.delete(workspaceId);
  };

  const drain = async (workspaceId: string, queue: Queue) => {
    while (queue.jobs.length > 0) {
      await gathered(queue);
      const jobs = queue.jobs.slice(0, MAX_IN_A_COMMIT);
      queue.jobs = queue.jobs.slice(MAX_IN_A_COMMIT);
      if (jobs.length === 0) break;
      const begunAt = performance.now();
      const group: Group = { workspaceId, jobs, begunAt, committingAt: null, decided: false };
      queue.group = group;
      const outcomes = await commitTogether(group).catch((error: unknown) =>
        // A listener has thrown, which is a bug: the workspace continues anyway.
        failedAll(jobs, error),
      );
      queue.group = null;
      endGroup(group, outcomes);
      jobs.forEach((job, i) => {
        job.settle(outcomes[i] as Outcome);
      });
    }
    queue.running = false;
    queues.delete(workspaceId);
    if (queues.size > 0) return;
    clearInterval(looking);
    looking = undefined;
    for (const resolve of whenIdle.splice(0)) resolve();
  };

  /**
   * Clients that got their responses together send their next requests together: units that arrive one turn later still
   * join.
   */
  const gathered = async (queue: Queue) => {
    for (let turn = 0, before = -1; turn < MAX_TURNS && queue.jobs.length > before; turn++) {
      if (queue.jobs.length >= MAX_IN_A_COMMIT) return;
      before = queue.jobs.length;
      await new Promise(setImmediate);
    }
  };

  /**
   * Few units must be rolled back, and each savepoint is a round trip. So a batch first runs without savepoints, and
   * reruns with them if a unit fails after writing: no result has been reported yet, and units can be rerun.
   */
  const commitTogether = async (group: Group): Promise<Outcome[]> => {
    const { jobs } = group;
    let inSavepoints = false;
    for (let run = 1; ; run++) {
      group.committingAt = null;
      const done = await attempt(group, inSavepoints);
      if ('outcomes' in done) return done.outcomes;
      const { failed } = done;
      if (group.decided) return failedAll(jobs, uncertain(failed));
      if (done.isOfUnit && !inSavepoints) inSavepoints = true;
      else if (run >= MAX_RUNS || !(mayRunAgain(failed) || endsConnection(failed))) {
        return failedAll(jobs, translated(failed));
      } else await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** run));
    }
  };

  type Attempt =
    | { readonly outcomes: Outcome[] }
    /** Nothing was committed, because of one of several units or because of the transaction. */
    | { readonly failed: unknown; readonly isOfUnit: boolean };

  const attempt = async (group: Group, inSavepoints: boolean): Promise<Attempt> => {
    let connection: UnitConnection;
    try {
      connection = await pool.take();
    } catch (error) {
      return { outcomes: failedAll(group.jobs, translated(error)) };
    }
    try {
      return await runOn(connection, group, inSavepoints);
    } finally {
      pool.give(connection);
    }
  };

  const runOn = async (connection: UnitConnection, group: Group, inSavepoints: boolean): Promise<Attempt> => {
    const { workspaceId, jobs } = group;
    const { session } = connection;
    connection.clear();
    session.workspaceId = workspaceId;
    session.keyholdersChanged = false;
    let head: Head | null = null;
    /** The numbers after the previous units. */
    let numbers: Counters | null = null;
    const locked = lockHead(connection, workspaceId, known.has(workspaceId)).then((found) => {
      // The database was emptied meanwhile.
      if (!found) known.delete(workspaceId);
      if (!found) throw new ConnectionLost('The head of the workspace is gone.');
      head = found;
      numbers = { ...found.counters };
      return found;
    });
    // Its users handle the error.
    locked.catch(() => undefined);
    connection.count(() => head?.counters ?? locked.then(({ counters }) => counters));

    const outcomes: Outcome[] = [];
    const begun = connection.writes();
    for (const job of jobs) {
      const before = connection.writes();
      const changed: boolean = session.keyholdersChanged;
      const outcome = inSavepoints ? await inSavepoint(connection, job, locked) : await run(connection, job);
      outcomes.push(outcome);
      const counters = (head as Head | null)?.counters;
      if (outcome.ok) {
        if (counters) numbers = { ...counters };
        continue;
      }
      session.keyholdersChanged = changed;
      if (connection.failure() || (!inSavepoints && connection.writes() > before)) {
        connection.afterAll('ROLLBACK');
        const failure = connection.failure();
        if (!failure && jobs.length === 1) return { outcomes };
        if (!failure || !isUnavailable(failure)) return ofUnit(jobs, failure ?? outcome.error, outcome);
        return { failed: failure, isOfUnit: false };
      }
      // Numbers that were drawn and not used go to the next unit.
      if (counters) Object.assign(counters, numbers);
    }
    return commit(connection, group, outcomes, locked, connection.writes() > begun);
  };

  /** The failure of one unit: several units are rerun separately; a single one has failed. */
  const ofUnit = (jobs: readonly Job[], failed: unknown, outcome?: Outcome): Attempt =>
    jobs.length === 1 && !mayRunAgain(failed)
      ? { outcomes: [outcome && !outcome.ok ? outcome : { ok: false, error: translated(failed) }] }
      : { failed, isOfUnit: !mayRunAgain(failed) };

  const commit = async (
    connection: UnitConnection,
    group: Group,
    outcomes: Outcome[],
    locked: Promise<Head>,
    wrote: boolean,
  ): Promise<Attempt> => {
    const { workspaceId, jobs } = group;
    const signals = outcomes.flatMap((outcome) => (outcome.ok ? outcome.signals : []));
    const writer = `${signature}.${(++commits).toString(36)}`;
    let head: Head;
    try {
      head = await locked;
    } catch (error) {
      connection.afterAll('ROLLBACK');
      return { failed: error, isOfUnit: false };
    }
    const { keyholdersChanged } = connection.session;
    const keeps = wrote || signals.length > 0;
    const confirms = !keeps && promises(workspaceId, head, outcomes);
    if (keeps) {
      keepHead(connection, workspaceId, head, { writer, signals: signals.length > 0, keyholdersChanged });
    }
    if (keeps || confirms) group.committingAt = performance.now();
    try {
      await (confirms ? commitRead(connection, workspaceId) : commitOn(connection));
    } catch (error) {
      const failure = connection.failure() ?? error;
      if (!endsConnection(error)) {
        connection.afterAll('ROLLBACK');
        return isUnavailable(failure) ? { failed: failure, isOfUnit: false } : ofUnit(jobs, failure);
      }
      if (confirms) return { outcomes: failedAll(jobs, uncertain(error)) };
      // Before COMMIT was sent nothing was committed; after that it may be, regardless of the response.
      if (!wrote) return { failed: error, isOfUnit: false };
      const found = await findOut(group, head, writer);
      if (found === 'undone') return { failed: error, isOfUnit: false };
      if (found === 'unknown') return { outcomes: failedAll(jobs, uncertain(error)) };
    }
    if (known.size >= MAX_KNOWN) known.clear();
    if (keeps || confirms) known.set(workspaceId, keeps ? writer : newest(head));
    else if (!known.has(workspaceId)) known.set(workspaceId, null);
    const told = head.told + (signals.length > 0 ? 1 : 0);
    beforeAnswering({ workspaceId, units: jobs.length, keyholdersChanged, signals, told });
    return { outcomes };
  };

  /**
   * True if successful units that only read would confirm data that replicas may lack: a retried request is answered
   * from existing data, which another server may have committed without its replicas. Only this process's own commits
   * are known to be replicated.
   */
  const promises = (workspaceId: string, head: Head, outcomes: readonly Outcome[]) =>
    head.replicated && known.get(workspaceId) !== newest(head) && outcomes.some(({ ok }) => ok);

  /**
   * Reporting failure or rerunning the units would be wrong if the commit succeeded, and reporting success would be
   * wrong if it failed. So the database is asked as soon as it is reachable.
   */
  const findOut = async ({ workspaceId, committingAt }: Group, head: Head, writer: string) => {
    for (const end = (committingAt ?? 0) + DECIDE_MS; performance.now() < end; ) {
      try {
        const connection = await pool.take();
        try {
          connection.clear();
          return await findCommit(connection, workspaceId, head, writer);
        } finally {
          pool.give(connection);
        }
      } catch {
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
      }
    }
    return 'unknown';
  };

  const failedAll = (jobs: readonly Job[], error: unknown): Outcome[] =>
    jobs.map(() => ({ ok: false, error }));

  /** Waits for all statements of a unit, so that their errors are attributed to it. */
  const inSavepoint = async (
    connection: UnitConnection,
    job: Job,
    locked: Promise<Head>,
  ): Promise<Outcome> => {
    try {
      await locked;
      connection.later('SAVEPOINT unit');
      const outcome = await run(connection, job);
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
  };

  const run = async (connection: UnitConnection, { work }: Job): Promise<Outcome> => {
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
  };

  return {
    write: <T>(workspaceId: string, work: Work<T>) =>
      new Promise<T>((resolve, reject) => {
        const settle = (outcome: Outcome) =>
          outcome.ok ? resolve(outcome.value as T) : reject(outcome.error);
        let queue = queues.get(workspaceId);
        if (!queue) {
          queue = { jobs: [], group: null, running: false };
          queues.set(workspaceId, queue);
        }
        queue.jobs.push({ work, settle, since: performance.now() });
        if (queue.running) return;
        queue.running = true;
        looking ??= setInterval(look, LOOK_MS).unref();
        void drain(workspaceId, queue);
      }),
    stalls: () => {
      forgetStalls();
      const now = performance.now();
      return [...stalled].map(([workspaceId, { since }]) => ({
        workspaceId,
        seconds: Math.round((now - since) / 1000),
      }));
    },
    idle: async () => {
      // A caller that has just got its result may write again.
      while (queues.size > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}

/** The newest commit listed in a head. */
const newest = ({ writers }: Head): string => writers[0] ?? '';

const isHeldUp = (outcome: Outcome): boolean =>
  !outcome.ok && outcome.error instanceof Refusal && outcome.error.kind === 'unavailable';
