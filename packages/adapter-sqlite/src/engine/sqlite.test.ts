import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Position, type Storage } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { DatabaseTooNew, sqliteStorage } from '../index.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { type Connection, openConnection } from './sqlite.ts';
import { createWriter } from './writer.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-sqlite-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${++files}.db`);
const opened: Storage[] = [];
const open = (file: string): Storage => {
  const storage = sqliteStorage({ file });
  opened.push(storage);
  return storage;
};
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
});
const tandemOn = (storage: Storage) => createTandem({ storage, ...nodePorts() });

describe('the database file', () => {
  test.each([':memory:', ' :memory: ', '', ' '])(
    'the database file cannot be %j, which would be a separate database per connection',
    (file) => {
      expect(() => open(file)).toThrow(TypeError);
      expect(() => open(file)).toThrow(/inMemoryStorage\(\) of @tandem\/core\/in-memory/);
    },
  );

  test.each(['writer', 'reader'] as const)('a %s syncs every commit, in WAL mode', (mode) => {
    const file = newFile();
    openConnection(file, 'writer').close();
    const connection = openConnection(file, mode);
    expect(connection.get('PRAGMA synchronous', [])).toEqual({ synchronous: 2 });
    expect(connection.get('PRAGMA journal_mode', [])).toEqual({ journal_mode: 'wal' });
    expect(connection.get('PRAGMA foreign_keys', [])).toEqual({ foreign_keys: 1 });
    connection.close();
  });

  test('a reader cannot write', () => {
    const file = newFile();
    openConnection(file, 'writer').close();
    const reader = openConnection(file, 'reader');
    expect(() => reader.exec('CREATE TABLE t (a)')).toThrow(/readonly/);
    reader.close();
  });

  test('reopening a database changes nothing', async () => {
    const file = newFile();
    await open(file).ping();
    const before = new Database(file).prepare('SELECT sql FROM sqlite_schema').all();
    await open(file).ping();
    expect(new Database(file).prepare('SELECT sql FROM sqlite_schema').all()).toEqual(before);
  });

  test('a database of a newer version is refused and left unchanged', () => {
    const file = newFile();
    const database = new Database(file);
    database.pragma('user_version = 9999');
    expect(() => sqliteStorage({ file })).toThrow(DatabaseTooNew);
    expect(database.pragma('user_version', { simple: true })).toBe(9999);
    expect(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toEqual({ n: 0 });
    database.close();
  });

  test('a failed migration rolls back everything, including the migrations before it', () => {
    const connection = openConnection(newFile(), 'writer');
    migrate(connection, { migrations: ['CREATE TABLE kept (a)'] });
    const failing = ['CREATE TABLE kept (a)', 'CREATE TABLE second (a)', 'CREATE TABLE third (a); NONSENSE'];
    expect(() => migrate(connection, { migrations: failing })).toThrow(/NONSENSE/);
    expect(schemaVersion(connection)).toBe(SCHEMA_VERSION - MIGRATIONS.length + 1);
    expect(connection.all('SELECT name FROM sqlite_schema', [])).toEqual([{ name: 'kept' }]);
    connection.close();
  });

  test('two storages on one file number tasks without gaps', async () => {
    const file = newFile();
    const tandems = [tandemOn(open(file)), tandemOn(open(file))] as const;
    const { admin: me } = await newTeam(tandems[0]);
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => tandems[(i % 2) as 0 | 1].tasks.create(me, { title: `${i}` })),
    );
    const numbers = made.map(({ taskNumber }) => taskNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  test('a key revoked, and a change made, by another process takes effect with the next request', async () => {
    const file = newFile();
    const [server, operator] = [tandemOn(open(file)), tandemOn(open(file))];
    const { key, secret, workspace } = await operator.operator.createWorkspace({
      name: 'W',
      admin: { name: 'ada' },
    });
    expect((await server.authenticate(secret)).chatInPlan).toBe(true);
    await operator.operator.setPlan(workspace.id, { chat: false });
    expect((await server.authenticate(secret)).chatInPlan).toBe(false);
    await operator.operator.revokeKey(key.id);
    await expect(server.authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('a revoked key is not cached as valid by a request during an open snapshot', async () => {
    const file = newFile();
    const [storage, other] = [open(file), tandemOn(open(file))];
    const [server, { key, secret, workspace }] = [
      tandemOn(storage),
      await other.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } }),
    ];
    await storage.read(workspace.id, ({ workspace }) => workspace.get());
    await other.operator.revokeKey(key.id);
    await expect(server.authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  test('a read that outlasts its event loop turn does not keep its snapshot', async () => {
    const file = newFile();
    const [storage, other] = [open(file), tandemOn(open(file))];
    const { workspace } = await other.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
    const planOf = () => storage.read(workspace.id, async (stores) => (await stores.workspace.get())?.plan);
    await storage.read(workspace.id, async (stores) => {
      await stores.workspace.get();
      await new Promise((resolve) => setTimeout(resolve, 5));
    });
    await other.operator.setPlan(workspace.id, { chat: false });
    expect(await planOf()).toEqual({ chat: false });
  });

  test('while another process holds the lock, reads are answered at once and writes after its release', async () => {
    const file = newFile();
    const storage = open(file);
    const tandem = tandemOn(storage);
    const { admin: ada } = await newTeam(tandem);
    const other = new Database(file);
    other.exec('BEGIN IMMEDIATE');
    const log: string[] = [];
    const written = tandem.tasks.create(ada, { title: 'x' }).then(() => log.push('written'));
    while (log.length < 20) {
      await new Promise((resolve) => setTimeout(resolve, 1));
      await tandem.tasks.list(ada, {});
      log.push('read');
    }
    other.exec('ROLLBACK');
    await written;
    expect(log.indexOf('written')).toBe(20);
    other.close();
  });

  test('a closed storage refuses further requests', async () => {
    const storage = sqliteStorage({ file: newFile() });
    await storage.close();
    for (const unit of [storage.read, storage.write]) {
      await expect(unit('w', async () => 1)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    }
  });

  test('closing waits for queued writes', async () => {
    const file = newFile();
    const storage = sqliteStorage({ file });
    const tandem = tandemOn(storage);
    const created = tandem.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
    await storage.close();
    expect((await created).workspace.name).toBe('W');
    expect(await tandemOn(open(file)).operator.workspaces()).toHaveLength(1);
  });
});

describe('a batch whose COMMIT fails', () => {
  test('a failed COMMIT reports no unit as done, and no refusal that depended on another unit', async () => {
    const file = newFile();
    const storage = open(file);
    const { workspace } = await tandemOn(storage).operator.createWorkspace({
      name: 'W',
      admin: { name: 'ada' },
    });
    const connection = openConnection(file, 'writer');
    const full: Connection = {
      ...connection,
      run: (sql, parameters) => {
        if (sql === 'COMMIT') throw new Database.SqliteError('database or disk is full', 'SQLITE_FULL');
        return connection.run(sql, parameters);
      },
    };
    const writer = createWriter({
      connection: full,
      reportBadRow: () => undefined,
      beforeAnswering: () => undefined,
    });
    const tandem = tandemOn({ ...storage, write: (ws, work) => writer.write(ws, work, () => false) });
    const ada = await tandem.operator.callerFor(workspace.id, 'ada');
    const made = await Promise.allSettled(['bug', 'BUG'].map((name) => tandem.labels.create(ada, { name })));
    expect(made).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'UNAVAILABLE' } }));
    expect((await tandemOn(storage).labels.list(ada, {})).items).toEqual([]);
    connection.close();
  });
});

describe('rows with long texts', () => {
  test('rows with long texts are not read beyond the page limit', async () => {
    const tandem = tandemOn(open(newFile()));
    const { admin: me } = await newTeam(tandem);
    const description = 'a'.repeat(100_000);
    for (let i = 0; i < 30; i++) await tandem.tasks.create(me, { title: 'Long', description });
    const sizes: number[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const page = await tandem.tasks.list(me, { limit: 100, after });
      sizes.push(page.items.length);
      after = page.next;
    }
    // One more than fits in 1 MiB of text, which shows that it does not fit.
    expect(sizes).toEqual([11, 11, 8]);
  });

  test('a connection with unread rows can run other statements', () => {
    const connection = openConnection(newFile(), 'writer');
    connection.exec("CREATE TABLE t (a); INSERT INTO t VALUES ('long'), ('long'), ('long')");
    const sql = 'SELECT a FROM t ORDER BY rowid';
    expect(connection.few(sql, [], 3)).toEqual({ rows: [{ a: 'long' }], cut: true });
    expect(connection.few(sql, [], 4)).toEqual({ rows: [{ a: 'long' }, { a: 'long' }], cut: true });
    expect(connection.few(sql, [], 100).cut).toBe(false);
    connection.exec("BEGIN; INSERT INTO t VALUES ('more'); COMMIT");
    expect(connection.few(sql, [], 100).rows).toHaveLength(4);
    connection.close();
  });
});
