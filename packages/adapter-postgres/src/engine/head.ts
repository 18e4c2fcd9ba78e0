import type { Counters, UnitConnection } from './connection.ts';
import { ConnectionLost } from './errors.ts';
import type { Sending } from './wire.ts';

/** The head of a workspace as read by a writer under its lock. */
export interface Head {
  readonly counters: Counters;
  readonly version: number;
  readonly signalSeq: number;
  /** The last committers, newest first. */
  readonly writers: readonly string[];
  /** True if COMMIT waits for replicas, so that others' visible commits may be missing on replicas. */
  readonly replicated: boolean;
}

/** Commits remembered in a head; the outcome of older ones is unknown. */
const MAX_WRITERS = 32;

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

/** Requests the lock of a workspace, without waiting: the unit's first statement goes along. */
export function lockHead(
  connection: UnitConnection<Sending>,
  workspaceId: string,
  isThere: boolean,
): Promise<Head | undefined> {
  if (!isThere) connection.later(MAKE, [workspaceId]);
  return connection.get(LOCK, [workspaceId], headOf) as Promise<Head | undefined>;
}

const headOf = ([task, row, event, version, signalSeq, writer, replicated]: readonly unknown[]): Head => ({
  counters: { task: task as number, row: row as number, event: event as number },
  version: version as number,
  signalSeq: signalSeq as number,
  writers: writersIn(writer as string),
  replicated: replicated === 1,
});

const writersIn = (text: string) => text.split(' ').filter((each) => each !== '');

/** The record of a commit in the head. */
export interface Stored {
  /** A unique id of the commit, without blanks. */
  readonly writer: string;
  readonly signals: boolean;
  readonly keyholdersChanged: boolean;
}

export function keepHead(
  connection: UnitConnection<Sending>,
  workspaceId: string,
  { counters, version, writers }: Head,
  { writer, signals, keyholdersChanged }: Stored,
): void {
  const { task, row, event } = counters;
  const flags = [signals ? 1 : 0, keyholdersChanged ? 1 : 0];
  const last = [writer, ...writers].slice(0, MAX_WRITERS).join(' ');
  connection.later(KEEP, [workspaceId, task, row, event, version + 1, last, ...flags]);
}

/** Changes nothing but makes the COMMIT wait for replicas. */
const TOUCH = 'UPDATE heads SET version = version WHERE workspace_id = $1';

/**
 * Commits the statements sent. Throws `NotReplicated` if the commit is on this server only because its wait for
 * replicas was ended, which the server reports in a warning.
 */
export async function commitOn({ wire, failure }: UnitConnection): Promise<void> {
  const before = wire.warnings();
  await wire.rows('COMMIT');
  if (failure()) throw failure();
  if (wire.warnings() > before) throw new NotReplicated('The replicas may lack committed changes.');
}

/** Thrown for a commit that replicas may lack. */
export class NotReplicated extends ConnectionLost {}

/**
 * Commits a transaction that only read, so that everything it has read is on the replicas too: a replica that has this
 * commit also has all earlier ones.
 */
export async function commitRead(connection: UnitConnection, workspaceId: string): Promise<void> {
  connection.later(TOUCH, [workspaceId]);
  await commitOn(connection);
}

export type Found = 'committed' | 'undone' | 'unknown';

const LOOK = `SELECT version, writer FROM heads WHERE workspace_id = $1 FOR NO KEY UPDATE`;

/**
 * Determines the outcome of a commit whose response was lost. It waits for the lock, as the server may still be
 * committing; if that commit created the head, creating it again is the wait. The head lists the last commits. (The
 * server's status of a transaction id is not used: after a crash the id may belong to another transaction.) An existing
 * commit is reported once the replicas have it: it may be visible because its wait for them was interrupted.
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
    return version - before.version <= MAX_WRITERS ? 'undone' : 'unknown';
  } catch (error) {
    connection.afterAll('ROLLBACK');
    throw error;
  }
}
