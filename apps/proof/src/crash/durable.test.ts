import { realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { needing } from '@tandem/core/testing/programs';
import {
  type Api,
  apiOf,
  cleanUp,
  newAgent,
  newKey,
  newWorkspace,
  serve,
  temporaryFolder,
} from '@tandem/server/testing';
import { canTrace, type Exchange, newTrace, type Trace } from './trace.ts';

/*
 * Killing a process cannot show whether a commit was on disk or only in the kernel's cache. The server's system calls
 * before each response do.
 */
const { describe: traced } = needing('Linux with cc', canTrace());

traced('before its answer, flushed to the disk', () => {
  let trace: Trace;
  let dataDir: string;
  let url: string;
  let adminKey: string;
  let ada: Api;
  let scribe: Api;
  let agentId: string;

  beforeAll(async () => {
    // The path, as the kernel reports it.
    const folder = realpathSync(temporaryFolder());
    trace = newTrace(folder);
    dataDir = join(folder, 'data');
    ({ key: adminKey } = await newWorkspace(dataDir));
    ({ url } = await serve(dataDir, { TANDEM_RATE_LIMIT: '0', ...trace.env }));
    ada = apiOf(url, adminKey);
    const agent = await newAgent(ada, 'scribe', 'agents:write');
    agentId = agent.id;
    scribe = apiOf(url, agent.key);
  });
  afterAll(cleanUp);

  /** Requests, system calls and responses during a callback. */
  const exchangesOf = async (act: () => Promise<unknown>): Promise<Exchange[]> => {
    const before = trace.exchanges().length;
    await act();
    return trace.exchanges().slice(before);
  };
  const wal = () => `sync ${join(dataDir, 'tandem.db-wal')}`;
  const expectCommitted = ({ request, status, between }: Exchange) => {
    expect({ request, between }).toEqual({ request, between: expect.arrayContaining([wal()]) });
    expect({ request, ok: status >= 200 && status < 300 }).toEqual({ request, ok: true });
  };

  test('commits of 20 consecutive tasks are synced to disk before each response', async () => {
    const exchanges = await exchangesOf(async () => {
      for (let i = 0; i < 20; i++) await ada('POST', 'tasks', { title: `Task ${i}` });
    });
    expect(exchanges.map(({ request }) => request)).toEqual(Array(20).fill('POST /api/v1/tasks'));
    exchanges.forEach(expectCommitted);
  });

  test('commits of 20 simultaneous tasks are synced to disk before each response', async () => {
    const exchanges = await exchangesOf(() =>
      Promise.all(Array.from({ length: 20 }, (_, i) => ada('POST', 'tasks', { title: `At once ${i}` }))),
    );
    expect(exchanges).toHaveLength(20);
    exchanges.forEach(expectCommitted);
  });

  test('the commit of every other kind of write is synced to disk before its response', async () => {
    const { body: task } = await ada('POST', 'tasks', { title: 'Written to' });
    const path = `tasks/${task.id}`;
    const exchanges = await exchangesOf(async () => {
      await ada('POST', `${path}/transition`, { to: 'in_progress' });
      await ada('PATCH', path, { title: 'Changed' });
      await ada('POST', `${path}/comments`, { body: 'Said' });
      await ada('POST', `${path}/archive`);
      await ada('DELETE', path);
      const { body: sent } = await ada('POST', 'chats', { agentId, body: 'Hello' });
      const { body: claim } = await scribe('POST', `agents/${agentId}/turns/claim`, {});
      const turn = `agents/${agentId}/turns/${claim.turn.id}`;
      const { token } = claim.lease;
      await scribe('POST', `${turn}/heartbeat`, { token });
      await scribe('POST', `${turn}/reply`, { token, body: 'Hello yourself' });
      await ada('POST', `chats/${sent.thread.id}/messages`, { body: 'More' });
      await newKey(ada, { kind: 'service', scopes: ['tasks:read'] });
    });
    expect(exchanges).toHaveLength(11);
    exchanges.forEach(expectCommitted);
  });

  /** Uploads a file; returns its id and the recorded system calls. */
  const upload = async (size: number) => {
    const form = new FormData();
    form.append('file', new Blob([Buffer.alloc(size, 'a')]), 'a.bin');
    const headers = { Authorization: `Bearer ${adminKey}` };
    let id = '';
    const [exchange] = await exchangesOf(async () => {
      const response = await fetch(`${url}/api/v1/files`, { method: 'POST', headers, body: form });
      ({ id } = (await response.json()) as { id: string });
    });
    return { id, exchange: exchange as Exchange };
  };

  test('the first upload syncs the folders that it creates', async () => {
    const { between } = (await upload(1)).exchange;
    expect(between).toEqual(expect.arrayContaining([`sync ${dataDir}`, `sync ${join(dataDir, 'files')}`]));
  });

  test.each([0, 1, 300_000])(
    'an upload of %i bytes syncs the content, then its name, then its record',
    async (size) => {
      const { id, exchange } = await upload(size);
      expectCommitted(exchange);
      const { between } = exchange;
      const renamed = between.findIndex((line) => line.startsWith('rename ') && line.endsWith(`/${id}`));
      const [, from = '', to = ''] = between[renamed]?.split(' ') ?? [];
      expect(basename(from)).toMatch(new RegExp(`^${id}-[0-9a-f]{12}$`));
      const order = [`sync ${from}`, between[renamed], `sync ${dirname(to)}`, wal()];
      const places = order.map((line) => between.lastIndexOf(line as string));
      expect(places).not.toContain(-1);
      expect(places).toEqual(places.toSorted((a, b) => a - b));
    },
  );

  test('the first start syncs the folders that it creates before it serves', async () => {
    const folder = realpathSync(temporaryFolder());
    const first = newTrace(folder);
    await serve(join(folder, 'new/data'), first.env);
    const folders = [folder, join(folder, 'new'), join(folder, 'new/data')].map((path) => `sync ${path}`);
    expect(first.lines()).toEqual(expect.arrayContaining(folders));
  });

  test('a read syncs nothing, so the trace can distinguish reads from writes', async () => {
    // The first request in a minute may record when its key was last used.
    await ada('GET', 'tasks/1');
    const exchanges = await exchangesOf(async () => {
      for (let i = 0; i < 5; i++) await ada('GET', 'tasks/1');
    });
    expect(exchanges.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(exchanges.filter(({ between }) => between.length > 0).length).toBeLessThan(5);
  });
});
