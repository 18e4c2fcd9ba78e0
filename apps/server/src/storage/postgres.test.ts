import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { query } from '@tandem/adapter-postgres/testing';
import { freePort } from '@tandem/core/testing/free-port';
import { apiOf, hold, newAgent } from '../../testing/api.ts';
import { logTo } from '../../testing/log.ts';
import { onDurablePostgres } from '../../testing/postgres.ts';
import { cleanUp, temporaryFolder } from '../../testing/tandem.ts';
import { type RunningServer, readConfig, startServer } from '../index.ts';
import type { Log } from '../log/log.ts';
import { openPostgres } from './postgres.ts';

jest.setTimeout(60_000);
afterEach(async () => {
  await stopAll();
  await cleanUp();
});

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** A log kept in memory. */
function collectingLog() {
  const entries: { readonly message: string; readonly entry: object }[] = [];
  const keep = (entry: object | string, message = '') => {
    entries.push(typeof entry === 'string' ? { message: entry, entry: {} } : { message, entry });
  };
  return { log: logTo(keep), entries, messages: () => entries.map(({ message }) => message) };
}

const running = new Set<RunningServer>();

async function start(databaseUrl: string, log: Log, dataDir = temporaryFolder()): Promise<RunningServer> {
  const env = { TANDEM_PORT: '0', TANDEM_DATA_DIR: dataDir, TANDEM_DATABASE_URL: databaseUrl };
  const server = await startServer(readConfig(env), log);
  running.add(server);
  return server;
}

async function stopAll(): Promise<void> {
  const servers = [...running];
  running.clear();
  await Promise.all(servers.map((server) => server.stop()));
}

const messageOf = (url: string, patienceMs = 0): Promise<string> =>
  openPostgres(url, { patienceMs }).then(
    () => 'opened',
    (error: Error) => `${error.name}: ${error.message}`,
  );

test('an unreachable database is reported without its password, after some waiting', async () => {
  const port = await freePort();
  const where = `postgres://ada@127.0.0.1:${port}/tandem`;
  const began = performance.now();
  expect(await messageOf(`postgres://ada:geheim@127.0.0.1:${port}/tandem`, 1_200)).toBe(
    `CannotRun: The database ${where} cannot be reached (nothing listens there) after 1 seconds. Start it, or correct TANDEM_DATABASE_URL.`,
  );
  expect(performance.now() - began).toBeGreaterThan(500);
  expect(await messageOf(`postgres://ada:geheim@127.0.0.1:${port}/tandem`)).toBe(
    `CannotRun: The database ${where} cannot be reached (nothing listens there). Start it, or correct TANDEM_DATABASE_URL.`,
  );
});

test('an unknown host is named', async () => {
  expect(await messageOf('postgres://ada:geheim@nobody.invalid/tandem')).toMatch(
    /^CannotRun: The database postgres:\/\/ada@nobody.invalid\/tandem cannot be reached \(the host name .*\)\./,
  );
});

test('a database that requires a missing password is reported at once', async () => {
  /** An authentication message: its type and its text. */
  const authentication = (kind: number, text: string) => {
    const head = Buffer.alloc(9);
    head.write('R');
    head.writeInt32BE(8 + text.length, 1);
    head.writeInt32BE(kind, 5);
    return Buffer.concat([head, Buffer.from(text)]);
  };
  const asking = createServer((socket) => {
    const answers = [authentication(10, 'SCRAM-SHA-256\0\0'), authentication(11, 'r=abc,s=abcd,i=4096')];
    socket.on('data', () => socket.write(answers.shift() ?? ''));
    socket.on('error', () => undefined);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => asking.once('listening', resolve));
  const { port } = asking.address() as { port: number };
  const url = `postgres://ada@127.0.0.1:${port}/tandem`;
  expect(await messageOf(url, 20_000)).toBe(
    `CannotRun: The database ${url} requires a password. Add it to TANDEM_DATABASE_URL, after the user and a colon.`,
  );
  asking.close();
});

onDurablePostgres('a server on PostgreSQL', ({ newDatabase, query }) => {
  test('the message about the first workspace names the database, not its password', async () => {
    const url = new URL(await newDatabase());
    url.password = url.password || 'geheim';
    const { log, entries } = collectingLog();
    const server = await start(url.href, log);
    expect(server.firstKey).toMatch(/^tdm_/);
    expect(server.database).toBe(`${url.protocol}//${url.username}@${url.host}${url.pathname}`);
    await stopAll();
    expect(JSON.stringify(entries)).not.toContain(url.password);
  });

  test('a database in the data folder is left alone, and a message says that it is unused', async () => {
    const dataDir = temporaryFolder();
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(join(dataDir, 'tandem.db'), 'of before');
    const { log, messages } = collectingLog();
    await start(await newDatabase(), log, dataDir);
    expect(messages()).toContain('unused database in the data folder');
  });

  test('the metrics include the database connections', async () => {
    const { log } = collectingLog();
    const server = await start(await newDatabase(), log);
    const text = await (await fetch(`${server.url}/metrics`)).text();
    expect(Number(/^tandem_database_connections{state="open"} (\d+)$/m.exec(text)?.[1])).toBeGreaterThan(0);
    expect(text).toMatch(/^tandem_database_waiting \d+$/m);
    expect(text).not.toContain('tandem_database_bytes');
    await stopAll();
  });

  test('the server does not start if commits may not be on disk', async () => {
    const url = await newDatabase();
    await query(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET synchronous_commit = off`);
    expect(await messageOf(url)).toBe(
      `CannotRun: The database ${url} cannot be used. The server has synchronous_commit = off. A crash would lose acknowledged writes. Set it to on.`,
    );
  });

  test('missing TLS or a missing certificate is reported at once', async () => {
    const url = await newDatabase();
    expect(await messageOf(`${url}?sslmode=verify-full`, 20_000)).toBe(
      `CannotRun: The database ${url} does not support TLS, which sslmode in TANDEM_DATABASE_URL requires. Turn it on in its postgresql.conf (ssl), or omit sslmode.`,
    );
    expect(await messageOf(`${url}?sslmode=verify-full&sslrootcert=/nowhere.crt`, 20_000)).toBe(
      `CannotRun: The database ${url} was not contacted: /nowhere.crt, named in TANDEM_DATABASE_URL, can't be read (ENOENT).`,
    );
  });

  test('the server does not start with a missing schema', async () => {
    const url = await newDatabase();
    expect(await messageOf(`${url}?options=-c%20search_path%3Dnowhere`)).toBe(
      `CannotRun: The database ${url} has no schema for the tables. Create it, or correct search_path.`,
    );
  });

  test('the server does not start with a missing database', async () => {
    const url = new URL(await newDatabase());
    url.pathname = '/nowhere';
    expect(await messageOf(url.href)).toMatch(
      /^CannotRun: .*\/nowhere does not exist on its server\. Create it \(createdb\)/,
    );
  });
});

onDurablePostgres('a server beside a newer one', (postgres) => {
  test('after a migration by a newer version every request is 503, with one fatal log line, and the server is not ready', async () => {
    const url = await postgres.newDatabase();
    const { log, entries, messages } = collectingLog();
    const server = await start(url, log);
    const ada = apiOf(server.url, server.firstKey as string);
    expect((await ada('POST', 'tasks', { title: 'Before' })).status).toBe(201);
    await query(url, 'UPDATE schema_version SET version = version + 100');
    for (let tries = 0; !messages().includes('cannot serve'); tries++) {
      expect(tries).toBeLessThan(40);
      await pause(50);
    }
    for (const [method, path, body] of [
      ['POST', 'tasks', { title: 'After' }],
      ['GET', 'tasks', undefined],
    ] as const) {
      const { status, body: answer } = await ada(method, path, body);
      expect([status, answer.error.code]).toEqual([503, 'UNAVAILABLE']);
    }
    expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    await pause(1_500);
    expect(messages().filter((message) => message !== 'serving')).toEqual(['cannot serve']);
    expect(entries.at(-1)?.entry).toMatchObject({
      error: { message: expect.stringContaining('Run the newer Tandem') },
    });
  });

  test('the server neither starts nor stays ready with a clock over a minute off', async () => {
    const url = await postgres.newDatabase();
    const { log, messages } = collectingLog();
    const server = await start(url, log);
    const systemNow = Date.now;
    const setTo = jest.spyOn(Date, 'now').mockImplementation(() => systemNow() - 330_000);
    try {
      expect(await messageOf(url)).toBe(
        `CannotRun: The database ${url} cannot be used. This machine's clock is 330 seconds behind the database's; 60 are allowed. Synchronize both clocks.`,
      );
      for (let tries = 0; !messages().includes('cannot serve'); tries++) {
        expect(tries).toBeLessThan(40);
        await pause(50);
      }
      expect((await fetch(`${server.url}/readyz`)).status).toBe(503);
      const made = await apiOf(server.url, server.firstKey as string)('POST', 'tasks', {
        title: 'By whose clock?',
      });
      expect(Math.abs(Date.parse(made.body.createdAt) - systemNow())).toBeLessThan(5_000);
    } finally {
      setTo.mockRestore();
    }
  });
});

onDurablePostgres('an outage of PostgreSQL', (postgres) => {
  test('an outage is logged once, requests are 503, and service resumes by itself', async () => {
    const { log, messages } = collectingLog();
    const server = await start(postgres.cluster().url(), log);
    const ada = apiOf(server.url, server.firstKey as string);
    await postgres.cluster().stop('fast');
    const seen = new Set<string>();
    for (let i = 0; i < 30; i++) {
      const { status, headers, body } = await ada('GET', 'tasks');
      seen.add(`${status} ${body.error?.code} ${headers.get('retry-after')}`);
      await pause(50);
    }
    expect([...seen]).toEqual(['503 UNAVAILABLE 1']);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, ready.headers.get('retry-after')]).toEqual([503, '1']);
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/metrics`)).status).toBe(200);
    await postgres.cluster().start();
    for (let tries = 0; (await ada('GET', 'tasks')).status !== 200; tries++) {
      if (tries > 50) throw new Error('It did not come back.');
      await pause(100);
    }
    expect((await ada('POST', 'tasks', { title: 'After all' })).status).toBe(201);
    await pause(2_500);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(messages().filter((message) => /^database (un)?available/.test(message))).toEqual([
      'database unavailable',
      'database available again',
    ]);
    expect(messages()).not.toContain('request failed');
    expect(messages()).not.toContain('housekeeping failed');
    await stopAll();
  });

  test('an outage ends no stream, and waits end with their result or at worst with 503', async () => {
    const { log } = collectingLog();
    const server = await start(await postgres.newDatabase(), log);
    const key = server.firstKey as string;
    const ada = apiOf(server.url, key);
    const agent = await newAgent(ada, 'scribe', 'agents:write');
    const { body: sent } = await ada('POST', 'chats', { agentId: agent.id, body: 'Are you there?' });
    const scribe = apiOf(server.url, agent.key);
    const { body: claimed } = await scribe('POST', `agents/${agent.id}/turns/claim`);
    const turn = `turns/${sent.turn.id}`;
    const held = await hold(server.url, key, 'GET', `chats/${sent.thread.id}/${turn}?wait=25`);
    const stream = await fetch(`${server.url}/api/v1/events/stream`, {
      headers: { Authorization: `Bearer ${key}` },
    });
    let streamed = '';
    void (async () => {
      for await (const part of stream.body ?? []) streamed += Buffer.from(part as Uint8Array);
    })().catch(() => undefined);
    await pause(500);
    await postgres.cluster().stop('fast');
    await pause(2_000);
    await postgres.cluster().start();
    const { token } = claimed.lease;
    for (let tries = 0; ; tries++) {
      const { status } = await scribe('POST', `agents/${agent.id}/${turn}/reply`, { token, body: 'Yes' });
      if (status === 200) break;
      expect([status, tries < 50]).toEqual([503, true]);
      await pause(100);
    }
    const { status, body } = await held.answer;
    expect([status, body]).toMatchObject(
      status === 200 ? [200, { status: 'complete' }] : [503, { error: { code: 'UNAVAILABLE' } }],
    );
    await ada('POST', 'tasks', { title: 'After all' });
    for (let tries = 0; !streamed.includes('event: task.created'); tries++) {
      if (tries > 40) throw new Error(`The stream has ended or is silent: ${streamed}`);
      await pause(50);
    }
  });

  test('an outage does not keep the server from stopping', async () => {
    const { log } = collectingLog();
    const server = await start(postgres.cluster().url(), log);
    await postgres.cluster().stop('fast');
    await apiOf(server.url, 'none')('GET', 'me');
    const began = performance.now();
    await stopAll();
    expect(performance.now() - began).toBeLessThan(5_000);
    await postgres.cluster().start();
  });

  test('a server started before its database waits for it', async () => {
    await postgres.cluster().stop('fast');
    const { log, messages } = collectingLog();
    const starting = start(postgres.cluster().url(), log);
    await pause(1_500);
    await postgres.cluster().start();
    const server = await starting;
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect(messages().filter((message) => message === 'waiting for the database')).toHaveLength(1);
    await stopAll();
  });

  test('a wrong password is explained', async () => {
    writeFileSync(
      join(postgres.cluster().home, 'data', 'pg_hba.conf'),
      'host all all 127.0.0.1/32 scram-sha-256\n',
    );
    process.kill(postgres.cluster().pid, 'SIGHUP');
    await pause(500);
    const url = new URL(postgres.cluster().url());
    url.password = 'geheim';
    expect(await messageOf(url.href)).toBe(
      `CannotRun: The database ${postgres.cluster().url()} rejects the user or the password. Correct them in TANDEM_DATABASE_URL.`,
    );
  });
});
