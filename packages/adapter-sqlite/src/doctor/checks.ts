import { integrityFlaws } from '../backup/integrity.ts';
import { hasTable } from '../backup/known.ts';
import { digestOf, madeOf, sealOf } from '../backup/seal.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { type Connection, openConnection } from '../sqlite.ts';
import type { Finding } from './doctor.ts';

type Check = (on: Connection) => Iterable<Finding>;

const ok = (text: string): Finding => ({ state: 'ok', text });
const wrong = (text: string): Finding => ({ state: 'wrong', text });
const RESTORE = 'Restore a backup.';

function* version(on: Connection): Generator<Finding> {
  const found = schemaVersion(on);
  if (found === SCHEMA_VERSION) yield ok(`Schema: version ${found}.`);
  else yield ok(`Schema: version ${found}; the next start brings it to ${SCHEMA_VERSION}.`);
}

function* integrity(on: Connection): Generator<Finding> {
  const problems = integrityFlaws(on, 3);
  if (problems.length === 0) yield ok('Integrity: every page and index is in order.');
  for (const problem of problems) yield wrong(`The database is damaged: ${problem}. ${RESTORE}`);
}

/** Bits that have changed without breaking a page are told by the seal; only a backup has one. */
function* unbroken(on: Connection): Generator<Finding> {
  const sealed = sealOf(on);
  if (sealed === null) return;
  if (sealed === digestOf(on)) yield ok('Seal: the backup is as it was when it was made.');
  else yield wrong('The backup is not as it was when it was made. Use another one.');
}

function* foreignKeys(on: Connection): Generator<Finding> {
  const found = on.all<{ child: string; parent: string; n: number }>(
    `SELECT "table" AS child, parent, count(*) AS n FROM pragma_foreign_key_check GROUP BY 1, 2`,
    [],
  );
  if (found.length === 0) yield ok('Foreign keys: every row finds what it refers to.');
  for (const { child, parent, n } of found) {
    yield wrong(`Rows of ${child} refer to ${parent} that are not there: ${n}. ${RESTORE}`);
  }
}

/** Only for a schema that is up to date: what the older ones were made of is not at hand. */
function* schema(on: Connection): Generator<Finding> {
  if (schemaVersion(on) !== SCHEMA_VERSION) return;
  const fresh = openConnection(':memory:', 'writer');
  try {
    migrate(fresh);
    const found = new Map(madeOf(on).map(({ name, sql }) => [name, sql]));
    const differing = madeOf(fresh).filter(({ name, sql }) => found.get(name) !== sql);
    if (differing.length === 0) yield ok('Schema: every table, index and trigger is as Tandem makes it.');
    for (const { type, name } of differing) {
      yield wrong(`The ${type} ${name} is missing or was changed by another program. ${RESTORE}`);
    }
  } finally {
    fresh.close();
  }
}

/** Tables whose rows are ordered by a number of their own. */
const NUMBERED_APART = ['events', 'notifications'];

function* sequences(on: Connection): Generator<Finding> {
  const numbered = on
    .all<{ name: string }>(
      `SELECT t.name FROM sqlite_schema t, pragma_table_info(t.name) c WHERE t.type = 'table' AND c.name = 'seq'`,
      [],
    )
    .filter(({ name }) => !NUMBERED_APART.includes(name))
    .map(({ name }) => ({ table: name, column: 'seq', sequence: 'row' }));
  let behind = 0;
  for (const { table, column, sequence } of [
    { table: 'tasks', column: 'number', sequence: 'task' },
    ...numbered,
  ]) {
    const found = on.all<{ workspace_id: string; highest: number; value: number | null }>(
      `SELECT t.workspace_id, t.highest, s.value
       FROM (SELECT workspace_id, max(${column}) AS highest FROM ${table} GROUP BY workspace_id) t
       LEFT JOIN sequences s ON s.workspace_id = t.workspace_id AND s.name = ?
       WHERE t.highest > COALESCE(s.value, 0)`,
      [sequence],
    );
    behind += found.length;
    for (const { workspace_id, highest, value } of found) {
      const said = value === null ? 'is not there' : `stands at ${value}`;
      yield wrong(
        `The sequence "${sequence}" of workspace ${workspace_id} ${said}, but ${table} has ${highest}. ${RESTORE}`,
      );
    }
  }
  if (behind === 0) yield ok('Sequences: none is behind the rows that it numbers.');
}

/** How a trigger counts a row that is added (see migrations/counting.ts). */
const COUNTING = /INSERT INTO counts .*?(SELECT NEW\.workspace_id, '(\w+)',.*?)\sWHERE (.*?)\s+ON CONFLICT/s;

/**
 * Counts anew what triggers have counted. The rule is read from the trigger itself, so that it is the one
 * by which this database has been counting: each row of the table is its NEW in turn.
 */
function* counts(on: Connection): Generator<Finding> {
  let differing = 0;
  for (const { tbl_name, sql } of on.all<{ tbl_name: string; sql: string }>(
    `SELECT tbl_name, sql FROM sqlite_schema WHERE type = 'trigger' AND name GLOB '*_added' ORDER BY name`,
    [],
  )) {
    const [, counted, kind, where] = COUNTING.exec(sql) ?? [];
    if (kind === undefined) continue;
    const n = on.get<{ n: number }>(
      `WITH
         counted (workspace_id, kind, owner, bucket, one) AS (${counted} FROM ${tbl_name} AS NEW WHERE ${where}),
         made AS (SELECT workspace_id, owner, bucket, count(*) AS n FROM counted GROUP BY 1, 2, 3),
         kept AS (SELECT workspace_id, owner, bucket, n FROM counts WHERE kind = ? AND n <> 0)
       SELECT count(*) AS n FROM made FULL JOIN kept USING (workspace_id, owner, bucket)
       WHERE made.n IS NOT kept.n`,
      [kind],
    )?.n;
    if (n === 0) continue;
    differing++;
    yield wrong(
      `Kept counts of ${kind} that are not the number of their rows: ${n}. Totals are shown wrong. ${RESTORE}`,
    );
  }
  if (differing === 0) yield ok('Counts: every kept count is the number of its rows.');
}

export const CHECKS: readonly Check[] = [
  version,
  integrity,
  unbroken,
  foreignKeys,
  schema,
  sequences,
  counts,
];

/** Those ids of files that no record has. */
export const unknownAmong = (on: Connection, ids: readonly string[]): string[] =>
  hasTable(on, 'files')
    ? on
        .all<{ id: string }>(
          'SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM files)',
          [JSON.stringify(ids)],
        )
        .map(({ id }) => id)
    : [...ids];
