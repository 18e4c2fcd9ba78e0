import { hasTable } from '../backup/known.ts';
import { digestOf, schemaOf, sealOf } from '../backup/seal.ts';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import {
  type Check,
  type Finding,
  fixed,
  inSnapshot,
  note,
  ok,
  PAUSE,
  type Pause,
  RESTORE,
  repairable,
  wrong,
} from './finding.ts';

export const version: Check = {
  name: 'Schema',
  *find(on) {
    const found = schemaVersion(on);
    if (found === SCHEMA_VERSION) {
      yield ok(`Schema: version ${found}.`);
      return;
    }
    yield ok(`Schema: version ${found}; start the server once to bring it to ${SCHEMA_VERSION}.`);
    yield note('Rows are checked only after that.');
  },
};

const MAX_FLAWS = 3;
const tables = (on: Connection): string[] =>
  schemaOf(on)
    .filter(({ type }) => type === 'table')
    .map(({ name }) => name);

/**
 * Problems that SQLite finds in pages and indexes: first all pages, then the indexes of each table, so that no
 * statement runs too long.
 */
export function* integrityFlaws(on: Connection, max = MAX_FLAWS): Generator<string | Pause> {
  const flaws = (pragma: string, atMost: number) =>
    checked(on, pragma)
      .map((row) => String(Object.values(row)[0]).replace(/\s+/g, ' ').trim())
      .filter((text) => text !== 'ok')
      .slice(0, atMost);
  const inPages = flaws(`quick_check(${max})`, max);
  yield* inPages;
  let left = max - inPages.length;
  for (const table of tables(on)) {
    if (left <= 0) return;
    yield PAUSE;
    const found = flaws(`integrity_check("${table}")`, left).filter((flaw) => !inPages.includes(flaw));
    yield* found;
    left -= found.length;
  }
}

/**
 * The results of a check. FTS5 caches its index structure and validates the cache on reads, but not on checks: after
 * another connection's commit, a check would report the new index as damaged. So it is read first, in the same
 * snapshot.
 */
const checked = (on: Connection, pragma: string): Record<string, string>[] =>
  inSnapshot(on, () => {
    if (hasTable(on, 'search')) on.get('SELECT rowid FROM search LIMIT 1', []);
    return on.all<Record<string, string>>(`PRAGMA ${pragma}`, []);
  });

/** SQLite's messages about an index that does not match its table. */
const INDEX_PROBLEM =
  /(?:missing from index|wrong # of entries in index|non-unique entry in index|values differ from index) (\w+)/;

/** SQLite's messages about a value that its column does not allow; the pages are intact. */
const VALUE_PROBLEM =
  /^(NULL value in|non-\w+ value in|CHECK constraint failed in|TEXT value in|NUMERIC value in) /;

/** True for a problem in original data, on which no repair should be built. */
export const isOriginalData = (flaw: string): boolean =>
  flawedIndex(flaw) === null && !VALUE_PROBLEM.test(flaw);

/** The index with this problem; null for a problem in original data. */
export const flawedIndex = (flaw: string): string | null => INDEX_PROBLEM.exec(flaw)?.[1] ?? null;

export const integrity: Check = {
  name: 'Integrity',
  *find(on) {
    let sound = true;
    for (const flaw of integrityFlaws(on)) {
      if (flaw === PAUSE) {
        yield PAUSE;
        continue;
      }
      sound = false;
      yield flawedIndex(flaw)
        ? repairable(`The database is damaged: ${flaw}.`)
        : wrong(`The database is damaged: ${flaw}. ${RESTORE}`);
    }
    if (sound) yield ok('Integrity: all pages and indexes are intact.');
  },
};

/** The seal detects changed bits that break no page; only backups have one. */
export const checksum: Check = {
  name: 'Checksum',
  *find(on) {
    const sealed = sealOf(on);
    if (sealed === null) return;
    if (sealed === digestOf(on)) yield ok('Checksum: the backup has not changed since it was created.');
    else yield wrong('The backup has changed since it was created. Use another one.');
  },
};

/** Tables with derived rows, or rows that are meaningless without their parent. */
const FACETS = ['task_tags', 'task_labels', 'task_metadata'];

export const foreignKeys: Check = {
  name: 'Foreign keys',
  *find(on) {
    let sound = true;
    for (const table of tables(on).filter(isOfTandem)) {
      yield PAUSE;
      for (const { parent, n } of on.all<{ parent: string; n: number }>(
        'SELECT parent, count(*) AS n FROM pragma_foreign_key_check(?) GROUP BY 1',
        [table],
      )) {
        sound = false;
        const text = `Rows of ${table} refer to missing rows of ${parent}: ${n}.`;
        yield FACETS.includes(table) ? repairable(text) : wrong(`${text} ${RESTORE}`);
      }
    }
    if (sound) yield ok('Foreign keys: all references resolve.');
  },
};

let expected: ReturnType<typeof schemaOf> | undefined;

/** The schema of a newly created database; constant for the life of the process. */
function expectedSchema(): ReturnType<typeof schemaOf> {
  if (expected) return expected;
  const fresh = openConnection(':memory:', 'writer');
  try {
    migrate(fresh);
    expected = schemaOf(fresh);
    return expected;
  } finally {
    fresh.close();
  }
}

/** False for a table of a host in the same file. */
export const isOfTandem = (table: string): boolean => expectedSchema().some(({ name }) => name === table);

/** SQL without whitespace and quotes: SQLite's own differ where a table was altered or renamed. */
const compact = (sql: string) => sql.replace(/[\s"]/g, '');

/** Differences from the schema of a new database. Only for up-to-date databases: older rules are not available. */
function differencesIn(on: Connection) {
  const found = new Map(schemaOf(on).map(({ name, sql }) => [name, compact(sql)]));
  return expectedSchema()
    .filter(({ name, sql }) => found.get(name) !== compact(sql))
    .map((made) => ({ ...made, there: found.has(made.name) }));
}

export const schema: Check = {
  name: 'Schema',
  *find(on) {
    const differing = differencesIn(on);
    for (const { type, name } of differing) {
      const text = `The ${type} ${name} is missing or was changed by another program.`;
      yield type === 'table' ? wrong(`${text} ${RESTORE}`) : repairable(text);
    }
    if (differing.length === 0) yield ok('Schema: all tables, indexes and triggers are unchanged.');
  },
  *repair(on): Generator<Finding> {
    for (const { type, name, sql, there } of differencesIn(on)) {
      if (type === 'table') continue;
      if (there) on.exec(`DROP ${type} "${name}"`);
      on.exec(sql);
      yield fixed(`The ${type} ${name} was recreated.`);
    }
  },
};

/** The ids without a file record. */
export const idsWithoutRecord = (on: Connection, ids: readonly string[]): string[] =>
  hasTable(on, 'files')
    ? on
        .all<{ id: string }>(
          'SELECT value AS id FROM json_each(?) WHERE value NOT IN (SELECT id FROM files)',
          [JSON.stringify(ids)],
        )
        .map(({ id }) => id)
    : [...ids];
