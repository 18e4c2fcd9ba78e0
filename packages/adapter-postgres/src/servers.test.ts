import { setTimeout as pause } from 'node:timers/promises';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, isEverything, type News, type Sharing, type Storage } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import pg from 'pg';
import { onPostgres } from '../testing/postgres.ts';
import { processes } from '../testing/processes.ts';
import { aWorkspace } from '../testing/rows.ts';
import { oneDatabase, openStorage } from '../testing/storages.ts';
import { SCHEMA_VERSION } from './migrations/index.ts';

jest.setTimeout(60_000);

onPostgres('Servers that share a database', (postgres) => {
  const emptied = oneDatabase(postgres);
  const start = processes();
  let url: string;
  let storages: (Storage & Sharing)[] = [];
  const open = async () => {
    const storage = await openStorage(url);
    storages.push(storage);
    return storage;
  };
  beforeEach(async () => {
    url = await emptied();
  });
  afterEach(async () => {
    await Promise.all(storages.map((storage) => storage.close()));
    storages = [];
  });

  const sql = async (text: string) => {
    const client = new pg.Client(url);
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const heardBy = (storage: Storage): News[] => {
    const news: News[] = [];
    storage.signals.subscribe((more) => news.push(...more));
    return news;
  };
  const raise = (storage: Storage, topic: string, about?: string) =>
    storage.write('w', async ({ signals }) => signals.raise({ topic, toOne: false, about }));
  const until = async (holds: () => boolean, ms: number) => {
    const end = performance.now() + ms;
    while (!holds() && performance.now() < end) await pause(2);
    return holds();
  };
  const topics = (news: readonly News[]) =>
    news.map((each) => (isEverything(each) ? `everything of ${each.workspaceId}` : each.topic));

  test("servers receive each other's commits within milliseconds, once and in order", async () => {
    const [a, b] = [await open(), await open()];
    const news = heardBy(b);
    b.signals.watch?.('w');
    const took: number[] = [];
    for (let i = 0; i < 50; i++) {
      await raise(a, `${i}`);
      const began = performance.now();
      expect(await until(() => topics(news).includes(`${i}`), 2_000)).toBe(true);
      took.push(performance.now() - began);
    }
    took.sort((x, y) => x - y);
    expect(took[25]).toBeLessThan(100);
    await pause(1_000);
    const signals = topics(news).filter((topic) => !topic.startsWith('everything'));
    expect(signals).toEqual(Array.from({ length: 50 }, (_, i) => `${i}`));
  });

  test('servers send "everything" instead of a signal that is too long', async () => {
    const [a, b] = [await open(), await open()];
    const news = heardBy(b);
    await raise(a, 'long', 'x'.repeat(9_000));
    expect(await until(() => topics(news).includes('everything of w'), 2_000)).toBe(true);
  });

  test('servers ignore foreign messages on their channel', async () => {
    const [a, b] = [await open(), await open()];
    const news = heardBy(b);
    const end = b.signals.watch?.('w');
    b.signals.subscribe((more) => {
      for (const each of more) if (!isEverything(each)) (each.about as { toString(): string }).toString();
    });
    const others = [
      'hello',
      'null',
      '["x",[1]]',
      '["x",[null]]',
      '["x",[["w",1,5]]]',
      '["x",[["w","1",[]]]]',
      '["x",[["w",1,[null]]]]',
      '["x",[["w",1,[{"topic":5}]]]]',
      '["x",[["w",900719925474099,[{"topic":"forged","toOne":true,"about":null}]]]]',
    ];
    for (const payload of others) await sql(`SELECT pg_notify('tandem', '${payload}')`);
    await raise(a, 'real', 'about');
    expect(await until(() => topics(news).includes('real'), 5_000)).toBe(true);
    expect(topics(news).filter((topic) => !topic.startsWith('everything'))).toEqual(['forged', 'real']);
    end?.();
  });

  test('servers find commits without notification within two seconds, if a client waits', async () => {
    const [a, b] = [await open(), await open()];
    await raise(a, 'first');
    const news = heardBy(b);
    b.signals.watch?.('w');
    await pause(1_500);
    news.length = 0;
    await pause(1_500);
    // Commits with a notification need no further check.
    expect(topics(news)).toEqual([]);
    await sql('UPDATE heads SET told = told + 1');
    expect(await until(() => topics(news).includes('everything of w'), 2_000)).toBe(true);
    news.length = 0;
    await raise(a, 'after');
    await pause(1_500);
    expect(topics(news)).toEqual(['after']);
  });

  test('servers check everything after the listening connection was cut', async () => {
    const [, b] = [await open(), await open()];
    const news = heardBy(b);
    await sql(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'tandem signals' AND datname = current_database()`,
    );
    expect(await until(() => topics(news).includes('everything of null'), 3_000)).toBe(true);
  });

  test('servers refuse a key that another server has revoked from the next request on', async () => {
    const [a, b] = [await open(), await open()];
    const tandems = [a, b].map((storage) => createTandem({ ...nodePorts(), storage }));
    const [one, other] = tandems as [(typeof tandems)[0], (typeof tandems)[0]];
    const { admin: me } = await newTeam(one);
    for (let i = 0; i < 10; i++) {
      const issued = await one.keys.create(me, { name: `k${i}`, kind: 'person', scopes: ['tasks:read'] });
      expect(await other.authenticate(issued.secret)).not.toBeNull();
      expect(await other.authenticate(issued.secret)).not.toBeNull();
      await one.keys.revoke(me, issued.key.id);
      await expect(other.authenticate(issued.secret)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    }
  });

  test('servers continue when the leader is killed', async () => {
    const leader = await start({ do: 'lead', url });
    const follower = await open();
    expect(await follower.leads()).toBe(false);
    leader.kill('SIGKILL');
    const began = Date.now();
    while (!(await follower.leads())) await pause(50);
    expect(Date.now() - began).toBeLessThan(8_000);
  });

  test('servers continue writing when one is killed inside a unit that holds the workspace', async () => {
    const storage = await open();
    await storage.write('w', ({ workspace }) => workspace.insert(aWorkspace()));
    const holder = await start({ do: 'hold', url, workspaceId: 'w' });
    const written = raise(storage, 'after');
    await pause(200);
    holder.kill('SIGKILL');
    const began = Date.now();
    await written;
    expect(Date.now() - began).toBeLessThan(3_000);
  });

  test('servers continue writing when one is suspended inside a unit', async () => {
    const storage = await open();
    await storage.write('w', ({ workspace }) => workspace.insert(aWorkspace()));
    const holder = await start({ do: 'hold', url, workspaceId: 'w' });
    holder.kill('SIGSTOP');
    const began = Date.now();
    await raise(storage, 'after');
    expect(Date.now() - began).toBeLessThan(8_000);
  });

  test('servers run an exclusive job after the process that held it was killed', async () => {
    const storage = await open();
    const holder = await start({ do: 'exclusively', url, name: 'x' });
    const done = storage.exclusively('x', async () => 'done');
    await pause(100);
    holder.kill('SIGKILL');
    expect(await done).toBe('done');
  });

  test("servers lose none of each other's units of work", async () => {
    const [a, b] = [await open(), await open()];
    await a.write('w', ({ workspace }) => workspace.insert({ ...aWorkspace(), agentIntakeLimit: 0 }));
    const add = (storage: Storage) =>
      storage.write('w', async ({ workspace }) => {
        const before = await workspace.get();
        if (before) await workspace.update({ ...before, agentIntakeLimit: before.agentIntakeLimit + 1 });
      });
    await Promise.all(Array.from({ length: 100 }, (_, i) => add(i % 2 ? a : b)));
    expect((await a.read('w', ({ workspace }) => workspace.get()))?.agentIntakeLimit).toBe(100);
  });

  test('five servers that start together migrate an empty database once', async () => {
    url = await postgres.newDatabase();
    await Promise.all(Array.from({ length: 5 }, open));
    expect(await sql('SELECT max(version)::int AS version FROM schema_version')).toEqual([
      { version: SCHEMA_VERSION },
    ]);
  });
});
