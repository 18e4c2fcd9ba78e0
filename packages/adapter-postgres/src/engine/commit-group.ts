import type { Signal } from '@tandem/core';
import type { UnitConnection } from './connection.ts';
import { endsConnection, mayRunAgain } from './errors.ts';
import { type Attempt, failedAll, type Group, type Outcome } from './group.ts';
import { commitOn, commitRead, findCommit, type Head, keepHead } from './head.ts';
import type { Nesting } from './nesting.ts';
import type { Pool } from './pool.ts';
import { beginTransaction, ofUnit, runUnits, type UnitTransaction } from './run-units.ts';
import { isUnavailable, translated, uncertain } from './unavailable.ts';

/** Details of a commit, available before its units settle. */
export interface Commit {
  readonly workspaceId: string;
  /** Number of units. */
  readonly units: number;
  readonly keyholdersChanged: boolean;
  readonly signals: readonly Signal[];
  /** The number of this commit among the workspace's commits with signals. */
  readonly signalSeq: number;
}

/** The dependencies of a writer that commits groups of units. */
export interface Committer {
  readonly pool: Pool<UnitConnection>;
  readonly nesting: Nesting;
  /** Workspaces with a head, and the newest commit known to be on the replicas; null if unknown. */
  readonly known: Map<string, string | null>;
  /** A new id for a commit, without blanks. */
  readonly nextId: () => string;
  readonly beforeAnswering: (commit: Commit) => void;
}

/** Maximum attempts of a group after conflicts or lost connections. */
const MAX_RUNS = 5;
/**
 * Time to wait for a COMMIT, and to look up its outcome if the response is lost, before it is reported as uncertain.
 */
export const DECIDE_MS = 15_000;
const TRY_AGAIN_MS = 100;
/** Maximum workspaces remembered as having a head. */
const MAX_KNOWN = 100_000;

/**
 * Few units must be rolled back, and each savepoint is a round trip. So a group first runs without savepoints, and
 * reruns with them if a unit fails after writing: no result has been reported yet, and units can be rerun.
 */
export async function commitGroup(committer: Committer, group: Group): Promise<Outcome[]> {
  const { jobs } = group;
  let inSavepoints = false;
  for (let run = 1; ; run++) {
    group.committingAt = null;
    const done = await attempt(committer, group, inSavepoints);
    if ('outcomes' in done) return done.outcomes;
    const { failed } = done;
    if (group.decided) return failedAll(jobs, uncertain(failed));
    if (done.isOfUnit && !inSavepoints) inSavepoints = true;
    else if (run >= MAX_RUNS || !(mayRunAgain(failed) || endsConnection(failed))) {
      return failedAll(jobs, translated(failed));
    } else await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** run));
  }
}

async function attempt(committer: Committer, group: Group, inSavepoints: boolean): Promise<Attempt> {
  const { pool, nesting, known } = committer;
  const { workspaceId, jobs } = group;
  let connection: UnitConnection;
  try {
    connection = await pool.take();
  } catch (error) {
    return { outcomes: failedAll(jobs, translated(error)) };
  }
  try {
    const transaction = beginTransaction({
      connection,
      nesting,
      workspaceId,
      inSavepoints,
      hasHead: known.has(workspaceId),
      onHeadLost: () => known.delete(workspaceId),
    });
    const begun = connection.writes();
    const ran = await runUnits(transaction, jobs);
    if (ran.rolledBack || !('outcomes' in ran)) return ran;
    return await commit(committer, group, transaction, ran.outcomes, connection.writes() > begun);
  } finally {
    pool.give(connection);
  }
}

async function commit(
  committer: Committer,
  group: Group,
  { connection, locked }: UnitTransaction,
  outcomes: Outcome[],
  wrote: boolean,
): Promise<Attempt> {
  const { known, nextId, beforeAnswering } = committer;
  const { workspaceId, jobs } = group;
  const signals = outcomes.flatMap((outcome) => (outcome.ok ? outcome.signals : []));
  const writer = nextId();
  let head: Head;
  try {
    head = await locked;
  } catch (error) {
    connection.afterAll('ROLLBACK');
    return { failed: error, isOfUnit: false };
  }
  const { keyholdersChanged } = connection.session;
  const keeps = wrote || signals.length > 0;
  const confirms = !keeps && mustConfirm(known.get(workspaceId), head, outcomes);
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
    const found = await findOutcome(committer.pool, group, head, writer);
    if (found === 'undone') return { failed: error, isOfUnit: false };
    if (found === 'unknown') return { outcomes: failedAll(jobs, uncertain(error)) };
  }
  if (known.size >= MAX_KNOWN) known.clear();
  if (keeps || confirms) known.set(workspaceId, keeps ? writer : newest(head));
  else if (!known.has(workspaceId)) known.set(workspaceId, null);
  const signalSeq = head.signalSeq + (signals.length > 0 ? 1 : 0);
  beforeAnswering({ workspaceId, units: jobs.length, keyholdersChanged, signals, signalSeq });
  return { outcomes };
}

/**
 * True if successful units that only read would confirm data that replicas may lack: a retried request is answered from
 * existing data, which another server may have committed without its replicas. Only this process's own commits are known
 * to be replicated.
 */
const mustConfirm = (replicated: string | null | undefined, head: Head, outcomes: readonly Outcome[]) =>
  head.replicated && replicated !== newest(head) && outcomes.some(({ ok }) => ok);

/**
 * Reporting failure or rerunning the units would be wrong if the commit succeeded, and reporting success would be wrong
 * if it failed. So the database is asked as soon as it is reachable.
 */
async function findOutcome(
  pool: Pool<UnitConnection>,
  { workspaceId, committingAt }: Group,
  head: Head,
  writer: string,
) {
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
}

/** The newest commit listed in a head. */
const newest = ({ writers }: Head): string => writers[0] ?? '';
