import { hasTable } from '../backup/known.ts';
import { digestOf, madeOf, sealOf } from '../backup/seal.ts';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { migrate, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import {
  atOneMoment,
  type Check,
  type Finding,
  mended,
  note,
  ok,
  PAUSE,
  type Pause,
  RESTORE,
  wrong,
  wrongForNow,
} from './finding.ts';

export const version: Check = {
  name: 'Schema',
  *find(on) {
    const found = schemaVersion(on);
    if (found === SCHEMA_VERSION) {
      yield ok(`Schema: version ${found}.`);
      return;
    }
    yield ok(`Schema: version ${found}; the next start brings it to ${SCHEMA_VERSION}.`);
    yield note('What its rows hold is not looked at before that.');
  },
};

const MAX_FLAWS = 3;
const tables = (on: Connection): string[] =>
  madeOf(on)
    .filter(({ type }) => type === 'table')
    .map(({ name }) => name);

/**
 * What SQLite finds wrong with pages and indexes: first all pages, then the indexes table by table, so that no
 * statement takes as long as all together.
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
 * The answers of a check. FTS5 remembers how its index lies, and asks whether that still holds when it is read, but not when
 * it is checked: a check after somebody else's commit would take the new index for a damaged old one. So it is read first,
 * at the moment of the check.
 */
const checked = (on: Connection, pragma: string): Record<string, string>[] =>
  atOneMoment(on, () => {
    if (hasTable(on, 'search')) on.get('SELECT rowid FROM search LIMIT 1', []);
    return on.all<Record<string, string>>(`PRAGMA ${pragma}`, []);
  });

/** What SQLite says of an index that does not follow from its table. */
const OF_INDEX =
  /(?:missing from index|wrong # of entries in index|non-unique entry in index|values differ from index) (\w+)/;

/** What SQLite says of a value that its column does not take; the pages around it are in order. */
const OF_VALUE =
  /^(NULL value in|non-\w+ value in|CHECK constraint failed in|TEXT value in|NUMERIC value in) /;

/** Whether this flaw is of something that follows from nothing else, and that nothing should be built on. */
export const isDeep = (flaw: string): boolean => flawedIndex(flaw) === null && !OF_VALUE.test(flaw);

/** The index that has this flaw; null for a flaw of something that follows from nothing else. */
export const flawedIndex = (flaw: string): string | null => OF_INDEX.exec(flaw)?.[1] ?? null;

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
        ? wrongForNow(`The database is damaged: ${flaw}.`)
        : wrong(`The database is damaged: ${flaw}. ${RESTORE}`);
    }
    if (sound) yield ok('Integrity: every page and index is in order.');
  },
};

/** Bits that have changed without breaking a page are told by the seal; only a backup has one. */
export const unbroken: Check = {
  name: 'Seal',
  *find(on) {
    const sealed = sealOf(on);
    if (sealed === null) return;
    if (sealed === digestOf(on)) yield ok('Seal: the backup is as it was when it was made.');
    else yield wrong('The backup is not as it was when it was made. Use another one.');
  },
};

/** Tables whose rows follow from others, or mean nothing without them. */
const FACETS = ['task_tags', 'task_labels'];

export const foreignKeys: Check = {
  name: 'Foreign keys',
  *find(on) {
    let sound = true;
    for (const table of tables(on)) {
      yield PAUSE;
      for (const { parent, n } of on.all<{ parent: string; n: number }>(
        'SELECT parent, count(*) AS n FROM pragma_foreign_key_check(?) GROUP BY 1',
        [table],
      )) {
        sound = false;
        const text = `Rows of ${table} refer to ${parent} that are not there: ${n}.`;
        yield FACETS.includes(table) ? wrongForNow(text) : wrong(`${text} ${RESTORE}`);
      }
    }
    if (sound) yield ok('Foreign keys: every row finds what it refers to.');
  },
};

let madeNow: ReturnType<typeof madeOf> | undefined;

/** What a database is made of that is made now. It is the same for as long as the program runs. */
function newlyMade(): ReturnType<typeof madeOf> {
  if (madeNow) return madeNow;
  const fresh = openConnection(':memory:', 'writer');
  try {
    migrate(fresh);
    madeNow = madeOf(fresh);
    return madeNow;
  } finally {
    fresh.close();
  }
}

/** What differs from a database that is made now. Only for one that is up to date: older rules are not at hand. */
function differencesIn(on: Connection) {
  const found = new Map(madeOf(on).map(({ name, sql }) => [name, sql]));
  return newlyMade()
    .filter(({ name, sql }) => found.get(name) !== sql)
    .map((made) => ({ ...made, there: found.has(made.name) }));
}

export const schema: Check = {
  name: 'Schema',
  *find(on) {
    const differing = differencesIn(on);
    for (const { type, name } of differing) {
      const text = `The ${type} ${name} is missing or was changed by another program.`;
      yield type === 'table' ? wrong(`${text} ${RESTORE}`) : wrongForNow(text);
    }
    if (differing.length === 0) yield ok('Schema: every table, index and trigger is as Tandem makes it.');
  },
  *mend(on): Generator<Finding> {
    for (const { type, name, sql, there } of differencesIn(on)) {
      if (type === 'table') continue;
      if (there) on.exec(`DROP ${type} "${name}"`);
      on.exec(sql);
      yield mended(`The ${type} ${name} is made anew.`);
    }
  },
};

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
