import { type RawBuilder, type RawNode, sql } from 'kysely';

/**
 * The SQL dialects. The differences between them are in this file, and in counting.ts and filter-rows.ts for the work
 * that triggers do on SQLite.
 */
export type Dialect = 'sqlite' | 'postgres';

let current: Dialect = 'sqlite';

/** Runs a compilation; fragments made by `either` are written for the given dialect. */
export function compilingFor<T>(dialect: Dialect, compile: () => T): T {
  const before = current;
  current = dialect;
  try {
    return compile();
  } finally {
    current = before;
  }
}

/**
 * A fragment that depends on the dialect. It is chosen when the statement is compiled, not when its template is built.
 */
export function either(of: Readonly<Record<Dialect, RawBuilder<unknown>>>): RawBuilder<unknown> {
  const node = () => of[current].toOperationNode() as RawNode;
  const lazily = {
    kind: 'RawNode',
    get sqlFragments() {
      return node().sqlFragments;
    },
    get parameters() {
      return node().parameters;
    },
  };
  return { toOperationNode: () => lazily } as unknown as RawBuilder<unknown>;
}

const NOTHING = sql``;

/** A join that SQLite must not reorder; PostgreSQL plans it from its statistics. */
export const JOIN_IN_ORDER = either({ sqlite: sql`CROSS JOIN`, postgres: sql`JOIN` });

/** Keeps SQLite from choosing an index for the column that follows. */
export const NOT_LEADING = either({ sqlite: sql`+`, postgres: NOTHING });

/** Forces an index on SQLite; PostgreSQL chooses. */
export const indexedBy = (index: string): RawBuilder<unknown> =>
  either({ sqlite: sql`INDEXED BY ${sql.ref(index)}`, postgres: NOTHING });

/** A no-op limit that makes SQLite keep an ORDER BY that it would otherwise drop. */
export const NO_LIMIT = either({ sqlite: sql`LIMIT -1`, postgres: NOTHING });

/** Insertion order of a table's rows. On SQLite it is the rowid, so the index needs no column for it. */
export const inOrderOfInsertion = (seq: string): RawBuilder<unknown> =>
  either({ sqlite: sql`rowid`, postgres: sql.ref(seq) });

/** A tie-breaker. SQLite needs none: where an index gives the order, ties follow insertion order. */
export const thenBy = (column: string): RawBuilder<unknown> =>
  either({ sqlite: NOTHING, postgres: sql`, ${sql.ref(column)}` });

/**
 * Sorts first by a column in which all rows have NULL. Without it PostgreSQL does not use the order of an index that
 * leads with that column, and sorts all rows.
 */
export const allNull = (column: string, order: 'ASC' | 'DESC' = 'ASC'): RawBuilder<unknown> =>
  either({ sqlite: NOTHING, postgres: sql`${sql.ref(column)} ${sql.raw(order)}, ` });

/** A JSON array of arrays, as text: these columns of the rows of `from` (FROM … WHERE …), ordered by `by`. */
export function jsonRows(
  columns: readonly string[],
  from: RawBuilder<unknown>,
  by?: string,
): RawBuilder<unknown> {
  const list = sql.join(columns.map((column) => sql.ref(column)));
  const bare = sql.join(columns.map((column) => sql.ref(column.split('.').at(-1) as string)));
  const order = by === undefined ? NOTHING : sql`ORDER BY ${sql.ref(by)}`;
  return either({
    sqlite:
      by === undefined
        ? sql`(SELECT json_group_array(json_array(${list})) ${from})`
        : sql`(SELECT json_group_array(json_array(${bare})) FROM (SELECT ${list} ${from} ${order}))`,
    postgres: sql`COALESCE((SELECT json_agg(json_build_array(${list}) ${order}) ${from})::text, '[]')`,
  });
}

/** A JSON array of expressions, as text. */
export const jsonArray = (...of: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  either({
    sqlite: sql`json_array(${sql.join(of)})`,
    postgres: sql`json_build_array(${sql.join(of)})::text`,
  });

/**
 * The id of an object in a column of JSON that Tandem wrote, with the id as its first member. NULL for malformed JSON,
 * for which engines would fail the whole statement.
 */
export const idIn = (column: string, member: string): RawBuilder<unknown> =>
  either({
    sqlite: sql`CASE WHEN json_valid(${sql.ref(column)}) THEN json_extract(${sql.ref(column)}, ${sql.lit(`$.${member}.id`)}) END`,
    postgres: sql`substring(${sql.ref(column)} from ${sql.lit(`"${member}":{"id":"([^"]*)"`)})`,
  });

/** A string member of such an object; NULL if it is missing. */
export const textIn = (column: string, member: string): RawBuilder<unknown> =>
  either({
    sqlite: sql`CASE WHEN json_valid(${sql.ref(column)}) THEN json_extract(${sql.ref(column)}, ${sql.lit(`$.${member}`)}) END`,
    postgres: sql`substring(${sql.ref(column)} from ${sql.lit(`"${member}":"([^"]*)"`)})`,
  });

/** The elements of a JSON list of strings. */
export const textsOf = (json: unknown): RawBuilder<unknown> =>
  either({
    sqlite: sql`(SELECT value FROM json_each(${json}))`,
    postgres: sql`(SELECT json_array_elements_text(CAST(${json} AS json)))`,
  });

/** The same as a table `name` with one column, `value`. */
export const textsAs = (name: string, json: unknown): RawBuilder<unknown> =>
  either({
    sqlite: sql`json_each(${json}) ${sql.ref(name)}`,
    postgres: sql`json_array_elements_text(CAST(${json} AS json)) ${sql.ref(name)} (value)`,
  });

/** An integer parameter, where PostgreSQL cannot infer the type. */
export const integer = (value: unknown): RawBuilder<unknown> =>
  either({ sqlite: sql`${value}`, postgres: sql`CAST(${value} AS BIGINT)` });

/** A condition as 1 or 0. */
export const flag = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** A key that no other row can have, for the name of a removed row: no name starts with this character. */
export const NO_NAME = either({ sqlite: sql`char(0)`, postgres: sql`' '` });

export interface Batch {
  readonly table: string;
  /** The primary key without the workspace. */
  readonly key: readonly string[];
  readonly ws: unknown;
  /** The condition that an index serves; the workspace is added. */
  readonly where: RawBuilder<unknown>;
  readonly order?: RawBuilder<unknown>;
  /** The maximum number of rows. */
  readonly rows: unknown;
  /** The index that SQLite must use. */
  readonly index?: string;
  /** True for a table WITHOUT ROWID. */
  readonly byKey?: boolean;
}

/** The condition of a statement that touches at most `rows` rows, found by an index. */
export function batch({ table, key, ws, where, order, rows, index, byKey }: Batch): RawBuilder<unknown> {
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const found = (of: RawBuilder<unknown>) => sql`
    SELECT ${of} FROM ${sql.table(table)} ${index === undefined ? NOTHING : indexedBy(index)}
    WHERE workspace_id = ${ws} AND ${where} ${order ? sql`ORDER BY ${order}` : NOTHING} LIMIT ${rows}`;
  return either({
    sqlite: byKey
      ? sql`(workspace_id, ${columns}) IN (${found(sql`workspace_id, ${columns}`)})`
      : sql`rowid IN (${found(sql`rowid`)})`,
    postgres: sql`workspace_id = ${ws} AND (${columns}) IN (${found(columns)})`,
  });
}

interface Merging {
  /** The column of the partitions that orders the list. */
  readonly by: string;
  readonly order?: 'ASC' | 'DESC';
  readonly limit: unknown;
  /** True if a row can be in several partitions. */
  readonly distinct?: boolean;
  /** The column in which all rows of a partition have NULL, by the partition's position. */
  readonly allNullIn?: readonly (string | undefined)[];
}

/**
 * The first rows of several SELECTs that an index serves in order. SQLite merges them lazily. PostgreSQL would read
 * each to its end, so each gets its own limit.
 */
export function merged(
  partitions: readonly RawBuilder<unknown>[],
  { by, order = 'DESC', limit, distinct = false, allNullIn = [] }: Merging,
): RawBuilder<unknown> {
  const union = distinct ? sql` UNION ` : sql` UNION ALL `;
  const firstBy = (column?: string) =>
    sql`ORDER BY ${column === undefined ? NOTHING : allNull(column, order)}${sql.ref(by)} ${sql.raw(order)} LIMIT ${limit}`;
  const first = firstBy();
  return either({
    sqlite: sql`${sql.join([...partitions], union)} ${first}`,
    postgres:
      partitions.length === 1
        ? sql`${partitions[0]} ${firstBy(allNullIn[0])}`
        : sql`${sql.join(
            partitions.map((partition, i) => sql`(${partition} ${firstBy(allNullIn[i])})`),
            union,
          )} ${first}`,
  });
}
