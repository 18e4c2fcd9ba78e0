import { type Running, running } from '../testing/service.ts';
import { createClient, type TandemError } from './index.ts';

let office: Running;
beforeAll(async () => {
  office = await running();
});
afterAll(() => office.stop());

test('a method takes path parameters first, then the body or query, then options', async () => {
  const ada = office.as('ada');
  const task = await ada.tasks.create({ title: 'Write the page', tags: ['docs'] });
  expect(task).toMatchObject({ title: 'Write the page', status: 'todo' });
  await ada.tasks.transition(task.taskNumber, { to: 'in_progress' });
  const { data } = await ada.tasks.list({
    status: ['in_progress', 'waiting'],
    tags: ['docs'],
    archived: false,
    limit: 5,
  });
  expect(data.map(({ id }) => id)).toEqual([task.id]);
  expect(await ada.tasks.subscribe(task.id)).toBeNull();
  expect((await ada.workspace.me()).caller.name).toBe('ada');
});

test('withResponse returns the ETag, the status and the id of the request', async () => {
  const ada = office.as('ada');
  const made = await ada.tasks.create({ title: 'Bind it' }).withResponse();
  expect(made).toMatchObject({ status: 201, replayed: false, requestId: expect.any(String) });
  const ifMatch = made.etag as string;
  await ada.tasks.update(made.data.taskNumber, { title: 'Bound' }, { ifMatch });
  await expect(ada.tasks.update(made.data.taskNumber, { title: 'Late' }, { ifMatch })).rejects.toMatchObject({
    code: 'PRECONDITION_FAILED',
    status: 412,
  });
  const { etag } = await ada.tasks.get(made.data.taskNumber).withResponse();
  const again = ada.tasks.get(made.data.taskNumber, { ifNoneMatch: etag });
  await expect(again).rejects.toMatchObject({ code: 'NOT_MODIFIED', status: 304 });
});

test('a request is executed once under a key given by the caller', async () => {
  const ada = office.as('ada');
  const once = () => ada.tasks.create({ title: 'Only once' }, { idempotencyKey: 'only-once' }).withResponse();
  const first = await once();
  expect(await once()).toMatchObject({ data: { id: first.data.id }, replayed: true });
});

test('awaiting a list returns its first page, and iterating returns all items', async () => {
  const ada = office.as('ada');
  for (let i = 0; i < 5; i++) await ada.labels.create({ name: `label ${i}` });
  const page = await ada.labels.list({ limit: 2 });
  expect([page.data.length, page.hasMore]).toEqual([2, true]);
  const names: string[] = [];
  for await (const { name } of ada.labels.list({ limit: 2 })) names.push(name);
  expect(names).toEqual([0, 1, 2, 3, 4].map((i) => `label ${i}`));
  const sizes: number[] = [];
  for await (const { data } of ada.labels.list({ limit: 2 }).pages()) sizes.push(data.length);
  expect(sizes).toEqual([2, 2, 1]);
  const types: string[] = [];
  for await (const { type } of ada.events.list({ limit: 3, types: ['label.created'] })) types.push(type);
  expect(types).toEqual(Array.from({ length: 5 }, () => 'label.created'));
});

test('an error has the code, status, fields, details and id of the request', async () => {
  const ada = office.as('ada');
  const { taskNumber } = await ada.tasks.create({ title: 'Refuse me' });
  const refused = await ada.tasks.create({ title: '' }).catch((error: TandemError) => error);
  expect(refused).toMatchObject({
    name: 'TandemError',
    code: 'VALIDATION_ERROR',
    status: 400,
    isPassing: false,
  });
  expect(refused).toMatchObject({ fields: { title: [expect.any(String)] }, requestId: expect.any(String) });
  await expect(ada.tasks.transition(taskNumber, { to: 'todo' })).rejects.toMatchObject({
    code: 'INVALID_TRANSITION',
    details: { validTransitions: expect.arrayContaining(['in_progress']) },
  });
  // The one error with its fields at the top level.
  await expect(ada.tasks.relate(taskNumber, { type: 'blocks', taskNumber })).rejects.toMatchObject({
    code: 'SELF_RELATION',
    requestId: expect.any(String),
  });
});

test('files are uploaded from contents, blobs and streams, and downloaded unchanged', async () => {
  const ada = office.as('ada');
  const stream = new Blob(['from a "stream"']).stream();
  const sent = [
    await ada.files.upload(new File(['as a file'], 'a.txt', { type: 'text/plain' })),
    await ada.files.upload({ name: 'b.bin', content: new Uint8Array([1, 2, 3]) }),
    await ada.files.upload({ name: 'c (1).txt', type: 'text/plain', content: stream }),
  ];
  expect(sent.map(({ fileName, mimeType, size }) => [fileName, mimeType, size])).toEqual([
    ['a.txt', 'text/plain', 9],
    ['b.bin', 'application/octet-stream', 3],
    ['c (1).txt', 'text/plain', 15],
  ]);
  expect(await (await ada.files.content(sent[2]?.id as string)).text()).toBe('from a "stream"');
  const part = await ada.files.content(sent[0]?.id as string, { headers: { Range: 'bytes=3-' } });
  expect([part.status, await part.text()]).toEqual([206, 'a file']);
  const beyond = ada.files.content(sent[0]?.id as string, { headers: { Range: 'bytes=99-' } });
  await expect(beyond).rejects.toMatchObject({ code: 'RANGE_NOT_SATISFIABLE', status: 416 });
});

test('rejects an invalid URL, key or path parameter before sending anything', () => {
  expect(() => createClient({ url: 'tandem.example' })).toThrow('http://');
  expect(() => createClient({ url: 'http://ada:secret@tandem.example' })).toThrow('password');
  const key = 'tdm_secret\nX: y';
  expect(() => createClient({ url: office.url, key })).toThrow('characters');
  expect(() => createClient({ url: office.url, key })).not.toThrow('secret');
  expect(() => office.as('ada').tasks.delete('')).toThrow(TypeError);
  expect(() => office.as('ada').tasks.delete('..')).toThrow(TypeError);
});

/** The request that a client sends; it reaches no server. */
async function sentBy(url: string): Promise<Request> {
  const sent: Request[] = [];
  const fetching: typeof fetch = async (input, init) => {
    sent.push(new Request(input, init));
    return new Response('{"taskNumber":1}', { status: 201 });
  };
  await createClient({ url, key: ' tdm_1\n', headers: { 'X-Proxy': 'yes' }, fetch: fetching }).tasks.create({
    title: 'x',
  });
  return sent[0] as Request;
}

test.each([
  ['https://tandem.example', 'https://tandem.example/api/v1/tasks'],
  ['https://tandem.example/', 'https://tandem.example/api/v1/tasks'],
  ['https://tandem.example/team/', 'https://tandem.example/team/api/v1/tasks'],
  ['https://tandem.example/team/api/v1', 'https://tandem.example/team/api/v1/tasks'],
])('%s results in requests to %s', async (url, expected) => {
  const { url: sent, headers } = await sentBy(url);
  expect([sent, headers.get('Authorization'), headers.get('X-Proxy')]).toEqual([
    expected,
    'Bearer tdm_1',
    'yes',
  ]);
});

test('creates an idempotency key where the platform has no randomUUID, as in browsers over http', async () => {
  Object.defineProperty(crypto, 'randomUUID', { value: undefined, configurable: true });
  try {
    const [one, other] = [await sentBy('http://tandem.example'), await sentBy('http://tandem.example')];
    const keys = [one, other].map(({ headers }) => headers.get('Idempotency-Key'));
    expect(keys).toEqual([expect.stringMatching(/^[0-9a-f]{32}$/), expect.stringMatching(/^[0-9a-f]{32}$/)]);
    expect(keys[0]).not.toBe(keys[1]);
  } finally {
    Reflect.deleteProperty(crypto, 'randomUUID');
  }
});

test('a call supports catch, finally and Promise.all', async () => {
  const ada = office.as('ada');
  let ends = 0;
  const missing = ada.tasks.get(4711).finally(() => ends++);
  expect(await missing.catch(({ code }) => code)).toBe('NOT_FOUND');
  const [me, { data }] = await Promise.all([ada.workspace.me().finally(() => ends++), ada.labels.list()]);
  expect([me.caller.name, Array.isArray(data), ends]).toEqual(['ada', true, 2]);
});

describe('strict handling', () => {
  /** The header `Prefer` of a request by a client with these options. */
  async function preferred(options: object, headers?: Record<string, string>): Promise<string | null> {
    let sent: Headers | undefined;
    const fetch: typeof globalThis.fetch = async (_input, init) => {
      sent = new Headers(init?.headers);
      return Response.json({});
    };
    const client = createClient({ url: 'http://127.0.0.1:1', fetch, ...options });
    await client.workspace.get(headers ? { headers } : {});
    return sent?.get('prefer') ?? null;
  }

  test("strict handling is requested in addition to the caller's preferences", async () => {
    expect(await preferred({})).toBe('handling=strict');
    expect(await preferred({}, { prefer: 'return=representation' })).toBe(
      'return=representation, handling=strict',
    );
  });

  test('strict handling is not requested if the caller turns it off', async () => {
    expect(await preferred({ strict: false })).toBeNull();
    expect(await preferred({}, { Prefer: 'handling=lenient' })).toBe('handling=lenient');
  });

  test('strict handling rejects an unknown field', async () => {
    const input = { title: 'A', customerId: 7 } as never;
    await expect(office.as('ada').tasks.create(input)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      fields: { customerId: ['is not recognized'] },
    });
  });
});
