import type { Connection } from '../engine/sqlite.ts';

/** Rows that one statement looks at: few enough that it is over soon, and holds up no checkpoint of a server. */
const PORTION = 20_000;

/** A part of a table, in the order of its primary key. */
export interface Portion {
  /** A condition on the row `t`, and the values of its parameters. */
  readonly where: string;
  readonly values: readonly unknown[];
}

export const keyColumnsOf = (on: Connection, table: string): string[] =>
  on
    .all<{ name: string }>('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk', [table])
    .map(({ name }) => name);

/** All of a table, part by part. */
export function* portionsOf(on: Connection, table: string): Generator<Portion> {
  const key = keyColumnsOf(on, table);
  const columns = key.map((name) => `t."${name}"`).join(', ');
  const place = `(${key.map(() => '?').join(', ')})`;
  let after: unknown[] | undefined;
  for (;;) {
    const from = after ? `(${columns}) > ${place}` : '1';
    const next = on.get<Record<string, unknown>>(
      `SELECT ${columns} FROM "${table}" t WHERE ${from} ORDER BY ${columns} LIMIT 1 OFFSET ${PORTION - 1}`,
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
