import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { long } from '@tandem/core/testing/programs';
import { newTeam } from '@tandem/core/testing/world';
import pg from 'pg';
import { type Cluster, onOwnPostgres, startCluster } from '../testing/postgres.ts';
import { createWay, type Way } from '../testing/way.ts';
import { type PostgresStorage, postgresStorage } from './index.ts';

jest.setTimeout(120_000);

const REPLICA = 'replica1';
const UNITS = `application_name = 'tandem units' AND wait_event = 'SyncRep'`;

onOwnPostgres('A storage with a synchronous replica', () => {
  let primary: Cluster;
  let replica: Cluster;
  let way: Way;
  let storage: PostgresStorage;
  let tandem: ReturnType<typeof createTandem>;
  let caller: Awaited<ReturnType<typeof tandem.operator.callerFor>>;

  const query = async (url: string, sql: string) => {
    const client = new pg.Client(url);
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query({ text: sql, rowMode: 'array' })).rows as unknown[][];
    } finally {
      await client.end().catch(() => undefined);
    }
  };
  const until = async (holds: () => Promise<boolean>) => {
    while (!(await holds())) await pause(50);
  };

  beforeEach(async () => {
    primary = await startCluster({ durable: true });
    replica = await primary.replica(REPLICA);
    await query(primary.url(), `ALTER SYSTEM SET synchronous_standby_names = '${REPLICA}'`);
    await query(primary.url(), 'SELECT pg_reload_conf()');
    await until(async () => {
      const [row] = await query(primary.url(), 'SELECT sync_state FROM pg_stat_replication');
      return row?.[0] === 'sync';
    });
    way = await createWay(primary.port);
    storage = await postgresStorage({ url: `postgres://tandem@127.0.0.1:${way.port}/postgres` });
    tandem = createTandem({ ...nodePorts(), storage });
    const team = await newTeam(tandem);
    caller = team.admin;
  });
  afterEach(async () => {
    way.close();
    await replica.remove();
    await primary.remove();
    await storage.close();
  });

  /** Creates a task with an idempotency key; returns the outcome as a word. */
  const create = (title: string) =>
    tandem.requests
      .once(caller, { key: title, request: 'POST /tasks', payload: title }, async ({ tasks }) => {
        await tasks.create(caller, { title });
        return { status: 201, body: JSON.stringify(title) };
      })
      .then(
        (done) => ('answer' in done ? 'created' : 'replayed'),
        (error) => {
          if (error.code !== 'UNAVAILABLE') throw error;
          return /may have been made/.test(error.message) ? 'uncertain' : 'unchanged';
        },
      );
  const waitsForReplica = () =>
    until(async () => {
      const [row] = await query(primary.url(), `SELECT count(*) FROM pg_stat_activity WHERE ${UNITS}`);
      return Number(row?.[0]) > 0;
    });
  const endWaits = (how: 'terminate' | 'cancel') =>
    query(primary.url(), `SELECT pg_${how}_backend(pid) FROM pg_stat_activity WHERE ${UNITS}`);

  /** Ways to end a COMMIT's wait for its replica. */
  const ENDS: readonly [string, () => Promise<unknown>][] = [
    ['its connection is terminated', () => endWaits('terminate')],
    ['its wait is canceled', () => endWaits('cancel')],
    [
      'the primary restarts',
      async () => {
        await primary.stop('kill');
        // `start` rewrites the settings.
        await primary.start({ synchronous_standby_names: `'${REPLICA}'` });
      },
    ],
  ];

  long.test.each(ENDS)('acknowledges no write that the replica lacks, when %s', async (_, end) => {
    expect(await create('before')).toBe('created');
    await replica.stop('fast');
    const outcome = create('lost');
    await waitsForReplica();
    await end();
    expect(await outcome).toBe('uncertain');
    expect(await create('lost')).not.toMatch(/created|replayed/);

    await primary.stop('kill');
    await replica.start();
    await replica.promote();
    way.lead(replica.port);
    let again: string;
    do again = await create('lost');
    while (again !== 'created');
    const titles = (await tandem.tasks.list(caller, {})).items.map(({ title }) => title);
    expect(titles.toSorted()).toEqual(['before', 'lost']);
  });

  test('a write with an interrupted wait is acknowledged once the replica has it', async () => {
    await replica.stop('fast');
    const outcome = create('kept');
    await waitsForReplica();
    await endWaits('terminate');
    // The commit is visible on the primary by now; another connection looks it up and waits.
    await waitsForReplica();
    expect(await Promise.race([outcome, pause(500, 'waits')])).toBe('waits');
    await replica.start();
    expect(await outcome).toBe('created');
    expect(await create('kept')).toBe('replayed');
  });
});
