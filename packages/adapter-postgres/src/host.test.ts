import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import { type Caller, createTandem, Refusal, type Tandem, UnitOfWorkMisuse } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import knex from 'knex';
import { CamelCasePlugin, Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { onPostgres } from '../testing/postgres.ts';
import { fromDrizzle, fromKnex, fromKysely, postgresStorage } from './index.ts';

jest.setTimeout(60_000);

/** Tables of a host, two with names of Tandem's tables. */
const HOST_TABLES = `
  CREATE TABLE orders (id SERIAL PRIMARY KEY, item TEXT NOT NULL);
  CREATE TABLE tasks (id SERIAL PRIMARY KEY, text TEXT NOT NULL);
  CREATE TABLE heads (name TEXT)`;

onPostgres('Transactions with a host on PostgreSQL', ({ newDatabase }) => {
  const ends: (() => Promise<unknown>)[] = [];
  let pool: pg.Pool;
  let tandem: Tandem<pg.PoolClient>;
  let me: Caller;
  let url: string;

  const start = async (on: pg.Pool) => {
    const storage = await postgresStorage({ pool: on, connections: 4, allowUnsafe: true });
    const started = createTandem({ ...nodePorts(), storage });
    ends.push(started.close);
    return started;
  };
  beforeAll(async () => {
    url = await newDatabase();
    pool = new pg.Pool({ connectionString: url, max: 6 });
    pool.on('error', () => undefined);
    await pool.query(HOST_TABLES);
    tandem = await start(pool);
    me = (await newTeam(tandem)).admin;
  });
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
    await pool.end();
  });

  const orders = async () =>
    (await pool.query('SELECT item FROM orders ORDER BY id')).rows.map(({ item }) => item);
  const order = (item: string) => ({ text: 'INSERT INTO orders (item) VALUES ($1)', values: [item] });
  const titles = async () =>
    (await tandem.tasks.list(me, { limit: 100 })).items.map(({ title }) => title).reverse();
  const numbers = async () =>
    (await tandem.tasks.list(me, { limit: 100 })).items.map(({ taskNumber }) => taskNumber);
  /** A client of the host that begins a transaction, and ends it unless the host has. */
  const inTransaction = async <T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    try {
      await client.query('BEGIN');
      return await work(client);
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  };
  const expectSame = async (title: string, isThere: boolean) => {
    expect((await orders()).includes(title)).toBe(isThere);
    expect((await titles()).includes(title)).toBe(isThere);
  };

  test.each(['COMMIT', 'ROLLBACK'])('an order and a task end together: %s', async (end) => {
    await inTransaction(async (client) => {
      await client.query(order(end));
      await tandem.in(client).tasks.create(me, { title: end });
      await client.query(end);
    });
    await expectSame(end, end === 'COMMIT');
  });

  test('a refused operation leaves nothing behind, and the transaction of the host goes on', async () => {
    const before = (await numbers())[0] as number;
    await inTransaction(async (client) => {
      const tx = tandem.in(client);
      await tx.tasks.create(me, { title: 'Before' });
      const refused = tx.tasks.create(me, { title: 'Refused', assignedTo: 'nobody' });
      await expect(refused).rejects.toBeInstanceOf(Refusal);
      await client.query(order('Between'));
      await tx.tasks.create(me, { title: 'After' });
      await client.query('COMMIT');
    });
    expect((await numbers()).slice(0, 2)).toEqual([before + 2, before + 1]);
    expect((await titles()).slice(-2)).toEqual(['Before', 'After']);
    expect(await orders()).toContain('Between');
  });

  test('a savepoint of the host undoes operations after it, and their numbers', async () => {
    const before = (await numbers())[0] as number;
    await inTransaction(async (client) => {
      const tx = tandem.in(client);
      await client.query('SAVEPOINT mine');
      await tx.tasks.create(me, { title: 'Undone' });
      await client.query('ROLLBACK TO mine');
      await tx.tasks.create(me, { title: 'Kept' });
      await client.query('COMMIT');
    });
    expect((await numbers())[0]).toBe(before + 1);
    expect((await titles()).at(-1)).toBe('Kept');
  });

  test.each([
    ['the default', ''],
    ['one of the session', 'SET search_path = "$user", public'],
    ['one of the transaction', 'SET LOCAL search_path = public, pg_catalog'],
  ])('the search path stays as it is: %s', async (_, set) => {
    await inTransaction(async (client) => {
      await client.query(set);
      const path = async () => (await client.query('SHOW search_path')).rows[0];
      const before = await path();
      await tandem.in(client).tasks.create(me, { title: 'A path' });
      expect(await path()).toEqual(before);
      await expect(tandem.in(client).tasks.get(me, 'none')).rejects.toBeInstanceOf(Refusal);
      expect(await path()).toEqual(before);
      await tandem.in(client).tasks.list(me, {});
      expect(await path()).toEqual(before);
      await client.query('COMMIT');
      expect((await client.query('SHOW search_path')).rows[0]).toEqual(
        set.includes('LOCAL') ? { search_path: '"$user", public' } : before,
      );
    });
  });

  test("tables of the host stay empty, even temporary ones with names of Tandem's", async () => {
    await inTransaction(async (client) => {
      await client.query('CREATE TEMP TABLE members (n INTEGER) ON COMMIT DROP');
      await tandem.in(client).tasks.create(me, { title: 'Beside a temporary table' });
      await client.query('COMMIT');
    });
    const { rows } = await pool.query(
      'SELECT (SELECT count(*) FROM public.tasks) + (SELECT count(*) FROM public.heads) AS n',
    );
    expect(rows).toEqual([{ n: '0' }]);
    const { rows: schemas } = await pool.query(
      "SELECT schemaname, count(*) FROM pg_tables WHERE schemaname IN ('public', 'tandem') GROUP BY 1 ORDER BY 1",
    );
    expect(schemas).toEqual([
      { schemaname: 'public', count: '3' },
      { schemaname: 'tandem', count: expect.any(String) },
    ]);
  });

  test('concurrent operations run one after another, however often the transaction is joined', async () => {
    const created = await inTransaction(async (client) => {
      const all = await Promise.allSettled(
        ['Joined 1', 'Joined 2', 'Joined 3', 'Joined 4'].map((title, i) =>
          tandem.in(client).tasks.create(me, { title, assignedTo: i === 2 ? 'nobody' : undefined }),
        ),
      );
      await client.query('COMMIT');
      return all;
    });
    expect(created.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled']);
    expect((await titles()).slice(-3)).toEqual(['Joined 1', 'Joined 2', 'Joined 4']);
  });

  test('under REPEATABLE READ, a change is refused once the workspace has changed', async () => {
    await inTransaction(async (client) => {
      await client.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
      await client.query('SELECT 1 FROM orders');
      await tandem.tasks.create(me, { title: 'Meanwhile' });
      const refused = tandem.in(client).tasks.create(me, { title: 'From an old snapshot' });
      await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    });
  });

  test('operations outside wait for the commit, and continue the numbers', async () => {
    const before = (await numbers())[0] as number;
    let outside: Promise<unknown> | undefined;
    await inTransaction(async (client) => {
      await tandem.in(client).tasks.create(me, { title: 'Inside' });
      outside = tandem.tasks.create(me, { title: 'Outside' });
      await pause(100);
      expect((await titles()).at(-1)).not.toBe('Outside');
      await client.query('COMMIT');
    });
    await outside;
    expect((await numbers()).slice(0, 2)).toEqual([before + 2, before + 1]);
  });

  test('every server hears of the commit, and of no rollback', async () => {
    const other = await start(pool);
    const heard: string[][] = [[], []];
    const titlesOf = (at: number) => heard[at] as string[];
    for (const [i, each] of [tandem, other].entries()) {
      const end = each.events.subscribe(me.workspaceId, ({ event }) =>
        titlesOf(i).push(event.entity.title ?? ''),
      );
      ends.push(async () => end());
    }
    const title = (n: number) => `Heard ${n}`;
    // A server hears of nothing before its subscription has found the end of the log.
    while (heard.some((titles) => titles.length === 0)) await tandem.tasks.create(me, { title: title(0) });
    for (const [n, end] of [
      [1, 'ROLLBACK'],
      [2, 'COMMIT'],
    ] as const) {
      await inTransaction(async (client) => {
        await tandem.in(client).tasks.create(me, { title: title(n) });
        await client.query(end);
      });
    }
    for (const i of [0, 1]) while (!titlesOf(i).includes(title(2))) await pause(10);
    for (const i of [0, 1]) expect(titlesOf(i)).not.toContain(title(1));
  });

  test('a waiting request is answered by the commit of a host', async () => {
    const bot = await tandem.agents.create(me, { name: 'bot', displayName: 'Bot', emoji: '*', model: 'm' });
    const caller = await tandem.operator.callerFor(me.workspaceId, 'bot');
    const { id: projectId } = await tandem.projects.create(me, { title: 'For the bot' });
    const claimed = tandem.claims.next(caller, { wait: 20, projectId });
    while (tandem.waiting() === 0) await pause(5);
    await inTransaction(async (client) => {
      await tandem.in(client).tasks.create(me, { title: 'For the bot', assignedTo: bot.id, projectId });
      await client.query('COMMIT');
    });
    expect((await claimed)?.task.title).toBe('For the bot');
  });

  test('a key that a host revokes is refused after its commit', async () => {
    const { key, secret } = await tandem.keys.create(me, {
      kind: 'service',
      name: 'key',
      scopes: ['tasks:read'],
    });
    await tandem.authenticate(secret);
    await inTransaction(async (client) => {
      await tandem.in(client).keys.revoke(me, key.id);
      await tandem.authenticate(secret);
      await client.query('COMMIT');
    });
    await expect(tandem.authenticate(secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });

  describe('transactions of other libraries', () => {
    const both = async (title: string, begin: () => Promise<unknown>, isThere: boolean) => {
      if (isThere) await begin();
      else await expect(begin()).rejects.toThrow('no');
      await expectSame(title, isThere);
    };

    test.each([true, false])('Kysely: %s', async (commits) => {
      const db = new Kysely<{ orders: { item: string } }>({
        dialect: new PostgresDialect({ pool }),
        plugins: [new CamelCasePlugin()],
      });
      const title = `Kysely ${commits}`;
      const begin = () =>
        db.transaction().execute(async (trx) => {
          await trx.insertInto('orders').values({ item: title }).execute();
          await tandem.in(fromKysely(trx)).tasks.create(me, { title });
          if (!commits) throw new Error('no');
        });
      await both(title, begin, commits);
      expect(() => fromKysely(db)).toThrow(TypeError);
    });

    test.each([true, false])('Drizzle: %s', async (commits) => {
      const db = drizzle(pool);
      const title = `Drizzle ${commits}`;
      const begin = () =>
        db.transaction(async (tx) => {
          await tx.execute(sql`INSERT INTO orders (item) VALUES (${title})`);
          await tandem.in(fromDrizzle(tx)).tasks.create(me, { title });
          if (!commits) throw new Error('no');
        });
      await both(title, begin, commits);
      expect(() => fromDrizzle(db)).toThrow(TypeError);
    });

    test.each([true, false])('Knex: %s', async (commits) => {
      const db = knex({ client: 'pg', connection: url });
      const title = `Knex ${commits}`;
      const begin = () =>
        db.transaction(async (trx) => {
          await trx('orders').insert({ item: title });
          await tandem.in(fromKnex(trx)).tasks.create(me, { title });
          if (!commits) throw new Error('no');
        });
      try {
        await both(title, begin, commits);
        expect(() => fromKnex(db)).toThrow(TypeError);
      } finally {
        await db.destroy();
      }
    });
  });

  describe('transactions of Tandem', () => {
    test('statements of the host run in them, on a client of its pool', async () => {
      await tandem.transaction(async (tx) => {
        const { rows } = await tx.host((client) => client.query(`${order('').text} RETURNING id`, ['Lent']));
        await tx.tasks.create(me, { title: `Ship order ${rows[0].id}` });
      });
      expect(await orders()).toContain('Lent');
      expect((await titles()).at(-1)).toMatch(/^Ship order \d+$/);
      expect(pool.idleCount).toBe(pool.totalCount);
    });

    test('one of a host without limits may wait for 3 seconds', async () => {
      const show = 'SHOW idle_in_transaction_session_timeout';
      const { rows } = await tandem.transaction((tx) => tx.host((client) => client.query(show)));
      expect(Object.values(rows[0])).toEqual(['3s']);
      expect(Object.values((await pool.query(show)).rows[0])).toEqual(['0']);
    });

    test('a swallowed error of a statement is reported, because nothing was committed', async () => {
      const swallowed = tandem.transaction(async (tx) => {
        await tx.tasks.create(me, { title: 'Swallowed' });
        await tx.host((client) => client.query('SELECT 1 / 0')).catch(() => undefined);
      });
      await expect(swallowed).rejects.toThrow('rolled back');
      expect(await titles()).not.toContain('Swallowed');
    });

    test('one that waits for something else for too long is rolled back', async () => {
      const hasty = new pg.Pool({ connectionString: url, idle_in_transaction_session_timeout: 50 });
      hasty.on('error', () => undefined);
      const started = await start(hasty);
      const waiting = started.transaction(async (tx) => {
        await tx.tasks.create(me, { title: 'Waited' });
        await pause(500);
      });
      await expect(waiting).rejects.toBeInstanceOf(UnitOfWorkMisuse);
      expect(await titles()).not.toContain('Waited');
      await tandem.tasks.create(me, { title: 'Goes on' });
      ends.push(() => hasty.end());
    });

    test('without a pool, the host gets clients with its own search path', async () => {
      const storage = await postgresStorage({ url, schema: 'tandem', connections: 4, allowUnsafe: true });
      const started = createTandem({ ...nodePorts(), storage });
      await started.transaction(async (tx) => {
        await tx.host((client) => client.query(order('By URL')));
        await tx.tasks.create(me, { title: 'By URL' });
      });
      await started.close();
      await expectSame('By URL', true);
    });
  });

  describe('misuse', () => {
    test('a connection without a transaction is refused', async () => {
      const client = await pool.connect();
      const refused = tandem.in(client).tasks.create(me, { title: 'Without' });
      await expect(refused).rejects.toBeInstanceOf(UnitOfWorkMisuse);
      client.release();
      expect(await titles()).not.toContain('Without');
    });

    test.each([
      ['a pool', () => pool],
      ['nothing', () => undefined],
      ['another object', () => ({ executeSql: () => undefined })],
    ])('%s is refused', (_, make) => {
      expect(() => tandem.in(make())).toThrow(TypeError);
    });

    test('a transaction that has failed accepts no operation, and says why', async () => {
      await inTransaction(async (client) => {
        await client.query('SELECT 1 / 0').catch(() => undefined);
        const refused = tandem.in(client).tasks.create(me, { title: 'Failed' });
        await expect(refused).rejects.toThrow('current transaction is aborted');
      });
    });

    test('a lost connection is reported, and nothing was done', async () => {
      const client = await pool.connect();
      client.on('error', () => undefined);
      await client.query('BEGIN');
      const { rows } = await client.query('SELECT pg_backend_pid() AS pid');
      await pool.query('SELECT pg_terminate_backend($1)', [rows[0].pid]);
      const refused = tandem.in(client).tasks.create(me, { title: 'Lost' });
      await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
      client.release(true);
      expect(await titles()).not.toContain('Lost');
    });
  });
});
