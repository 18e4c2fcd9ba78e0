import { setTimeout } from 'node:timers/promises';
import { GONE } from '../testing/silent-sender.ts';
import { type Api, type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const URL = 'https://example.org/hook';
const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const create = (more: object = {}): Promise<Body> =>
  w.admin.creates('/webhooks', { url: URL, types: ['task.created'], ...more });
const position = async (): Promise<string> => (await w.admin.reads('/events', { after: 'latest' })).cursor;
const wrong = async (method: 'post' | 'patch', path: string, body: object): Promise<string[]> => {
  const answer = await w.admin[method](path, body);
  expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
  return Object.keys(answer.body.error.fields);
};

/** A webhook as it is shown, but for its secret. */
const SHOWN = {
  id: expect.any(String),
  url: URL,
  types: ['task.created'],
  description: null,
  enabled: true,
  disabledReason: null,
  createdBy: { id: expect.any(String), name: 'ada' },
  position: expect.any(String),
  failingSince: null,
  notBefore: null,
  createdAt: '2026-03-01T09:00:00.000Z',
  updatedAt: '2026-03-01T09:00:00.000Z',
};
const SECRET = expect.stringMatching(/^whsec_[\w+/]{43}=$/);

describe('what is answered', () => {
  test('a webhook that is made has its secret, and one that is read has none', async () => {
    const made = await create();
    expect(made).toStrictEqual({ ...SHOWN, secret: SECRET });
    expect(await w.admin.reads(`/webhooks/${made.id}`)).toStrictEqual(SHOWN);
    expect((await w.admin.reads('/webhooks')).data).toStrictEqual([SHOWN]);
    const changed = await w.admin.does('patch', `/webhooks/${made.id}`, { description: 'Board' });
    expect(changed).toStrictEqual({ ...SHOWN, description: 'Board' });
  });

  test('a rotation has another secret, and keeps the rest', async () => {
    const { id, secret, ...rest } = await create();
    const rotated = await w.admin.does('post', `/webhooks/${id}/rotate`);
    expect(rotated).toStrictEqual({ id, ...rest, secret: SECRET });
    expect(rotated.secret).not.toBe(secret);
  });

  test('a test is a delivery without a number, which is tried once more when that is asked for', async () => {
    const { id } = await create();
    const test = await w.admin.creates(`/webhooks/${id}/test`, {});
    const delivery = {
      id: expect.any(String),
      messageId: expect.any(String),
      type: 'webhook.test',
      seq: null,
      status: 'pending',
      attempts: 0,
      nextAttemptAt: '2026-03-01T09:00:00.000Z',
      attemptedAt: null,
      code: null,
      durationMs: null,
      answer: null,
      createdAt: '2026-03-01T09:00:00.000Z',
    };
    expect(test).toStrictEqual(delivery);
    const retried = await w.admin.does('post', `/webhooks/${id}/deliveries/${test.id}/retry`);
    expect(retried).toStrictEqual(delivery);
    expect((await w.admin.reads(`/webhooks/${id}/deliveries`)).data).toStrictEqual([delivery]);
  });

  test('a webhook that is deleted is 404, and so is all that it was sent', async () => {
    const { id } = await create();
    const test = await w.admin.creates(`/webhooks/${id}/test`, {});
    expect((await w.admin.delete(`/webhooks/${id}`)).status).toBe(204);
    for (const answer of [
      await w.admin.get(`/webhooks/${id}`),
      await w.admin.delete(`/webhooks/${id}`),
      await w.admin.get(`/webhooks/${id}/deliveries`),
      await w.admin.post(`/webhooks/${id}/deliveries/${test.id}/retry`),
    ]) {
      expect(outcome(answer)).toBe('404 NOT_FOUND');
    }
  });
});

describe('a secret', () => {
  const keyed = (path: string, body: object) =>
    w.admin.request('post', path).set('Idempotency-Key', 'k').send(body);

  test('is not shown again under the idempotency key of the request that made it', async () => {
    const body = { url: URL, types: ['*'] };
    expect((await keyed('/webhooks', body)).body.secret).toEqual(SECRET);
    const again = await keyed('/webhooks', body);
    expect(again.text).not.toContain('whsec_');
    expect((await w.admin.reads('/webhooks')).data).toHaveLength(1);
  });

  test('is not shown again under the one of the request that rotated it', async () => {
    const { id } = await create();
    const { secret } = (await keyed(`/webhooks/${id}/rotate`, {})).body;
    expect(secret).toEqual(SECRET);
    expect((await keyed(`/webhooks/${id}/rotate`, {})).text).not.toContain('whsec_');
  });

  test('stands in no event, no list of keys and nobody’s inbox', async () => {
    const { id, secret } = await create({ url: `${URL}?token=hidden`, types: ['*'] });
    const { secret: second } = await w.admin.does('post', `/webhooks/${id}/rotate`);
    await w.admin.does('patch', `/webhooks/${id}`, { url: `${URL}?token=hidden-too` });
    for (const path of ['/events', '/keys', '/inbox', '/notifications', `/webhooks/${id}/deliveries`]) {
      const text = JSON.stringify(await w.admin.reads(path));
      for (const hidden of [secret, second, 'hidden'])
        expect([path, text]).not.toContainEqual(expect.stringContaining(hidden));
    }
  });
});

describe('the lists', () => {
  test('of webhooks: newest first, by pages', async () => {
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.push((await create()).id);
    expect((await w.admin.readsAll('/webhooks', { limit: 2 })).map(({ id }) => id)).toEqual(
      made.toReversed(),
    );
  });

  test('of deliveries: newest first, by pages and by their status', async () => {
    const { id } = await create();
    const made: string[] = [];
    for (let i = 0; i < 3; i++) made.push((await w.admin.creates(`/webhooks/${id}/test`, {})).id);
    const ids = async (query: Record<string, string | number>) =>
      (await w.admin.readsAll(`/webhooks/${id}/deliveries`, query)).map((each) => each.id);
    expect(await ids({ limit: 2 })).toEqual(made.toReversed());
    expect(await ids({ status: 'pending', limit: 1 })).toEqual(made.toReversed());
    expect(await ids({ status: 'delivered' })).toEqual([]);
    expect(outcome(await w.admin.get(`/webhooks/${id}/deliveries`, { status: 'lost' }))).toBe(
      '400 VALIDATION_ERROR',
    );
  });
});

describe('who may', () => {
  const reads = (by: Api, id: string) => [
    by.get('/webhooks'),
    by.get(`/webhooks/${id}`),
    by.get(`/webhooks/${id}/deliveries`),
  ];
  const changes = (by: Api, id: string, deliveryId: string) => [
    by.post('/webhooks', { url: URL, types: ['*'] }),
    by.patch(`/webhooks/${id}`, { enabled: false }),
    by.post(`/webhooks/${id}/test`),
    by.post(`/webhooks/${id}/rotate`),
    by.post(`/webhooks/${id}/deliveries/${deliveryId}/retry`),
    by.post(`/webhooks/${id}/replay`, { after: 'x' }),
    by.delete(`/webhooks/${id}`),
  ];
  const outcomes = async (answers: readonly ReturnType<Api['get']>[]) => [
    ...new Set((await Promise.all(answers)).map(outcome)),
  ];

  test('nobody but an admin with full, by a key of their own', async () => {
    const { id } = await create();
    const test = await w.admin.creates(`/webhooks/${id}/test`, {});
    for (const by of [w.person, w.service, w.runtime, w.agent, w.actingAsPerson, w.actingAsAgent]) {
      expect(await outcomes([...reads(by, id), ...changes(by, id, test.id)])).toEqual(['403 FORBIDDEN']);
    }
    const limited = await w.adminWith('tasks:read', 'tasks:write', 'agents:write');
    expect(await outcomes([...reads(limited, id), ...changes(limited, id, test.id)])).toEqual([
      '403 INSUFFICIENT_SCOPE',
    ]);
    expect(await outcomes(reads(w.admin, id))).toEqual(['200']);
  });

  test('a key that is lent by an admin reads, and changes nothing', async () => {
    const { id } = await create();
    const test = await w.admin.creates(`/webhooks/${id}/test`, {});
    const lent = await w.keyFor(w.admin.name, 'acting', ['full']);
    expect(await outcomes(reads(lent, id))).toEqual(['200']);
    expect(await outcomes(changes(lent, id, test.id))).toEqual(['403 FORBIDDEN']);
  });
});

describe('what is sent in', () => {
  test.each([
    ['url', { url: 'example.org' }],
    ['url', { url: 'ftp://example.org/' }],
    ['url', { url: `https://example.org/${'x'.repeat(3_000)}` }],
    ['url', { url: 7 }],
    ['types', { types: [] }],
    ['types', { types: ['task.eaten'] }],
    ['types', { types: 'task.created' }],
    ['description', { description: 'x'.repeat(501) }],
  ])('is refused for its %s: %j', async (field, input) => {
    const { id } = await create();
    const body = { url: URL, types: ['*'], ...input };
    expect((await wrong('post', '/webhooks', body)).join()).toMatch(new RegExp(`^${field}`));
    expect((await wrong('patch', `/webhooks/${id}`, input)).join()).toMatch(new RegExp(`^${field}`));
  });

  test('has an address and types, and fields of their kind', async () => {
    const { id } = await create();
    expect((await wrong('post', '/webhooks', {})).sort()).toEqual(['types', 'url']);
    expect((await w.admin.does('patch', `/webhooks/${id}`, { secret: 'whsec_x' })).secret).toBeUndefined();
    expect(await wrong('patch', `/webhooks/${id}`, { enabled: 'yes' })).toEqual(['enabled']);
  });

  test('makes no more than 50 webhooks', async () => {
    for (let i = 0; i < 50; i++) await create();
    const answer = await w.admin.post('/webhooks', { url: URL, types: ['*'] });
    expect(outcome(answer)).toMatch(/ LIMIT_REACHED$/);
    const { data } = await w.admin.reads('/webhooks', { limit: 1 });
    await w.admin.delete(`/webhooks/${data[0].id}`);
    await create();
  });
});

describe('replay', () => {
  test('answers the webhook with the position, and never goes forward by it', async () => {
    const first = await position();
    const { id, position: made } = await create();
    await w.admin.creates('/tasks', { title: 'x' });
    const back = await w.admin.does('post', `/webhooks/${id}/replay`, { after: first });
    expect(back).toStrictEqual({ ...SHOWN, position: first });
    const forth = await w.admin.does('post', `/webhooks/${id}/replay`, { after: await position() });
    expect(forth.position).toBe(first);
    expect(made).not.toBe(first);
  });

  test('of what is no position is 400, and of what is not kept any more 410', async () => {
    const { id } = await create();
    const first = await position();
    const theirs = (await w.other.admin.reads('/events', { after: 'latest' })).cursor;
    for (const after of ['x', '', theirs]) {
      expect(outcome(await w.admin.post(`/webhooks/${id}/replay`, { after }))).toMatch(/^400 /);
    }
    for (let i = 0; i < 3; i++) await w.admin.creates('/tasks', { title: 'x' });
    w.clock.advance(100);
    await w.tandem.events.forget(50);
    expect(outcome(await w.admin.post(`/webhooks/${id}/replay`, { after: first }))).toBe('410 EVENTS_PRUNED');
  });

  test('and a retry of a webhook that is disabled are 409', async () => {
    const { id } = await create();
    const test = await w.admin.creates(`/webhooks/${id}/test`, {});
    await w.admin.does('patch', `/webhooks/${id}`, { enabled: false });
    const replay = await w.admin.post(`/webhooks/${id}/replay`, { after: await position() });
    const retry = await w.admin.post(`/webhooks/${id}/deliveries/${test.id}/retry`);
    expect([outcome(replay), outcome(retry)]).toEqual(['409 WEBHOOK_DISABLED', '409 WEBHOOK_DISABLED']);
  });

  test('of a webhook or a delivery that is not there is 404', async () => {
    const { id } = await create();
    const after = await position();
    expect(outcome(await w.admin.post(`/webhooks/${UNKNOWN}/replay`, { after }))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.post(`/webhooks/${id}/deliveries/${UNKNOWN}/retry`))).toBe('404 NOT_FOUND');
  });
});

describe('a webhook that was disabled', () => {
  test('is told of in the inboxes of admins, by any key that reads them, without its address and its secret', async () => {
    const { id, secret } = await create({ url: `${GONE}?token=hidden`, description: 'Board' });
    await w.admin.creates('/tasks', { title: 'x' });
    await w.tandem.webhooks.deliver();
    while ((await w.admin.reads(`/webhooks/${id}`)).enabled) await setTimeout(5);
    const reader = await w.adminWith('tasks:read');
    const { data } = await reader.reads('/inbox');
    expect(data).toMatchObject([
      { kind: 'attention', task: null, webhook: { id, description: 'Board', disabledReason: 'gone' } },
    ]);
    const text = JSON.stringify(data);
    for (const hidden of ['example.org', 'hidden', secret]) expect(text).not.toContain(hidden);
    expect((await w.person.reads('/inbox')).data).toEqual([]);
  });
});
