import { setTimeout } from 'node:timers/promises';
import { answers } from '@tandem/core/testing/world';
import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const URL = 'https://example.org/hook';
const create = (more: object = {}): Promise<Body> =>
  w.admin.creates('/webhooks', { url: URL, types: ['task.created'], ...more });
const position = async (): Promise<string> => (await w.admin.reads('/events', { after: 'latest' })).cursor;

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

describe('responses', () => {
  test('a new webhook is returned with its secret, and later reads are without it', async () => {
    const made = await create();
    expect(made).toStrictEqual({ ...SHOWN, secret: SECRET });
    expect(await w.admin.reads(`/webhooks/${made.id}`)).toStrictEqual(SHOWN);
    expect((await w.admin.reads('/webhooks')).data).toStrictEqual([SHOWN]);
    const changed = await w.admin.does('patch', `/webhooks/${made.id}`, { description: 'Board' });
    expect(changed).toStrictEqual({ ...SHOWN, description: 'Board' });
  });

  test('a test is a delivery without a number, and can be retried', async () => {
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

  test('a deleted webhook is 404, and so are its deliveries', async () => {
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

  test('a replayed creation of a webhook does not show the secret again', async () => {
    const body = { url: URL, types: ['*'] };
    expect((await keyed('/webhooks', body)).body.secret).toEqual(SECRET);
    const again = await keyed('/webhooks', body);
    expect(again.text).not.toContain('whsec_');
    expect((await w.admin.reads('/webhooks')).data).toHaveLength(1);
  });

  test('a replayed rotation of a webhook does not show the secret again', async () => {
    const { id } = await create();
    const { secret } = (await keyed(`/webhooks/${id}/rotate`, {})).body;
    expect(secret).toEqual(SECRET);
    expect((await keyed(`/webhooks/${id}/rotate`, {})).text).not.toContain('whsec_');
  });
});

describe('the lists', () => {
  test('deliveries are listed newest first, paged, and filtered by status', async () => {
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

describe('replay', () => {
  test('a replay returns the webhook with its position, and never moves it forward', async () => {
    const first = await position();
    const { id, position: made } = await create();
    await w.admin.creates('/tasks', { title: 'x' });
    const back = await w.admin.does('post', `/webhooks/${id}/replay`, { after: first });
    expect(back).toStrictEqual({ ...SHOWN, position: first });
    const forth = await w.admin.does('post', `/webhooks/${id}/replay`, { after: await position() });
    expect(forth.position).toBe(first);
    expect(made).not.toBe(first);
  });

  test('a replay from an invalid position is 400, and from a pruned one 410', async () => {
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
});

describe('a webhook that was disabled', () => {
  test('a disabled webhook is in the inbox of admins, without its address and secret', async () => {
    const url = `${URL}?token=hidden`;
    w.endpoints.at(url, answers(410));
    const { id, secret } = await create({ url, description: 'Board' });
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
