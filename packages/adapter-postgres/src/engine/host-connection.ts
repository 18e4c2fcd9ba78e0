import type pg from 'pg';

/** A connection of the driver `pg` inside a transaction of the host: a client, or an object that passes queries on to one. */
export interface HostConnection {
  query(query: pg.Submittable): unknown;
}

const members = (value: unknown): Record<string, unknown> =>
  value !== null && (typeof value === 'object' || typeof value === 'function') ? (value as never) : {};

/** The transaction of a host as a connection. Throws a TypeError for anything else. */
export function hostConnection(transaction: unknown): HostConnection {
  const { query, totalCount, native } = members(transaction);
  if (totalCount !== undefined) {
    throw new TypeError('tandem.in() requires one client, not a pool. Call pool.connect() and BEGIN first.');
  }
  if (typeof query !== 'function' || native) throw new TypeError(NO_CLIENT);
  return transaction as HostConnection;
}

const NO_CLIENT =
  'tandem.in() requires a client of the package pg, or fromKysely(trx), fromDrizzle(tx) or fromKnex(trx).';

/** Connections made from transactions: the same one for the same transaction. */
const made = new WeakMap<object, HostConnection>();

function once(transaction: object, connection: HostConnection): HostConnection {
  const known = made.get(transaction) ?? connection;
  made.set(transaction, known);
  return known;
}

/** The transaction of a Kysely with the PostgresDialect, for `tandem.in()`. */
export function fromKysely(trx: object): HostConnection {
  const kysely = trx as {
    readonly isTransaction?: boolean;
    withoutPlugins(): { executeQuery(query: unknown): Promise<unknown> };
  };
  if (kysely.isTransaction !== true)
    throw notFrom('fromKysely', 'the transaction of db.transaction().execute()');
  const bare = kysely.withoutPlugins();
  const query = { kind: 'RawNode', sqlFragments: [], parameters: [] };
  return once(trx, {
    // The dialect passes `sql` on to its client, which accepts queries of other classes too.
    query: (sql) => bare.executeQuery({ query, sql, parameters: [], queryId: { queryId: 'tandem' } }),
  });
}

/** The transaction of a Drizzle on `drizzle-orm/node-postgres`, for `tandem.in()`. */
export function fromDrizzle(tx: object): HostConnection {
  const { client } = members(members(tx).session);
  const { query, totalCount } = members(client);
  if (typeof query !== 'function' || totalCount !== undefined) {
    throw notFrom('fromDrizzle', 'the transaction of db.transaction() on drizzle-orm/node-postgres');
  }
  return client as HostConnection;
}

/** The transaction of a Knex with the client `pg`, for `tandem.in()`. */
export function fromKnex(trx: object): HostConnection {
  const { isTransaction, client } = trx as {
    readonly isTransaction?: boolean;
    readonly client?: { acquireConnection(): Promise<HostConnection> };
  };
  if (isTransaction !== true || !client) throw notFrom('fromKnex', 'the transaction of knex.transaction()');
  return once(trx, { query: async (query) => (await client.acquireConnection()).query(query) });
}

const notFrom = (name: string, what: string) => new TypeError(`${name}() requires ${what}.`);
