import {
  DatabaseTooNew,
  DatabaseTooOld,
  MoveRefused,
  namedRow,
  type TransferRow,
  type TransferTable,
} from '@tandem/adapter-sql';
import { ConnectionLost, codeOf } from '../engine/errors.ts';
import { UnfitServer } from '../engine/server.ts';

/** The address of a database for display: without password and parameters. */
export function shownUrl(url: string): string {
  const { protocol, username, host, pathname } = new URL(url);
  return `${protocol}//${username && `${username}@`}${host}${pathname}`;
}

const MEANINGS: Readonly<Record<string, string>> = {
  '28P01': 'rejects the user or the password. Correct them',
  '28000': 'rejects the user. Correct the name, or its rights on the server',
  '3D000': 'does not exist on its server. Create it (createdb)',
  '42501': 'cannot be used by this user. Make the user the owner of the database and its tables',
  '53100': "cannot grow: its server's disk is full. Free some space and rerun the same command",
  '53300': 'has no free connections. Try again when others have closed',
  '55P03': 'is being written to. Stop all its servers and try again',
  '57P01': 'was lost: its server is stopping. Rerun the same command',
};

/** Turns errors that the operator can fix into `MoveRefused`; returns others unchanged. */
export function explained(error: unknown, name: string): unknown {
  if (error instanceof DatabaseTooNew) {
    return new MoveRefused(`${name} was written by a newer version of Tandem. Use that one.`);
  }
  if (error instanceof DatabaseTooOld) return new MoveRefused(`${name} cannot be used. ${error.message}`);
  if (error instanceof UnfitServer) return new MoveRefused(error.message);
  if (error instanceof ConnectionLost) {
    const cause = codeOf(error.cause);
    if (MEANINGS[cause]) return new MoveRefused(`${name} ${MEANINGS[cause]}.`);
    const why = cause === '' ? '' : ` (${cause})`;
    return new MoveRefused(`${name} cannot be reached${why}. Rerun the same command when it can.`);
  }
  const meaning = MEANINGS[codeOf(error)];
  return meaning ? new MoveRefused(`${name} ${meaning}.`) : error;
}

interface ServerError {
  readonly code?: string;
  readonly constraint?: string;
  readonly detail?: string;
  readonly where?: string;
  readonly message?: string;
}

/** Explains why the database rejected a row, with its table and key. */
export function refusedRow(error: unknown, table: TransferTable, rows: readonly TransferRow[]): unknown {
  const { code = '', constraint, detail, where } = (error ?? {}) as ServerError;
  if (!/^2[23]/.test(code)) return error;
  const row = rowAt(where, rows) ?? rowWith(detail, table, rows);
  const which = row ? namedRow(table, row) : `a row of ${table.name}`;
  const why =
    code === '23503'
      ? `refers to a missing row (${constraint})`
      : code.startsWith('23')
        ? `violates a constraint of its table (${constraint ?? code})`
        : `has a value that PostgreSQL rejects (${code})`;
  return new MoveRefused(`${which} ${why}. Run tandem doctor on the source, then rerun the same command.`);
}

/** COPY reports the line that it rejected. */
function rowAt(where: string | undefined, rows: readonly TransferRow[]): TransferRow | undefined {
  const line = /^COPY \w+, line (\d+)/.exec(where ?? '')?.[1];
  return line === undefined ? undefined : rows[Number(line) - 1];
}

/** A dangling reference is reported with its columns and values. */
function rowWith(
  detail: string | undefined,
  { columns }: TransferTable,
  rows: readonly TransferRow[],
): TransferRow | undefined {
  const found = /^Key \(([^)]*)\)=\((.*)\) is not present/.exec(detail ?? '');
  if (!found) return undefined;
  const places = (found[1] as string)
    .split(', ')
    .map((column) => columns.indexOf(column.replaceAll('"', '')));
  return rows.find((row) => places.map((place) => row[place]).join(', ') === found[2]);
}
