import { type RawBuilder, type RawNode, sql } from 'kysely';

/**
 * The two ways of writing SQL. What the stores say differently to them is in this file, and what they leave to triggers
 * on SQLite in counting.ts and facets.ts.
 */
export type Dialect = 'sqlite' | 'postgres';

let current: Dialect = 'sqlite';

/** Runs a compilation in which fragments made by `either` are written for a dialect. */
export function compilingFor<T>(dialect: Dialect, compile: () => T): T {
  const before = current;
  current = dialect;
  try {
    return compile();
  } finally {
    current = before;
  }
}

/** A fragment that is written when the statement is compiled, however early its template was made. */
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

/** A join that SQLite must not turn around; PostgreSQL plans it by its statistics. */
export const JOIN_IN_ORDER = either({ sqlite: sql`CROSS JOIN`, postgres: sql`JOIN` });

/** Keeps SQLite from leading with the column that follows. */
export const NOT_LEADING = either({ sqlite: sql`+`, postgres: NOTHING });

/** SQLite must use this index; PostgreSQL chooses. */
export const indexedBy = (index: string): RawBuilder<unknown> =>
  either({ sqlite: sql`INDEXED BY ${sql.ref(index)}`, postgres: NOTHING });

/** No limit, after which SQLite keeps an order that it would else drop. */
export const NO_LIMIT = either({ sqlite: sql`LIMIT -1`, postgres: NOTHING });

/** In the order in which rows of a table have been inserted, by an index that names nothing of it on SQLite. */
export const inOrderOfInsertion = (seq: string): RawBuilder<unknown> =>
  either({ sqlite: sql`rowid`, postgres: sql.ref(seq) });

/** What comes first of equal ones: SQLite goes by the order of insertion anyway, where an index gives the order. */
export const thenBy = (column: string): RawBuilder<unknown> =>
  either({ sqlite: NOTHING, postgres: sql`, ${sql.ref(column)}` });

/**
 * What rows that all have NULL in a column are first in the order of: PostgreSQL does not see that an index which leads with
 * it has them in the order of what follows, and would read and sort all of them.
 */
export const allNull = (column: string, order: 'ASC' | 'DESC' = 'ASC'): RawBuilder<unknown> =>
  either({ sqlite: NOTHING, postgres: sql`${sql.ref(column)} ${sql.raw(order)}, ` });

/**
 * A JSON array of arrays, as text: of the columns of the rows of `from` (FROM … WHERE …), in the order of `by`.
 */
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
 * The id of an object in a column that holds JSON as Tandem writes it, with the id first. Engines fail a whole statement for
 * one text that is not JSON; this is NULL then.
 */
export const idIn = (column: string, member: string): RawBuilder<unknown> =>
  either({
    sqlite: sql`CASE WHEN json_valid(${sql.ref(column)}) THEN json_extract(${sql.ref(column)}, ${sql.lit(`$.${member}.id`)}) END`,
    postgres: sql`substring(${sql.ref(column)} from ${sql.lit(`"${member}":{"id":"([^"]*)"`)})`,
  });

/** The texts of a list that is given as JSON. */
export const textsOf = (json: unknown): RawBuilder<unknown> =>
  either({
    sqlite: sql`(SELECT value FROM json_each(${json}))`,
    postgres: sql`(SELECT json_array_elements_text(CAST(${json} AS json)))`,
  });

/** The same as a table `name` of one column, `value`. */
export const textsAs = (name: string, json: unknown): RawBuilder<unknown> =>
  either({
    sqlite: sql`json_each(${json}) ${sql.ref(name)}`,
    postgres: sql`json_array_elements_text(CAST(${json} AS json)) ${sql.ref(name)} (value)`,
  });

/** A parameter that is a whole number, where nothing else tells PostgreSQL so. */
export const integer = (value: unknown): RawBuilder<unknown> =>
  either({ sqlite: sql`${value}`, postgres: sql`CAST(${value} AS BIGINT)` });

/** A condition as 1 or 0. */
export const flag = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`CASE WHEN ${condition} THEN 1 ELSE 0 END`;

/** A key under which nothing else can be, for the name of what has been removed: no name begins like this. */
export const NO_NAME = either({ sqlite: sql`char(0)`, postgres: sql`' '` });

export interface Portion {
  readonly table: string;
  /** The columns that tell a row from others of its workspace. */
  readonly key: readonly string[];
  readonly ws: unknown;
  /** What finds the rows by an index; the workspace is added. */
  readonly where: RawBuilder<unknown>;
  readonly order?: RawBuilder<unknown>;
  /** How many rows at the most. */
  readonly rows: unknown;
  /** The index that SQLite must use. */
  readonly index?: string;
  /** Of a table WITHOUT ROWID. */
  readonly byKey?: boolean;
}

/** The condition of a statement that touches so many rows at the most, which stand where an index finds them. */
export function portion({ table, key, ws, where, order, rows, index, byKey }: Portion): RawBuilder<unknown> {
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
  /** The column of the arms that the list is in the order of. */
  readonly by: string;
  readonly order?: 'ASC' | 'DESC';
  readonly limit: unknown;
  /** Whether a row may stand in several arms. */
  readonly distinct?: boolean;
  /** The column in which all rows of an arm have NULL, by the place of the arm. */
  readonly allNullIn?: readonly (string | undefined)[];
}

/**
 * The first rows of several SELECTs, each of which one place of an index has in the order. SQLite merges them as it goes;
 * PostgreSQL would read them to their ends, and so each is told to stop by itself.
 */
export function merged(
  arms: readonly RawBuilder<unknown>[],
  { by, order = 'DESC', limit, distinct = false, allNullIn = [] }: Merging,
): RawBuilder<unknown> {
  const union = distinct ? sql` UNION ` : sql` UNION ALL `;
  const firstBy = (column?: string) =>
    sql`ORDER BY ${column === undefined ? NOTHING : allNull(column, order)}${sql.ref(by)} ${sql.raw(order)} LIMIT ${limit}`;
  const first = firstBy();
  return either({
    sqlite: sql`${sql.join([...arms], union)} ${first}`,
    postgres:
      arms.length === 1
        ? sql`${arms[0]} ${firstBy(allNullIn[0])}`
        : sql`${sql.join(
            arms.map((arm, i) => sql`(${arm} ${firstBy(allNullIn[i])})`),
            union,
          )} ${first}`,
  });
}
