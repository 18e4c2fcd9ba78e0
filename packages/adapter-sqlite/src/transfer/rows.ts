import type { TransferKey, TransferRow, TransferTable } from '@tandem/adapter-sql';
import type { Connection } from '../engine/sqlite.ts';

/** The counters of a workspace: its sequences, and its last event. */
const HEADS = `(
  SELECT w.id AS workspace_id,
    COALESCE((SELECT value FROM sequences s WHERE s.workspace_id = w.id AND s.name = 'task'), 0) AS task,
    COALESCE((SELECT value FROM sequences s WHERE s.workspace_id = w.id AND s.name = 'row'), 0) AS row,
    COALESCE((SELECT max(seq) FROM events e WHERE e.workspace_id = w.id), 0) AS event
  FROM workspaces w
) heads`;

const from = ({ name }: TransferTable) => (name === 'heads' ? HEADS : name);
const list = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

export const countOf = (on: Connection, table: TransferTable): number =>
  on.get<{ n: number }>(`SELECT count(*) AS n FROM ${from(table)}`, [])?.n ?? 0;

const ROWS_AT_A_TIME = 500;

/** The rows of a table after a key, in the format shared by all engines. */
export function* rowsOf(
  on: Connection,
  table: TransferTable,
  after: TransferKey | null,
): Generator<TransferRow[]> {
  const key = list(table.key);
  const beyond = after ? `WHERE (${key}) > (${after.map(() => '?').join(', ')})` : '';
  const sql = `SELECT ${list(table.columns)} FROM ${from(table)} ${beyond} ORDER BY ${key}`;
  let rows: TransferRow[] = [];
  for (const row of on.each(sql, after ?? [])) {
    rows.push(shared(table, row));
    if (rows.length < ROWS_AT_A_TIME) continue;
    yield rows;
    rows = [];
  }
  if (rows.length > 0) yield rows;
}

/** The prefix of a removed label's name key: here, and in engines whose texts cannot hold that character. */
const [GONE, GONE_ELSEWHERE] = ['\0', ' '];

const nameKeyOf = ({ name, columns }: TransferTable) =>
  name === 'labels' ? columns.indexOf('name_key') : -1;

function shared(table: TransferTable, row: unknown[]): TransferRow {
  const at = nameKeyOf(table);
  if (at >= 0 && String(row[at]).startsWith(GONE)) row[at] = GONE_ELSEWHERE + String(row[at]).slice(1);
  return row;
}

function own(table: TransferTable, row: TransferRow): TransferRow {
  const at = nameKeyOf(table);
  if (at < 0 || !String(row[at]).startsWith(GONE_ELSEWHERE)) return row;
  return row.with(at, GONE + String(row[at]).slice(1));
}

const SEQUENCE = 'INSERT INTO sequences (workspace_id, name, value) VALUES (?, ?, ?)';

/** Inserts rows. */
export function insert(on: Connection, table: TransferTable, rows: readonly TransferRow[]): void {
  if (table.name === 'heads') {
    for (const [workspaceId, task, row] of rows) {
      if (task) on.run(SEQUENCE, [workspaceId, 'task', task]);
      if (row) on.run(SEQUENCE, [workspaceId, 'row', row]);
    }
    return;
  }
  const { name, columns } = table;
  const sql = `INSERT INTO ${name} (${list(columns)}) VALUES (${columns.map(() => '?').join(', ')})`;
  for (const row of rows) on.run(sql, own(table, row));
}
