import type { Connection } from '../engine/sqlite.ts';

/** Rows per statement: few enough not to delay a server's checkpoint. */
const BATCH_ROWS = 20_000;

/** A range of a table in primary key order. */
export interface Batch {
  /** A condition on the row `t`, with its parameters. */
  readonly where: string;
  readonly values: readonly unknown[];
}

export const keyColumnsOf = (on: Connection, table: string): string[] =>
  on
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', [table])
    .map(({ name }) => name);

/** All of a table, in batches. */
export function* batchesOf(on: Connection, table: string): Generator<Batch> {
  const key = keyColumnsOf(on, table);
  const columns = key.map((name) => `t."${name}"`).join(', ');
  const place = `(${key.map(() => '?').join(', ')})`;
  let after: unknown[] | undefined;
  for (;;) {
    const from = after ? `(${columns}) > ${place}` : '1';
    const next = on.get<Record<string, unknown>>(
      `SELECT ${columns} FROM "${table}" t WHERE ${from} ORDER BY ${columns} LIMIT 1 OFFSET ${BATCH_ROWS - 1}`,
      after ?? [],
    );
    const last = next && key.map((name) => next[name]);
    yield {
      where: last ? `${from} AND (${columns}) <= ${place}` : from,
      values: [...(after ?? []), ...(last ?? [])],
    };
    if (!last) return;
    after = last;
  }
}
