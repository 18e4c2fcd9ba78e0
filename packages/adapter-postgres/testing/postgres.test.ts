import pg from 'pg';
import { type Cluster, onOwnPostgres, onPostgres, startCluster } from './postgres.ts';

const one = async (url: string, sql: string): Promise<unknown> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return Object.values((await client.query(sql)).rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
};

onPostgres('the PostgreSQL server of the tests', ({ newDatabase }) => {
  test('the test server creates separate databases', async () => {
    const [a, b] = [await newDatabase(), await newDatabase()];
    await one(a, 'CREATE TABLE only_in_a (n INTEGER)');
    await expect(one(b, 'SELECT n FROM only_in_a')).rejects.toThrow('does not exist');
  });

  test('the test server copies databases from a template that is created once', async () => {
    let times = 0;
    const template = {
      name: `template_${process.pid}`,
      make: async (url: string) => {
        times++;
        await one(url, 'CREATE TABLE made AS SELECT 7 AS n');
      },
    };
    const urls = await Promise.all([newDatabase(template), newDatabase(template)]);
    expect(await Promise.all(urls.map((url) => one(url, 'SELECT n FROM made')))).toEqual([7, 7]);
    expect(times).toBe(1);
  });
});

onOwnPostgres('A PostgreSQL of a test’s own', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await startCluster({ durable: true });
  });
  afterAll(() => cluster.remove());

  test('the test server keeps commits when it is killed and restarted', async () => {
    expect(await one(cluster.url(), 'SHOW fsync')).toBe('on');
    await one(cluster.url(), 'CREATE TABLE kept AS SELECT 7 AS n');
    await cluster.stop('kill');
    await expect(one(cluster.url(), 'SELECT 1')).rejects.toThrow('ECONNREFUSED');
    await cluster.start();
    expect(await one(cluster.url(), 'SELECT n FROM kept')).toBe(7);
    await cluster.stop('fast');
    await cluster.start();
    expect(await one(cluster.url(), 'SELECT n FROM kept')).toBe(7);
  });

  test('the test server has a replica that can take its place', async () => {
    await one(cluster.url(), 'CREATE TABLE before_it AS SELECT 1 AS n');
    const replica = await cluster.replica();
    try {
      expect(await one(replica.url(), 'SELECT n FROM before_it')).toBe(1);
      await one(cluster.url(), 'CREATE TABLE after_it AS SELECT 2 AS n');
      while (!(await one(replica.url(), `SELECT to_regclass('after_it')`))) await new Promise(setImmediate);
      await cluster.stop('kill');
      await replica.promote();
      await one(replica.url(), 'INSERT INTO after_it VALUES (3)');
      expect(await one(replica.url(), 'SELECT count(*)::int FROM after_it')).toBe(2);
    } finally {
      await replica.remove();
    }
  });
});
