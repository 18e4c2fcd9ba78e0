import pg from 'pg';
import { MIGRATIONS } from '../src/migrations/index.ts';

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

type Parse = (query: { readonly text: string }, more: boolean) => void;
const { prototype } = (pg as unknown as { Connection: { prototype: { parse: Parse } } }).Connection;

/** Gathers all statements that the tests of a file send, whoever sends them. */
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
export async function makeSpread(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  for (const migration of MIGRATIONS) await client.query(spread(migration));
  await client.query(`CREATE TABLE schema_version (version BIGINT NOT NULL);
    INSERT INTO schema_version VALUES (${MIGRATIONS.length})`);
  await client.end();
}

/** Which statements need several parts of a table, of a database that is spread. */
export async function needingSeveral(statements: Iterable<string>, url: string): Promise<string[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    const several: string[] = [];
    for (const [i, text] of [...statements].entries()) {
      if (!/^\s*(select|with|insert|update|delete)/i.test(text) || OF_ALL.some((of) => of.test(text)))
        continue;
      await client.query(`PREPARE s${i} AS ${text}`);
      const types = await client.query(
        `SELECT unnest(parameter_types)::text AS type FROM pg_prepared_statements WHERE name = 's${i}'`,
      );
      const values = types.rows.map(({ type }) => (/int|double|numeric/.test(type) ? '1' : `'[]'`));
      const given = values.length === 0 ? '' : `(${values.join()})`;
      const { rows } = await client.query(`EXPLAIN (FORMAT JSON) EXECUTE s${i}${given}`);
      const most = [...partsOf(rows[0]['QUERY PLAN'][0].Plan)].filter(([, { size }]) => size > 1);
      if (most.length === 0) continue;
      const tables = most.map(([table, { size }]) => `${table}: ${size}`).join(', ');
      several.push(`${tables}: ${text.replace(/\s+/g, ' ').trim()}`);
    }
    return several;
  } finally {
    await client.end();
  }
}
