import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { running } from '../testing/service.ts';
import { createClient } from './index.ts';

const servers: Server[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

async function answering(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const TASK = JSON.stringify({ id: '1', taskNumber: 1 });
const error = (code: string) => JSON.stringify({ error: { code, message: 'No.', requestId: 'r' } });

test('a rate-limited request is sent again when the service says', async () => {
  const office = await running({ rateLimit: 3 });
  try {
    const ada = office.as('ada', { onRetry: () => undefined });
    for (let i = 0; i < 3; i++) await ada.workspace.me();
    // The wait would exceed the retry time of this call.
    const refused = ada.workspace.me({ retryMs: 1000 });
    await expect(refused).rejects.toMatchObject({ code: 'RATE_LIMITED', status: 429, isPassing: true });
    await expect(refused).rejects.toMatchObject({ retryAfter: expect.any(Number) });
  } finally {
    await office.stop();
  }
});

test('honors Retry-After of 429 and 503, with the same idempotency key on each try', async () => {
  const keys: unknown[] = [];
  const at: number[] = [];
  const url = await answering((incoming, answer) => {
    keys.push(incoming.headers['idempotency-key']);
    at.push(performance.now());
    const status = [429, 503, 201][keys.length - 1] as number;
    answer.writeHead(status, {
      'Content-Type': 'application/json',
      ...(status > 400 && { 'Retry-After': '1' }),
    });
    answer.end(status === 201 ? TASK : error(status === 429 ? 'RATE_LIMITED' : 'UNAVAILABLE'));
  });
  const pauses: number[] = [];
  const tandem = createClient({ url, key: 'k', onRetry: (_, pauseMs) => pauses.push(pauseMs) });
  expect(await tandem.tasks.create({ title: 'Patience' })).toMatchObject({ taskNumber: 1 });
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[\w-]{32,36}$/);
  expect(Math.min(...pauses, ...at.slice(1).map((t, i) => t - (at[i] as number) + 2))).toBeGreaterThanOrEqual(
    1000,
  );
});

test('pauses grow and are random, so that simultaneous failures spread out', async () => {
  const url = await answering((_, answer) => void answer.writeHead(503).end(error('UNAVAILABLE')));
  const random = jest.spyOn(Math, 'random').mockReturnValue(0.1);
  const pauses: number[] = [];
  const tandem = createClient({ url, onRetry: (_, pauseMs) => pauses.push(pauseMs) });
  await expect(tandem.workspace.me({ tries: 5 })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  expect(pauses).toEqual([25, 50, 100, 200]);
  random.mockRestore();
});

test('does not retry a permanent error', async () => {
  let count = 0;
  const url = await answering((_, answer) => {
    count++;
    answer.writeHead(409).end(error('LABEL_EXISTS'));
  });
  await expect(createClient({ url }).labels.create({ name: 'x' })).rejects.toMatchObject({ status: 409 });
  expect(count).toBe(1);
});

test('retries an internal error of the service, except for requests that must be sent once', async () => {
  let count = 0;
  const url = await answering((_, answer) => {
    count++;
    answer.writeHead(500).end(error('INTERNAL_ERROR'));
  });
  const tandem = createClient({ url, tries: 2 });
  await expect(tandem.tasks.create({ title: 'x' })).rejects.toMatchObject({
    code: 'INTERNAL_ERROR',
    isLost: true,
  });
  expect(count).toBe(2);
  await expect(tandem.members.acceptInvitation({ code: 'x' })).rejects.toMatchObject({ status: 500 });
  expect(count).toBe(3);
});

test.each([
  ['a page of another server', 404, 'text/html', '<h1>Not here</h1>'],
  ['a response with invalid JSON', 200, 'application/json', '{"data": ['],
  ['JSON of another service', 404, 'application/json', '{"detail":"Not Found"}'],
  ['nothing', 200, 'application/json', ''],
])('%s is reported as NOT_TANDEM', async (_what, status, type, body) => {
  const url = await answering(
    (_, answer) => void answer.writeHead(status, { 'Content-Type': type }).end(body),
  );
  await expect(createClient({ url, tries: 1 }).tasks.list()).rejects.toMatchObject({
    code: 'NOT_TANDEM',
    status,
    message: `${url} did not respond like Tandem (status ${status}). Check the URL.`,
  });
});

test('does not follow a redirect, and reports its target', async () => {
  const url = await answering(
    (_, answer) => void answer.writeHead(301, { Location: 'https://tandem.example/x' }).end(),
  );
  await expect(createClient({ url }).tasks.create({ title: 'x' })).rejects.toMatchObject({
    code: 'NOT_TANDEM',
    message: expect.stringContaining('redirects to https://tandem.example'),
  });
});

test('treats a truncated response as lost', async () => {
  let count = 0;
  const url = await answering((_, answer) => {
    answer.writeHead(200, { 'Content-Length': TASK.length });
    if (++count === 1) answer.write(TASK.slice(0, 5), () => answer.socket?.destroy());
    else answer.end(TASK);
  });
  expect(await createClient({ url }).tasks.get(1)).toMatchObject({ taskNumber: 1 });
  expect(count).toBe(2);
});

test('reports TIMEOUT when the service does not respond in time', async () => {
  const url = await answering(() => undefined);
  await expect(createClient({ url, timeoutMs: 50, tries: 2 }).workspace.me()).rejects.toMatchObject({
    code: 'TIMEOUT',
    status: 0,
    isPassing: true,
  });
});

test("reports UNREACHABLE with the platform's error when no server listens", async () => {
  const url = await answering(() => undefined);
  await new Promise((resolve) => servers.pop()?.close(resolve));
  await expect(createClient({ url, tries: 1 }).workspace.me()).rejects.toMatchObject({
    code: 'UNREACHABLE',
    status: 0,
    message: `Can't reach ${url} (ECONNREFUSED).`,
    cause: expect.anything(),
  });
});

test('an error contains neither the key nor the data sent', async () => {
  const tandem = createClient({ url: 'http://127.0.0.1:1', key: 'tdm_very_secret', tries: 1 });
  const failed = await tandem.tasks.create({ title: 'private' }).catch((error: unknown) => error);
  const { inspect } = await import('node:util');
  expect(inspect(failed, { depth: 9, showHidden: true })).not.toMatch(/very_secret|private/);
});
