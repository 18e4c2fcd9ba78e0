import { setTimeout as pause } from 'node:timers/promises';
import { examine } from '@tandem/adapter-sqlite';
import { hasProgram, long } from '@tandem/core/testing/programs';
import { cleanUp, stopped } from '@tandem/server/testing';
import { type FeedEvent, must, type Office, office, until, write } from './office.ts';
import { accept, answer, endReceivers, type Message, type Receiver, receiver, stall } from './receiver.ts';
import { refusedInPython, verifies } from './verified.ts';

/** How often the server is killed; set to more only when this test runs alone. */
const CRASHES = Number(process.env.TANDEM_CRASHES ?? 3);
/** Deliveries that a killed process had begun are taken over after 30 seconds. */
const LEASE_MS = 30_000;

jest.setTimeout(120_000 + CRASHES * 10_000);
afterEach(async () => {
  await endReceivers();
  await cleanUp();
});

const idsOf = (rows: readonly { readonly id: string }[]) => new Set(rows.map(({ id }) => id));
const missing = (from: readonly Message[], events: readonly FeedEvent[]) => {
  const got = idsOf(from);
  return events.filter(({ id }) => !got.has(id));
};
const unknown = (messages: readonly Message[], events: readonly FeedEvent[]) => {
  const eventIds = idsOf(events);
  return messages.filter(({ id }) => !eventIds.has(id));
};
/** Messages whose body does not belong to the event id in their header. */
const mislabeled = (messages: readonly Message[]) =>
  messages.filter(({ id, body }) => JSON.parse(body).data.id !== id);
const gaps = (events: readonly FeedEvent[]) =>
  events.filter(({ seq }, place) => place > 0 && seq !== (events[place - 1] as FeedEvent).seq + 1);
const wrongIn = async (file: string) => {
  const found: string[] = [];
  for await (const { state, text } of examine({ file })) if (state === 'wrong') found.push(text);
  return found;
};
const deliveriesOf = async ({ ada }: Office, id: string, status: string) =>
  (await must(ada('GET', `webhooks/${id}/deliveries?limit=100&status=${status}`))).data;

test('the events of 10 writers reach every working endpoint, however other endpoints behave', async () => {
  const o = await office();
  const [well, dying, stalling, gone, elsewhere] = [
    await receiver(),
    await receiver(),
    await receiver(stall),
    await receiver(answer(410)),
    await receiver(),
  ];
  const redirecting = await receiver(answer(302, { location: elsewhere.url }));
  const refused = new Set<string>();
  const busy: Receiver = await receiver((response, message) => {
    if (refused.size > 0) return accept(response, message);
    refused.add(message.id);
    answer(429, { 'retry-after': '8' })(response, message);
  });
  const types = ['task.created'] as const;
  const hooks = {
    well: await o.webhook(well.url, types),
    dying: await o.webhook(dying.url, types),
    stalling: await o.webhook(stalling.url, types),
    gone: await o.webhook(gone.url, types),
    redirecting: await o.webhook(redirecting.url, types),
    busy: await o.webhook(busy.url, types),
  };
  const from = await o.now();
  const written = write(o.ada, 10, 8);
  await until('the dying one has got something', () => dying.messages.length > 20);
  await dying.die();
  expect(await written).toBe(80);
  const events = await o.eventsAfter(from, ['task.created']);
  expect(events).toHaveLength(80);
  await until('the one that is well has everything', () => missing(well.messages, events).length === 0);
  expect(missing(dying.messages, events).length).toBeGreaterThan(0);
  await dying.comeBack();

  // The stalling endpoint, at its limit of concurrent deliveries, has delayed no other.
  expect(stalling.messages).toHaveLength(4);
  expect(well.messages).toHaveLength(80);
  expect([unknown(well.messages, events), mislabeled(well.messages)]).toEqual([[], []]);
  expect(well.messages.filter((message) => !verifies(message, hooks.well.secret))).toEqual([]);
  expect(well.messages.filter((message) => verifies(message, hooks.dying.secret))).toEqual([]);
  if (hasProgram('python3')) expect(refusedInPython(well.messages, hooks.well.secret)).toBe(0);

  expect(await must(o.ada('GET', `webhooks/${hooks.gone.id}`))).toMatchObject({
    enabled: false,
    disabledReason: 'gone',
  });
  expect(gone.messages.length).toBeLessThanOrEqual(4);
  const { data } = await must(o.ada('GET', 'inbox'));
  expect(data).toMatchObject([{ webhook: { id: hooks.gone.id, disabledReason: 'gone' } }]);

  await until('the one that had died has everything', () => missing(dying.messages, events).length === 0);
  expect(unknown(dying.messages, events)).toEqual([]);
  await until('the busy one has everything', () => missing(busy.messages, events).length === 0);
  const [id] = refused;
  await until('it was asked again', () => busy.messages.filter((message) => message.id === id).length === 2);
  const [first, second] = busy.messages.filter((message) => message.id === id);
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(7_900);

  expect(elsewhere.connections()).toBe(0);
  expect((await deliveriesOf(o, hooks.redirecting.id, 'failed'))[0]).toMatchObject({ code: 302 });
  expect((await stopped(o.server())).code).toBe(0);
  expect(await wrongIn(o.file)).toEqual([]);
});

long.test(
  `killed ${CRASHES} times under load, the server delivers every acknowledged event, and repeats one only under the same id`,
  async () => {
    const o = await office();
    const slow = await receiver((response) => void setTimeout(() => response.writeHead(204).end(), 30));
    const quick = await receiver();
    const from = await o.now();
    const hook = await o.webhook(quick.url);
    await o.webhook(slow.url);
    let over = false;
    const load = Array.from({ length: 5 }, async (_, writer) => {
      let acknowledged = 0;
      while (!over) {
        const title = `Task of ${writer}`;
        const made = await o.ada('POST', 'tasks', { title }).catch(() => null);
        if (made?.status === 201) acknowledged++;
        else await pause(50);
        await pause(60);
      }
      return acknowledged;
    });
    for (let crash = 1; crash <= CRASHES; crash++) {
      await pause(300 + Math.random() * 500);
      await o.kill();
      await o.startAgain();
    }
    over = true;
    const acknowledged = (await Promise.all(load)).reduce((sum, each) => sum + each, 0);
    const events = await o.eventsAfter(from);
    expect(events.length).toBeGreaterThanOrEqual(acknowledged);
    expect(gaps(events)).toEqual([]);
    const wanted = events.filter(({ type }) => type !== 'webhook.created');
    for (const endpoint of [quick, slow]) {
      await until(
        'all has arrived',
        () => missing(endpoint.messages, wanted).length === 0,
        LEASE_MS + 30_000,
      );
      expect([unknown(endpoint.messages, events), mislabeled(endpoint.messages)]).toEqual([[], []]);
    }
    expect(quick.messages.filter((message) => !verifies(message, hook.secret))).toEqual([]);
    await stopped(o.server());
    expect(await wrongIn(o.file)).toEqual([]);
  },
);

long.test(
  'while secrets are rotated under load, every message verifies with the newest known secret or the one before',
  async () => {
    const o = await office();
    let known: readonly string[] = [];
    const refused: Message[] = [];
    const endpoint = await receiver((response, message) => {
      if (!known.some((secret) => verifies(message, secret))) refused.push(message);
      accept(response, message);
    });
    const { id, secret } = await o.webhook(endpoint.url);
    known = [secret];
    const from = await o.now();
    const load = write(o.ada, 5, 25);
    for (let rotation = 0; rotation < 5; rotation++) {
      await pause(100);
      const rotated = await must(o.ada('POST', `webhooks/${id}/rotate`));
      known = [rotated.secret, known[0] as string];
    }
    expect(await load).toBe(125);
    const events = await o.eventsAfter(from);
    await until('all has arrived', () => missing(endpoint.messages, events).length === 0);
    expect(refused).toEqual([]);
    // Verifies with either of the two secrets alone, so a receiver can switch at any time.
    const last = endpoint.messages.filter(({ id: of }) => of === events.at(-1)?.id);
    for (const each of known) expect(last.filter((message) => !verifies(message, each))).toEqual([]);
  },
);

test('unless networks are allowed, no webhook reaches this machine or its local network', async () => {
  const o = await office({ TANDEM_WEBHOOK_ALLOW_HTTP: 'on' });
  const inside = await receiver();
  const { port } = new URL(inside.url);
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '[::ffff:7f00:1]',
    '169.254.169.254',
    '2130706433',
  ]) {
    const { status, body } = await o.ada('POST', 'webhooks', {
      url: `http://${host}:${port}/`,
      types: ['*'],
    });
    expect([host, status, Object.keys(body.error?.fields ?? {})]).toEqual([host, 400, ['url']]);
  }
  const named = await o.ada('POST', 'webhooks', { url: `http://localhost:${port}/`, types: ['*'] });
  // Refused immediately, or resolved at every attempt and refused then.
  if (named.status === 201) {
    await must(o.ada('POST', `webhooks/${named.body.id}/test`));
    await until(
      'the attempt has failed',
      async () => (await deliveriesOf(o, named.body.id, 'failed')).length > 0,
    );
    const [failed] = await deliveriesOf(o, named.body.id, 'failed');
    expect(failed).toMatchObject({ code: null, attempts: 1 });
    expect(failed.answer).not.toContain('127.0.0.1');
  }
  expect(inside.connections()).toBe(0);
});

test('a server with webhooks turned off sends none, and the next server sends those that are pending', async () => {
  const o = await office();
  const endpoint = await receiver();
  const from = await o.now();
  const { id } = await o.webhook(endpoint.url, ['task.created']);
  await stopped(o.server());
  await o.startAgain({ TANDEM_WEBHOOKS: 'off' });
  expect(await write(o.ada, 1, 3)).toBe(3);
  await must(o.ada('POST', `webhooks/${id}/test`));
  const { status, body } = await o.ada('POST', 'webhooks', { url: endpoint.url, types: ['*'] });
  expect([status, body.error.code]).toEqual([503, 'UNAVAILABLE']);
  await pause(1_500);
  expect(endpoint.messages).toEqual([]);
  await stopped(o.server());
  await o.startAgain();
  const events = await o.eventsAfter(from, ['task.created']);
  await until('all has arrived', () => missing(endpoint.messages, events).length === 0);
  await until('the test has arrived', () => endpoint.messages.length === 4);
});
