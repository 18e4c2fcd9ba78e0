import { accepts, answers } from '../../testing/endpoints.ts';
import { outcome, type World, world } from '../../testing/world.ts';
import type { AttemptOutcome } from './sender.ts';

const URL = 'https://example.org/hook';
const OTHER = 'https://example.org/other';
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: object = {}) =>
  w.tandem.webhooks.create(w.admin, { url: URL, types: ['*'], ...input });
const task = (title = 'A task') => w.tandem.tasks.create(w.admin, { title });

/** Lets what is under way come to its end: without a network that takes a few turns of the event loop. */
const settled = async () => {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
};
const deliver = async () => {
  await w.tandem.webhooks.deliver();
  await settled();
};
/** Lets time go by, as the clock of the jobs does. */
const pass = async (ms: number) => {
  w.time.advance(ms);
  await deliver();
};
const sentTo = (url = URL) =>
  w.endpoints.attempts.filter((attempt) => attempt.url === url).map(({ body }) => JSON.parse(body));
const typesTo = (url = URL) => sentTo(url).map(({ type }) => type);
const deliveriesOf = async (id: string) => (await w.tandem.webhooks.deliveries(w.admin, id, {})).items;
const inbox = async (by = w.admin) => (await w.tandem.inbox.list(by, {})).items;

/** So many events at once. */
const append = (count: number) =>
  w.storage.write(w.workspaceId, async ({ events }) => {
    const entity = { type: 'task', id: 'T', title: 'T', taskNumber: 1 } as const;
    const actor = { type: 'human', id: w.admin.id, name: 'ada', keyOwner: null } as const;
    for (let i = 0; i < count; i++) {
      await events.append({
        id: `event ${i}`,
        actor,
        entity,
        action: 'created',
        changes: [],
        reason: null,
        related: null,
        createdAt: w.time.now(),
      });
    }
  });

describe('what happens', () => {
  test('is sent once to each webhook that wants its type, and nothing from before it was made', async () => {
    await task('Before');
    await create({ types: ['task.created'] });
    await create({ url: OTHER, types: ['task.transitioned'] });
    await task();
    await w.tandem.tasks.transition(w.admin, 2, { to: 'in_progress' });
    await deliver();
    await deliver();
    expect(typesTo()).toEqual(['task.created']);
    expect(typesTo(OTHER)).toEqual(['task.transitioned']);
  });

  test('is sent as it happens, once deliveries have begun', async () => {
    await create();
    await deliver();
    await task();
    w.time.advance(20);
    await settled();
    expect(typesTo()).toEqual(['task.created']);
  });

  test('is sent as { type, timestamp, data } with the event as data, and its id as webhook-id', async () => {
    await create();
    await task();
    await deliver();
    const { items } = await w.tandem.events.list(w.admin, { types: ['task.created'] });
    const event = items[0]?.event;
    const at = new Date(event?.at ?? 0).toISOString();
    expect(sentTo()).toEqual([{ type: 'task.created', timestamp: at, data: { ...event, at } }]);
    expect(w.endpoints.attempts[0]?.id).toBe(event?.id);
  });

  test('is never of a chat', async () => {
    await create();
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    await task();
    await deliver();
    expect(typesTo()).toEqual(['task.created']);
  });

  test('has under 20 kB, however long what changed is', async () => {
    await create();
    const long = '\u0001'.repeat(500);
    await task();
    await w.tandem.tasks.update(w.admin, 1, {
      title: long,
      tags: Array.from({ length: 50 }, (_, i) => `${i}${'\u{1F600}'.repeat(97)}`),
      priority: 'p0',
    });
    await w.tandem.tasks.transition(w.admin, 1, { to: 'waiting', reason: '\u0002'.repeat(100_000) });
    await deliver();
    const sizes = w.endpoints.attempts.map(({ body }) => Buffer.byteLength(body));
    expect(sizes).toHaveLength(3);
    expect(Math.max(...sizes)).toBeLessThan(20_000);
    expect(sentTo()[1].data.changes.map(({ field }: { field: string }) => field)).toEqual([
      'title',
      'priority',
      'tags',
    ]);
  });

  test('is signed by the secret, and for 24 hours after a rotation by the one before as well', async () => {
    const { id, secret } = await create();
    const { secret: second } = await w.tandem.webhooks.rotate(w.admin, id);
    await task();
    await deliver();
    expect(w.endpoints.attempts.at(-1)?.secrets).toEqual([second, secret]);
    await pass(DAY);
    await task();
    await deliver();
    expect(w.endpoints.attempts.at(-1)?.secrets).toEqual([second]);
  });
});

describe('an attempt that fails', () => {
  test('is made again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then given up', async () => {
    const { id } = await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(500));
    await task();
    await deliver();
    const waits = [5 * SECOND, 5 * MINUTE, 30 * MINUTE, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR)];
    for (const [tries, wait] of waits.entries()) {
      const [delivery] = await deliveriesOf(id);
      expect([delivery?.status, delivery?.attempts, delivery?.code]).toEqual(['failed', tries + 1, 500]);
      await pass(wait - 1);
      expect(w.endpoints.attempts).toHaveLength(tries + 1);
      await pass(1);
      expect(w.endpoints.attempts).toHaveLength(tries + 2);
    }
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: 'given_up', attempts: 10, nextAt: null });
    await pass(30 * DAY);
    expect(w.endpoints.attempts).toHaveLength(10);
  });

  test('has the same webhook-id each time', async () => {
    await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(500));
    await task();
    await deliver();
    await pass(5 * SECOND);
    const ids = w.endpoints.attempts.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('waits for as long as Retry-After asks where that is longer, a day at the most', async () => {
    const { id } = await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(429, HOUR));
    await task();
    await deliver();
    expect((await deliveriesOf(id))[0]?.nextAt).toBe(w.time.now() + HOUR);
    w.endpoints.at(URL, answers(429, 365 * DAY));
    await pass(HOUR);
    expect((await deliveriesOf(id))[0]?.nextAt).toBe(w.time.now() + DAY);
    w.endpoints.at(URL, answers(429, 1));
    await pass(DAY);
    expect((await deliveriesOf(id))[0]?.nextAt).toBe(w.time.now() + 30 * MINUTE);
  });

  test('with Retry-After keeps everything back for as long, and a retry by hand ends that', async () => {
    const { id } = await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(503, HOUR));
    await task('First');
    await deliver();
    w.endpoints.at(URL, accepts);
    await task('Second');
    await pass(HOUR - 1);
    expect(w.endpoints.attempts).toHaveLength(1);
    expect((await w.tandem.webhooks.get(w.admin, id)).notBefore).toBe(w.time.now() + 1);
    await pass(1);
    expect(w.endpoints.attempts).toHaveLength(3);
    expect((await w.tandem.webhooks.get(w.admin, id)).notBefore).toBeNull();
    w.endpoints.at(URL, answers(503, HOUR));
    await task('Third');
    await deliver();
    const [third] = await deliveriesOf(id);
    await w.tandem.webhooks.retry(w.admin, id, third?.id ?? '');
    await deliver();
    expect(w.endpoints.attempts).toHaveLength(5);
  });

  test('with Retry-After is not undone by one that was under way', async () => {
    const answer: ((outcome: AttemptOutcome) => void)[] = [];
    w.endpoints.at(URL, () => new Promise((resolve) => answer.push(resolve)));
    const { id } = await create({ types: ['task.created'] });
    await task();
    await task();
    await deliver();
    answer[0]?.({ ok: false, code: 429, durationMs: 1, answer: '', retryAfterMs: HOUR });
    answer[1]?.({ ok: true, code: 200, durationMs: 1, answer: '', retryAfterMs: null });
    await settled();
    expect((await w.tandem.webhooks.get(w.admin, id)).notBefore).toBe(w.time.now() + HOUR);
  });

  test('that was under way at another address says nothing of the new one', async () => {
    let answer: (outcome: AttemptOutcome) => void = () => undefined;
    w.endpoints.at(
      URL,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { id } = await create({ types: ['task.created'] });
    await task();
    await deliver();
    await w.tandem.webhooks.update(w.admin, id, { url: OTHER });
    answer({ ok: false, code: 410, durationMs: 1, answer: '', retryAfterMs: null });
    await settled();
    expect(await w.tandem.webhooks.get(w.admin, id)).toMatchObject({ enabled: true, failingSince: null });
  });

  test('late does not undo that it has arrived', async () => {
    let answer: (outcome: AttemptOutcome) => void = () => undefined;
    w.endpoints.at(
      URL,
      () =>
        new Promise((resolve) => {
          answer = resolve;
        }),
    );
    const { id } = await create({ types: ['task.created'] });
    await task();
    await deliver();
    const [delivery] = await deliveriesOf(id);
    w.endpoints.at(URL, accepts);
    await w.tandem.webhooks.retry(w.admin, id, delivery?.id ?? '');
    await deliver();
    answer({ ok: false, code: 500, durationMs: 1, answer: '', retryAfterMs: null });
    await settled();
    expect((await deliveriesOf(id))[0]?.status).toBe('delivered');
  });

  test('disables the webhook when it is answered 410, and tells the admins and nobody else', async () => {
    const { id } = await create({ description: 'The board' });
    w.endpoints.at(URL, answers(410));
    await task();
    await deliver();
    expect(await w.tandem.webhooks.get(w.admin, id)).toMatchObject({
      enabled: false,
      disabledReason: 'gone',
    });
    expect((await inbox()).map(({ webhook }) => webhook)).toEqual([
      { id, description: 'The board', disabledReason: 'gone' },
    ]);
    expect(await inbox(w.member)).toEqual([]);
    const { items } = await w.tandem.events.list(w.admin, { types: ['webhook.disabled'] });
    expect(items.map(({ event }) => [event.actor.name, event.reason])).toEqual([['Tandem', 'gone']]);
  });

  test('disables the webhook after 5 days without a success, and not when one came between', async () => {
    const { id } = await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(500));
    await task();
    await deliver();
    await pass(3 * DAY);
    w.endpoints.at(URL, accepts);
    await task();
    await deliver();
    w.endpoints.at(URL, answers(500));
    await task();
    await deliver();
    for (let day = 0; day < 4; day++) await pass(DAY);
    await task();
    await deliver();
    expect((await w.tandem.webhooks.get(w.admin, id)).enabled).toBe(true);
    await pass(DAY);
    expect(await w.tandem.webhooks.get(w.admin, id)).toMatchObject({
      enabled: false,
      disabledReason: 'failing',
    });
  });
});

describe('a webhook that is disabled', () => {
  test('is sent nothing; enabled, it goes on with what it has not got and with what happens from then on', async () => {
    const { id } = await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(500));
    await task('Tried');
    await deliver();
    await w.tandem.webhooks.update(w.admin, id, { enabled: false });
    w.endpoints.at(URL, accepts);
    await task('Meanwhile');
    await pass(DAY);
    expect(w.endpoints.attempts).toHaveLength(1);
    await w.tandem.webhooks.update(w.admin, id, { enabled: true });
    await task('After');
    await deliver();
    expect(sentTo().map(({ data }) => data.entity.title)).toEqual(['Tried', 'Tried', 'After']);
  });

  test('is sent nothing once more: it would be passed over', async () => {
    const { id } = await create({ types: ['task.created'] });
    const { position } = await w.tandem.events.list(w.admin, { after: 'latest' });
    await task();
    await deliver();
    const [delivery] = await deliveriesOf(id);
    await w.tandem.webhooks.update(w.admin, id, { enabled: false });
    const { webhooks } = w.tandem;
    expect(await outcome(() => webhooks.replay(w.admin, id, { after: position }))).toBe('WEBHOOK_DISABLED');
    expect(await outcome(() => webhooks.retry(w.admin, id, delivery?.id ?? ''))).toBe('WEBHOOK_DISABLED');
  });

  test('is in no inbox any more once it is enabled, or deleted', async () => {
    const { id } = await create();
    w.endpoints.at(URL, answers(410));
    await task();
    await deliver();
    await w.tandem.webhooks.update(w.admin, id, { enabled: true });
    expect(await inbox()).toEqual([]);
    await task();
    await deliver();
    expect(await inbox()).toHaveLength(1);
    await w.tandem.webhooks.delete(w.admin, id);
    expect(await inbox()).toEqual([]);
  });

  test('is one whose creator is no admin any more', async () => {
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const bob = await w.caller('bob', 'person');
    const { id } = await w.tandem.webhooks.create(bob, { url: URL, types: ['*'] });
    await w.tandem.members.update(w.admin, w.member.id, { role: 'member' });
    await task();
    await deliver();
    expect(typesTo()).toEqual([]);
    expect(await w.tandem.webhooks.get(w.admin, id)).toMatchObject({
      enabled: false,
      disabledReason: 'creator',
    });
    expect(await inbox()).toHaveLength(1);
  });

  test('is one whose creator was removed', async () => {
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const { id } = await w.tandem.webhooks.create(await w.caller('bob', 'person'), {
      url: URL,
      types: ['*'],
    });
    await w.tandem.members.delete(w.admin, w.member.id);
    await deliver();
    expect(typesTo()).toEqual([]);
    expect((await w.tandem.webhooks.get(w.admin, id)).disabledReason).toBe('creator');
  });
});

describe('of what happens after its creator is no admin any more', () => {
  test('nothing is planned and nothing sent, be it in the middle of a look', async () => {
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    const { id } = await w.tandem.webhooks.create(await w.caller('bob', 'person'), {
      url: URL,
      types: ['*'],
    });
    await task('Before');
    const read = w.storage.read;
    let looking = true;
    // The look has just seen that bob is an admin.
    w.storage.read = async (...input) => {
      const found = await read(...input);
      if (looking) {
        looking = false;
        await w.tandem.members.update(w.admin, w.member.id, { role: 'member' });
        await task('Not for bob');
      }
      return found;
    };
    await deliver();
    w.storage.read = read;
    expect(typesTo()).toEqual([]);
    expect((await w.tandem.webhooks.get(w.admin, id)).disabledReason).toBe('creator');
  });

  test('their inbox tells them nothing of webhooks either', async () => {
    await create({ description: 'The board' });
    await w.tandem.members.update(w.admin, w.member.id, { role: 'admin' });
    w.endpoints.at(URL, answers(410));
    await task();
    await deliver();
    const bob = await w.caller('bob', 'person');
    expect(await inbox(bob)).toHaveLength(1);
    await w.tandem.members.update(w.admin, w.member.id, { role: 'member' });
    expect(await inbox(await w.caller('bob', 'person'))).toEqual([]);
    expect(await inbox()).toHaveLength(1);
  });
});

test('a new address begins without the failures of the one before', async () => {
  const { id } = await create({ types: ['task.created'] });
  w.endpoints.at(URL, answers(500));
  await task();
  await deliver();
  expect((await w.tandem.webhooks.get(w.admin, id)).failingSince).not.toBeNull();
  expect((await w.tandem.webhooks.update(w.admin, id, { url: OTHER })).failingSince).toBeNull();
});

test('a workspace that cannot be read holds up no other, and is told of', async () => {
  await w.tandem.webhooks.create(w.other.admin, { url: OTHER, types: ['*'] });
  await create({ types: ['task.created'] });
  await task();
  const { read } = w.storage;
  const failing = async (broken: string) => {
    w.storage.read = async (workspaceId, work) => {
      if (workspaceId === broken) throw new Error('no');
      return read(workspaceId, work);
    };
    await expect(w.tandem.webhooks.deliver()).rejects.toThrow('no');
    await settled();
    w.storage.read = read;
  };
  await w.tandem.tasks.create(w.other.admin, { title: 'x' });
  await failing(w.other.workspaceId);
  expect([typesTo(), typesTo(OTHER)]).toEqual([['task.created'], []]);
  await task();
  await failing(w.workspaceId);
  expect(typesTo(OTHER)).toEqual(['task.created']);
});

test('a long way through what is of no concern holds up no other', async () => {
  await create({ types: ['webhook.deleted'] });
  await create({ url: OTHER, types: ['task.created'] });
  await append(5_000);
  const write = w.storage.write;
  let units = 0;
  w.storage.write = (...input) => {
    units++;
    return write(...input);
  };
  await w.tandem.webhooks.deliver();
  w.storage.write = write;
  expect(units).toBeLessThan(30);
  expect(typesTo(OTHER)).toHaveLength(4);
});

describe('on demand', () => {
  test('a test is sent soon and once, also to a webhook that is disabled', async () => {
    const { id } = await create();
    await w.tandem.webhooks.update(w.admin, id, { enabled: false });
    w.endpoints.at(URL, answers(410));
    await w.tandem.webhooks.test(w.admin, id);
    await deliver();
    expect(typesTo()).toEqual(['webhook.test']);
    expect((await deliveriesOf(id))[0]).toMatchObject({
      type: 'webhook.test',
      seq: null,
      status: 'given_up',
    });
    await pass(DAY);
    expect(typesTo()).toEqual(['webhook.test']);
    expect(await inbox()).toEqual([]);
    await w.tandem.webhooks.update(w.admin, id, { enabled: true });
    await w.tandem.webhooks.test(w.admin, id);
    await deliver();
    expect((await w.tandem.webhooks.get(w.admin, id)).disabledReason).toBe('gone');
  });

  test('a delivery is tried again at once, and as often as if for the first time', async () => {
    const { id } = await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(500));
    await task();
    await deliver();
    await pass(5 * SECOND);
    const [delivery] = await deliveriesOf(id);
    await w.tandem.webhooks.retry(w.admin, id, delivery?.id ?? '');
    await deliver();
    expect(w.endpoints.attempts).toHaveLength(3);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: 'failed', attempts: 1 });
    expect(await outcome(() => w.tandem.webhooks.retry(w.admin, id, 'none'))).toBe('NOT_FOUND');
  });

  test('everything after a position is sent once more, under the ids of before', async () => {
    const { id } = await create({ types: ['task.created'] });
    const { position } = await w.tandem.events.list(w.admin, { after: 'latest' });
    for (let i = 0; i < 3; i++) await task(`Task ${i}`);
    await deliver();
    await w.tandem.webhooks.replay(w.admin, id, { after: position });
    await deliver();
    const ids = w.endpoints.attempts.map((attempt) => attempt.id);
    expect(ids).toHaveLength(6);
    expect(new Set(ids).size).toBe(3);
    expect(await deliveriesOf(id)).toHaveLength(3);
    expect(await outcome(() => w.tandem.webhooks.replay(w.admin, id, { after: 'none' }))).toBe(
      'INVALID_CURSOR',
    );
  });
});

test('what was of no concern is sent once more where it is now', async () => {
  const { id } = await create({ types: ['task.deleted'] });
  const { position } = await w.tandem.events.list(w.admin, { after: 'latest' });
  await task();
  await deliver();
  await w.tandem.webhooks.update(w.admin, id, { types: ['task.created'] });
  await w.tandem.webhooks.replay(w.admin, id, { after: position });
  await deliver();
  expect(typesTo()).toEqual(['task.created']);
});

describe('an endpoint', () => {
  test('has four attempts under way at most, and one that hangs holds up no other', async () => {
    const hanging: ((outcome: AttemptOutcome) => void)[] = [];
    w.endpoints.at(URL, () => new Promise((resolve) => hanging.push(resolve)));
    await create({ types: ['task.created'] });
    await create({ url: OTHER, types: ['task.created'] });
    for (let i = 0; i < 10; i++) await task();
    await deliver();
    await pass(0);
    await pass(0);
    expect(typesTo()).toHaveLength(4);
    expect(typesTo(OTHER)).toHaveLength(10);
    hanging[0]?.({ ok: true, code: 200, durationMs: 1, answer: '', retryAfterMs: null });
    await settled();
    await pass(0);
    expect(typesTo()).toHaveLength(5);
  });

  test('that does not answer piles up no more than 1,000 deliveries; the log keeps the rest', async () => {
    w.endpoints.at(URL, () => new Promise(() => undefined));
    const { id } = await create({ types: ['task.created'] });
    await append(1_500);
    await deliver();
    const pending = await w.storage.read(w.workspaceId, ({ deliveries }) =>
      deliveries.countPending(id, 2_000),
    );
    expect(pending).toBe(1_000);
  });
});

describe('what is under way when its webhook', () => {
  let answer: (outcome: AttemptOutcome) => void = () => undefined;
  const fails: AttemptOutcome = { ok: false, code: 500, durationMs: 1, answer: '', retryAfterMs: null };
  const underWay = async () => {
    w.endpoints.at(URL, () => new Promise((resolve) => (answer = resolve)));
    const { id } = await create({ types: ['task.created'] });
    await task();
    await deliver();
    return id;
  };

  test('is deleted comes to its end, and brings nothing back', async () => {
    const id = await underWay();
    await w.tandem.webhooks.delete(w.admin, id);
    await w.tandem.webhooks.forget(30 * DAY);
    answer(fails);
    await pass(DAY);
    expect(w.endpoints.attempts).toHaveLength(1);
    expect(await outcome(() => w.tandem.webhooks.deliveries(w.admin, id, {}))).toBe('NOT_FOUND');
    expect((await w.tandem.webhooks.list(w.admin, {})).items).toEqual([]);
  });

  test('is disabled and enabled again and again is tried by its times, and not once for each', async () => {
    const id = await underWay();
    for (let i = 0; i < 20; i++) {
      await w.tandem.webhooks.update(w.admin, id, { enabled: i % 2 === 1 });
      await deliver();
    }
    answer(fails);
    await settled();
    expect(w.endpoints.attempts).toHaveLength(1);
    expect((await deliveriesOf(id))[0]).toMatchObject({ status: 'failed', attempts: 1 });
  });

  test('is replayed again and again is sent no more often than four times at once', async () => {
    const { position } = await w.tandem.events.list(w.admin, { after: 'latest' });
    const id = await underWay();
    for (let i = 0; i < 20; i++) {
      await w.tandem.webhooks.replay(w.admin, id, { after: position });
      await deliver();
    }
    expect(w.endpoints.attempts).toHaveLength(4);
    expect(await deliveriesOf(id)).toHaveLength(1);
  });
});

test('a clock that is set back holds up what failed before, and nothing that happens from then on', async () => {
  const { id } = await create({ types: ['task.created'] });
  w.endpoints.at(URL, answers(500));
  await task('Before');
  await deliver();
  w.endpoints.at(URL, accepts);
  w.time.set(-HOUR);
  await task('After');
  await pass(SECOND);
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['delivered', 'failed']);
  await pass(HOUR + 5 * SECOND);
  expect((await deliveriesOf(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
});

describe('what is under way when the service stops', () => {
  test('is begun again by whoever goes on', async () => {
    w.endpoints.at(URL, () => new Promise(() => undefined));
    const { id } = await create({ types: ['task.created'] });
    await task();
    await deliver();
    expect((await deliveriesOf(id))[0]?.nextAt).toBeGreaterThan(w.time.now());
    w.tandem.stopWaiting();
    await settled();
    expect((await deliveriesOf(id))[0]).toMatchObject({
      status: 'pending',
      attempts: 0,
      nextAt: w.time.now(),
    });
  });
});

test('old deliveries are forgotten, and those of webhooks that are gone', async () => {
  const { id } = await create({ types: ['task.created'] });
  const gone = await create({ url: OTHER, types: ['task.created'] });
  await task();
  await deliver();
  await w.tandem.webhooks.delete(w.admin, gone.id);
  await w.tandem.webhooks.forget(30 * DAY);
  const left = (webhookId: string) =>
    w.storage.read(w.workspaceId, ({ deliveries }) =>
      deliveries.list(webhookId, undefined, { limit: 10, after: undefined }),
    );
  expect([(await left(gone.id)).items.length, (await left(id)).items.length]).toEqual([0, 1]);
  w.time.advance(30 * DAY + 1);
  await w.tandem.webhooks.forget(30 * DAY);
  expect((await left(id)).items).toEqual([]);
});
