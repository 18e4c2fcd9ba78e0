import type { Counters, UnitConnection } from './connection.ts';

/** The head of a workspace as a writer found it, under the lock that it then has. */
export interface Head {
  readonly counters: Counters;
  readonly version: number;
  readonly told: number;
  /** The server's number of this transaction. */
  readonly transaction: string;
}

const MAKE = 'INSERT INTO heads (workspace_id) VALUES ($1) ON CONFLICT DO NOTHING';
const LOCK = `
  SELECT task, row, event, version, told, pg_current_xact_id()::text FROM heads
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

const headOf = ([task, row, event, version, told, transaction]: readonly unknown[]): Head => ({
  counters: { task: task as number, row: row as number, event: event as number },
  version: version as number,
  told: told as number,
  transaction: transaction as string,
});

/** What a commit leaves in the head. */
export interface Kept {
  /** Says which commit it was: nobody else's is called so. */
  readonly writer: string;
  readonly signals: boolean;
  readonly keyholdersChanged: boolean;
}

export function keepHead(
  connection: UnitConnection,
  workspaceId: string,
  { counters, version }: Head,
  { writer, signals, keyholdersChanged }: Kept,
): void {
  const { task, row, event } = counters;
  const flags = [signals ? 1 : 0, keyholdersChanged ? 1 : 0];
  connection.later(KEEP, [workspaceId, task, row, event, version + 1, writer, ...flags]);
}

export type Found = 'committed' | 'undone' | 'unknown';

const LOOK = `SELECT version, writer FROM heads WHERE workspace_id = $1 FOR NO KEY UPDATE`;
const STATUS = 'SELECT pg_xact_status($1::xid8)';

/**
 * Finds out what became of a commit whose answer was lost. The lock is waited for, as the server may still be at it; where
 * the head came with that very commit, there is none to lock before, and making it is what waits. When nobody has written since, the head tells. When others have, the server knows what became of its transaction, unless it is
 * another one by now: after a failover the same number may be another transaction's.
 */
export async function findCommit(
  connection: UnitConnection,
  workspaceId: string,
  before: Head & { readonly timeline: string },
  writer: string,
): Promise<Found> {
  const [version, last] = await headNow(connection, workspaceId);
  if (version <= before.version) return 'undone';
  if (version === before.version + 1) return last === writer ? 'committed' : 'undone';
  if (connection.timeline !== before.timeline) return 'unknown';
  const [status] = await connection.wire.rows(STATUS, [before.transaction]);
  return status?.[0] === 'committed' ? 'committed' : status?.[0] === 'aborted' ? 'undone' : 'unknown';
}

async function headNow(connection: UnitConnection, workspaceId: string): Promise<[number, string]> {
  const { wire } = connection;
  connection.later('BEGIN');
  try {
    const [, [row]] = await Promise.all([wire.rows(MAKE, [workspaceId]), wire.rows(LOOK, [workspaceId])]);
    return (row ?? [0, '']) as [number, string];
  } finally {
    connection.afterAll('ROLLBACK');
  }
}
