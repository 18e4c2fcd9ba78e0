import { createHttpServer } from '../server.ts';
import { type Frame, type Reader, readStream } from '../testing/event-stream.ts';
import { seed } from '../testing/seed.ts';
import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

const DAY = 24 * 60 * 60_000;

let w: World;
const readers: Reader[] = [];

const begin = async (options: Parameters<typeof world>[0] = {}) => {
  w = await world(options);
};
beforeEach(() => begin());
afterEach(async () => {
  for (const reader of readers.splice(0)) reader.hangUp();
  expect(w.faults).toEqual([]);
  await w.tandem.close();
});

const feed = (query: Record<string, string | number> = {}, by: Holder = w.admin): Promise<Body> =>
  by.reads('/events', query);
const latest = async (): Promise<string> => (await feed({ after: 'latest' })).cursor;
const task = (title: string): Promise<Body> => w.admin.creates('/tasks', { title });

async function stream(
  by: Pick<Holder, 'secret'> = w.admin,
  query: Record<string, string> = {},
  headers: Record<string, string> = {},
): Promise<Reader> {
  const reader = await readStream(w.server, by.secret, query, headers);
  readers.push(reader);
  return reader;
}

const isOf =
  (type: string, title?: string) =>
  ({ event, data }: Frame): boolean =>
    event === type && (title === undefined || data.entity.title === title);
const titles = (frames: readonly Frame[]) => frames.map(({ data }) => data.entity.title);

/** Events from a month ago that are forgotten, and the position before them. */
async function forgotten(): Promise<string> {
  const before = await latest();
  await task('old');
  w.clock.advance(31 * DAY);
  await task('new');
  await w.tandem.events.forget(30 * DAY);
  return before;
}

describe('the feed', () => {
  test('the feed shows each event whole, oldest first, with its position', async () => {
    const after = await latest();
    const { id } = await w.person.creates('/tasks', { title: 'Plan' });
    w.clock.advance(1000);
    await w.actingAsAgent.does('patch', `/tasks/${id}`, { priority: 'p0', description: 'Long' });
    await w.admin.creates('/goals', { title: 'Green' });
    const page = await feed({ after });
    const [created, updated, goal] = page.data;
    expect(page).toStrictEqual({ data: [created, updated, goal], cursor: await latest(), hasMore: false });
    expect(created).toStrictEqual({
      id: expect.any(String),
      seq: expect.any(Number),
      type: 'task.created',
      at: '2026-03-01T09:00:00.000Z',
      actor: { type: 'human', id: w.person.id, name: 'bob' },
      entity: { type: 'task', id, title: 'Plan', taskNumber: 1 },
    });
    expect(updated).toStrictEqual({
      id: expect.any(String),
      seq: created.seq + 1,
      type: 'task.updated',
      at: '2026-03-01T09:00:01.000Z',
      actor: { type: 'agent', id: w.agent.id, name: 'scout' },
      entity: { type: 'task', id, title: 'Plan', taskNumber: 1 },
      changes: [
        { field: 'description', from: null, to: null },
        { field: 'priority', from: 'p2', to: 'p0' },
      ],
    });
    expect(goal.entity).toStrictEqual({ type: 'goal', id: expect.any(String), title: 'Green' });
  });

  test('the feed is paged, 25 events by default', async () => {
    const after = await latest();
    for (let n = 0; n < 27; n++) await task(`${n}`);
    const first = await feed({ after });
    expect([first.data.length, first.hasMore]).toEqual([25, true]);
    const rest = await feed({ after: first.cursor, limit: 1000 });
    expect([rest.data.length, rest.hasMore, rest.cursor]).toEqual([2, false, await latest()]);
    expect((await feed({ after: rest.cursor })).cursor).toBe(rest.cursor);
  });

  test('the feed is filtered by entity and types', async () => {
    const after = await latest();
    const { id } = await task('one');
    await task('two');
    await w.admin.does('post', `/tasks/${id}/archive`);
    const types = async (query: Record<string, string>) =>
      (await feed({ after, ...query })).data.map(({ type }: Body) => type);
    expect(await types({ entity: `task:${id}` })).toEqual(['task.created', 'task.archived']);
    expect(await types({ types: 'task.archived, goal.created' })).toEqual(['task.archived']);
    expect(await types({ entity: `task:${id}`, types: 'task.created' })).toEqual(['task.created']);
    expect(await types({ types: '*' })).toHaveLength(3);
  });

  test.each([
    ['types', 'task.painted'],
    ['types', 'task.created,'],
    ['types', 'task.*'],
    ['entity', 'task'],
    ['entity', 'moon:1'],
    ['entity', 'task:'],
  ])('the feed and the stream refuse %s=%s with 400', async (name, value) => {
    for (const path of ['/events', '/events/stream']) {
      const answer = await w.admin.get(path, { [name]: value });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual([name]);
    }
  });

  test('the feed refuses an invalid position, or one of another workspace, with 400', async () => {
    const theirs = (await w.other.admin.reads('/events', { after: 'latest' })).cursor;
    const cursor = (await w.admin.reads('/keys', { limit: 1 })).cursor;
    for (const after of [theirs, cursor, 'nonsense', `${await latest()}0000`]) {
      for (const path of ['/events', '/events/stream']) {
        const answer = await w.admin.get(path, { after });
        expect([after, outcome(answer)]).toEqual([after, '400 INVALID_CURSOR']);
        expect(Object.keys(answer.body.error.fields)).toEqual(['after']);
      }
    }
  });

  test('the feed refuses a pruned position with 410 and the oldest one', async () => {
    const after = await forgotten();
    const answer = await w.admin.get('/events', { after });
    expect(outcome(answer)).toBe('410 EVENTS_PRUNED');
    const { oldest } = answer.body.error;
    expect((await feed({ after: oldest })).data).toMatchObject([{ entity: { title: 'new' } }]);
    expect((await feed()).data).toMatchObject([{ entity: { title: 'new' } }]);
  });

  test('a page of the feed ends at 1 MiB without losing events', async () => {
    const { id } = await task('x');
    const after = await latest();
    const text = (n: number, sign: string, length: number) => `${n}`.padEnd(4, ' ') + sign.repeat(length);
    for (let n = 0; n < 100; n++) {
      const sign = n % 2 ? '🦉' : '🐇';
      const tags = Array.from({ length: 20 }, (_, place) => text(place, sign, 90));
      await w.admin.does('patch', `/tasks/${id}`, { title: text(n, sign, 490), tags });
    }
    const seen: string[] = [];
    let [pages, position, hasMore] = [0, after, true];
    for (; hasMore; pages++) {
      const answer = await w.admin.get('/events', { after: position, limit: 100 });
      expect(Buffer.byteLength(answer.text)).toBeLessThanOrEqual(1024 * 1024);
      seen.push(...answer.body.data.map(({ entity }: Body) => entity.title.slice(0, 4).trim()));
      ({ cursor: position, hasMore } = answer.body);
    }
    expect(pages).toBe(2);
    expect(seen).toEqual(Array.from({ length: 100 }, (_, n) => `${n}`));
  });

  test('the feed shows only what its key may see', async () => {
    await seed(w);
    const of = async (by: Holder) =>
      new Set((await by.reads('/events', { limit: 100 })).data.map(({ entity }: Body) => entity.type));
    expect([...(await of(await w.adminWith('agents:read')))]).toEqual(['agent']);
    expect([...(await of(await w.adminWith('chat:read')))]).toEqual(['chat']);
    expect([...(await of(w.admin))]).toEqual(expect.arrayContaining(['key', 'chat', 'task', 'agent']));
    expect([...(await of(w.person))]).not.toEqual(expect.arrayContaining(['key']));
    const { data } = await feed({ types: 'chat.created' });
    expect(data[0].entity).toStrictEqual({ type: 'chat', id: expect.any(String), title: null });
  });
});

describe('the stream', () => {
  test('the stream has the type and headers of Server-Sent Events', async () => {
    const { status, headers } = await stream(w.admin, {}, { 'Accept-Encoding': 'gzip' });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-request-id': expect.any(String),
      'x-content-type-options': 'nosniff',
    });
    expect(headers['content-encoding']).toBeUndefined();
    expect(headers.etag).toBeUndefined();
  });

  test('the stream begins with the current position and sends later events like the feed', async () => {
    await task('before');
    const position = await latest();
    const reader = await stream();
    expect(await reader.until(() => true)).toMatchObject({
      id: position,
      event: 'position',
      data: { position },
    });
    await task('one');
    await task('two');
    const frame = await reader.until(isOf('task.created', 'two'));
    expect(titles(reader.events())).toEqual(['one', 'two']);
    const { data, cursor } = await feed({ after: position });
    expect(reader.events().map((each) => each.data)).toEqual(data);
    expect(frame.id).toBe(cursor);
  });

  test('the stream continues after a position, or after Last-Event-ID, which takes precedence', async () => {
    const first = await latest();
    await task('one');
    const second = await latest();
    await task('two');
    const received = async (query: Record<string, string>, headers: Record<string, string> = {}) => {
      const reader = await stream(w.admin, query, headers);
      await reader.until(isOf('task.created', 'two'));
      return titles(reader.events());
    };
    expect(await received({ after: first })).toEqual(['one', 'two']);
    expect(await received({ after: first }, { 'Last-Event-ID': second })).toEqual(['two']);
    expect(await received({ after: second }, { 'Last-Event-ID': first })).toEqual(['one', 'two']);
    expect(await received({ after: first }, { 'Last-Event-ID': '' })).toEqual(['one', 'two']);
  });

  test('the stream refuses an invalid Last-Event-ID with 400', async () => {
    for (const last of ['nonsense', '7', `${await latest()}0000`]) {
      const reader = await stream(w.admin, {}, { 'Last-Event-ID': last });
      await reader.ended;
      expect([last, reader.status, reader.frames[0]?.data.error.code]).toEqual([last, 400, 'INVALID_CURSOR']);
    }
  });

  test('the stream sends each event once and in order to a client far behind, during writes', async () => {
    const after = await latest();
    for (let n = 0; n < 300; n++) await w.admin.creates('/labels', { name: `l${n}` });
    const reader = await stream(w.admin, { after });
    await Promise.all(Array.from({ length: 100 }, (_, n) => w.admin.creates('/labels', { name: `m${n}` })));
    const end = (await w.admin.creates('/labels', { name: 'end' })).name;
    await reader.until(isOf('label.created', end));
    const numbers = reader.events().map(({ data }) => data.seq);
    expect(numbers).toHaveLength(401);
    expect(numbers).toEqual(Array.from({ length: 401 }, (_, n) => numbers[0] + n));
  });

  test('the stream is filtered by entity and types', async () => {
    const { id } = await task('one');
    const ofOne = await stream(w.admin, { entity: `task:${id}` });
    const ofType = await stream(w.admin, { types: 'task.archived' });
    await w.admin.does('patch', `/tasks/${id}`, { title: 'uno' });
    await task('two');
    await w.admin.does('post', `/tasks/${id}/archive`);
    await ofOne.until(isOf('task.archived'));
    await ofType.until(isOf('task.archived'));
    expect(ofOne.events().map(({ event }) => event)).toEqual(['task.updated', 'task.archived']);
    expect(ofType.events().map(({ event }) => event)).toEqual(['task.archived']);
  });

  test('the stream sends only what its key may see', async () => {
    const agents = await stream(await w.adminWith('agents:read'));
    const own = await stream(w.person);
    await task('one');
    await w.admin.creates('/chats', { agentId: w.agent.id, body: 'Hello' });
    await w.admin.does('patch', `/agents/${w.agent.id}`, { title: 'Scribe' });
    await agents.until(isOf('agent.updated'));
    await own.until(isOf('agent.updated'));
    expect(agents.events().map(({ event }) => event)).toEqual(['agent.updated']);
    expect(own.events().map(({ event }) => event)).toEqual(['task.created', 'agent.updated']);
  });

  test('the stream begins with reset after a pruned position, and continues with the oldest event', async () => {
    const after = await forgotten();
    const { oldest } = (await w.admin.get('/events', { after })).body.error;
    const reader = await stream(w.admin, { after });
    expect(await reader.until(() => true)).toMatchObject({ id: oldest, event: 'reset', data: { oldest } });
    await reader.until(isOf('task.created', 'new'));
    expect(titles(reader.events())).toEqual(['new']);
  });

  test('HEAD of the stream returns its headers and ends', async () => {
    for (let n = 0; n < 25; n++) {
      const { status, headers } = await w.admin.request('head', '/events/stream');
      expect([status, headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
    }
  });

  test('the stream sends keep-alive comments', async () => {
    await begin({ http: { streams: { pingMs: 1_000 } } });
    const reader = await stream();
    expect((await reader.until(({ text }) => text === ':')).text).toBe(':');
  });

  test('the stream sends the position when only invisible events occurred', async () => {
    await begin({ http: { streams: { pingMs: 1_000 } } });
    const reader = await stream(await w.adminWith('agents:read'));
    await task('one');
    const position = await latest();
    const frame = await reader.until(({ event, id }) => event === 'position' && id === position);
    expect(frame.data).toEqual({ position });
    expect(reader.events()).toEqual([]);
  });

  test('the stream ends with a retry delay when the server stops', async () => {
    const reader = await stream();
    await reader.until(() => true);
    w.tandem.stopWaiting();
    await reader.ended;
    expect(reader.frames.at(-1)?.text).toBe('retry: 1000');
  });
});

describe('the streams of a key', () => {
  test('a key can have 20 streams; the next is 429 until one is closed', async () => {
    for (let n = 0; n < 20; n++) expect((await stream()).status).toBe(200);
    const refused = await stream();
    await refused.ended;
    expect([refused.status, refused.frames[0]?.data.error.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers['retry-after']).toBe('1');
    expect((await stream(w.person)).status).toBe(200);
    readers[0]?.hangUp();
    let again = 429;
    for (let tries = 0; again === 429 && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 10));
      again = (await stream()).status;
    }
    expect(again).toBe(200);
  });

  test('a stream counts once against the rate limit of its key', async () => {
    await begin({ rateLimit: 10 });
    const by = await w.adminWith('tasks:read', 'tasks:write');
    const reader = await stream(by);
    for (let n = 0; n < 9; n++) expect((await by.post('/tasks', { title: `${n}` })).status).toBe(201);
    await reader.until(isOf('task.created', '8'));
    expect(outcome(await by.get('/tasks'))).toBe('429 RATE_LIMITED');
    expect((await stream(by)).status).toBe(429);
  });
});

describe('a stream whose caller loses rights', () => {
  /** Milliseconds until a stream ended. */
  async function endOf(reader: Reader, act: () => Promise<unknown>): Promise<number> {
    await reader.until(() => true);
    const begun = performance.now();
    await act();
    await reader.ended;
    return performance.now() - begun;
  }

  test('a stream ends within a second when its key is revoked', async () => {
    const reader = await stream(w.person);
    const id = w.person.secret.split('_')[1];
    expect(await endOf(reader, () => w.admin.delete(`/keys/${id}`))).toBeLessThan(1_000);
    expect(reader.events()).toEqual([]);
  });

  test('a stream ends when its key is revoked while its request is queued', async () => {
    const { events } = w.tandem;
    const begin: typeof events.begin = async (caller, query) => {
      await w.admin.delete(`/keys/${w.person.secret.split('_')[1]}`);
      return events.begin(caller, query);
    };
    const tandem = { ...w.tandem, events: { ...events, begin } };
    const server = createHttpServer({ tandem, newId: () => 'request', rateLimit: 0 });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const reader = await readStream(server, w.person.secret, { entity: 'task:none' }, {});
    await task('for others');
    await reader.ended;
    expect(reader.events()).toEqual([]);
    server.close();
  });

  test('a stream ends within a second when its member is removed, also of an acting key', async () => {
    const own = await stream(w.person);
    const acting = await stream(w.actingAsPerson);
    const agent = await stream(w.agent);
    expect(await endOf(own, () => w.admin.delete(`/members/${w.person.id}`))).toBeLessThan(1_000);
    await acting.ended;
    expect(await endOf(agent, () => w.admin.delete(`/agents/${w.agent.id}`))).toBeLessThan(1_000);
  });

  test('a stream ends when its key expires', async () => {
    const reader = await stream(await w.keyFor('bob', 'person', ['tasks:read'], w.clock.now() + 60_000));
    expect(await endOf(reader, async () => w.clock.advance(60_001))).toBeLessThan(2_500);
  });

  test('the stream of a demoted admin has no more events of keys', async () => {
    await w.admin.does('patch', `/members/${w.person.id}`, { role: 'admin' });
    const reader = await stream(w.person);
    const key = () => w.admin.creates('/keys', { name: 'K', kind: 'service', scopes: ['tasks:read'] });
    await key();
    await reader.until(isOf('key.created'));
    await w.admin.does('patch', `/members/${w.person.id}`, { role: 'member' });
    await key();
    await task('after');
    await reader.until(isOf('task.created', 'after'));
    expect(reader.events().map(({ event }) => event)).toEqual([
      'key.created',
      'member.updated',
      'task.created',
    ]);
  });

  test('a stream has no events of chats while the plan excludes chat', async () => {
    const reader = await stream();
    await w.admin.creates('/chats', { agentId: w.agent.id, body: 'Hello' });
    await reader.until(isOf('chat.turn.queued'));
    await w.tandem.operator.setPlan(w.id, { chat: false });
    await w.runtime.does('post', `/agents/${w.agent.id}/turns/claim`, {});
    await task('after');
    await reader.until(isOf('task.created', 'after'));
    expect(reader.events().map(({ event }) => event)).toEqual([
      'chat.created',
      'chat.turn.queued',
      'workspace.updated',
      'task.created',
    ]);
  });
});
