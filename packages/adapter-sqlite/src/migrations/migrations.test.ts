import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { needing } from '@tandem/core/testing/programs';
import Database from 'better-sqlite3';
import { buildSync } from 'esbuild';
import type { Message, Order } from '../../testing/migrating.ts';
import { openConnection } from '../engine/sqlite.ts';
import { DatabaseTooNew, DatabaseTooOld, sqliteStorage } from '../index.ts';
import { copiesOf } from './copy.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION } from './index.ts';

jest.setTimeout(120_000);

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'tandem-migrations-'));
const program = join(folder, 'migrating.cjs');
const children = new Set<ChildProcess>();

beforeAll(() => {
  buildSync({
    entryPoints: [fileURLToPath(new URL('../../testing/migrating.ts', import.meta.url))],
    outfile: program,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    conditions: ['@tandem/source'],
    // The bundled program resolves the driver from its own location, then from NODE_PATH.
    define: { 'import.meta.url': 'here' },
    banner: { js: "const here = require('node:url').pathToFileURL(__filename).href;" },
  });
});
afterEach(async () => {
  const living = [...children].filter(({ exitCode, signalCode }) => exitCode === null && signalCode === null);
  for (const child of living) child.kill('SIGKILL');
  await Promise.all(living.map((child) => once(child, 'exit')));
  children.clear();
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The full contents of a database. */
function contentsOf(file: string) {
  const database = new Database(file);
  try {
    const schema = database
      .prepare<[], { type: string; name: string; sql: string | null }>('SELECT * FROM sqlite_schema')
      .all();
    const tables = schema.filter(({ type }) => type === 'table').map(({ name }) => name);
    return {
      version: database.pragma('user_version', { simple: true }),
      schema,
      rows: tables.map((table) => [table, database.prepare(`SELECT * FROM "${table}"`).all()]),
      integrity: database.pragma('integrity_check', { simple: true }),
    };
  } finally {
    database.close();
  }
}

/** Jest takes seconds to compare so many rows. */
function expectSame(is: unknown, was: unknown): void {
  if (!isDeepStrictEqual(is, was)) expect(is).toEqual(was);
}

/** The version of a database after the second migration of a list. */
const SECOND_VERSION = SCHEMA_VERSION - MIGRATIONS.length + 2;

let files = 0;
/** A database created by these migrations, and its contents. */
function newDatabase(migrations: readonly string[]) {
  const file = join(folder, `${++files}.db`);
  const connection = openConnection(file, 'writer');
  migrate(connection, { migrations });
  connection.close();
  return { file, before: contentsOf(file) };
}

const NOTES = `
  CREATE TABLE notes (
    id INTEGER PRIMARY KEY,
    text TEXT NOT NULL UNIQUE,
    next INTEGER REFERENCES notes (id)
  ) STRICT;
  WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2000)
  INSERT INTO notes SELECT i, 'Note ' || i, NULL FROM n;
  CREATE INDEX notes_by_next ON notes (next);
  CREATE TRIGGER notes_kept BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'Notes are kept'); END;`;
const WORDS = `
  ALTER TABLE notes ADD COLUMN words INTEGER;
  UPDATE notes SET words = length(text);
  CREATE TABLE tags (name TEXT PRIMARY KEY) STRICT;`;

/** The same without the layout of pages, which a copy need not repeat. */
const rowsIn = (file: string) => {
  const { schema, ...contents } = contentsOf(file);
  return { ...contents, schema: schema.map(({ type, name }) => `${type} ${name}`) };
};

/** Migrates a file as a server does, with a copy. */
function migrateFile(file: string, migrations: readonly string[]) {
  const connection = openConnection(file, 'writer');
  try {
    return migrate(connection, { migrations, copies: true });
  } finally {
    connection.close();
  }
}

describe('the copy before a migration', () => {
  test('a migration copies the database first, readable only by its owner', () => {
    const { file } = newDatabase([NOTES]);
    const before = rowsIn(file);
    const copy = `${file}.before-${SECOND_VERSION}`;
    expect(migrateFile(file, [NOTES, WORDS])).toEqual({
      from: SECOND_VERSION - 1,
      to: SECOND_VERSION,
      copy,
    });
    expect(statSync(copy).mode & 0o777).toBe(0o600);
    expectSame(rowsIn(copy), before);
    expect(contentsOf(file).version).toBe(SECOND_VERSION);
  });

  test('a migration copies neither a new nor an up-to-date database', () => {
    const file = join(folder, 'uncopied.db');
    for (let i = 0; i < 2; i++) expect(migrateFile(file, [NOTES])).toBeNull();
    expect(copiesOf(file)).toEqual([]);
  });

  test('a migration keeps the last two copies and replaces one of the same version', () => {
    const { file } = newDatabase([NOTES]);
    const migrations = [NOTES, WORDS, 'CREATE TABLE a (b)', 'CREATE TABLE c (d)'];
    for (let n = 2; n <= migrations.length; n++) migrateFile(file, migrations.slice(0, n));
    const versions = [SECOND_VERSION + 2, SECOND_VERSION + 1];
    expect(copiesOf(file).map(({ before }) => before)).toEqual(versions);

    const database = new Database(file);
    database.exec(`DROP TABLE c; CREATE TABLE since (e); PRAGMA user_version = ${SECOND_VERSION + 1}`);
    database.close();
    migrateFile(file, migrations);
    expect(copiesOf(file).map(({ before }) => before)).toEqual(versions);
    expect(rowsIn(copiesOf(file)[0]?.path as string).schema).toContain('table since');
  });

  test('a migration keeps its own copy beside copies of later versions, as after a restored backup', () => {
    const { file } = newDatabase([NOTES]);
    for (const later of [8, 9]) writeFileSync(`${file}.before-${SECOND_VERSION + later}`, '');
    const own = migrateFile(file, [NOTES, WORDS])?.copy as string;
    expect(copiesOf(file).map(({ path }) => path)).toContain(own);
    expect(copiesOf(file)).toHaveLength(2);
  });

  const APART = ['--user', '--map-root-user', '--mount', 'sh', '-c'];
  const canMount = spawnSync('unshare', [...APART, 'mount -t tmpfs tmpfs /mnt']).status === 0;
  needing('Linux with unshare, and the right to mount in it', canMount).test(
    'a migration is refused when the disk has no space for the copy',
    async () => {
      const { file } = newDatabase([NOTES]);
      const small = join(folder, 'small');
      mkdirSync(small);
      const bytes = Math.round(statSync(file).size * 1.5);
      const script = `mount -t tmpfs -o size=${bytes} tmpfs "$0" && cp "$1" "$0/small.db" && exec "$2" "$3"`;
      const child = spawn('unshare', [...APART, script, small, file, process.execPath, program], {
        env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      children.add(child);
      await once(child, 'message');
      const order: Order = { do: 'migrate', file: join(small, 'small.db'), migrations: [NOTES, WORDS] };
      expect(await (await begun(child, order)).ended).toEqual({
        failed: expect.stringMatching(
          /^Copying the database before its migration needs \d+ bytes; \d+ are free/,
        ),
      });
    },
  );
});

test('a database of the first schema is migrated to the schema of a new one', () => {
  const { file } = newDatabase(MIGRATIONS.slice(0, 1));
  migrateFile(file, MIGRATIONS);
  const shape = (of: ReturnType<typeof contentsOf>) =>
    Object.fromEntries(of.schema.map(({ name, sql }) => [name, sql]));
  expect(shape(contentsOf(file))).toEqual(shape(newDatabase(MIGRATIONS).before));
});

describe('a migration that fails', () => {
  test.each([
    ['in its first word', [NOTES, 'NONSENSE'], /NONSENSE/],
    ['in the middle', [NOTES, `${WORDS} NONSENSE; DROP TABLE tags;`], /NONSENSE/],
    ['in the middle of the second of two', [NOTES, WORDS, 'DROP TABLE tags; NONSENSE; SELECT 1'], /NONSENSE/],
    [
      'after it has moved a table',
      [NOTES, 'CREATE TABLE n AS SELECT * FROM notes; DROP TABLE notes; ALTER TABLE n RENAME TO notes; NO'],
      /abort|kept|NO/i,
    ],
    [
      'half-way through the rows',
      [NOTES, WORDS, `UPDATE notes SET text = 'New ' || min(id, 1000)`],
      /UNIQUE/,
    ],
    ['at a trigger', [NOTES, WORDS, 'DELETE FROM notes WHERE id > 5'], /Notes are kept/],
    [
      'not before its commit',
      [NOTES, WORDS, 'PRAGMA defer_foreign_keys = ON; UPDATE notes SET next = 9999'],
      /FOREIGN KEY/,
    ],
  ])(
    'a failed migration (%s) leaves the database unchanged, and the next one can succeed',
    (_, migrations, complaint) => {
      const { file, before } = newDatabase([NOTES]);
      const connection = openConnection(file, 'writer');
      expect(() => migrate(connection, { migrations })).toThrow(complaint);
      expect(connection.inTransaction()).toBe(false);
      expectSame(contentsOf(file), before);

      migrate(connection, { migrations: [NOTES, WORDS] });
      connection.close();
      expectSame(contentsOf(file), newDatabase([NOTES, WORDS]).before);
    },
  );
});

describe('a database of a newer version', () => {
  test('a database of a newer version is refused by the migrations and left unchanged', () => {
    const { file, before } = newDatabase([NOTES, WORDS]);
    const connection = openConnection(file, 'writer');
    expect(() => migrate(connection, { migrations: [NOTES] })).toThrow(DatabaseTooNew);
    expect(connection.inTransaction()).toBe(false);
    connection.close();
    expectSame(contentsOf(file), before);
  });

  test('a database of a newer version is refused by the storage and left unchanged', async () => {
    const file = join(folder, 'newer.db');
    await sqliteStorage({ file }).close();
    const database = new Database(file);
    const current = database.pragma('user_version', { simple: true }) as number;
    database.pragma(`user_version = ${current + 1}`);
    database.close();
    const before = contentsOf(file);
    expect(() => sqliteStorage({ file })).toThrow(DatabaseTooNew);
    expectSame(contentsOf(file), before);
  });
});

describe('a database from before the first release', () => {
  test.each([1, SECOND_VERSION - 2])(
    'a database from before the first release, with schema version %i, is refused and left unchanged',
    (version) => {
      const { file } = newDatabase([NOTES]);
      const database = new Database(file);
      database.pragma(`user_version = ${version}`);
      database.close();
      const before = contentsOf(file);
      expect(() => sqliteStorage({ file })).toThrow(DatabaseTooOld);
      expect(() => sqliteStorage({ file })).toThrow(
        `The database has schema version ${version}; this Tandem reads ${SECOND_VERSION - 1} and later. Start the last pre-release version of Tandem on it once, which updates it, or use a new database.`,
      );
      expectSame(contentsOf(file), before);
    },
  );
});

/** A process that is ready for a command. */
async function started(): Promise<ChildProcess> {
  const child = fork(program, {
    execArgv: [],
    env: { ...process.env, NODE_PATH: join(ROOT, 'node_modules') },
  });
  children.add(child);
  await once(child, 'message');
  return child;
}

/** Sends the command; resolves when the process begins. `ended` is its final message, or null. */
async function begun(child: ChildProcess, order: Order): Promise<{ ended: Promise<Message | null> }> {
  let last: Message = 'ready';
  child.on('message', (message: Message) => {
    last = message;
  });
  // The last message may arrive after the exit, but not after the channel closes.
  const gone = Promise.all([once(child, 'exit'), once(child, 'disconnect')]);
  const ended = gone.then(() => (last === 'begins' ? null : last));
  const begins = once(child, 'message');
  child.send(order);
  await begins;
  return { ended };
}

describe('two processes that start on the same database', () => {
  test('two processes that start on one database migrate it once', async () => {
    const first = 'CREATE TABLE runs (n INTEGER) STRICT; INSERT INTO runs VALUES (0)';
    const long = `
      WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 500000)
      INSERT INTO runs SELECT count(*) FROM n;
      UPDATE runs SET n = n + 1;`;
    for (let round = 0; round < 3; round++) {
      const { file } = newDatabase([first]);
      const both = await Promise.all([started(), started()]);
      const order: Order = { do: 'migrate', file, migrations: [first, long] };
      const orders = await Promise.all(both.map((child) => begun(child, order)));
      const ended = await Promise.all(orders.map(({ ended }) => ended));
      expect(ended).toEqual([{ done: null }, { done: null }]);
      const { version, rows } = contentsOf(file);
      expect({ version, rows }).toEqual({
        version: SECOND_VERSION,
        rows: [['runs', [{ n: 1 }, { n: 500_001 }]]],
      });
    }
  });

  test('two processes that start on one database both serve it', async () => {
    const { file } = newDatabase(MIGRATIONS);
    const database = new Database(file);
    database.exec(`
      INSERT INTO workspaces (id, name, agent_completion, goal_verification, plan_chat, created_at, updated_at)
      VALUES ('W', 'Acme', 0, 'propose', 1, 0, 0);
      INSERT INTO members (workspace_id, id, seq, type, name, name_key, taken_name_key,
        display_name, display_name_key, role, deleted, created_at)
      VALUES ('W', 'A', 1, 'human', 'ada', 'ada', 'ada', 'Ada', 'ada', 'admin', 0, 0);
      INSERT INTO sequences VALUES ('W', 'row', 1);`);
    database.close();
    const both = await Promise.all([started(), started()]);
    const order: Order = { do: 'serve', file, workspaceId: 'W', as: 'ada' };
    const orders = await Promise.all(both.map((child) => begun(child, order)));
    const ended = await Promise.all(orders.map(({ ended }) => ended));
    expect(ended).toEqual(expect.arrayContaining([{ done: 1 }, { done: 2 }]));
    await sqliteStorage({ file: join(folder, 'current.db') }).close();
    const [now, current] = [contentsOf(file), contentsOf(join(folder, 'current.db'))];
    expect(now).toMatchObject({ version: current.version, schema: current.schema, integrity: 'ok' });
  });
});

describe('a process that is killed during a migration', () => {
  const KILLS = 20;
  const LONG = `
    CREATE TABLE words (note INTEGER NOT NULL REFERENCES notes (id), text TEXT NOT NULL) STRICT;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 80)
    INSERT INTO words SELECT notes.id, notes.text || ' ' || hex(i) || hex(zeroblob(40)) FROM notes, n;
    CREATE INDEX words_by_text ON words (text);
    UPDATE notes SET words = (SELECT count(*) FROM words WHERE note < 2);`;
  const GROWING = [NOTES, WORDS, LONG];

  const copying = (file: string) => existsSync(`${file}.before-${SECOND_VERSION + 1}.unfinished`);
  const walSize = (file: string) => (existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0);

  /**
   * Migrates in another process. `watch` receives the size of the write-ahead log and returns true when it is time to
   * kill. Returns true if the kill interrupted the migration.
   */
  const migrated = async (file: string, watch: (walBytes: number) => boolean): Promise<boolean> => {
    const child = await started();
    const { ended } = await begun(child, { do: 'migrate', file, migrations: GROWING });
    let over = false;
    void ended.then(() => {
      over = true;
    });
    while (!over && !watch(walSize(file))) await pause(1);
    child.kill('SIGKILL');
    const last = await ended;
    if (last === null) return true;
    expect(last).toEqual({ done: null });
    return false;
  };

  test(`a migration killed ${KILLS} times leaves the database unchanged each time; the next undisturbed one finishes`, async () => {
    const { file: original, before } = newDatabase([NOTES]);
    const old = { file: original, rows: rowsIn(original) };
    const file = join(folder, 'killed.db');
    copyFileSync(old.file, file);
    let largest = 0;
    await migrated(file, (walBytes) => {
      largest = Math.max(largest, walBytes);
      return false;
    });
    const after = contentsOf(file);
    copyFileSync(old.file, file);
    expect(after.version).toBe(SECOND_VERSION + 1);

    let kills = 0;
    let withPagesInTheLog = 0;
    for (let tries = 0; kills < KILLS; tries++) {
      if (tries > 3 * KILLS) throw new Error('The migrations end before they can be killed.');
      const target = (largest * 0.95 * kills) / KILLS;
      // A quarter of the kills interrupts the copying.
      const inTheMiddle = await migrated(file, (walBytes) =>
        kills < KILLS / 4 ? copying(file) : walBytes >= target,
      );
      const logged = walSize(file) > 0;
      const left = contentsOf(file);
      if (!inTheMiddle || left.version === after.version) {
        // It had committed before the kill.
        expectSame(left, after);
        copyFileSync(old.file, file);
        continue;
      }
      expectSame(left, before);
      for (const { path } of copiesOf(file)) expectSame(rowsIn(path), old.rows);
      kills++;
      if (logged) withPagesInTheLog++;
    }
    expect(withPagesInTheLog).toBeGreaterThan(KILLS / 2);

    await migrated(file, () => false);
    expectSame(contentsOf(file), after);
    expect(copiesOf(file)).toHaveLength(1);
    expect(copying(file)).toBe(false);
  });
});
