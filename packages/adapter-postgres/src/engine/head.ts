import type { Counters, UnitConnection } from './connection.ts';
import { ConnectionLost } from './errors.ts';

/** The head of a workspace as a writer found it, under the lock that it then has. */
export interface Head {
  readonly counters: Counters;
  readonly version: number;
  readonly told: number;
  /** Who has committed last, the newest first. */
  readonly writers: readonly string[];
  /** Whether a COMMIT waits for replicas, so that others may have committed what no replica has. */
  readonly replicated: boolean;
}

/** Commits that a head tells of; of older ones it is not known any more what became of them. */
const TOLD_OF = 32;

const MAKE = 'INSERT INTO heads (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING';
const LOCK = `
  SELECT task, row, event, version, told, writer,
    COALESCE(current_setting('synchronous_standby_names', true), '') <> ''
      AND current_setting('synchronous_commit') NOT IN ('off', 'local')
  FROM heads
  WHERE workspace_id = $1 FOR NO KEY UPDATE`;
const KEEP = `
  UPDATE heads SET task = $2, row = $3, event = $4, version = $5, writer = $6, told = told + $7,
    access_version = access_version + $8
  WHERE workspace_id = $1`;

/**
 * Begins a transaction that writes in a workspace, and asks for its lock. Nobody waits for it: the first statement of the
 * unit goes along. READ COMMITTED, because a snapshot of the whole transaction would be from before the lock was had; under
 * the lock each statement sees all that has been committed in the workspace.
 */
export function lockHead(
  connection: UnitConnection,
  workspaceId: string,
  isThere: boolean,
): Promise<Head | undefined> {
  connection.later('BEGIN');
  if (!isThere) connection.later(MAKE, [workspaceId]);
  return connection.get(LOCK, [workspaceId], headOf) as Promise<Head | undefined>;
}

const headOf = ([task, row, event, version, told, writer, replicated]: readonly unknown[]): Head => ({
  counters: { task: task as number, row: row as number, event: event as number },
  version: version as number,
  told: told as number,
  writers: writersIn(writer as string),
  replicated: replicated === 1,
});

const writersIn = (text: string) => text.split(' ').filter((each) => each !== '');

/** What a commit leaves in the head. */
export interface Kept {
  /** Says which commit it was: nobody else's is called so. Without blanks. */
  readonly writer: string;
  readonly signals: boolean;
  readonly keyholdersChanged: boolean;
}

export function keepHead(
  connection: UnitConnection,
  workspaceId: string,
  { counters, version, writers }: Head,
  { writer, signals, keyholdersChanged }: Kept,
): void {
  const { task, row, event } = counters;
  const flags = [signals ? 1 : 0, keyholdersChanged ? 1 : 0];
  const last = [writer, ...writers].slice(0, TOLD_OF).join(' ');
  connection.later(KEEP, [workspaceId, task, row, event, version + 1, last, ...flags]);
}

/** Changes nothing, but gives the COMMIT something to wait for. */
const TOUCH = 'UPDATE heads SET version = version WHERE workspace_id = $1';

/**
 * Commits what has been sent. Throws `NotReplicated` when it is committed on this server alone: somebody has ended the wait
 * for its replicas, which the server tells by a warning.
 */
export async function commitOn({ wire, failure }: UnitConnection): Promise<void> {
  const before = wire.warnings();
  await wire.rows('COMMIT');
  if (failure()) throw failure();
  if (wire.warnings() > before) throw new NotReplicated('The replicas may lack what was committed.');
}

/** Thrown for a commit that replicas may lack. */
export class NotReplicated extends ConnectionLost {}

/**
 * Commits a transaction that has only read, so that all that it has read is on the replicas as well: they have what was
 * committed before a commit of its own that they have.
 */
export async function commitRead(connection: UnitConnection, workspaceId: string): Promise<void> {
  connection.later(TOUCH, [workspaceId]);
  await commitOn(connection);
}

export type Found = 'committed' | 'undone' | 'unknown';

const LOOK = `SELECT version, writer FROM heads WHERE workspace_id = $1 FOR NO KEY UPDATE`;

/**
 * Finds out what became of a commit whose answer was lost. The lock is waited for, as the server may still be at it; where
 * the head came with that very commit, there is none to lock before, and making it is what waits. The head tells of the last
 * commits. (What the server says of the number of a transaction does not: after a crash it may be another one's.) A commit
 * that is there is told once the replicas have it: it may be visible because its wait for them was cut.
 */
export async function findCommit(
  connection: UnitConnection,
  workspaceId: string,
  before: Head,
  writer: string,
): Promise<Found> {
  const { wire } = connection;
  connection.later('BEGIN');
  try {
    const [, [row]] = await Promise.all([wire.rows(MAKE, [workspaceId]), wire.rows(LOOK, [workspaceId])]);
    const [version, writers] = (row ?? [0, '']) as [number, string];
    if (writersIn(writers).includes(writer)) {
      await commitRead(connection, workspaceId);
      return 'committed';
    }
    connection.afterAll('ROLLBACK');
    return version - before.version <= TOLD_OF ? 'undone' : 'unknown';
  } catch (error) {
    connection.afterAll('ROLLBACK');
    throw error;
  }
}
