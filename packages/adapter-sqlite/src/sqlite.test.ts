import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTandem, type Storage } from '@tandem/core';
import { nodePorts } from '@tandem/core/node';
import Database from 'better-sqlite3';
import { DatabaseTooNew, sqliteStorage } from './index.ts';
import { migrate, schemaVersion } from './migrations/index.ts';
import { openConnection } from './sqlite.ts';

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
  test.each(['writer', 'reader'] as const)('a %s waits for the disk at every commit, in WAL mode', (mode) => {
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

  test('opening it again changes nothing', async () => {
    const file = newFile();
    await open(file).ping();
    const before = new Database(file).prepare('SELECT sql FROM sqlite_schema').all();
    await open(file).ping();
    expect(new Database(file).prepare('SELECT sql FROM sqlite_schema').all()).toEqual(before);
  });

  test('one of a newer version is refused and left as it is', () => {
    const file = newFile();
    const database = new Database(file);
    database.pragma('user_version = 9999');
    expect(() => sqliteStorage({ file })).toThrow(DatabaseTooNew);
    expect(database.pragma('user_version', { simple: true })).toBe(9999);
    expect(database.prepare('SELECT count(*) AS n FROM sqlite_schema').get()).toEqual({ n: 0 });
    database.close();
  });

  test('a migration that fails leaves nothing of itself, and nothing of those before it', () => {
    const connection = openConnection(newFile(), 'writer');
    migrate(connection, ['CREATE TABLE kept (a)']);
    const failing = ['CREATE TABLE kept (a)', 'CREATE TABLE second (a)', 'CREATE TABLE third (a); NONSENSE'];
    expect(() => migrate(connection, failing)).toThrow(/NONSENSE/);
    expect(schemaVersion(connection)).toBe(1);
    expect(connection.all('SELECT name FROM sqlite_schema', [])).toEqual([{ name: 'kept' }]);
    connection.close();
  });

  test('two storages on one file draw task numbers without gaps', async () => {
    const file = newFile();
    const tandems = [tandemOn(open(file)), tandemOn(open(file))] as const;
    const { workspace } = await tandems[0].operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
    const me = await tandems[0].operator.callerFor(workspace.id, 'ada');
    const made = await Promise.all(
      Array.from({ length: 40 }, (_, i) => tandems[(i % 2) as 0 | 1].tasks.create(me, { title: `${i}` })),
    );
    const numbers = made.map(({ taskNumber }) => taskNumber).sort((a, b) => a - b);
    expect(numbers).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  test('a key that another process has revoked, and a change that it made, are seen with the next request', async () => {
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

  test('a revoked key is not taken for valid by whoever asked while a snapshot was open', async () => {
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

  test('a read that outlives its turn of the event loop keeps no snapshot of what others change', async () => {
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

  test('closing waits for what is waiting to be written', async () => {
    const file = newFile();
    const storage = sqliteStorage({ file });
    const tandem = tandemOn(storage);
    const created = tandem.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
    await storage.close();
    expect((await created).workspace.name).toBe('W');
    expect(await tandemOn(open(file)).operator.workspaces()).toHaveLength(1);
  });
});
