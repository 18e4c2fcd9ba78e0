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
} from 'kysely';
import type { Connection, MaybePromise, RowOf, Truncated } from './connection.ts';
import { compilingFor, type Dialect } from './dialect.ts';
import type { Schema } from './stores/schema.ts';

/** Kysely as a template: it writes and type-checks SQL once, and never sees a connection. */
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
 * How much text is read for a page, in UTF-16 units. As JSON a text has at least as many bytes, and a page ends at
 * 1 MiB of them (docs/decisions/0041): what is left out would not have been shown. It would be read and decoded
 * all the same, for up to a third of a second.
 */
const MAX_TEXT = 1024 * 1024;
/**
 * Up to so many rows are read at once, without counting their texts: one by one they take a sixth longer. As long as
 * texts can be, and of nothing but emoji, so many take 48 ms.
 */
const AT_ONCE = 26;

/** Rows that are asked for first where rows are known to be large: at most 3 MB. */
const FIRST_STEP = 8;

/** Stands in a template for a value that is given when the query runs. */
class Parameter {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/**
 * The workspace, in fragments that many templates share: the value `ws` that each of them runs with. A statement says of
 * each table that it is of this workspace, also where it follows from a join: a database whose tables are spread by
 * workspace looks in one place then.
 */
export const WS = new Parameter('ws');

/** A query that is compiled for each dialect when it first runs: its SQL, and how its parameters follow from the values. */
export interface Query<Values, Row> {
  all(on: Connection, values: Values): MaybePromise<Row[]>;
  /** For a list whose rows may hold long texts: at most `limit`, and no more of them than a page of it can show. */
  few(on: Connection, values: Values & { readonly limit: number }): MaybePromise<Truncated<Row>>;
  get(on: Connection, values: Values): MaybePromise<Row | undefined>;
  /** Runs it; what goes wrong may be known later (`Connection`). */
  run(on: Connection, values: Values): void;
  /** Runs it; returns how many rows it has changed. */
  changes(on: Connection, values: Values): MaybePromise<number>;
}

/**
 * SQLite plans by the values of parameters: of every limit, and from 3.54 on of whatever a join compares with one. It
 * then prepares the statement anew each time that it is run. A plus before a parameter changes nothing but that.
 */
const PARAMETER = /\?/g;

interface Compiled {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

function compile(built: Compilable<unknown> | RawBuilder<unknown>, dialect: Dialect): Compiled {
  return compilingFor(dialect, () => {
    const executor = EXECUTORS[dialect];
    const node = (built as { toOperationNode(): RootOperationNode }).toOperationNode();
    const id = { queryId: '' };
    const { sql, parameters } = executor.compileQuery(executor.transformQuery(node, id), id);
    return { sql: dialect === 'sqlite' ? sql.replace(PARAMETER, '+?') : sql, parameters };
  });
}

/**
 * A query of a template. `build` gets a stand-in for the values: each member that it uses becomes a parameter of that
 * name. `make` is for what is read so often that the names of its columns cost too much.
 */
export function query<Values extends object, Row = unknown>(
  build: (values: Values) => Compilable<Row> | RawBuilder<Row>,
  make?: RowOf<Row>,
): Query<Values, Row> {
  const standIn = new Proxy({}, { get: (_, name) => new Parameter(String(name)) }) as Values;
  let sqlite: Compiled | undefined;
  let postgres: Compiled | undefined;
  /** What is compiled for the connection's dialect, when it first runs there. */
  const on = ({ dialect }: Connection): Compiled => {
    if (dialect === 'sqlite') {
      sqlite ??= compile(build(standIn), dialect);
      return sqlite;
    }
    postgres ??= compile(build(standIn), dialect);
    return postgres;
  };
  /** Whether the last long page held more text than it could show. */
  let large = false;
  /**
   * SQLite reads no further than is shown; PostgreSQL sends all that was asked for. Where pages have been large, a few rows
   * are asked for first.
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

/** The parameters of a compiled query for the values that it is run with. */
function bind({ parameters }: Compiled, values: object): unknown[] {
  return parameters.map((parameter) =>
    parameter instanceof Parameter ? values[parameter.name as keyof typeof values] : parameter,
  );
}

/** Queries by shape, compiled when a shape is first asked for; the oldest go when there are too many. */
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
