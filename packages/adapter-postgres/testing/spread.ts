import pg from 'pg';
import { MIGRATIONS, SCHEMA_VERSION } from '../src/migrations/index.ts';

/*
 * Checks that workspaces can be sharded over several databases or nodes: each statement must read and write one
 * workspace only, and name it. Every statement of the contract suite is planned on tables partitioned by workspace and
 * must need one partition of each.
 */

const PARTS = 2;

/** Lookups of keys before the workspace is known, and scans for pending work, which run on every shard. */
const ON_ALL_SHARDS = [
  /from "(keys|sessions|invitations|sign_in_links)" where "id" = \$1$/,
  /FROM heads\s+WHERE workspace_id = ANY|^\s*SELECT access_version FROM heads WHERE workspace_id = \(\s*SELECT/,
  /from "workspaces" order by/,
  /^\s*select distinct "?workspace_id"? from/i,
  /^\s*SELECT \(SELECT count\(\*\) FROM turns/,
  /^SELECT id FROM files WHERE id IN/,
];

type Parse = (query: { readonly text: string }, more: boolean) => void;
const { prototype } = (pg as unknown as { Connection: { prototype: { parse: Parse } } }).Connection;

/** Collects all statements sent during a test file. */
export function sentStatements(): ReadonlySet<string> {
  const sent = new Set<string>();
  const { parse } = prototype;
  beforeAll(() => {
    prototype.parse = function (this: object, query, more) {
      sent.add(query.text);
      parse.call(this, query, more);
    };
  });
  afterAll(() => {
    prototype.parse = parse;
  });
  return sent;
}

/** The schema with all workspace tables partitioned by workspace. */
const spread = (migration: string) =>
  migration
    // All unique constraints are per workspace; these two lookups run on every shard.
    .replace(/CREATE UNIQUE INDEX (\w+) ON (\w+) \((?!workspace_id)/g, 'CREATE INDEX $1 ON $2 (')
    .replace(/ WITH \([^)]*\);/g, ';')
    .replace(/ALTER TABLE \w+ SET \([^)]*\);/g, '')
    .replace(
      /CREATE (?:UNLOGGED )?TABLE (\w+) \(([\s\S]*?)\n\);/g,
      (table, name: string, columns: string) => {
        const by = name === 'workspaces' ? 'id' : /\bworkspace_id TEXT/.test(columns) ? 'workspace_id' : null;
        if (by === null) return table;
        const parts = Array.from(
          { length: PARTS },
          (_, i) =>
            `CREATE TABLE ${name}_p${i} PARTITION OF ${name} FOR VALUES WITH (MODULUS ${PARTS}, REMAINDER ${i});`,
        );
        return `${table.replace(/;$/, '')} PARTITION BY HASH (${by});\n${parts.join('\n')}`;
      },
    );

interface Plan {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The partitions that a plan reads, by table. */
function partsOf(plan: Plan, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  const [, table, part] = /^(.*)_p(\d+)$/.exec(plan['Relation Name'] ?? '') ?? [];
  if (table !== undefined && part !== undefined) found.set(table, (found.get(table) ?? new Set()).add(part));
  for (const each of plan.Plans ?? []) partsOf(each, found);
  return found;
}

/** Creates the partitioned tables in an empty database. */
export async function makeSpread(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const migration of MIGRATIONS) await client.query(spread(migration));
  await client.query(`CREATE TABLE schema_version (version BIGINT NOT NULL);
    INSERT INTO schema_version VALUES (${SCHEMA_VERSION})`);
  await client.end();
}

/**
 * Statements that sort a table's rows although an index has the order and only the first rows are needed: their cost
 * grows with the table. (Sorting the combined output of a few index ranges is fine.)
 */
export async function sortingTables(statements: Iterable<string>, url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    // Disabled plan nodes get costs so high that JIT would compile, even for EXPLAIN.
    await client.query(
      'SET enable_sort = off; SET enable_seqscan = off; SET enable_bitmapscan = off; SET jit = off',
    );
    const sorting: string[] = [];
    for (const text of statements) {
      if (!/^\s*\(?\s*(select|with)[\s\S]*\blimit\b/i.test(text) || FEW.some((few) => few.test(text)))
        continue;
      const plan = await planOf(client, text);
      if (sortsATable(plan)) sorting.push(text.replace(/\s+/g, ' ').trim());
    }
    return sorting;
  } finally {
    await client.end();
  }
}

/** Removed members with the same name, and agents that reached a limit on a day: few rows. */
const FEW = [/FROM members WHERE workspace_id = \$1 AND name_key = \$2/, /FROM limits_reached/];

/** True if a table's rows are sorted below a limit. `above` lists the parent nodes, nearest first. */
function sortsATable(plan: Plan, above: readonly string[] = []): boolean {
  const isRows = plan['Relation Name'] !== undefined;
  if (isRows && above[0] === 'Sort' && above[1] === 'Limit') return true;
  // Result nodes only compute columns.
  const type = plan['Node Type'];
  const next = type === 'Result' ? above : [type, ...above];
  return (plan.Plans ?? []).some((each) => sortsATable(each, next));
}

async function planOf(client: pg.Client, text: string): Promise<Plan> {
  const [, { rows: types }] = await several(
    client,
    `PREPARE planned AS ${text};
    SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 'planned'`,
  );
  const values = types.map(({ type }) => (/int|double|numeric/.test(type) ? '1' : `'[]'`));
  const given = values.length === 0 ? '' : `(${values.join()})`;
  // Deallocated, because every look-up of a prepared statement reads all of them.
  const [{ rows }] = await several(
    client,
    `EXPLAIN (FORMAT JSON) EXECUTE planned${given}; DEALLOCATE planned`,
  );
  return rows[0]['QUERY PLAN'][0].Plan;
}

/** Two statements in one round trip; the driver's types know one result only. */
const several = (client: pg.Client, text: string) =>
  client.query(text) as unknown as Promise<[pg.QueryResult, pg.QueryResult]>;

/** Statements that need several partitions of a table in a partitioned database. */
export async function needingSeveral(statements: Iterable<string>, url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const several: string[] = [];
    for (const text of statements) {
      if (!/^\s*(select|with|insert|update|delete)/i.test(text) || ON_ALL_SHARDS.some((of) => of.test(text)))
        continue;
      const max = [...partsOf(await planOf(client, text))].filter(([, { size }]) => size > 1);
      if (max.length === 0) continue;
      const tables = max.map(([table, { size }]) => `${table}: ${size}`).join(', ');
      several.push(`${tables}: ${text.replace(/\s+/g, ' ').trim()}`);
    }
    return several;
  } finally {
    await client.end();
  }
}
