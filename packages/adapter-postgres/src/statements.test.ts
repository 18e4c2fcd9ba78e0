import { storageContract } from '@tandem/core/testing';
import pg from 'pg';
import { onPostgres } from '../testing/postgres.ts';
import { oneDatabase, openStorage } from '../testing/storages.ts';
import { MIGRATIONS } from './migrations/index.ts';

/*
 * What makes it possible to spread the workspaces over several databases, or over the nodes of one: a statement reads and
 * writes in one workspace alone, and says so itself. Each that the contract suite sends is planned on tables that are spread
 * by workspace, and must need one part of each.
 */

const PARTS = 4;

/** Whose key it is, before a workspace is known; and what is to be done in any of them, which every part is asked for. */
const OF_ALL = [
  /from "(keys|invitations)" where "id" = \$1$/,
  /FROM heads\s+WHERE workspace_id = ANY|^\s*SELECT access_version FROM heads WHERE workspace_id = \(SELECT/,
  /from "workspaces" order by/,
  /^\s*select distinct "?workspace_id"? from/i,
  /^\s*SELECT \(SELECT count\(\*\) FROM turns/,
  /^SELECT id FROM files WHERE id IN/,
];

const sent = new Set<string>();
type Parse = (query: { readonly text: string }, more: boolean) => void;
const prototype = (pg as unknown as { Connection: { prototype: { parse: Parse } } }).Connection.prototype;
const { parse } = prototype;
beforeAll(() => {
  prototype.parse = function (this: object, query, more) {
    sent.add(query.text);
    return parse.call(this, query, more);
  };
});
afterAll(() => {
  prototype.parse = parse;
});

/** The schema with every table of workspaces spread by them. */
const spread = (migration: string) =>
  migration
    .replace(/\bTEXT\b/g, 'TEXT COLLATE "C"')
    // Whatever is unique is so within a workspace; these two are looked for everywhere.
    .replace(/CREATE UNIQUE INDEX (\w+) ON (\w+) \((?!workspace_id)/g, 'CREATE INDEX $1 ON $2 (')
    .replace(/ WITH \([^)]*\);/g, ';')
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
  readonly 'Relation Name'?: string;
  readonly Plans?: readonly Plan[];
}

/** The parts that a plan reads, of each table. */
function partsOf(plan: Plan, found = new Map<string, Set<string>>()): Map<string, Set<string>> {
  const [, table, part] = /^(.*)_p(\d+)$/.exec(plan['Relation Name'] ?? '') ?? [];
  if (table !== undefined && part !== undefined) found.set(table, (found.get(table) ?? new Set()).add(part));
  for (const each of plan.Plans ?? []) partsOf(each, found);
  return found;
}

/** Makes the tables spread by workspace in an empty database. */
async function makeSpread(client: pg.Client): Promise<void> {
  for (const migration of MIGRATIONS) await client.query(spread(migration));
  await client.query(`CREATE TABLE schema_version (version BIGINT NOT NULL);
    INSERT INTO schema_version VALUES (${MIGRATIONS.length})`);
}

onPostgres('on PostgreSQL', (postgres) => {
  const emptied = oneDatabase(postgres);
  storageContract('PostgreSQL', async () => openStorage(await emptied()));

  // Slower than on plain tables, and much slower to make: tried when it is asked for.
  if (process.env.TANDEM_TEST_SPREAD) {
    storageContract('PostgreSQL, its tables spread by workspace', async () => {
      const url = await postgres.newDatabase();
      const client = new pg.Client(url);
      await client.connect();
      await makeSpread(client);
      await client.end();
      return openStorage(url);
    });
  }

  test('every statement reads and writes in one workspace alone', async () => {
    const client = new pg.Client(await postgres.newDatabase());
    await client.connect();
    try {
      await makeSpread(client);
      const several: string[] = [];
      for (const [i, text] of [...sent].entries()) {
        if (!/^\s*(select|with|insert|update|delete)/i.test(text) || OF_ALL.some((of) => of.test(text)))
          continue;
        await client.query(`PREPARE s${i} AS ${text}`);
        const types: string[] = (
          await client.query(
            `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 's${i}'`,
          )
        ).rows.map(({ type }) => type);
        const values = types.map((type) => (/int|double|numeric/.test(type) ? '1' : `'[]'`));
        const given = values.length === 0 ? '' : `(${values.join()})`;
        const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE s${i}${given}`);
        const parts = partsOf(rows[0]['QUERY PLAN'][0].Plan);
        const most = [...parts]
          .filter(([, { size }]) => size > 1)
          .map(([table, { size }]) => `${table}: ${size}`);
        if (most.length > 0) several.push(`${most.join(', ')}: ${text.replace(/\s+/g, ' ').trim()}`);
      }
      expect(several).toEqual([]);
      expect(sent.size).toBeGreaterThan(250);
    } finally {
      await client.end();
    }
  });
});
