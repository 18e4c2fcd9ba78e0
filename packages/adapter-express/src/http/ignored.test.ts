import { type World, world } from '../testing/world.ts';
import type { RequestLog } from './trace.ts';

let w: World;
const log: RequestLog[] = [];

beforeAll(async () => {
  w = await world({
    http: { onRequest: (entry) => log.push(entry), corsOrigins: ['https://board.example'] },
  });
});

const HEADER = 'tandem-ignored';

test('ignored query parameters and fields are named in a header', async () => {
  const list = await w.admin.request('get', '/tasks?sorted=title&limit=5&customerId=7');
  expect([list.status, list.headers[HEADER]]).toEqual([200, 'sorted, customerId']);
  const body = { title: 'A', customerId: 7, criteria: [{ text: 'It works', done: true }] };
  const made = await w.admin.request('post', '/tasks?dry=1').send(body);
  expect([made.status, made.headers[HEADER]]).toEqual([201, 'dry, customerId, criteria.0.done']);
});

test('the header of ignored names is absent when all are known', async () => {
  const answers = [await w.admin.get('/tasks', { limit: 5 }), await w.admin.post('/tasks', { title: 'A' })];
  expect(answers.map(({ headers }) => headers[HEADER])).toEqual([undefined, undefined]);
});

test('the header of ignored names is absent in strict handling, which refuses unknown names', async () => {
  const answer = await w.admin.request('get', '/tasks?sort=title').set('Prefer', 'handling=strict');
  expect([answer.status, answer.headers[HEADER]]).toEqual([400, undefined]);
});

test('a refusal names ignored fields too', async () => {
  const answer = await w.admin.post('/tasks', { titel: 'A' });
  expect([answer.status, answer.headers[HEADER]]).toEqual([400, 'titel']);
});

test('a replayed response names ignored fields', async () => {
  const send = () =>
    w.admin.request('post', '/tasks').set('Idempotency-Key', 'ignored').send({ title: 'A', customerId: 7 });
  const [first, again] = [await send(), await send()];
  expect(again.headers['idempotent-replayed']).toBe('true');
  expect([first.headers[HEADER], again.headers[HEADER]]).toEqual(['customerId', 'customerId']);
});

test.each([
  ['a line break', 'a\r\nSet-Cookie: x=y', 'a%0D%0ASet-Cookie%3A%20x%3Dy'],
  ['a comma', 'a, b', 'a%2C%20b'],
  ['letters beyond ASCII', 'título🦉', 't%C3%ADtulo%F0%9F%A6%89'],
  ['the name of a prototype', '__proto__', '__proto__'],
])('%s in an ignored name is encoded', async (_what, name, encoded) => {
  const body = `{"title":"A",${JSON.stringify(name)}:1}`;
  const answer = await w.admin.request('post', '/tasks').set('Content-Type', 'application/json').send(body);
  expect([answer.status, answer.headers[HEADER]]).toEqual([201, encoded]);
  expect(answer.headers['set-cookie']).toBeUndefined();
});

test('the header of ignored names is bounded', async () => {
  const many = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`field${n}`, n]));
  const named = (await w.admin.post('/tasks', { title: 'A', ...many })).headers[HEADER] as string;
  expect(named.split(', ')).toEqual(Array.from({ length: 20 }, (_, n) => `field${n}`));
  const long = Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`${n}${'🦉'.repeat(5_000)}`, n]));
  const answer = await w.admin.post('/tasks', { title: 'A', ...long });
  expect(answer.status).toBe(201);
  expect((answer.headers[HEADER] as string).length).toBeLessThan(1_000);
});

test('the log has ignored names without their values', async () => {
  await w.admin.post('/tasks', { title: 'A', customerId: 'a-secret' });
  expect(log.at(-1)).toMatchObject({ operation: 'tasks.create', ignored: ['customerId'] });
  expect(JSON.stringify(log)).not.toContain('a-secret');
  await w.admin.post('/tasks', { title: 'A' });
  expect(log.at(-1)?.ignored).toBeUndefined();
});

test('pages of other origins can read the header of ignored names', async () => {
  const answer = await w.admin.request('get', '/tasks?sort=title').set('Origin', 'https://board.example');
  expect(answer.headers['access-control-expose-headers']).toContain('Tandem-Ignored');
});

describe('the JSON body of an operation that takes none', () => {
  let path: string;
  beforeEach(async () => {
    path = `/tasks/${(await w.admin.creates('/tasks', { title: 'A' })).id}/unarchive`;
  });
  const requests = () => [
    w.admin.request('post', path),
    w.admin.request('post', path).set('Prefer', 'handling=strict'),
  ];

  test('fields of a body are named as ignored when the operation takes none', async () => {
    const answer = await w.admin.request('post', path).send({ foo: 1, 'ba\0r': { baz: 2 } });
    expect([answer.status, answer.headers[HEADER]]).toEqual([200, 'foo, ba%00r']);
    const read = await w.admin.request('get', '/tasks?sorted=title').send({ foo: 1 });
    expect([read.status, read.headers[HEADER]]).toEqual([200, 'sorted, foo']);
  });

  test('fields of a body are refused in strict handling when the operation takes none', async () => {
    const answer = await w.admin.request('post', path).set('Prefer', 'handling=strict').send({ foo: 1 });
    expect(answer.status).toBe(400);
    expect(answer.body.error.fields).toEqual({ foo: ['is not recognized'] });
  });

  test.each([
    ['an empty object', '{}'],
    ['a list', '[{"foo":1}]'],
    ['invalid JSON', '{"foo":'],
    ['larger than a body may be', `{"foo":"${'x'.repeat(1024 * 1024)}"}`],
    ['made of more members than a body may have', `{${'"a":1,'.repeat(20_001)}"b":1}`],
  ])('an operation without a body accepts %s', async (_what, body) => {
    for (const request of requests()) {
      const answer = await request.set('Content-Type', 'application/json').send(body);
      expect([answer.status, answer.headers[HEADER]]).toEqual([200, undefined]);
    }
  });

  test('an operation without a body accepts another type of body', async () => {
    for (const request of requests()) {
      const answer = await request.set('Content-Type', 'text/plain').send('{"foo":1}');
      expect([answer.status, answer.headers[HEADER]]).toEqual([200, undefined]);
    }
  });
});
