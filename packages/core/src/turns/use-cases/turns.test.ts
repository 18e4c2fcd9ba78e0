import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { ClaimedTurn as Claim } from '../../steps/turn-queue.ts';
import type { Reply } from './held-turn.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

type Held = Pick<Claim, 'turn' | 'lease'>;

const start = (body = 'Hello', by: Caller = w.admin) =>
  w.tandem.chats.start(by, { agentId: w.agent.id, body });
const tryClaim = (by: Caller = w.agent, wait?: number, leaseSeconds?: number, gone?: AbortSignal) =>
  w.tandem.turns.claim(by, w.agent.id, { wait, leaseSeconds }, gone);
const reply = ({ turn, lease }: Held, input: Partial<Reply> = {}, by: Caller = w.agent) =>
  w.tandem.turns.reply(by, w.agent.id, turn.id, { token: lease.token, body: 'Hi', ...input });
const fail = ({ turn, lease }: Held, errorCode = 'broken', message?: string, by: Caller = w.agent) =>
  w.tandem.turns.fail(by, w.agent.id, turn.id, { token: lease.token, errorCode, message });
const release = ({ turn, lease }: Held, by: Caller = w.agent) =>
  w.tandem.turns.release(by, w.agent.id, turn.id, { token: lease.token });
const heartbeat = ({ turn, lease }: Held, by: Caller = w.agent) =>
  w.tandem.turns.heartbeat(by, w.agent.id, turn.id, { token: lease.token });
const turnOf = async ({ turn }: Pick<Claim, 'turn'>) => w.tandem.chats.turn(w.admin, turn.chatId, turn.id);
const messages = async (chatId: string) =>
  (await w.tandem.chats.messages(w.admin, chatId, { order: 'asc', limit: 100 })).items;

async function claim(by: Caller = w.agent, leaseSeconds?: number): Promise<Claim> {
  const claimed = await tryClaim(by, 0, leaseSeconds);
  if (!claimed) throw new Error('There is no turn to claim');
  return claimed;
}

/** Every operation of a claimer on its turn. */
const actions = (held: Held, by: Caller = w.agent) => [
  () => heartbeat(held, by),
  () => reply(held, {}, by),
  () => fail(held, 'broken', undefined, by),
  () => release(held, by),
];

describe("who hosts an agent: the agent's own key, or a runtime key", () => {
  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['agent',          'ok'],
    ['runtime',        'ok'],
    ['admin',          'FORBIDDEN'],
    ['member',         'FORBIDDEN'],
    ['service',        'FORBIDDEN'],
    ['actingAsMember', 'FORBIDDEN'],
    ['actingAsAgent',  'FORBIDDEN'],
  ])('hosting of an agent by %s: %s', async (who, expected) => {
    await start();
    const mine = await claim();
    if (expected === 'FORBIDDEN') {
      for (const action of actions(mine, w[who])) expect(await outcome(action)).toBe('FORBIDDEN');
    } else {
      await release(mine, w[who]);
      await reply(await claim(w[who]), {}, w[who]);
    }
    await start();
    expect(await outcome(() => tryClaim(w[who]))).toBe(expected);
  });

  test("another agent's key is refused", async () => {
    await start();
    const fox = await w.newAgent('fox');
    expect(await outcome(() => tryClaim(fox))).toBe('FORBIDDEN');
    for (const action of actions(await claim(), fox)) expect(await outcome(action)).toBe('FORBIDDEN');
  });

  test("a turn of another agent, and another workspace's agent, are 404", async () => {
    await start();
    const { turn, lease } = await claim();
    const fox = await w.newAgent('fox');
    const input = { token: lease.token, body: 'Hi' };
    expect(await outcome(() => w.tandem.turns.reply(w.runtime, fox.id, turn.id, input))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.turns.claim(w.other.runtime, w.agent.id, {}))).toBe('NOT_FOUND');
  });
});

describe('claiming', () => {
  test('claiming makes the turn pending and running', async () => {
    const { chat } = await start();
    const { turn } = await claim();
    expect(await turnOf({ turn })).toMatchObject({ status: 'pending', state: 'running', completedAt: null });
    expect((await w.tandem.chats.get(w.admin, chat.id)).activeTurn).toStrictEqual({
      id: turn.id,
      status: 'pending',
      state: 'running',
    });
  });

  test('claiming returns the turn, the chat, the person, the messages and the lease', async () => {
    const { chat, message, turn } = await start('Hello');
    expect(await claim()).toStrictEqual({
      turn: expect.objectContaining({ id: turn.id, state: 'running', reply: null }),
      chat: { id: chat.id, title: 'Hello' },
      person: { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace' },
      messages: [message],
      lease: { token: expect.stringMatching(/^[0-9A-Za-z]{32}$/), expiresAt: START + 60_000, seconds: 60 },
    });
  });

  test('claiming names the person behind a service that wrote', async () => {
    await start('Hello', w.service);
    const { person, messages } = await claim();
    expect([person.name, messages[0]?.author.name]).toStrictEqual(['ada', 'CI']);
  });

  test('claiming returns the last 50 messages, oldest first', async () => {
    const { chat } = await start('1');
    for (let i = 2; i <= 52; i += 2) {
      await reply(await claim(), { body: `${i}` });
      await w.tandem.chats.send(w.admin, chat.id, { body: `${i + 1}` });
    }
    const bodies = (await claim()).messages.map(({ body }) => body);
    expect(bodies).toStrictEqual(Array.from({ length: 50 }, (_, i) => `${i + 4}`));
  });

  test('claiming takes the oldest queued turn across all chats of the agent', async () => {
    const sent = [await start('one'), await start('two', w.member), await start('three')];
    const claimed = [await claim(), await claim(), await claim()];
    expect(claimed.map(({ turn }) => turn.id)).toStrictEqual(sent.map(({ turn }) => turn.id));
    expect(await tryClaim()).toBeNull();
  });

  test('the oldest queued turn goes to exactly one claimer', async () => {
    await start('one');
    await start('two');
    const claims = await Promise.all([tryClaim(w.agent), tryClaim(w.runtime), tryClaim(w.agent)]);
    expect(claims.map((each) => each?.chat.title)).toStrictEqual(['one', 'two', undefined]);
  });

  test("claiming never takes another agent's turn", async () => {
    const fox = await w.newAgent('fox');
    await w.tandem.chats.start(w.admin, { agentId: fox.id, body: 'Hello fox' });
    expect(await tryClaim()).toBeNull();
  });

  test('claiming returns null with an empty queue', async () => {
    expect(await tryClaim()).toBeNull();
  });

  test.each([
    [4, 'VALIDATION_ERROR'],
    [5, 'ok'],
    [600, 'ok'],
    [601, 'VALIDATION_ERROR'],
    [5.5, 'VALIDATION_ERROR'],
    [Number.NaN, 'VALIDATION_ERROR'],
  ])('claiming accepts leaseSeconds from 5 to 600: %d is %s', async (leaseSeconds, expected) => {
    await start();
    expect(await outcome(() => tryClaim(w.agent, 0, leaseSeconds))).toBe(expected);
  });

  test('every claim has its own token', async () => {
    await start();
    const first = await claim();
    await release(first);
    expect((await claim()).lease.token).not.toBe(first.lease.token);
  });
});

describe('a claim that waits', () => {
  test('a waiting claim is answered when a message is sent', async () => {
    const waiting = tryClaim(w.agent, 25);
    await w.held(1);
    const { turn } = await start();
    expect((await waiting)?.turn.id).toBe(turn.id);
  });

  test('a waiting claim is answered at once when there is a turn', async () => {
    await start();
    expect(await tryClaim(w.agent, 25)).not.toBeNull();
  });

  test('a waiting claim returns null when its time is up; over 25 counts as 25', async () => {
    for (const [seconds, held] of [
      [3, 3],
      [1_000, 25],
    ] as const) {
      const waiting = tryClaim(w.agent, seconds);
      await w.held(1);
      w.time.advance(held * 1_000 - 1);
      expect(w.tandem.waiting()).toBe(1);
      w.time.advance(100);
      expect(await waiting).toBeNull();
    }
  });

  test('of several waiting claims the oldest gets the turn, and the others keep waiting', async () => {
    const first = tryClaim(w.agent, 25);
    await w.held(1);
    const second = tryClaim(w.runtime, 25);
    await w.held(2);
    await start('one');
    expect((await first)?.chat.title).toBe('one');
    expect(w.tandem.waiting()).toBe(1);
    await start('two');
    expect((await second)?.chat.title).toBe('two');
  });

  test('a waiting claim is answered when a turn is released', async () => {
    await start();
    const held = await claim();
    const waiting = tryClaim(w.runtime, 25);
    await w.held(1);
    await release(held);
    expect((await waiting)?.turn.id).toBe(held.turn.id);
  });

  test('a waiting claim is answered when the lease of a turn expires', async () => {
    await start();
    const held = await claim(w.agent, 5);
    const waiting = tryClaim(w.runtime, 25);
    await w.held(1);
    w.time.advance(5_000);
    await w.tandem.turns.expireLeases();
    expect((await waiting)?.turn.id).toBe(held.turn.id);
  });

  test("a waiting claim is not woken by another agent's turn", async () => {
    const fox = await w.newAgent('fox');
    const waiting = tryClaim(w.agent, 25);
    await w.held(1);
    await w.tandem.chats.start(w.admin, { agentId: fox.id, body: 'Hello fox' });
    expect(w.tandem.waiting()).toBe(1);
    w.tandem.stopWaiting();
    expect(await waiting).toBeNull();
  });

  test('waiting claims end when the service is about to stop, and no new ones begin', async () => {
    const waiting = tryClaim(w.agent, 25);
    await w.held(1);
    w.tandem.stopWaiting();
    expect(await waiting).toBeNull();
    expect(await tryClaim(w.agent, 25)).toBeNull();
  });

  test('a waiting claim ends when the client disconnects, without a turn', async () => {
    const client = new AbortController();
    const waiting = tryClaim(w.agent, 25, undefined, client.signal);
    await w.held(1);
    client.abort();
    expect(await waiting).toBeNull();
    await start();
    expect(await tryClaim()).not.toBeNull();
  });

  test('a disconnected client leaves the turn in the queue, without counting as a claim', async () => {
    await start();
    for (let i = 0; i < 5; i++) {
      expect(await tryClaim(w.agent, 25, undefined, AbortSignal.abort())).toBeNull();
    }
    const held = await claim();
    expect((await turnOf(held)).state).toBe('running');
    expect((await reply(held)).status).toBe('complete');
  });

  test('more than 200 waiting claims per key are 429', async () => {
    const waits = Array.from({ length: 200 }, () => tryClaim(w.agent, 25));
    await w.held(200);
    expect(await outcome(() => tryClaim(w.agent, 25))).toBe('RATE_LIMITED');
    expect(await outcome(() => tryClaim(w.agent))).toBe('ok');
    w.tandem.stopWaiting();
    await Promise.all(waits);
  });
});

describe('a lease', () => {
  test('a lease lasts 60 seconds by default', async () => {
    await start();
    expect((await claim()).lease.expiresAt).toBe(START + 60_000);
    await start();
    expect((await claim(w.agent, 600)).lease.expiresAt).toBe(START + 600_000);
  });

  test('a heartbeat extends the lease by its original duration', async () => {
    await start();
    const held = await claim(w.agent, 10);
    w.time.advance(9_000);
    expect((await heartbeat(held)).expiresAt).toBe(START + 19_000);
    w.time.advance(9_999);
    expect((await heartbeat(held)).expiresAt).toBe(START + 28_999);
    w.time.advance(9_999);
    expect((await reply(held)).status).toBe('complete');
  });

  test('a lease holds until the millisecond in which it expires; then everything is 409 LEASE_LOST', async () => {
    await start();
    const held = await claim();
    w.time.advance(59_999);
    expect(await outcome(() => heartbeat(held))).toBe('ok');
    w.time.advance(60_000);
    for (const action of actions(held)) expect(await outcome(action)).toBe('LEASE_LOST');
  });

  test('an expired lease requeues the turn', async () => {
    await start();
    const held = await claim();
    w.time.advance(60_000);
    await w.tandem.turns.expireLeases();
    expect(await turnOf(held)).toMatchObject({ status: 'pending', state: 'queued' });
  });

  test('an expired lease gives way to the next claimer at once', async () => {
    await start();
    const held = await claim();
    w.time.advance(59_999);
    expect(await tryClaim(w.runtime)).toBeNull();
    w.time.advance(1);
    expect((await tryClaim(w.runtime))?.turn.id).toBe(held.turn.id);
  });

  test("an expired lease keeps the turn's place in the queue", async () => {
    const { turn } = await start('one');
    await claim();
    await start('two');
    w.time.advance(60_000);
    expect((await claim()).turn.id).toBe(turn.id);
  });

  test('a current lease is not affected by the clean-up', async () => {
    await start();
    const held = await claim();
    w.time.advance(59_999);
    await w.tandem.turns.expireLeases();
    expect((await turnOf(held)).state).toBe('running');
    expect(await outcome(() => reply(held))).toBe('ok');
  });

  test('expired leases are handled in all workspaces', async () => {
    const theirs = await w.tandem.chats.start(w.other.admin, { agentId: w.other.agent.id, body: 'Hello' });
    await w.tandem.turns.claim(w.other.agent, w.other.agent.id, {});
    await start();
    const mine = await claim();
    w.time.advance(60_000);
    await w.tandem.turns.expireLeases();
    expect((await turnOf(mine)).state).toBe('queued');
    expect((await w.tandem.chats.turn(w.other.admin, theirs.chat.id, theirs.turn.id)).state).toBe('queued');
  });

  test('the lease of a turn with a reply does not expire', async () => {
    await start();
    const held = await claim();
    await reply(held);
    w.time.advance(60_000);
    await w.tandem.turns.expireLeases();
    expect((await turnOf(held)).status).toBe('complete');
  });
});

describe('fencing: an old token', () => {
  test('an old token is 409 LEASE_LOST once another run holds the turn, and changes nothing', async () => {
    await start();
    const old = await claim();
    w.time.advance(60_000);
    const now = await claim(w.runtime);
    const before = await turnOf(now);
    for (const action of actions(old)) expect(await outcome(action)).toBe('LEASE_LOST');
    expect(await turnOf(now)).toStrictEqual(before);
    expect(await messages(now.chat.id)).toHaveLength(1);
    expect((await reply(now, { body: 'From the new one' })).reply?.body).toBe('From the new one');
    for (const action of actions(old)) expect(await outcome(action)).toBe('LEASE_LOST');
    expect(await messages(now.chat.id)).toHaveLength(2);
  });

  test('a released token is 409', async () => {
    await start();
    const held = await claim();
    await release(held);
    for (const action of actions(held)) expect(await outcome(action)).toBe('LEASE_LOST');
    expect((await turnOf(held)).state).toBe('queued');
  });

  test('a token of a canceled turn is 409', async () => {
    await start();
    const held = await claim();
    await w.tandem.chats.archive(w.admin, held.chat.id);
    for (const action of actions(held)) expect(await outcome(action)).toBe('LEASE_LOST');
    expect((await turnOf(held)).status).toBe('canceled');
  });

  test('a token of a deleted chat is 404', async () => {
    await start();
    const held = await claim();
    await w.tandem.chats.delete(w.admin, held.chat.id);
    for (const action of actions(held)) expect(await outcome(action)).toBe('NOT_FOUND');
  });

  test('a made-up token is 409', async () => {
    await start();
    const held = await claim();
    const guess = { turn: held.turn, lease: { ...held.lease, token: 'x'.repeat(32) } };
    for (const action of actions(guess)) expect(await outcome(action)).toBe('LEASE_LOST');
    expect(await outcome(() => reply(held))).toBe('ok');
  });

  test('a token cannot take an unclaimed turn', async () => {
    const { turn } = await start();
    const guess = { turn, lease: { token: '', expiresAt: 0, seconds: 0 } };
    for (const action of actions(guess)) expect(await outcome(action)).toBe('LEASE_LOST');
  });
});

describe('replying', () => {
  test("replying completes the turn, with the agent's message", async () => {
    const { chat, message } = await start();
    const held = await claim();
    w.time.advance(5);
    const turn = await reply(held, { body: 'Hello yourself', suggestions: [{ kind: 'reply', text: 'Bye' }] });
    expect(turn).toMatchObject({
      id: held.turn.id,
      status: 'complete',
      state: 'completed',
      errorCode: null,
      humanMessageId: message.id,
      completedAt: START + 5,
      updatedAt: START + 5,
    });
    expect(turn.reply).toStrictEqual({
      id: turn.replyMessageId,
      chatId: chat.id,
      role: 'assistant',
      body: 'Hello yourself',
      author: { id: w.agent.id, name: 'scout', displayName: 'Scout', type: 'agent' },
      clientMessageId: null,
      turnId: null,
      suggestions: [{ id: expect.any(String), kind: 'reply', text: 'Bye' }],
      attachments: [],
      createdAt: START + 5,
    });
    expect(await w.tandem.chats.get(w.admin, chat.id)).toMatchObject({
      messageCount: 2,
      activeTurn: null,
      lastMessageAt: START + 5,
    });
    expect((await messages(chat.id)).map(({ role }) => role)).toStrictEqual(['human', 'assistant']);
  });

  test('replying through a runtime key speaks as the agent', async () => {
    await start();
    expect((await reply(await claim(w.runtime), {}, w.runtime)).reply?.author.name).toBe('scout');
  });

  test('repeating a reply with the same token returns the same turn and adds no message, whatever its text', async () => {
    const { chat } = await start();
    const held = await claim();
    const first = await reply(held, { body: 'One' });
    w.time.advance(1_000_000);
    expect(await reply(held, { body: 'One' })).toStrictEqual(first);
    expect((await reply(held, { body: 'Two' })).reply?.body).toBe('One');
    expect(await messages(chat.id)).toHaveLength(2);
  });

  test('concurrent repeats of a reply add one message', async () => {
    const { chat } = await start();
    const held = await claim();
    const [first, second] = await Promise.all([reply(held), reply(held)]);
    expect(second).toStrictEqual(first);
    expect(await messages(chat.id)).toHaveLength(2);
  });

  test.each<[string, Partial<Reply>, string]>([
    ['a blank body', { body: ' ' }, 'body'],
    ['a NUL character', { body: 'a\0' }, 'body'],
    [
      'a kind of suggestion that is none',
      { suggestions: [{ kind: 'Reply', text: 'x' }] },
      'suggestions.0.kind',
    ],
    ['a suggestion without text', { suggestions: [{ kind: 'reply', text: '' }] }, 'suggestions.0.text'],
    ['a file that is not there', { fileIds: ['none'] }, 'fileIds.0'],
    ['11 files', { fileIds: Array.from({ length: 11 }, (_, i) => `f${i}`) }, 'fileIds'],
  ])('replying with %s is 400, and the turn can still be completed', async (_what, input, field) => {
    await start();
    const held = await claim();
    expect(Object.keys((await refusal(() => reply(held, input))).fields ?? {})).toStrictEqual([field]);
    expect((await turnOf(held)).state).toBe('running');
    expect(await outcome(() => reply(held))).toBe('ok');
  });

  test('replying after a failure is 409', async () => {
    await start();
    const held = await claim();
    await fail(held);
    expect(await outcome(() => reply(held))).toBe('LEASE_LOST');
    expect((await turnOf(held)).status).toBe('failed');
  });

  test('replying lets the chat take the next message, whose turn queues behind others', async () => {
    const { chat } = await start('one');
    await start('two');
    await reply(await claim());
    await w.tandem.chats.send(w.admin, chat.id, { body: 'three' });
    expect([(await claim()).chat.title, (await claim()).messages.at(-1)?.body]).toStrictEqual([
      'two',
      'three',
    ]);
  });
});

describe('failing', () => {
  test('failing ends the turn with errorCode and no reply', async () => {
    await start();
    const held = await claim();
    w.time.advance(5);
    expect(await fail(held, 'model_overloaded', 'Try later')).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'model_overloaded',
      errorMessage: 'Try later',
      reply: null,
      completedAt: START + 5,
    });
    expect(await tryClaim()).toBeNull();
  });

  test('repeating a failure with the same token changes nothing', async () => {
    await start();
    const held = await claim();
    const first = await fail(held, 'one');
    w.time.advance(5);
    expect(await fail(held, 'two')).toStrictEqual(first);
  });

  test('failing requires an errorCode', async () => {
    await start();
    const held = await claim();
    expect((await refusal(() => fail(held, ' '))).fields).toHaveProperty('errorCode');
    expect((await turnOf(held)).state).toBe('running');
  });

  test('failing after a reply is 409', async () => {
    await start();
    const held = await claim();
    await reply(held);
    expect(await outcome(() => fail(held))).toBe('LEASE_LOST');
    expect((await turnOf(held)).status).toBe('complete');
  });
});

describe('releasing', () => {
  test('releasing returns the turn to its place in the queue', async () => {
    const { turn } = await start('one');
    const held = await claim();
    await start('two');
    expect(await release(held)).toMatchObject({ status: 'pending', state: 'queued' });
    expect((await claim()).turn.id).toBe(turn.id);
  });

  test('releases do not count as claims, so the turn does not fail', async () => {
    await start();
    for (let i = 0; i < 5; i++) await release(await claim());
    expect((await reply(await claim())).status).toBe('complete');
  });
});

describe('after 3 claims without an answer', () => {
  const letItExpire = async (times: number) => {
    for (let i = 0; i < times; i++) {
      await claim();
      w.time.advance(60_000);
    }
  };

  test('after 3 claims without a reply the turn fails with agent_unresponsive', async () => {
    const sent = await start();
    await letItExpire(3);
    await w.tandem.turns.expireLeases();
    expect(await turnOf(sent)).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'agent_unresponsive',
      completedAt: START + 180_000,
    });
    expect(await tryClaim()).toBeNull();
  });

  test('before 3 claims without a reply the turn does not fail', async () => {
    const sent = await start();
    await letItExpire(2);
    await w.tandem.turns.expireLeases();
    expect((await turnOf(sent)).state).toBe('queued');
    expect((await reply(await claim())).status).toBe('complete');
  });

  test('the next claim fails such a turn too, and takes the next one', async () => {
    const sent = await start('one');
    await letItExpire(3);
    await start('two');
    expect((await claim()).chat.title).toBe('two');
    expect((await turnOf(sent)).errorCode).toBe('agent_unresponsive');
  });

  test('a request that waits for the turn learns of its failure', async () => {
    const { chat, turn } = await start();
    await letItExpire(2);
    await claim(w.agent, 5);
    const waiting = w.tandem.chats.turn(w.admin, chat.id, turn.id, { wait: 25 });
    await w.held(1);
    w.time.advance(5_000);
    await w.tandem.turns.expireLeases();
    expect((await waiting).errorCode).toBe('agent_unresponsive');
  });

  test('the chat takes the next message after a failed turn', async () => {
    const { chat } = await start();
    await letItExpire(3);
    await w.tandem.turns.expireLeases();
    expect(await outcome(() => w.tandem.chats.send(w.admin, chat.id, { body: 'Hello?' }))).toBe('ok');
  });
});
