import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import type { StorageProblem } from '@tandem/adapter-sql';
import { createTandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import pg from 'pg';
import { onPostgres, query } from '../testing/postgres.ts';
import { aWorkspace } from '../testing/rows.ts';
import { migratedDatabases } from '../testing/storages.ts';
import { openWire } from './engine/wire.ts';
import { type PostgresStorage, postgresStorage, UnfitServer } from './index.ts';
import { MIGRATIONS, migrate, SCHEMA_VERSION } from './migrations/index.ts';

const MINUTE = 60_000;
const UNAVAILABLE = { name: 'Refusal', code: 'UNAVAILABLE' };
/** The system's clock, even when a test mocks it. */
const realNow = Date.now;

onPostgres('A running server', (postgres) => {
  const newDatabase = migratedDatabases(postgres);
  let url: string;
  let problems: (StorageProblem | null)[];
  const storages: PostgresStorage[] = [];
  const open = async () => {
    const onProblem = (problem: StorageProblem | null) => problems.push(problem);
    const storage = await postgresStorage({ url, connections: 4, allowUnsafe: true, onProblem });
    storages.push(storage);
    return storage;
  };
  beforeEach(async () => {
    url = await newDatabase();
    problems = [];
  });
  afterEach(async () => {
    jest.restoreAllMocks();
    await Promise.all(storages.splice(0).map((storage) => storage.close()));
  });

  const write = (storage: PostgresStorage, id: string) =>
    storage.write(id, ({ workspace }) => workspace.insert({ ...aWorkspace(), id }));
  const hear = async (count: number) => {
    for (let tries = 0; problems.length < count && tries < 100; tries++) await pause(20);
    return problems.slice(0, count);
  };
  const setMachineClock = (aheadMs: number) => {
    jest.spyOn(Date, 'now').mockImplementation(() => realNow() + aheadMs);
  };

  test('a storage refuses every unit of work once a newer version has migrated the database', async () => {
    const storage = await open();
    await write(storage, 'a');
    const wire = await openWire({ url, purpose: 'test' });
    await migrate(wire, { migrations: [...MIGRATIONS, 'SELECT 1'], compatibleFrom: SCHEMA_VERSION + 1 });
    await wire.close();
    expect(await hear(1)).toEqual([
      { error: expect.objectContaining({ name: 'DatabaseTooNew' }), refusesUnits: true },
    ]);
    await expect(write(storage, 'b')).rejects.toMatchObject(UNAVAILABLE);
    await expect(storage.read('a', ({ workspace }) => workspace.get())).rejects.toMatchObject(UNAVAILABLE);
    await expect(storage.ping()).rejects.toMatchObject(UNAVAILABLE);
  });

  test('a storage refuses units that waited for a connection while the database was migrated', async () => {
    const storage = await open();
    const holder = new pg.Client(url);
    await holder.connect();
    await write(storage, 'a');
    await holder.query(`BEGIN; SELECT FROM heads WHERE workspace_id = 'a' FOR UPDATE`);
    const letGo: (() => void)[] = [];
    const reading = Array.from({ length: 4 }, () =>
      storage.read('a', ({ workspace }) =>
        new Promise<void>((resolve) => letGo.push(resolve)).then(() => workspace.get()),
      ),
    );
    while (letGo.length < 4) await pause(5);
    const waiting = write(storage, 'b').catch((error) => error);
    await query(url, `UPDATE schema_version SET version = ${SCHEMA_VERSION + 1}`);
    await hear(1);
    for (const each of letGo) each();
    await Promise.all(reading);
    expect(await waiting).toMatchObject(UNAVAILABLE);
    await holder.end();
  });

  test('a storage resumes when the database has its version again', async () => {
    const storage = await open();
    await query(url, `UPDATE schema_version SET version = ${SCHEMA_VERSION - 1}`);
    await hear(1);
    await expect(write(storage, 'a')).rejects.toMatchObject(UNAVAILABLE);
    await query(url, `UPDATE schema_version SET version = ${SCHEMA_VERSION}`);
    expect((await hear(2))[1]).toBeNull();
    await write(storage, 'a');
  });

  test('a storage refuses units of work without an internal error when the tables are gone', async () => {
    const storage = await open();
    await query(url, 'DROP TABLE schema_version');
    expect((await hear(1))[0]?.error.message).toContain('schema version 0');
    await expect(write(storage, 'a')).rejects.toMatchObject(UNAVAILABLE);
  });

  test.each([
    [2 * MINUTE, 'ahead of'],
    [-2 * MINUTE, 'behind'],
  ])('a storage does not start with a clock that is %i ms off', async (ms, side) => {
    setMachineClock(ms);
    const opening = open();
    await expect(opening).rejects.toBeInstanceOf(UnfitServer);
    await expect(opening).rejects.toThrow(`clock is 120 seconds ${side} the database's`);
  });

  test("a storage is not ready while its clock is over a minute off, and serves by the database's time", async () => {
    const storage = await open();
    setMachineClock(2 * MINUTE);
    expect((await hear(1))[0]).toMatchObject({ refusesUnits: false });
    await expect(storage.ping()).rejects.toMatchObject(UNAVAILABLE);
    await write(storage, 'a');
    setMachineClock(0);
    await hear(2);
    await storage.ping();
  });

  test("a storage checks keys and shows times by the database's clock, like every other server", async () => {
    setMachineClock(50_000);
    const off = createTandem({ ...nodePorts(), storage: await open() });
    setMachineClock(0);
    const right = createTandem({ ...nodePorts(), storage: await open() });
    setMachineClock(50_000);
    const { admin: ada } = await newTeam(off);
    const expiresAt = realNow() + 30_000;
    const issued = await right.keys.create(ada, {
      name: 'k',
      kind: 'person',
      scopes: ['tasks:read'],
      expiresAt,
    });
    expect(await off.authenticate(issued.secret)).not.toBeNull();
    const task = await off.tasks.create(ada, { title: 'A task' });
    expect(Math.abs(task.createdAt - realNow())).toBeLessThan(5_000);
  });
});
