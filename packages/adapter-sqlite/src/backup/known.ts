import { DatabaseTooNew } from '@tandem/adapter-sql';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';

/** Why a backup was not created, examined or restored, and the remedy, in one line. */
export class Refused extends Error {
  override readonly name = 'Refused';
}

/**
 * Opens a Tandem database or a backup read-only. Throws `Refused` for any other or unreadable file, and
 * `DatabaseTooNew`.
 */
export function openKnown(file: string): Connection {
  let connection: Connection | undefined;
  try {
    connection = openConnection(file, 'onlooker');
    if (!hasTable(connection, 'workspaces')) throw noDatabase(file);
    const version = schemaVersion(connection);
    if (version > SCHEMA_VERSION) throw new DatabaseTooNew(version, SCHEMA_VERSION);
    return connection;
  } catch (error) {
    connection?.close();
    throw explained(error, file);
  }
}

/** Turns a driver's error into an explanation for the person who named the file; returns other errors unchanged. */
export function explained(error: unknown, file: string): unknown {
  const code = codeOf(error);
  if (code === 'SQLITE_NOTADB') return noDatabase(file);
  if (code.startsWith('SQLITE_CORRUPT')) return damaged(file, (error as Error).message);
  if (/^SQLITE_READONLY_(ROLLBACK|RECOVERY)/.test(code)) {
    return new Refused(
      `${file} has an unfinished transaction. Start the server on it to recover it, then try again.`,
    );
  }
  if (/^SQLITE_(BUSY|LOCKED|PROTOCOL)/.test(code)) {
    return new Refused(`${file} is locked by another process. Wait until it has finished, then try again.`);
  }
  return code.startsWith('SQLITE_')
    ? new Refused(`${file} can't be read (${code}). Give this user permission to read it and try again.`)
    : error;
}

const noDatabase = (file: string) =>
  new Refused(`${file} is neither a Tandem database nor a backup. Use another file.`);

export const damaged = (file: string, how: string) =>
  new Refused(`${file} is damaged: ${how}. Use another backup.`);

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code);

export const hasTable = (on: Connection, name: string): boolean =>
  on.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", [name]) !== undefined;
