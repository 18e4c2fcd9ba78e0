import {
  type Compilable,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  type RootOperationNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { Connection, MaybePromise, RowOf, Truncated } from './connection.ts';
import { compilingFor, type Dialect } from './dialect.ts';
import type { Schema } from './stores/schema.ts';
import type { Table } from './table.ts';

/** Kysely as a template engine: it type-checks SQL and compiles it once, without a connection. */
export const db = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (instance) => new SqliteIntrospector(instance),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});
const postgres = new Kysely<Schema>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (instance) => new PostgresIntrospector(instance),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
const EXECUTORS = { sqlite: db.getExecutor(), postgres: postgres.getExecutor() };

/**
 * Maximum text read for a page, in UTF-16 units. A page ends at 1 MiB of JSON (docs/decisions/0041), and text takes at
 * least one byte a unit in JSON, so more would not be returned. Decoding it could take up to a third of a second.
 */
const MAX_TEXT = 1024 * 1024;
/**
 * Up to this many rows are read at once without measuring their text, which saves a sixth of the time. The worst case
 * (maximum length, only emoji) takes 48 ms.
 */
const AT_ONCE = 26;

/** The first batch when rows are known to be large: at most 3 MB. */
const FIRST_STEP = 8;

/** A placeholder in a template for a value given at run time. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * The workspace, in fragments that many templates share: the value `ws` of every run. Each statement names the
 * workspace for every table, even where a join implies it: a database that is sharded by workspace then reads from one
 * shard.
 */
export const WS = new Parameter('ws');

/** The columns of a table, for SELECT. */
export const columnsOf = (alias: string, { columns }: Pick<Table, 'columns'>) =>
  sql.raw(
    Object.keys(columns)
      .map((column) => `${alias}.${column}`)
      .join(', '),
  );

/** A query compiled for each dialect on first use, with the mapping from values to parameters. */
export interface Query<Values, Row> {
  all(on: Connection, values: Values): MaybePromise<Row[]>;
  /** For a list with long texts: at most `limit` rows, and no more text than a page can show. */
  few(on: Connection, values: Values & { readonly limit: number }): MaybePromise<Truncated<Row>>;
  get(on: Connection, values: Values): MaybePromise<Row | undefined>;
  /** Runs it. An error may surface later (see `Connection`). */
  run(on: Connection, values: Values): void;
  /** Runs it; returns the number of changed rows. */
  changes(on: Connection, values: Values): MaybePromise<number>;
}

/**
 * SQLite plans by parameter values: for every limit and, since 3.54, for every comparison in a join. It then prepares
 * the statement on each run. A plus before the parameter prevents that and changes nothing else.
 */
const PARAMETER = /\?/g;

interface Compiled {
  readonly sql: string;
  /** The name of the value that each parameter takes; null for a constant. */
  readonly names: readonly (string | null)[];
  readonly parameters: readonly unknown[];
}

function compile(built: Compilable<unknown> | RawBuilder<unknown>, dialect: Dialect): Compiled {
  return compilingFor(dialect, () => {
    const executor = EXECUTORS[dialect];
    const node = (built as { toOperationNode(): RootOperationNode }).toOperationNode();
    const id = { queryId: '' };
    const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, id), id);
    const names = parameters.map((parameter) => (parameter instanceof Parameter ? parameter.name : null));
    return { sql: dialect === 'sqlite' ? sql.replace(PARAMETER, '+?') : sql, names, parameters };
  });
}

/**
 * A query from a template. `build` receives a proxy: each member that it reads becomes a parameter of that name. `make`
 * builds the rows of hot queries, where keying by column name costs too much.
 */
export function query<Values extends object, Row = unknown>(
  build: (values: Values) => Compilable<Row> | RawBuilder<Row>,
  make?: RowOf<Row>,
): Query<Values, Row> {
  const standIn = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Values;
  let sqlite: Compiled | undefined;
  let postgres: Compiled | undefined;
  /** Compiled for the connection's dialect on first use. */
  const on = ({ dialect }: Connection): Compiled => {
    if (dialect === 'sqlite') {
      sqlite ??= compile(build(standIn), dialect);
      return sqlite;
    }
    postgres ??= compile(build(standIn), dialect);
    return postgres;
  };
  /** True if the last long page had more text than it could show. */
  let large = false;
  /**
   * SQLite reads only the rows that are consumed; PostgreSQL sends all rows requested. After a large page, a few rows
   * are requested first.
   */
  const inSteps = async (
    connection: Connection,
    compiled: Compiled,
    values: Values & { readonly limit: number },
  ): Promise<Truncated<Row>> => {
    const ask = (limit: number) =>
      connection.few(compiled.sql, bind(compiled, { ...values, limit }), MAX_TEXT, make);
    if (large) {
      const first = await ask(FIRST_STEP);
      if (first.cut || first.rows.length < FIRST_STEP) return first;
    }
    const page = await ask(values.limit);
    large = page.cut;
    return page;
  };

  return {
    all: (connection, values) => {
      const compiled = on(connection);
      return connection.all(compiled.sql, bind(compiled, values), make);
    },
    few: (connection, values) => {
      const compiled = on(connection);
      const bound = bind(compiled, values);
      if (values.limit > AT_ONCE) {
        if (connection.dialect === 'sqlite') return connection.few(compiled.sql, bound, MAX_TEXT, make);
        return inSteps(connection, compiled, values);
      }
      const rows = connection.all(compiled.sql, bound, make);
      return rows instanceof Promise
        ? rows.then((found) => ({ rows: found, cut: false }))
        : { rows, cut: false };
    },
    get: (connection, values) => {
      const compiled = on(connection);
      return connection.get(compiled.sql, bind(compiled, values), make);
    },
    run: (connection, values) => {
      const compiled = on(connection);
      connection.run(compiled.sql, bind(compiled, values));
    },
    changes: (connection, values) => {
      const compiled = on(connection);
      return connection.changes(compiled.sql, bind(compiled, values));
    },
  };
}

/** The parameter values of a compiled query for one run. */
function bind({ names, parameters }: Compiled, values: object): unknown[] {
  return names.map((name, i) => (name === null ? parameters[i] : values[name as keyof typeof values]));
}

/** A cache of queries by shape, compiled on first use; evicts the oldest beyond `limit`. */
export function queriesByShape<Values extends object, Row>(limit = 500) {
  const made = new Map<string, Query<Values, Row>>();
  return (shape: string, make: () => Query<Values, Row>): Query<Values, Row> => {
    let found = made.get(shape);
    if (!found) {
      if (made.size >= limit) made.delete(made.keys().next().value as string);
      found = make();
      made.set(shape, found);
    }
    return found;
  };
}
