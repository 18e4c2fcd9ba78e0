import { spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type Storage, type Workspace } from '@tandem/core';
import { long } from '@tandem/core/testing/programs';
import pg from 'pg';
import { type Cluster, onOwnPostgres, startCluster } from '../testing/postgres.ts';
import { aRuntimeKey, aWorkspace } from '../testing/rows.ts';
import { createWay, type Way } from '../testing/way.ts';
import { postgresStorage } from './index.ts';

jest.setTimeout(120_000);

/** Sent with a COMMIT: the name of the process and the number of its commit. */
const COMMIT = /[0-9a-f]{12}\.[0-9a-z]+/;

onOwnPostgres('A storage whose database is lost', () => {
  let cluster: Cluster;
  let way: Way;
  let storage: Storage;
  let databases = 0;

  const query = async (sql: string) => {
    const client = new pg.Client(cluster.url(`d${databases}`));
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][];
    } finally {
      await client.end();
    }
  };
  const through = (port: number) => `postgres://tandem@127.0.0.1:${port}/d${databases}`;

  beforeAll(async () => {
    cluster = await startCluster({ durable: true });
    way = await createWay(cluster.port);
  });
  afterAll(async () => {
    way.close();
    await cluster.remove();
  });
  beforeEach(async () => {
    const client = new pg.Client(cluster.url());
    await client.connect();
    await client.query(`CREATE DATABASE d${++databases}`);
    await client.end();
    storage = await postgresStorage({ url: through(way.port), connections: 4 });
    await storage.write('w', ({ workspace }) => workspace.insert(aWorkspace()));
  });
  afterEach(() => storage.close());

  const name = (of = storage) => of.read('w', async ({ workspace }) => (await workspace.get())?.name);
  /** Appends a letter to the name, so that a repeated write is visible. */
  const append = (letter: string, of = storage) =>
    of.write('w', async ({ workspace }) => {
      const before = (await workspace.get()) as Workspace;
      await workspace.update({ ...before, name: before.name + letter });
    });
  const UNAVAILABLE = { name: 'Refusal', code: 'UNAVAILABLE' };

  test('refuses requests during an outage, keeps acknowledged writes, and recovers by itself', async () => {
    await append('a');
    await cluster.stop('kill');
    await expect(append('b')).rejects.toMatchObject(UNAVAILABLE);
    await expect(name()).rejects.toMatchObject(UNAVAILABLE);
    await expect(storage.ping()).rejects.toMatchObject(UNAVAILABLE);
    await expect(storage.directory.keyholder('k')).rejects.toMatchObject(UNAVAILABLE);
    await cluster.start();
    await storage.ping().catch(() => pause(500));
    await storage.ping();
    expect(await name()).toBe('wa');
    await append('c');
    expect(await name()).toBe('wac');
  });

  test('retries reads when all connections were ended at once before this process notices', async () => {
    const holder = () => storage.directory.keyholder('k');
    const use = () => Promise.all([append('a'), name(), name(), name(), name(), holder()]);
    await storage.write('w', ({ keys }) => keys.insert(aRuntimeKey('k')));
    await use();
    const ending = `
      const client = new (require('pg').Client)(process.argv[1]);
      client.connect()
        .then(() => client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tandem %'"))
        .then(() => client.end());`;
    // This process receives no events until spawnSync returns.
    const { status } = spawnSync(process.execPath, ['-e', ending, cluster.url(`d${databases}`)]);
    expect(status).toBe(0);
    await use();
    expect(await name()).toBe('waa');
  });

  test('replaces connections that were ended while idle, without any error', async () => {
    await Promise.all([append('a'), name(), name()]);
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tandem %'`,
    );
    expect(await name()).toBe('wa');
    await append('b');
    expect(await name()).toBe('wab');
  });

  test('commits once or refuses each unit whose connection is lost before the commit', async () => {
    for (const letter of 'abcdefgh') {
      const written = append(letter).then(
        () => letter,
        () => '',
      );
      await pause(Math.random() * 3);
      way.cut();
      await written;
    }
    await pause(300);
    expect(await name()).toMatch(/^wa?b?c?d?e?f?g?h?$/);
  });

  test('retries once a commit that never reached the database', async () => {
    const cut = way.cutAt(COMMIT, 'before');
    await append('a');
    await cut;
    expect(await name()).toBe('wa');
  });

  test('reports the actual outcome of a commit whose response was lost, and does not repeat it', async () => {
    const cut = way.cutAt(COMMIT, 'after');
    await append('a');
    await cut;
    expect(await name()).toBe('wa');
    const [row] = await query('SELECT version FROM heads');
    expect(Number(row?.[0])).toBe(2);
  });

  test('reports the outcome of a lost commit even after another server has written', async () => {
    const other = await postgresStorage({ url: through(cluster.port) });
    try {
      const cut = way.cutAt(COMMIT, 'after');
      const written = append('a');
      await cut;
      way.lead(1);
      await append('b', other);
      await append('c', other);
      way.lead(cluster.port);
      await written;
      expect(await name()).toBe('wabc');
    } finally {
      way.lead(cluster.port);
      await other.close();
    }
  });

  test('reports a commit with an unknown outcome as uncertain, and does not delay the units behind it as long', async () => {
    const cut = way.cutAt(COMMIT, 'after');
    const written = append('a');
    written.catch(() => undefined);
    await cut;
    way.lead(1);
    // The connection that was opened ahead.
    way.cut();
    await expect(append('b')).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('Nothing was changed'),
    });
    expect(await Promise.race([written.catch(() => 'found out'), 'sought'])).toBe('sought');
    await expect(written).rejects.toMatchObject({
      ...UNAVAILABLE,
      message: expect.stringContaining('may have been made'),
    });
    way.lead(cluster.port);
    await pause(500);
    expect(await name()).toBe('wa');
  });

  test('detects a network that drops everything', async () => {
    way.silence(true);
    const began = Date.now();
    const refused = [
      append('a'),
      name(),
      storage.ping(),
      storage.tally?.([{ name: 'k', hits: 1, resetMs: 1 }]),
    ];
    for (const each of refused) await expect(each).rejects.toMatchObject(UNAVAILABLE);
    expect(Date.now() - began).toBeLessThan(30_000);
    way.silence(false);
    way.cut();
    await pause(1_000);
    await append('b');
    expect(await name()).toBe('wb');
  });

  test('trusts no cached key after a failover that lost the last commits and got new ones', async () => {
    const tandem = createTandem({ ...nodePorts(), storage });
    const { key } = await tandem.operator.createWorkspace({ name: 'W', admin: { name: 'ada' } });
    const holder = async () => (await storage.directory.keyholder(key.id))?.key.id;
    for (let i = 0; i < 3; i++) expect(await holder()).toBe(key.id);
    // Simulates a replica that missed the last change of access and has another one with the same number.
    await query(`DELETE FROM keys WHERE id = '${key.id}'`);
    await query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'tandem %'`,
    );
    expect(await Promise.all([holder(), holder()])).toEqual([undefined, undefined]);
    await storage.ping();
  });

  long.test('continues on the replica that replaces its server, with all acknowledged writes', async () => {
    await cluster.stop('fast');
    await cluster.start();
    const replica = await cluster.replica();
    try {
      await pause(500);
      await append('a').catch(() => append('a'));
      while ((await replicaLag(replica)) !== 0) await pause(20);
      await cluster.stop('kill');
      await replica.promote();
      way.lead(replica.port);
      await storage.ping().catch(() => pause(1_000));
      await append('b');
      expect(await name()).toBe('wab');
    } finally {
      way.lead(cluster.port);
      way.cut();
      await cluster.start();
      await replica.remove();
    }
  });

  const replicaLag = async (replica: Cluster) => {
    const client = new pg.Client(replica.url());
    await client.connect();
    const [row] = await query('SELECT pg_current_wal_lsn()::text');
    const { rows } = await client.query(
      'SELECT pg_wal_lsn_diff($1::pg_lsn, pg_last_wal_replay_lsn())::int AS lag',
      row,
    );
    await client.end();
    return Math.max(0, rows[0].lag);
  };
});
