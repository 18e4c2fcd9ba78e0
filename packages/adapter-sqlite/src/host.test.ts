import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import { type Caller, createTandem, Refusal, type Tandem, UnitOfWorkMisuse } from '@tandem/core';
import { inMemoryContents } from '@tandem/core/in-memory';
import { newTeam } from '@tandem/core/testing/world';
import Database from 'better-sqlite3';
import { backUp, examine, NameTaken, repair, restore, sqliteStorage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-host-'));
afterAll(() => rmSync(folder, { recursive: true }));

let files = 0;
const newFile = () => join(folder, `${++files}.db`);

const hosts = new Set<Database.Database>();
const open = (file: string) => {
  const database = new Database(file);
  hosts.add(database);
  return database;
};
afterEach(() => {
  for (const host of hosts) host.close();
  hosts.clear();
});

/** A database of a host with its own tables, names like those of Tandem's rules, and a version of its own. */
function hostDatabase(file = newFile()): Database.Database {
  const database = open(file);
  database.exec(`
    CREATE TABLE customers (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL, seq INTEGER) STRICT;
    CREATE TABLE orders (id INTEGER PRIMARY KEY, customer INTEGER REFERENCES customers (id), item TEXT NOT NULL);
    CREATE TABLE changes (n INTEGER NOT NULL);
    CREATE TRIGGER orders_added AFTER INSERT ON orders BEGIN INSERT INTO changes VALUES (NEW.id); END;
    CREATE VIEW open_orders AS SELECT * FROM orders;
    INSERT INTO customers (name, seq) VALUES ('Ada', 7);
    PRAGMA user_version = 3;`);
  return database;
}

const opened = new Set<Tandem>();
afterEach(async () => {
  for (const tandem of opened) await tandem.close();
  opened.clear();
});
async function begin(database = hostDatabase()) {
  const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ database }) });
  opened.add(tandem);
  const { admin } = await newTeam(tandem);
  return { tandem, database, me: admin };
}

const order = (database: Database.Database, item: string) =>
  database.prepare('INSERT INTO orders (customer, item) VALUES (1, ?)').run(item);
const orders = (database: Database.Database) => database.prepare('SELECT item FROM orders').pluck().all();
const titles = async (tandem: Pick<Tandem, 'tasks'>, me: Caller) =>
  (await tandem.tasks.list(me, {})).items.map(({ title }) => title).reverse();
const findings = async (file: string) => {
  const found: unknown[] = [];
  for await (const each of examine({ file }))
    if (each.state !== 'ok' && each.state !== 'note') found.push(each);
  return found;
};

describe('a transaction with statements of the host', () => {
  test('an order and a task commit together', async () => {
    const { tandem, database, me } = await begin();
    await tandem.transaction(async (tx) => {
      const { lastInsertRowid } = tx.host((db) => order(db, 'Widget'));
      await tx.tasks.create(me, { title: `Ship order ${lastInsertRowid}` });
    });
    expect(orders(database)).toEqual(['Widget']);
    expect(await titles(tandem, me)).toEqual(['Ship order 1']);
  });

  test('neither is there after an error, whether of the host or of an operation', async () => {
    const { tandem, database, me } = await begin();
    const ofHost = tandem.transaction(async (tx) => {
      await tx.tasks.create(me, { title: 'Ship' });
      tx.host((db) => db.exec('INSERT INTO orders (item) VALUES (NULL)'));
    });
    await expect(ofHost).rejects.toMatchObject({
      message: expect.stringContaining('NOT NULL constraint failed'),
    });
    const ofTandem = tandem.transaction(async (tx) => {
      tx.host((db) => order(db, 'Widget'));
      await tx.tasks.create(me, { title: 'Ship', assignedTo: 'nobody' });
    });
    await expect(ofTandem).rejects.toBeInstanceOf(Refusal);
    expect(orders(database)).toEqual([]);
    expect(await titles(tandem, me)).toEqual([]);
  });

  test('a transaction that waits for something else is rolled back, and others run', async () => {
    const { tandem, database, me } = await begin();
    const waiting = tandem.transaction(async (tx) => {
      tx.host((db) => order(db, 'Widget'));
      await tx.tasks.create(me, { title: 'Ship' });
      for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
      tx.host((db) => order(db, 'Late'));
    });
    const other = tandem.tasks.create(me, { title: 'Other' });
    await expect(waiting).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    await other;
    await pause(60);
    expect(orders(database)).toEqual([]);
    expect(await titles(tandem, me)).toEqual(['Other']);
  });

  test('a statement of the host during an operation is refused', async () => {
    const { tandem, database, me } = await begin();
    const mixed = tandem.transaction(async (tx) => {
      const created = tx.tasks.create(me, { title: 'Ship' });
      try {
        tx.host((db) => order(db, 'Widget'));
      } finally {
        await created;
      }
    });
    await expect(mixed).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    expect(orders(database)).toEqual([]);
  });

  test('a transaction that the host ends inside is reported', async () => {
    const { tandem, me } = await begin();
    const ended = tandem.transaction(async (tx) => {
      tx.host((db) => db.exec('COMMIT'));
      await tx.tasks.create(me, { title: 'Ship' });
    });
    await expect(ended).rejects.toThrow('The transaction has ended');
    expect(await titles(tandem, me)).toEqual([]);
  });

  test('a file of Tandem alone lends its connection too', async () => {
    const tandem = createTandem({ ...nodePorts(), storage: sqliteStorage({ file: newFile() }) });
    opened.add(tandem);
    const { admin } = await newTeam(tandem);
    const version = await tandem.transaction(async (tx) => {
      await tx.tasks.create(admin, { title: 'One' });
      return tx.host((db) => db.prepare('SELECT count(*) AS n FROM tasks').get());
    });
    expect(version).toEqual({ n: 1 });
    expect(() => tandem.in({})).toThrow(TypeError);
  });
});

describe('operations in a transaction of the host', () => {
  test('they commit and roll back with it', async () => {
    const { tandem, database, me } = await begin();
    for (const [end, title] of [
      ['ROLLBACK', 'Undone'],
      ['COMMIT', 'Done'],
    ]) {
      await titles(tandem, me);
      database.exec('BEGIN IMMEDIATE');
      order(database, title as string);
      await tandem.in(database).tasks.create(me, { title: title as string });
      database.exec(end as string);
      expect(await titles(tandem, me)).toEqual(orders(database));
    }
    expect(orders(database)).toEqual(['Done']);
  });

  test('a listener hears an event once the host has committed, and none of a rollback', async () => {
    const { tandem, database, me } = await begin();
    const heard: string[] = [];
    tandem.events.subscribe(me.workspaceId, ({ event }) => heard.push(event.entity.title ?? ''));
    await pause(20);
    for (const end of ['ROLLBACK', 'COMMIT']) {
      database.exec('BEGIN IMMEDIATE');
      await tandem.in(database).tasks.create(me, { title: end });
      await pause(20);
      expect(heard).toEqual([]);
      database.exec(end);
    }
    while (heard.length === 0) await pause(5);
    expect(heard).toEqual(['COMMIT']);
  });

  test('concurrent ones run one after another, however often the transaction is joined', async () => {
    const { tandem, database, me } = await begin();
    database.exec('BEGIN IMMEDIATE');
    const created = await Promise.allSettled(
      ['A', 'B', 'C', 'D'].map((title, i) =>
        tandem.in(database).tasks.create(me, { title, assignedTo: i === 2 ? 'nobody' : undefined }),
      ),
    );
    database.exec('COMMIT');
    expect(created.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect(await titles(tandem, me)).toEqual(['A', 'B', 'D']);
  });

  test('operations outside wait for its end', async () => {
    const { tandem, database, me } = await begin();
    database.exec('BEGIN IMMEDIATE');
    await tandem.in(database).tasks.create(me, { title: 'First' });
    const second = tandem.tasks.create(me, { title: 'Second' });
    await pause(60);
    database.exec('COMMIT');
    expect((await second).taskNumber).toBe(2);
  });

  test('without a transaction they are refused', async () => {
    const { tandem, database, me } = await begin();
    const refused = tandem.in(database).tasks.create(me, { title: 'No' });
    await expect(refused).rejects.toBeInstanceOf(UnitOfWorkMisuse);
    expect(() => tandem.in(new Database(':memory:'))).toThrow(TypeError);
  });
});

describe('tables of the host in the same file', () => {
  const hostRows = (database: Database.Database) => ({
    version: database.pragma('user_version', { simple: true }),
    schema: database
      .prepare(
        "SELECT type, name, sql FROM sqlite_schema WHERE tbl_name IN ('customers', 'orders', 'changes', 'open_orders') ORDER BY name",
      )
      .all(),
    customers: database.prepare('SELECT * FROM customers').all(),
    orders: database.prepare('SELECT * FROM orders').all(),
    changes: database.prepare('SELECT * FROM changes').all(),
  });

  test('migrations, the doctor, backup and restore leave them as they are', async () => {
    const database = hostDatabase();
    order(database, 'Widget');
    const before = hostRows(database);
    const { tandem, me } = await begin(database);
    await tandem.tasks.create(me, { title: 'A task' });
    expect(hostRows(database)).toEqual(before);
    // A reference that Tandem does not judge.
    database.exec('PRAGMA foreign_keys = OFF; UPDATE orders SET customer = 99; PRAGMA foreign_keys = ON');
    const changed = hostRows(database);
    expect(await findings(database.name)).toEqual([]);

    const backup = newFile();
    const contents = inMemoryContents(nodePorts());
    await backUp({ database: database.name, to: backup, contents });
    const restored = newFile();
    await restore({ from: backup, database: restored, contents });
    expect(await findings(restored)).toEqual([]);
    expect(hostRows(open(restored))).toEqual(changed);

    await tandem.close();
    opened.delete(tandem);
    database.close();
    for await (const each of repair({ file: database.name })) expect(each.state).not.toBe('wrong');
    expect(hostRows(open(database.name))).toEqual(changed);
  });

  test('the host keeps its own version and Tandem its own, when either migrates', async () => {
    const { tandem, database, me } = await begin();
    database.pragma('user_version = 4');
    await tandem.tasks.create(me, { title: 'After' });
    await tandem.close();
    opened.delete(tandem);
    await createTandem({ ...nodePorts(), storage: sqliteStorage({ database }) }).close();
    expect(database.pragma('user_version', { simple: true })).toBe(4);
    database.exec('UPDATE tandem_schema SET version = 999');
    expect(() => sqliteStorage({ database })).toThrow('schema version 999');
  });

  test.each([
    'CREATE TABLE tasks (id)',
    'CREATE VIEW goals AS SELECT 1',
    'CREATE INDEX tasks ON customers (name)',
  ])('a name that Tandem needs is refused, and the file stays as it was: %s', (statement) => {
    const database = hostDatabase();
    database.exec(statement);
    const before = database.prepare('SELECT * FROM sqlite_schema').all();
    expect(() => sqliteStorage({ database })).toThrow(NameTaken);
    expect(database.prepare('SELECT * FROM sqlite_schema').all()).toEqual(before);
  });

  test('a database of Tandem alone opens on a connection of the host', async () => {
    const file = newFile();
    await sqliteStorage({ file }).close();
    const database = open(file);
    const version = database.pragma('user_version', { simple: true });
    await sqliteStorage({ database }).close();
    expect(database.pragma('user_version', { simple: true })).toBe(version);
    await sqliteStorage({ file }).close();
  });

  test('three settings of the connection are set, and the others stay', async () => {
    const database = hostDatabase();
    const setting = (name: string) => database.pragma(name, { simple: true });
    database.exec('PRAGMA foreign_keys = OFF; PRAGMA synchronous = OFF; PRAGMA busy_timeout = 123');
    const others = ['busy_timeout', 'cache_size', 'temp_store', 'wal_autocheckpoint'];
    const before = others.map(setting);
    await begin(database);
    expect(['journal_mode', 'synchronous', 'foreign_keys'].map(setting)).toEqual(['wal', 2, 1]);
    expect(others.map(setting)).toEqual(before);
  });

  test('a host with big integers keeps them', async () => {
    const database = hostDatabase();
    database.defaultSafeIntegers(true);
    const { tandem, me } = await begin(database);
    expect((await tandem.tasks.create(me, { title: 'One' })).taskNumber).toBe(1);
    expect(database.prepare('SELECT 1').pluck().get()).toBe(1n);
  });
});

test.each([
  ['is in memory', () => new Database(':memory:')],
  ['is in a transaction', () => hostDatabase().exec('BEGIN')],
  ['is closed', () => hostDatabase().close()],
  ['has no prepare()', () => ({}) as never],
])('a database that %s is refused', (why, make) => {
  expect(() => sqliteStorage({ database: make() })).toThrow(why);
});
