import type { TransferKey, TransferRow, TransferTable } from '@tandem/adapter-sql';
import type { Wire } from '../engine/wire.ts';

/** The counters of each workspace; a workspace that was never written to has no head. */
const HEADS = `(
  SELECT w.id AS workspace_id, COALESCE(h.task, 0) AS task, COALESCE(h.row, 0) AS row, COALESCE(h.event, 0) AS event
  FROM workspaces w LEFT JOIN heads h ON h.workspace_id = w.id
) heads`;

const from = ({ name }: TransferTable) => (name === 'heads' ? HEADS : name);
export const list = (columns: readonly string[]) => columns.map((column) => `"${column}"`).join(', ');

export async function countOf(wire: Wire, table: TransferTable): Promise<number> {
  const [row] = await wire.rows(`SELECT count(*) FROM ${from(table)}`);
  return Number(row?.[0]);
}

/** Few enough to fit in memory at the maximum row size. */
const ROWS_AT_A_TIME = 200;

/** The rows of a table after a key. Requires a transaction; prefetches the next batch. */
export async function* rowsOf(
  wire: Wire,
  table: TransferTable,
  after: TransferKey | null,
): AsyncGenerator<readonly TransferRow[]> {
  const key = list(table.key);
  const beyond = after ? `WHERE (${key}) > (${after.map((_, i) => `$${i + 1}`).join(', ')})` : '';
  const cursor = `${table.name}_moved`;
  const declared = wire.rows(
    `DECLARE ${cursor} NO SCROLL CURSOR FOR SELECT ${list(table.columns)} FROM ${from(table)} ${beyond} ORDER BY ${key}`,
    after ?? [],
  );
  const fetch = () => {
    const rows = wire.rows(`FETCH ${ROWS_AT_A_TIME} FROM ${cursor}`);
    // It is awaited in its turn; this avoids an unhandled rejection until then.
    rows.catch(() => undefined);
    return rows;
  };
  // Pipelined: an error of the first surfaces in both.
  let next = fetch();
  await declared;
  try {
    for (;;) {
      const rows = await next;
      if (rows.length < ROWS_AT_A_TIME) {
        if (rows.length > 0) yield rows;
        return;
      }
      next = fetch();
      yield rows;
    }
  } finally {
    await next.catch(() => undefined);
    wire.script(`CLOSE ${cursor}`).catch(() => undefined);
  }
}
