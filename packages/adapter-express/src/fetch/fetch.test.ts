import { type Operation, operations } from '@tandem/contract';
import { createFetch, type FetchOptions } from '../server.ts';
import { checkAnswerOf } from '../testing/check-answer.ts';
import type { Answer } from '../testing/client.ts';
import { type Example, exampleOf, holderFor, pathOf } from '../testing/examples.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { outcome, type World } from '../testing/world.ts';

const nextWorld = seededWorlds();
let w: World;
let seeded: Seed;
let call: (path: string, init?: RequestInit & { duplex?: 'half' }) => Promise<Response>;
let faults: unknown[];

function serve(options: Partial<FetchOptions> = {}) {
  faults = [];
  return createFetch({
    tandem: w.tandem,
    newId: () => `${Math.random()}`,
    rateLimit: 0,
    onError: (error) => faults.push(error),
    ...options,
  });
}

beforeEach(async () => {
  ({ w, seeded } = await nextWorld());
  const handle = serve();
  call = (path, init = {}) =>
    handle(
      new Request(`http://host.example/api/v1${path}`, {
        ...init,
        headers: { Authorization: `Bearer ${w.admin.secret}`, ...(init.headers as object) },
      }),
    );
});

afterEach(() => expect(faults).toEqual([]));

const json = (method: string, body: object) => ({
  method,
  body: JSON.stringify(body),
  headers: { 'Content-Type': 'application/json' },
});

/** The response in the form of the checks that every HTTP test makes. */
async function answerOf(response: Response): Promise<Answer> {
  const text = await response.text();
  const headers = Object.fromEntries(response.headers);
  const isJson = headers['content-type']?.startsWith('application/json');
  return { status: response.status, headers, text, body: isJson ? JSON.parse(text) : {} } as Answer;
}

function requestFor(operation: Operation, example: Example): [string, RequestInit] {
  const query = example.query ? `?${new URLSearchParams(example.query)}` : '';
  const method = operation.method.toUpperCase();
  const headers = { Authorization: `Bearer ${holderFor(w, example).secret}` };
  const path = pathOf(operation, example.params) + query;
  if (example.file !== undefined) {
    const form = new FormData();
    form.set('file', new Blob([example.file]), 'file.txt');
    return [path, { method, headers, body: form }];
  }
  if (example.body === undefined) return [path, { method, headers }];
  const made = json(method, example.body);
  return [path, { ...made, headers: { ...made.headers, ...headers } }];
}

const rows = operations.map((operation): [string, Operation] => [operation.id, operation]);

test.each(rows.filter(([id]) => id !== 'events.stream'))(
  '%s is answered as documented',
  async (_id, operation) => {
    const [path, init] = requestFor(operation, exampleOf(operation, seeded));
    const answer = await answerOf(await call(path, init));
    expect(answer.status).toBeLessThan(300);
    checkAnswerOf(operation.method, `/api/v1${path.split('?')[0]}`, answer);
  },
);

const long = 'x'.repeat(1024 * 1024);

test.each<[string, string, RequestInit, number, string]>([
  ['an unknown key', '/tasks', { headers: { Authorization: 'Bearer tdm_none' } }, 401, 'UNAUTHENTICATED'],
  ['an unknown path', '/none', {}, 404, 'NOT_FOUND'],
  ['another method', '/tasks', { method: 'DELETE' }, 405, 'METHOD_NOT_ALLOWED'],
  ['no body', '/tasks', { method: 'POST' }, 400, 'VALIDATION_ERROR'],
  ['another type', '/tasks', { method: 'POST', body: 'title=A' }, 415, 'UNSUPPORTED_MEDIA_TYPE'],
  ['no JSON', '/tasks', { ...json('POST', {}), body: '{' }, 400, 'INVALID_JSON'],
  ['a long body', '/tasks', json('POST', { title: long }), 413, 'PAYLOAD_TOO_LARGE'],
])('%s is refused', async (_what, path, init, status, code) => {
  const answer = await answerOf(await call(path, init));
  expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  checkAnswerOf(init.method ?? 'GET', `/api/v1${path}`, answer);
  if (status === 405) expect(answer.headers.allow).toBe('GET, POST, HEAD');
});

/** A body that arrives in chunks, without a length. */
const chunked = (...chunks: string[]) =>
  new ReadableStream<Uint8Array>({
    start: (controller) => {
      for (const chunk of chunks) controller.enqueue(new TextEncoder().encode(chunk));
      controller.close();
    },
  });

test('a body in chunks is read, and refused above the limit', async () => {
  const init = { ...json('POST', {}), duplex: 'half' as const };
  const created = await call('/tasks', { ...init, body: chunked('{"title":', '"A"}') });
  expect([created.status, ((await created.json()) as { title: string }).title]).toEqual([201, 'A']);
  const refused = await call('/tasks', { ...init, body: chunked('{"title":"', long, '"}') });
  expect(refused.status).toBe(413);
});

test('a body longer than its declared length is not collected', async () => {
  const piece = new TextEncoder().encode(' '.repeat(1024 * 1024));
  let sent = 0;
  const body = new ReadableStream({
    pull: (controller) => (sent++ < 20 ? controller.enqueue(piece) : controller.close()),
  });
  const headers = { 'Content-Type': 'application/json', 'Content-Length': '10' };
  const refused = await call('/tasks', { method: 'POST', body, headers, duplex: 'half' });
  expect(refused.status).toBe(413);
});

const FORM_START = '--b\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n';

test.each([
  ['JSON', '/tasks', 'application/json', ' '],
  ['file', '/files', 'multipart/form-data; boundary=b', FORM_START],
])('an endless %s is refused, and its source is canceled', async (_what, path, type, start) => {
  const encoder = new TextEncoder();
  let isCanceled = false;
  const body = new ReadableStream({
    start: (controller) => controller.enqueue(encoder.encode(start)),
    pull: async (controller) => {
      await new Promise(setImmediate);
      controller.enqueue(encoder.encode(' '.repeat(256 * 1024)));
    },
    cancel: () => {
      isCanceled = true;
    },
  });
  const headers = { 'Content-Type': type };
  const refused = await call(path, { method: 'POST', body, headers, duplex: 'half' });
  expect([refused.status, isCanceled]).toEqual([413, true]);
});

test('a broken body is refused, and the error of its stream is not thrown', async () => {
  const body = new ReadableStream({ pull: (controller) => controller.error(new Error('cut')) });
  const cut = call('/tasks', { ...json('POST', {}), body, duplex: 'half' });
  await expect(cut).rejects.toThrow('The request was aborted.');
});

test('HEAD has the headers of GET, and an ETag is recognized', async () => {
  const get = await call(`/tasks/${seeded.taskId}`);
  const head = await call(`/tasks/${seeded.taskId}`, { method: 'HEAD' });
  const etag = get.headers.get('etag') as string;
  expect([head.status, head.headers.get('etag'), head.headers.get('content-length'), head.body]).toEqual([
    200,
    etag,
    String((await get.text()).length),
    null,
  ]);
  const known = await call(`/tasks/${seeded.taskId}`, { headers: { 'If-None-Match': etag } });
  expect([known.status, known.headers.get('etag'), known.body]).toEqual([304, etag, null]);
});

describe('files', () => {
  const upload = async (bytes: Uint8Array<ArrayBuffer>) => {
    const form = new FormData();
    form.set('file', new Blob([bytes], { type: 'application/x-test' }), 'file.bin');
    return call('/files', { method: 'POST', body: form });
  };
  const random = (length: number) => Uint8Array.from({ length }, (_, i) => (i * 7919) % 251);

  test('a large file arrives unchanged, whole and in ranges', async () => {
    const bytes = random(3 * 1024 * 1024 + 17);
    const { id } = (await (await upload(bytes)).json()) as { id: string };
    const whole = await call(`/files/${id}/content`);
    expect([whole.headers.get('content-type'), whole.headers.get('content-length')]).toEqual([
      'application/x-test',
      String(bytes.length),
    ]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(bytes)).toBe(true);
    const part = await call(`/files/${id}/content`, { headers: { Range: 'bytes=1000000-2000000' } });
    expect([part.status, part.headers.get('content-range')]).toEqual([
      206,
      `bytes 1000000-2000000/${bytes.length}`,
    ]);
    expect(Buffer.from(await part.arrayBuffer()).equals(bytes.subarray(1_000_000, 2_000_001))).toBe(true);
  });

  test('a file above the limit is refused', async () => {
    const handle = serve({ maxFileBytes: 100 });
    const form = new FormData();
    form.set('file', new Blob([random(101)]), 'file.bin');
    const headers = { Authorization: `Bearer ${w.admin.secret}` };
    const refused = await handle(
      new Request('http://h/api/v1/files', { method: 'POST', body: form, headers }),
    );
    expect(refused.status).toBe(413);
  });

  test('a download that is not read does not read the file to its end', async () => {
    const { id } = (await (await upload(random(4 * 1024 * 1024))).json()) as { id: string };
    let read = 0;
    jest.spyOn(w.tandem.files, 'content').mockImplementation(async function* () {
      for (; read < 64; read++) yield random(64 * 1024);
    });
    const { body } = await call(`/files/${id}/content`);
    const reader = body?.getReader() as ReadableStreamDefaultReader<Uint8Array>;
    await reader.read();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(read).toBeLessThan(16);
    await reader.cancel();
  });
});

/** Waits until the state is reached. */
async function until(isReached: () => boolean) {
  for (let tries = 0; !isReached(); tries++) {
    if (tries > 500) throw new Error('It did not happen.');
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
}

test('an aborted request stops waiting', async () => {
  const leaving = new AbortController();
  const by = { headers: { Authorization: `Bearer ${w.agent.secret}` } };
  const long = call(`/tasks/claim`, {
    ...json('POST', { wait: 25, projectId: seeded.projectId }),
    headers: { 'Content-Type': 'application/json', ...by.headers },
    signal: leaving.signal,
  });
  await until(() => w.tandem.waiting() === 1);
  leaving.abort(new Error('left'));
  await expect(long).rejects.toThrow('left');
  await until(() => w.tandem.waiting() === 0);
});

test('events are streamed as they happen, until the reader leaves', async () => {
  const stream = await call('/events/stream');
  expect([stream.status, stream.headers.get('content-type')]).toEqual([
    200,
    'text/event-stream; charset=utf-8',
  ]);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = '';
  const readTo = async (wanted: string) => {
    while (!text.includes(wanted)) text += (await reader?.read())?.value ?? '';
  };
  await call('/tasks', json('POST', { title: 'Streamed' }));
  await readTo('event: task.created');
  await reader?.cancel();
});

test('a service below a prefix names it in links and messages', async () => {
  const handle = serve({ prefix: '/team' });
  const ask = (path: string) =>
    handle(new Request(`http://h${path}`, { headers: { Authorization: `Bearer ${w.admin.secret}` } }));
  const { body } = await answerOf(await ask(`/team/api/v1/agents/${seeded.agentId}`));
  expect(body._links.activity).toMatch(/^\/team\/api\/v1\//);
  expect((await answerOf(await ask('/team/api/v2'))).body.error.message).toContain('/team/docs');
  expect((await ask('/team')).headers.get('location')).toBe('/team/docs');
  expect(outcome(await answerOf(await ask('/teams/api/v1/agents')))).toBe('404 NOT_FOUND');
  expect(outcome(await answerOf(await ask('/api/v1/agents')))).toBe('404 NOT_FOUND');
});

test('a slash at the end of a prefix does not matter, and a prefix that is no path is an error', async () => {
  const path = '/team/api/v1/agents';
  const headers = { Authorization: `Bearer ${w.admin.secret}` };
  const response = await serve({ prefix: '/team/' })(new Request(`http://h${path}`, { headers }));
  expect(response.status).toBe(200);
  for (const prefix of ['team', '/team?a', '/a/../b', 'http://h/team'])
    expect(() => serve({ prefix })).toThrow(
      new TypeError(`The prefix ${prefix} is not a path. Write one such as /team.`),
    );
});

test('links of a host that removes the prefix name its public prefix', async () => {
  const handle = serve({ publicPrefix: '/team' });
  const headers = { Authorization: `Bearer ${w.admin.secret}` };
  const asked = new Request(`http://h/api/v1/agents/${seeded.agentId}`, { headers });
  const { body } = await answerOf(await handle(asked));
  expect(body._links.activity).toMatch(/^\/team\/api\/v1\//);
});

test('over HTTPS a session has a __Host- cookie', async () => {
  const handle = serve();
  const init = json('POST', { key: w.admin.secret });
  const signedIn = await handle(new Request('https://h/api/v1/sessions', init));
  expect(signedIn.headers.getSetCookie()).toEqual([expect.stringMatching(/^__Host-tandem-443=.*; Secure$/)]);
});

test('requests without a key count against the address that the host names', async () => {
  const handle = serve({ addressOf: ({ headers }) => headers.get('X-Client') ?? undefined });
  const guess = (client: string) =>
    handle(
      new Request('http://h/api/v1/invitations/accept', {
        ...json('POST', { code: 'x' }),
        headers: { 'Content-Type': 'application/json', 'X-Client': client },
      }),
    );
  for (let i = 0; i < 60; i++) expect((await guess('10.0.0.1')).status).toBe(404);
  expect([(await guess('10.0.0.1')).status, (await guess('10.0.0.2')).status]).toEqual([429, 404]);
});
