import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Api, apiOf, hold, newAgent } from '../../testing/api.ts';
import { quietLog } from '../../testing/log.ts';
import { onDurablePostgres } from '../../testing/postgres.ts';
import { cleanUp, serve, stopped, tandem, temporaryFolder } from '../../testing/tandem.ts';
import { type RunningServer, readConfig, startServer } from '../index.ts';

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function until(holds: () => Promise<boolean>, ms = 10_000): Promise<void> {
  for (const end = Date.now() + ms; !(await holds()); await pause(50)) {
    if (Date.now() > end) throw new Error('The condition was not met in time.');
  }
}

const leads = async ({ url }: { readonly url: string }) =>
  /^tandem_leads 1$/m.test(await (await fetch(`${url}/metrics`)).text());

onDurablePostgres('several servers on one database', ({ newDatabase }) => {
  const running = new Set<RunningServer>();
  const stop = async (server: RunningServer) => {
    running.delete(server);
    await server.stop();
  };
  /** Servers on one database and one folder of files, started at once. */
  const start = (count: number, databaseUrl: string, env: Record<string, string> = {}) => {
    const dataDir = temporaryFolder();
    return Promise.all(
      Array.from({ length: count }, async () => {
        const settings = { TANDEM_PORT: '0', TANDEM_DATA_DIR: dataDir, TANDEM_DATABASE_URL: databaseUrl };
        const server = await startServer(
          readConfig({ TANDEM_RATE_LIMIT: '0', ...settings, ...env }),
          quietLog,
        );
        running.add(server);
        return server;
      }),
    );
  };
  const stopAll = () => Promise.all([...running].map(stop));
  afterEach(cleanUp);
  afterAll(stopAll);

  describe('that run', () => {
    let servers: readonly RunningServer[];
    let databaseUrl: string;
    let adminKey: string;
    /** The admin, through each of the servers. */
    let a: Api;
    let b: Api;
    let agent: { readonly id: string; readonly key: string };
    const url = (place: number) => (servers[place] as RunningServer).url;

    beforeAll(async () => {
      databaseUrl = await newDatabase();
      // The receiver is on this machine.
      const env = { TANDEM_WEBHOOK_ALLOW_HTTP: 'on', TANDEM_WEBHOOK_ALLOW_NETS: '127.0.0.0/8' };
      servers = await start(2, databaseUrl, env);
      adminKey = servers.find(({ firstKey }) => firstKey !== null)?.firstKey as string;
      a = apiOf(url(0), adminKey);
      b = apiOf(url(1), adminKey);
      agent = await newAgent(a, 'scribe', 'agents:write', 'tasks:read', 'tasks:write');
    });
    afterAll(stopAll);

    test('a wait for a reply ends when the reply is given on the other server', async () => {
      const { body: sent } = await a('POST', 'chats', { agentId: agent.id, body: 'Are you there?' });
      const held = await hold(
        url(0),
        adminKey,
        'GET',
        `chats/${sent.thread.id}/turns/${sent.turn.id}?wait=25`,
      );
      const scribe = apiOf(url(1), agent.key);
      const { body: claimed } = await scribe('POST', `agents/${agent.id}/turns/claim`);
      const began = performance.now();
      const { token } = claimed.lease;
      await scribe('POST', `agents/${agent.id}/turns/${sent.turn.id}/reply`, { token, body: 'Yes' });
      expect((await held.answer).body).toMatchObject({ status: 'complete', reply: { body: 'Yes' } });
      expect(performance.now() - began).toBeLessThan(1_000);
    });

    test('of agents that wait for tasks on both servers, each gets one, created on either', async () => {
      await a('PATCH', `agents/${agent.id}`, { maxClaims: 10 });
      const claims = [0, 1, 0, 1].map((place) =>
        apiOf(url(place), agent.key)('POST', 'tasks/claim', { wait: 25 }),
      );
      await pause(300);
      for (let i = 0; i < 4; i++)
        await (i % 2 ? a : b)('POST', 'tasks', { title: `Task ${i}`, status: 'todo' });
      const answers = await Promise.all(claims);
      const numbers = answers.map(({ body }) => body.task.taskNumber);
      expect(new Set(numbers).size).toBe(4);
    });

    test('a stream has the events of the other server, and continues there from its position', async () => {
      const follow = async (place: number, after?: string) => {
        const leaving = new AbortController();
        const response = await fetch(`${url(place)}/api/v1/events/stream`, {
          headers: { Authorization: `Bearer ${adminKey}`, ...(after && { 'Last-Event-ID': after }) },
          signal: leaving.signal,
        });
        let text = '';
        const reading = (async () => {
          const decoder = new TextDecoder();
          for await (const part of response.body ?? []) text += decoder.decode(part as Uint8Array);
        })().catch(() => undefined);
        return {
          said: () => text,
          leave: async () => {
            leaving.abort();
            await reading;
          },
        };
      };
      const stream = await follow(0);
      await until(async () => stream.said().includes('event: position'));
      await b('POST', 'tasks', { title: 'Told at the other' });
      await until(async () => stream.said().includes('event: task.created'), 1_000);
      const [, id] = /id: (\S+)\nevent: task.created/.exec(stream.said()) ?? [];
      await stream.leave();
      await a('POST', 'tasks', { title: 'Told later' });
      const again = await follow(1, id);
      await until(async () => again.said().includes('Told later'), 2_000);
      expect(again.said()).not.toContain('Told at the other');
      await again.leave();
    });

    test('a key revoked on one server is refused by both from then on', async () => {
      for (let i = 0; i < 20; i++) {
        const { body } = await a('POST', 'keys', { name: `k${i}`, kind: 'service', scopes: ['tasks:read'] });
        const uses = servers.map(({ url }) => apiOf(url, body.secret));
        for (const use of uses) expect((await use('GET', 'me')).status).toBe(200);
        await (i % 2 ? a : b)('DELETE', `keys/${body.id}`);
        const after = await Promise.all(uses.map((use) => use('GET', 'me')));
        expect(after.map(({ status }) => status)).toEqual([401, 401]);
      }
    });

    test('a run key whose claim ends on one server is refused by both from then on', async () => {
      const ends: ((on: Api, task: number, token: string) => Promise<unknown>)[] = [
        (on, task, token) => on('POST', `tasks/${task}/claim/release`, { token }),
        (on, task, token) =>
          on('POST', `tasks/${task}/results`, { token, outcome: 'succeeded', summary: 'Done' }),
        (_on, task) => b('POST', `tasks/${task}/transition`, { to: 'canceled' }),
        (on, task) => on('POST', `tasks/${task}/claim`, { takeOver: true }),
      ];
      const { id, key } = await newAgent(a, 'runner', 'tasks:read', 'tasks:write');
      await a('PATCH', `agents/${id}`, { maxClaims: 10 });
      const by = servers.map(({ url }) => apiOf(url, key));
      for (const [i, end] of ends.entries()) {
        const { body: task } = await a('POST', 'tasks', { title: `Task ${i}`, assignedTo: 'runner' });
        const path = `tasks/${task.taskNumber}`;
        const { body: claim } = await (by[i % 2] as Api)('POST', `${path}/claim`, { runKey: true });
        const uses = servers.map(({ url }) => apiOf(url, claim.lease.runKey));
        for (const use of uses) expect((await use('GET', path)).status).toBe(200);
        await end(by[(i + 1) % 2] as Api, task.taskNumber, claim.lease.token);
        const after = await Promise.all(
          uses.flatMap((use) => [use('GET', path), use('POST', `${path}/comments`, { body: 'Late' })]),
        );
        expect([i, after.map(({ status }) => status)]).toEqual([i, [401, 401, 401, 401]]);
      }
    });

    test('a request sent to both servers at once with one idempotency key is executed once', async () => {
      for (let i = 0; i < 20; i++) {
        const headers = { 'Idempotency-Key': `once ${i}` };
        const answers = await Promise.all(
          [a, b, a, b].map((api) => api('POST', 'tasks', { title: `Once ${i}` }, { headers })),
        );
        expect(new Set(answers.map(({ status, body }) => `${status} ${body.taskNumber}`)).size).toBe(1);
      }
    });

    test('a webhook sends each event once, whichever server it occurs on', async () => {
      const ids: string[] = [];
      const receiver = createServer((req, res) => {
        ids.push(req.headers['webhook-id'] as string);
        req.resume();
        res.writeHead(204).end();
      }).listen(0, '127.0.0.1');
      await once(receiver, 'listening');
      const { port } = receiver.address() as AddressInfo;
      const made = await a('POST', 'webhooks', {
        url: `http://127.0.0.1:${port}/`,
        types: ['label.created'],
      });
      expect(made.status).toBe(201);
      await Promise.all(
        Array.from({ length: 40 }, (_, i) => (i % 2 ? a : b)('POST', 'labels', { name: `label ${i}` })),
      );
      await until(async () => new Set(ids).size === 40);
      await pause(1_500);
      expect(ids).toHaveLength(40);
      await b('DELETE', `webhooks/${made.body.id}`);
      receiver.close();
      receiver.closeAllConnections();
    });

    test('a file uploaded to one server is downloaded from the other', async () => {
      const form = new FormData();
      form.append('file', new Blob(['The plan']), 'plan.txt');
      const headers = { Authorization: `Bearer ${adminKey}` };
      const upload = await fetch(`${url(0)}/api/v1/files`, { method: 'POST', headers, body: form });
      const { id } = (await upload.json()) as { id: string };
      const download = await fetch(`${url(1)}/api/v1/files/${id}/content`, { headers });
      expect(await download.text()).toBe('The plan');
    });

    test('the command line works beside two servers: keys that it creates and revokes take effect at once', async () => {
      const env = { TANDEM_DATABASE_URL: databaseUrl, TANDEM_DATA_DIR: temporaryFolder() };
      const { stdout } = await tandem(['workspace', 'list', '--json'], env);
      const [workspace] = JSON.parse(stdout).workspaces;
      expect(workspace.name).toBe('My workspace');
      const made = await tandem(
        // biome-ignore format: as it is typed
        ['key', 'create', '--workspace', workspace.id, '--member', 'admin', '--kind', 'service', '--scopes', 'tasks:read', '--name', 'CI', '--json'],
        env,
      );
      const { key } = JSON.parse(made.stdout);
      const uses = servers.map(({ url }) => apiOf(url, key.secret));
      for (const use of uses) expect((await use('GET', 'me')).status).toBe(200);
      expect(await tandem(['key', 'revoke', key.id], env)).toMatchObject({ code: 0 });
      for (const use of uses) expect((await use('GET', 'me')).status).toBe(401);
    });

    test.each([
      ['backup', 'file'],
      ['restore', 'file'],
    ])('tandem %s is refused with PostgreSQL because it is for a data folder', async (...args) => {
      const env = { TANDEM_DATABASE_URL: databaseUrl, TANDEM_DATA_DIR: temporaryFolder() };
      const { code, stderr } = await tandem(args, env);
      expect([code, stderr]).toEqual([
        1,
        `tandem ${args[0]} is for a data folder, and TANDEM_DATABASE_URL names a PostgreSQL database. See docs/scaling.md for the alternative.\n`,
      ]);
    });
  });

  test('servers that start at once on an empty database create one workspace, and one prints its key', async () => {
    const servers = await start(5, await newDatabase());
    const keys = servers.map(({ firstKey }) => firstKey).filter((key) => key !== null);
    expect(keys).toHaveLength(1);
    for (const { url } of servers)
      expect((await apiOf(url, keys[0] as string)('GET', 'me')).status).toBe(200);
    await stopAll();
  });

  test('the rate limit of a key covers all servers within a second', async () => {
    const servers = await start(2, await newDatabase(), { TANDEM_RATE_LIMIT: '20' });
    const key = servers.find(({ firstKey }) => firstKey !== null)?.firstKey as string;
    const [a, b] = servers.map(({ url }) => apiOf(url, key)) as [Api, Api];
    for (let i = 0; i < 15; i++) expect((await a('GET', 'me')).status).toBe(200);
    expect((await b('GET', 'me')).status).toBe(200);
    await pause(1_000);
    expect((await b('GET', 'me')).headers.get('ratelimit')).toMatch(/^limit=20, remaining=3, reset=\d+$/);
    for (let i = 0; i < 3; i++) expect((await b('GET', 'me')).status).toBe(200);
    expect((await b('GET', 'me')).status).toBe(429);
    await pause(1_000);
    await a('GET', 'me');
    await pause(1_000);
    expect((await a('GET', 'me')).status).toBe(429);
    await stopAll();
  });

  test('when a server is killed, another one runs its jobs and serves its clients', async () => {
    const env = { TANDEM_DATABASE_URL: await newDatabase(), TANDEM_RATE_LIMIT: '0' };
    const first = await serve(temporaryFolder(), env);
    const [, key = ''] = await first.says('stdout', /^ {2}(tdm_\w+)$/m);
    await until(() => leads(first));
    const second = await serve(temporaryFolder(), env);
    expect(await leads(second)).toBe(false);
    const { status } = await apiOf(first.url, key)('POST', 'tasks', { title: 'Kept' });
    first.signal('SIGKILL');
    await first.ended;
    expect(status).toBe(201);
    expect((await apiOf(second.url, key)('GET', 'tasks/1')).body.title).toBe('Kept');
    await until(() => leads(second), 8_000);
    expect((await stopped(second)).code).toBe(0);
  });

  test('one server runs the jobs, and another takes over when it stops', async () => {
    const [first, second] = (await start(2, await newDatabase())) as [RunningServer, RunningServer];
    await until(async () => (await leads(first)) || (await leads(second)));
    const [leader, other] = (await leads(first)) ? [first, second] : [second, first];
    expect([await leads(leader), await leads(other)]).toEqual([true, false]);
    await stop(leader);
    await until(() => leads(other), 8_000);
    await stopAll();
  });
});
