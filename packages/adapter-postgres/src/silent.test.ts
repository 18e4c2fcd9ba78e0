import { setTimeout as pause } from 'node:timers/promises';
import type { Workspace } from '@tandem/core';
import { long } from '@tandem/core/testing/programs';
import pg from 'pg';
import { type Cluster, onOwnPostgres, startCluster } from '../testing/postgres.ts';
import { aWorkspace } from '../testing/rows.ts';
import { createWay, type Way } from '../testing/way.ts';
import { type PostgresStorage, postgresStorage } from './index.ts';

jest.setTimeout(60_000);

/** Sent with each COMMIT: the name of the process and the number of its commit. */
const COMMIT = /[0-9a-f]{12}\.[0-9a-z]+/;
/** The connection is probed within 5 s; the rest allows for looking up the commit on two busy cores. */
const FOUND_OUT_MS = 9_000;

onOwnPostgres('A storage with a silent connection', () => {
  let cluster: Cluster;
  let way: Way;
  let storage: PostgresStorage;
  let silent: string[];
  let stalls: string[];
  let databases = 0;

  const query = async (sql: string) => {
    const client = new pg.Client(cluster.url(`d${databases}`));
    await client.connect();
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][];
    } finally {
      await client.end();
    }
  };

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
    silent = [];
    stalls = [];
    storage = await postgresStorage({
      url: `postgres://tandem@127.0.0.1:${way.port}/d${databases}`,
      connections: 4,
      onSilence: ({ purpose }) => silent.push(purpose),
      onStall: ({ workspaceId }) => stalls.push(workspaceId),
    });
    await storage.write('w', ({ workspace }) => workspace.insert(aWorkspace()));
  });
  afterEach(() => storage.close());

  const name = () => storage.read('w', async ({ workspace }) => (await workspace.get())?.name);
  /** Appends a letter to the name, so that a repeated write is visible. */
  const append = (letter: string) =>
    storage.write('w', async ({ workspace }) => {
      const before = (await workspace.get()) as Workspace;
      await workspace.update({ ...before, name: before.name + letter });
    });
  const once = async (holds: () => boolean) => {
    while (!holds()) await pause(20);
  };
  const within = async <T>(ms: number, work: Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work;
    expect(performance.now() - began).toBeLessThan(ms);
    return result;
  };

  test('a commit that the database never received is retried once', async () => {
    const fell = way.silenceAt(COMMIT, 'before');
    const written = append('a');
    await fell;
    await within(FOUND_OUT_MS, Promise.all([written, append('b')]));
    expect(await name()).toBe('wab');
    expect(silent).toEqual(['units']);
  });

  test('a commit whose response never arrives is answered with its actual outcome', async () => {
    const fell = way.silenceAt(COMMIT, 'after');
    const written = append('a');
    await fell;
    await within(FOUND_OUT_MS, Promise.all([written, append('b')]));
    expect(await name()).toBe('wab');
    const [row] = await query('SELECT version FROM heads');
    expect(Number(row?.[0])).toBe(3);
  });

  long.test('repeats a read on another connection', async () => {
    const fell = way.silenceAt(/REPEATABLE READ/, 'before');
    const read = name();
    await fell;
    expect(await within(FOUND_OUT_MS, read)).toBe('w');
  });

  long.test.each([
    // Idle servers send no other queries.
    ['signals', /./s],
    ['keys', /pg_is_in_recovery/],
  ])('replaces the connection for %s', async (purpose, sent) => {
    const fell = way.silenceAt(sent, 'before');
    if (purpose === 'keys') storage.ping().catch(() => undefined);
    await fell;
    await within(
      FOUND_OUT_MS,
      once(() => silent.length > 0),
    );
    expect(silent).toEqual([purpose]);
    await storage.ping();
    await append('a');
    expect(await name()).toBe('wa');
  });

  long.test('keeps a connection on which a statement takes long', async () => {
    const holder = new pg.Client(cluster.url(`d${databases}`));
    await holder.connect();
    await holder.query('BEGIN; SELECT 1 FROM heads FOR UPDATE');
    const written = append('a');
    await pause(6_000);
    await holder.query('ROLLBACK');
    await holder.end();
    await written;
    expect(silent).toEqual([]);
    expect(await name()).toBe('wa');
  });

  long.test('is not ready, and says so once, while the writes of a workspace are held up', async () => {
    const holder = new pg.Client(cluster.url(`d${databases}`));
    await holder.connect();
    await holder.query('BEGIN; SELECT 1 FROM heads FOR UPDATE');
    const written = append('a').catch(() => undefined);
    await once(() => stalls.length > 0);
    await expect(storage.ping()).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      message: expect.stringContaining('held up'),
    });
    await pause(1_000);
    expect(stalls).toEqual(['w']);
    await holder.query('ROLLBACK');
    await holder.end();
    await written;
    await append('b');
    await storage.ping();
  });
});
