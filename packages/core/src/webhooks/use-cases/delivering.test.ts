import { accepts, answers } from '../../../testing/endpoints.ts';
import { outcome, type World, world } from '../../../testing/world.ts';
import type { AttemptOutcome } from '../attempt.ts';

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

/** Lets running attempts end, which takes a few turns of the event loop without a network. */
const settled = async () => {
  for (let i = 0; i < 50; i++) await new Promise((resolve) => setImmediate(resolve));
};
const deliver = async () => {
  await w.tandem.webhooks.deliver();
  await settled();
};
/** Advances the time in steps of the periodic jobs. */
const pass = async (ms: number) => {
  w.time.advance(ms);
  await deliver();
};
const sentTo = (url = URL) =>
  w.endpoints.attempts.filter((attempt) => attempt.url === url).map(({ body }) => JSON.parse(body));
const typesTo = (url = URL) => sentTo(url).map(({ type }) => type);
const deliveriesOf = async (id: string) => (await w.tandem.webhooks.deliveries(w.admin, id, {})).items;
const inbox = async (by = w.admin) => (await w.tandem.inbox.list(by, {})).items;

/** Creates many events at once. */
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
  test('an event is sent once to each matching webhook, and none from before its creation', async () => {
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

  test('events are sent as they occur once deliveries have begun', async () => {
    await create();
    await deliver();
    await task();
    w.time.advance(20);
    await settled();
    expect(typesTo()).toEqual(['task.created']);
  });

  test('an event is sent as { type, timestamp, data } with the event as data, and its id as webhook-id', async () => {
    await create();
    await task();
    await deliver();
    const { items } = await w.tandem.events.list(w.admin, { types: ['task.created'] });
    const event = items[0]?.event;
    const at = new Date(event?.at ?? 0).toISOString();
    expect(sentTo()).toEqual([{ type: 'task.created', timestamp: at, data: { ...event, at } }]);
    expect(w.endpoints.attempts[0]?.id).toBe(event?.id);
  });

  test('events of chats are never sent', async () => {
    await create();
    await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Hello' });
    await task();
    await deliver();
    expect(typesTo()).toEqual(['task.created']);
  });

  test('a message has under 20 kB, however long the changed values are', async () => {
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

  test('a message is signed with the secret, and for 24 hours after a rotation with the previous one as well', async () => {
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
  test('a failed attempt is retried after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and then given up', async () => {
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

  test('every attempt has the same webhook-id', async () => {
    await create({ types: ['task.created'] });
    w.endpoints.at(URL, answers(500));
    await task();
    await deliver();
    await pass(5 * SECOND);
    const ids = w.endpoints.attempts.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([2, 1]);
  });

  test('Retry-After extends the delay, up to a day', async () => {
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

  test('Retry-After holds back all deliveries, and a retry by hand ends that', async () => {
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

  test('Retry-After is not canceled by an attempt that was already running', async () => {
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

  test('an attempt at a previous address does not count for the new one', async () => {
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

  test('a late failure does not undo a delivery', async () => {
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

  test('a 410 disables the webhook and notifies only the admins', async () => {
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

  test('5 days without a success disable the webhook, unless one occurred between', async () => {
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
  test('a disabled webhook receives nothing; enabled again, it continues with unsent and new events', async () => {
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

  test('replaying to a disabled webhook is refused, because its position would skip it', async () => {
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

  test('a disabled webhook leaves the inbox once it is enabled or deleted', async () => {
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

  test('a webhook is disabled when its creator is no longer an admin', async () => {
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

  test('a webhook is disabled when its creator is removed', async () => {
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

describe('events after the demotion of its creator', () => {
  test("after its creator's demotion nothing is planned or sent, even in the middle of a look", async () => {
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

  test("a former admin's inbox shows no webhooks", async () => {
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

test("a new address starts without the previous one's failures", async () => {
  const { id } = await create({ types: ['task.created'] });
  w.endpoints.at(URL, answers(500));
  await task();
  await deliver();
  expect((await w.tandem.webhooks.get(w.admin, id)).failingSince).not.toBeNull();
  expect((await w.tandem.webhooks.update(w.admin, id, { url: OTHER })).failingSince).toBeNull();
});

test('an unreadable workspace does not block others, and its error is reported', async () => {
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

test('many irrelevant events do not block other webhooks', async () => {
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
  test('a test is sent soon and once, even to a disabled webhook', async () => {
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

  test('a retried delivery is attempted at once, with all its retries', async () => {
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

  test('a replay sends all events after a position again, with the same ids', async () => {
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

test('a replay sends events that match the current types', async () => {
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
  test('an endpoint has at most four running attempts, and a hanging one does not block others', async () => {
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

  test('an unresponsive endpoint accumulates at most 1,000 deliveries; the log keeps the rest', async () => {
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

describe('running attempts', () => {
  let answer: (outcome: AttemptOutcome) => void = () => undefined;
  const fails: AttemptOutcome = { ok: false, code: 500, durationMs: 1, answer: '', retryAfterMs: null };
  const underWay = async () => {
    w.endpoints.at(URL, () => new Promise((resolve) => (answer = resolve)));
    const { id } = await create({ types: ['task.created'] });
    await task();
    await deliver();
    return id;
  };

  test('a running attempt of a deleted webhook ends, and restores nothing', async () => {
    const id = await underWay();
    await w.tandem.webhooks.delete(w.admin, id);
    await w.tandem.webhooks.forget(30 * DAY);
    answer(fails);
    await pass(DAY);
    expect(w.endpoints.attempts).toHaveLength(1);
    expect(await outcome(() => w.tandem.webhooks.deliveries(w.admin, id, {}))).toBe('NOT_FOUND');
    expect((await w.tandem.webhooks.list(w.admin, {})).items).toEqual([]);
  });

  test('repeatedly disabling and enabling a webhook does not multiply its attempts', async () => {
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

  test('repeated replays send at most four messages at once', async () => {
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

test('setting the clock back delays earlier failures only, not new events', async () => {
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

describe('attempts during a stop', () => {
  test('attempts running at a stop are retried by the next process', async () => {
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

test('old deliveries and those of deleted webhooks are forgotten', async () => {
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
