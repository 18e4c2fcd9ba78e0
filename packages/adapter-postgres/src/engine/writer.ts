import type { Work } from '@tandem/core';
import { type Commit, type Committer, commitGroup, DECIDE_MS } from './commit-group.ts';
import type { UnitConnection } from './connection.ts';
import { failedAll, type Group, type Job, type Outcome } from './group.ts';
import type { Nesting } from './nesting.ts';
import type { Pool } from './pool.ts';
import { createStalls, type Stall } from './stalls.ts';
import { tooManyBefore, uncertain } from './unavailable.ts';

/** The units queued for a workspace. */
interface Queue {
  jobs: Job[];
  /** The units being run. */
  group: Group | null;
  running: boolean;
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
  /** A new id for a commit, without blanks. */
  readonly nextId: () => string;
  readonly beforeAnswering: (commit: Commit) => void;
  /** Called once per stall. */
  readonly onStall: (stall: Stall) => void;
}

/** Maximum units in one commit; more wait for the next, as do other servers that wait for the lock. */
const MAX_IN_A_COMMIT = 64;
/** Event loop turns that a commit waits while each brings another unit. */
const MAX_TURNS = 4;
/** Maximum time that a unit waits for its turn: earlier ones may be waiting for a silent database. */
const PATIENCE_MS = 10_000;
/** Interval of the checks of the queues. */
const LOOK_MS = 500;

/**
 * A writer holds the lock of the workspace's head, so units of work of a workspace are serialized across all servers.
 * Units of this process that wait for the same workspace share a transaction, its round trips and its flush to disk;
 * none settles before COMMIT has returned and `beforeAnswering` has been called.
 */
export function createWriter({ pool, nesting, nextId, beforeAnswering, onStall }: WriterOptions): Writer {
  const queues = new Map<string, Queue>();
  const stalls = createStalls(onStall);
  const whenIdle: (() => void)[] = [];
  const committer: Committer = { pool, nesting, known: new Map(), nextId, beforeAnswering };

  /** Runs while there are units to write: a timer per unit would be wasteful, as hardly any waits. */
  let looking: NodeJS.Timeout | undefined;
  const look = () => {
    const now = performance.now();
    for (const { jobs, group } of queues.values()) {
      refuseOverdue(jobs, now);
      if (!group) continue;
      if (group.committingAt !== null && group.committingAt < now - DECIDE_MS) refuseAsUncertain(group);
      stalls.check(group, now);
    }
  };

  const drain = async (workspaceId: string, queue: Queue) => {
    while (queue.jobs.length > 0) {
      await gathered(queue);
      const jobs = queue.jobs.splice(0, MAX_IN_A_COMMIT);
      if (jobs.length === 0) break;
      const begunAt = performance.now();
      const group: Group = { workspaceId, jobs, begunAt, committingAt: null, decided: false };
      queue.group = group;
      const outcomes = await commitGroup(committer, group).catch((error: unknown) =>
        // A listener has thrown, which is a bug: the workspace continues anyway.
        failedAll(jobs, error),
      );
      queue.group = null;
      stalls.ended(group, outcomes);
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
    stalls: stalls.list,
    idle: async () => {
      // A caller that has just got its result may write again.
      while (queues.size > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}

/** Unique ids for the commits of a process; short, because each head stores many of them. */
export function commitIds(name: string): () => string {
  const signature = name.replaceAll('-', '').slice(0, 12);
  let commits = 0;
  return () => `${signature}.${(++commits).toString(36)}`;
}

/** Refuses the units that have waited too long. Jobs are in order of arrival. */
function refuseOverdue(jobs: Job[], now: number): void {
  while (jobs[0] && jobs[0].since < now - PATIENCE_MS)
    jobs.shift()?.settle({ ok: false, error: tooManyBefore() });
}

/** The COMMIT is still awaited: another one would wait behind it. */
function refuseAsUncertain(group: Group): void {
  if (group.decided) return;
  group.decided = true;
  for (const job of group.jobs) job.settle({ ok: false, error: uncertain() });
}

/**
 * Clients that got their responses together send their next requests together: units that arrive one turn later still
 * join.
 */
async function gathered({ jobs }: Queue): Promise<void> {
  for (let turn = 0, before = -1; turn < MAX_TURNS && jobs.length > before; turn++) {
    if (jobs.length >= MAX_IN_A_COMMIT) return;
    before = jobs.length;
    await new Promise(setImmediate);
  }
}
