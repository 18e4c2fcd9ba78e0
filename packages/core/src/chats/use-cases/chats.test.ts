import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { NewMessage } from '../message.ts';
import type { Sent } from '../sent.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

type Start = Partial<NewMessage & { agentId: string }>;
const start = (input: Start = {}, key?: string, by: Caller = w.admin): Promise<Sent> =>
  w.tandem.chats.start(by, { agentId: w.agent.id, body: 'Hello', ...input }, key);
const send = (chatId: string, input: Partial<NewMessage> = {}, key?: string, by: Caller = w.admin) =>
  w.tandem.chats.send(by, chatId, { body: 'And?', ...input }, key);
const get = (id: string, by: Caller = w.admin) => w.tandem.chats.get(by, id);
const messages = async (id: string, order?: 'asc' | 'desc') =>
  (await w.tandem.chats.messages(w.admin, id, { order, limit: 100 })).items;

/** The agent claims its next turn and replies. */
async function answer(body = 'Hello yourself', suggestions: { kind: string; text: string }[] = []) {
  const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
  if (!claim) throw new Error('There is no turn to answer');
  const { token } = claim.lease;
  return w.tandem.turns.reply(w.agent, w.agent.id, claim.turn.id, { token, body, suggestions });
}

/** A chat whose first turn has a reply. */
async function answered(): Promise<Sent> {
  const sent = await start();
  await answer();
  return sent;
}

async function upload(by: Caller = w.admin, fileName = 'plan.txt') {
  const content = (async function* () {
    yield new TextEncoder().encode('four');
  })();
  return w.tandem.files.upload(by, { fileName, mimeType: 'text/plain', content });
}

/** Every operation on a chat of Ada's, for a given caller. */
const operations = (by: Caller, { chat, turn }: Sent) => ({
  list: () => w.tandem.chats.list(by, {}),
  start: () => start({}, undefined, by),
  get: () => get(chat.id, by),
  messages: () => w.tandem.chats.messages(by, chat.id, {}),
  send: () => send(chat.id, {}, undefined, by),
  turn: () => w.tandem.chats.turn(by, chat.id, turn.id),
  rename: () => w.tandem.chats.rename(by, chat.id, { title: 'New' }),
  archive: () => w.tandem.chats.archive(by, chat.id),
  unarchive: () => w.tandem.chats.unarchive(by, chat.id),
  delete: () => w.tandem.chats.delete(by, chat.id),
});

/** Operations on an existing chat. */
const onAChat = ({ list: _list, start: _start, ...rest }: ReturnType<typeof operations>) =>
  Object.values(rest);

describe('access to chats by key kind', () => {
  // biome-ignore format: a table
  test.each<[string, CallerName, string]>([
    ["a person's own key reaches that person's chats",                    'admin',          'ok'],
    ["a service key created by that person reaches that person's chats", 'service',        'ok'],
    ['an agent key reaches no chats',                                     'agent',          'CHAT_FORBIDDEN'],
    ['a service runtime key reaches no chats',                            'runtime',        'CHAT_FORBIDDEN'],
    ['a key acting as another member reaches no chats',                   'actingAsMember', 'CHAT_FORBIDDEN'],
    ['a key acting as an agent reaches no chats',                         'actingAsAgent',  'CHAT_FORBIDDEN'],
    ["another person's key does not reach them",                          'member',         'NOT_FOUND'],
  ])('chat access of %s (%s: %s)', async (_sentence, who, expected) => {
    const sent = await answered();
    const { list, start: startOne } = operations(w[who], sent);
    for (const operation of onAChat(operations(w[who], sent))) expect(await outcome(operation)).toBe(expected);
    // Callers with access list and start their own chats.
    const own = expected === 'NOT_FOUND' ? 'ok' : expected;
    expect(await outcome(list)).toBe(own);
    expect(await outcome(startOne)).toBe(own);
  });

  test('an acting key has no access to chats, even if it acts as its creator', async () => {
    const { secret } = await w.tandem.keys.create(w.admin, {
      name: 'as ada',
      kind: 'acting',
      memberId: w.admin.id,
      scopes: ['full'],
    });
    const acting = await w.tandem.authenticate(secret);
    expect(await outcome(() => w.tandem.chats.list(acting, {}))).toBe('CHAT_FORBIDDEN');
  });

  test("the kind of the key is checked before the chat's existence", async () => {
    expect(await outcome(() => get('none', w.agent))).toBe('CHAT_FORBIDDEN');
    expect(await outcome(() => w.tandem.chats.turn(w.runtime, 'none', 'none', { wait: 25 }))).toBe(
      'CHAT_FORBIDDEN',
    );
  });

  test('without chat in the plan every operation is 403, after the check of the kind, before 404', async () => {
    const sent = await answered();
    await w.tandem.operator.setPlan(w.workspaceId, { chat: false });
    const admin = await w.caller('ada', 'person');
    const { list, start: startOne } = operations(admin, sent);
    for (const operation of [list, startOne, ...onAChat(operations(admin, sent)), () => get('none', admin)]) {
      expect(await outcome(operation)).toBe('PLAN_EXCLUDES_CHAT');
    }
    const agent = await w.caller('scout', 'agent', ['full']);
    expect(await outcome(() => w.tandem.chats.list(agent, {}))).toBe('CHAT_FORBIDDEN');
  });

  test("another person's chat and a chat in another workspace are 404, like an unknown one", async () => {
    const sent = await answered();
    const refusals = await Promise.all([
      refusal(() => get(sent.chat.id, w.member)),
      refusal(() => get(sent.chat.id, w.other.admin)),
      refusal(() => get('none')),
    ]);
    expect(new Set(refusals.map(({ code, message }) => `${code} ${message}`)).size).toBe(1);
    for (const operation of onAChat(operations(w.other.admin, sent))) {
      expect(await outcome(operation)).toBe('NOT_FOUND');
    }
  });

  test('only its person can read a chat, not even an admin', async () => {
    const { chat } = await start({}, undefined, w.member);
    expect(await outcome(() => get(chat.id, w.admin))).toBe('NOT_FOUND');
    expect((await w.tandem.chats.list(w.admin, {})).items).toStrictEqual([]);
    expect((await w.tandem.chats.list(w.member, {})).items).toHaveLength(1);
  });

  test('messages show the name of the person or service that wrote them', async () => {
    const { chat } = await answered();
    await send(chat.id, {}, undefined, w.service);
    expect((await messages(chat.id, 'asc')).map(({ author }) => author)).toStrictEqual([
      { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace', type: 'human' },
      { id: w.agent.id, name: 'scout', displayName: 'Scout', type: 'agent' },
      { id: w.service.id, name: 'CI', displayName: 'CI', type: 'service' },
    ]);
  });
});

describe('starting a chat', () => {
  test('starting a chat returns the chat, the message and the turn, which is pending and queued', async () => {
    const { replayed, chat, message, turn } = await start({ body: '  Hello,\n\nyou ' });
    expect(replayed).toBe(false);
    expect(chat).toStrictEqual({
      id: expect.any(String),
      personId: w.admin.id,
      title: 'Hello, you',
      status: 'active',
      agent: { id: w.agent.id, name: 'scout', displayName: 'Scout', title: null, avatarUrl: null },
      messageCount: 1,
      activeTurn: { id: turn.id, status: 'pending', state: 'queued' },
      lastMessageAt: START,
      createdAt: START,
      updatedAt: START,
      archivedAt: null,
    });
    expect(message).toStrictEqual({
      id: expect.any(String),
      chatId: chat.id,
      role: 'human',
      body: '  Hello,\n\nyou ',
      author: { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace', type: 'human' },
      clientMessageId: null,
      turnId: turn.id,
      suggestions: [],
      attachments: [],
      createdAt: START,
    });
    expect(turn).toMatchObject({
      chatId: chat.id,
      status: 'pending',
      state: 'queued',
      errorCode: null,
      humanMessageId: message.id,
      replyMessageId: null,
      reply: null,
      completedAt: null,
    });
    expect(await get(chat.id)).toStrictEqual(chat);
  });

  test.each<[string, () => Start, string]>([
    ['an agent who is not there', () => ({ agentId: 'none' }), 'agentId'],
    ['a human for an agent', () => ({ agentId: w.member.id }), 'agentId'],
    ["another workspace's agent", () => ({ agentId: w.other.agent.id }), 'agentId'],
    ['an empty body', () => ({ body: '' }), 'body'],
    ['a blank body', () => ({ body: ' \n' }), 'body'],
    ['a body of 20,001 characters', () => ({ body: 'x'.repeat(20_001) }), 'body'],
    ['a NUL character', () => ({ body: 'a\0' }), 'body'],
    ['a file that is not there', () => ({ fileIds: ['none'] }), 'fileIds.0'],
    ['11 files', () => ({ fileIds: Array.from({ length: 11 }, (_, i) => `f${i}`) }), 'fileIds'],
    ['a blank key', () => ({ clientMessageId: ' ' }), 'clientMessageId'],
  ])('starting a chat with %s is 400 with the field named, and creates none', async (_what, input, field) => {
    expect(Object.keys((await refusal(() => start(input()))).fields ?? {})).toStrictEqual([field]);
    expect((await w.tandem.chats.list(w.admin, {})).items).toStrictEqual([]);
  });

  test('starting a chat accepts a body of 20,000 characters', async () => {
    expect(await outcome(() => start({ body: '😀'.repeat(20_000) }))).toBe('ok');
  });

  test('starting a chat with a deleted agent is 400', async () => {
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect((await refusal(() => start())).fields).toHaveProperty('agentId');
  });

  test('starting a chat attaches files; a message of files only gets its title from the first', async () => {
    const [a, b] = [await upload(), await upload(w.admin, 'b.txt')];
    const { chat, message } = await start({ body: '', fileIds: [b.id, a.id] });
    expect(chat.title).toBe('b.txt');
    expect(message.attachments).toStrictEqual([
      { fileId: b.id, fileName: 'b.txt', mimeType: 'text/plain', size: 4 },
      { fileId: a.id, fileName: 'plan.txt', mimeType: 'text/plain', size: 4 },
    ]);
  });

  test("starting a chat with another member's file is 400", async () => {
    const theirs = await upload(w.member);
    expect((await refusal(() => start({ fileIds: [theirs.id] }))).fields).toHaveProperty(['fileIds.0']);
  });
});

describe('a file in a chat', () => {
  // biome-ignore format: a table
  test.each<[string, CallerName, string]>([
    ['whoever uploaded it',                       'admin',          'ok'],
    ["a service of the chat's person",            'service',        'ok'],
    ['the agent of the chat',                     'agent',          'ok'],
    ['a process that hosts the agent',            'runtime',        'ok'],
    ['another person',                            'member',         'NOT_FOUND'],
    ['a key that acts as another person',         'actingAsMember', 'NOT_FOUND'],
    ["a key that acts as the chat's agent",       'actingAsAgent',  'NOT_FOUND'],
  ])('a file in a chat can be read by %s (%s): %s', async (_sentence, who, expected) => {
    const file = await upload();
    await start({ fileIds: [file.id] });
    expect(await outcome(() => w.tandem.files.get(w[who], file.id))).toBe(expected);
  });

  test('a file in a chat cannot be read by another agent, nor before it is sent', async () => {
    const file = await upload();
    expect(await outcome(() => w.tandem.files.get(w.agent, file.id))).toBe('NOT_FOUND');
    await start({ fileIds: [file.id] });
    expect(await outcome(async () => w.tandem.files.get(await w.newAgent('fox'), file.id))).toBe('NOT_FOUND');
  });

  test('a file that the agent sent can be read by the person of the chat, with chat:read', async () => {
    await start();
    const file = await upload(w.agent);
    const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    const input = { token: claim?.lease.token ?? '', body: 'Here', fileIds: [file.id] };
    await w.tandem.turns.reply(w.agent, w.agent.id, claim?.turn.id ?? '', input);
    expect(await outcome(() => w.tandem.files.get(w.admin, file.id))).toBe('ok');
    const withoutChat = await w.caller('ada', 'person', ['full']);
    expect(await outcome(() => w.tandem.files.get(withoutChat, file.id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.files.get(w.member, file.id))).toBe('NOT_FOUND');
  });
});

describe('sending a message', () => {
  test("sending a message queues the agent's turn and counts the message", async () => {
    const { chat } = await answered();
    w.time.advance(5);
    const { replayed, chat: after, message, turn } = await send(chat.id);
    expect(replayed).toBe(false);
    expect(after).toMatchObject({
      title: 'Hello',
      messageCount: 3,
      lastMessageAt: START + 5,
      activeTurn: { id: turn.id, status: 'pending', state: 'queued' },
    });
    expect(message).toMatchObject({ chatId: chat.id, role: 'human', body: 'And?', turnId: turn.id });
  });

  test("sending while the chat's turn is queued or running is 409", async () => {
    const { chat } = await start();
    expect(await outcome(() => send(chat.id))).toBe('TURN_IN_PROGRESS');
    await w.tandem.turns.claim(w.agent, w.agent.id, {});
    expect(await outcome(() => send(chat.id))).toBe('TURN_IN_PROGRESS');
  });

  test('of two concurrent messages one is queued, the other is 409', async () => {
    const { chat } = await answered();
    const results = await Promise.all([1, 2].map(() => outcome(() => send(chat.id))));
    expect(results).toStrictEqual(['ok', 'TURN_IN_PROGRESS']);
  });

  test('sending to an archived chat is 409 until it is unarchived', async () => {
    const { chat } = await answered();
    await w.tandem.chats.archive(w.admin, chat.id);
    expect(await outcome(() => send(chat.id))).toBe('CHAT_ARCHIVED');
    await w.tandem.chats.unarchive(w.admin, chat.id);
    expect(await outcome(() => send(chat.id))).toBe('ok');
  });

  test('sending to a chat of a deleted agent is 409; the chat can still be read', async () => {
    const { chat } = await answered();
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await outcome(() => send(chat.id))).toBe('AGENT_DELETED');
    expect((await get(chat.id)).agent.name).toBe('scout');
    expect(await messages(chat.id)).toHaveLength(2);
  });

  test('sending after a failed turn is allowed', async () => {
    const { chat } = await start();
    const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    const input = { token: claim?.lease.token ?? '', errorCode: 'broken' };
    await w.tandem.turns.fail(w.agent, w.agent.id, claim?.turn.id ?? '', input);
    expect(await outcome(() => send(chat.id))).toBe('ok');
  });
});

describe('sending a suggestion', () => {
  let chatId: string;
  let replyId: string;
  let suggestionId: string;
  beforeEach(async () => {
    const { chat } = await start();
    const { reply } = await answer('Shall I?', [{ kind: 'reply', text: 'Yes, go on' }]);
    [chatId, replyId, suggestionId] = [chat.id, reply?.id ?? '', reply?.suggestions[0]?.id ?? ''];
  });

  // biome-ignore format: a table
  test.each<[string, () => Partial<NewMessage>, string]>([
    ['with its text',                       () => ({ body: 'Yes, go on', sourceMessageId: replyId, sourceSuggestionId: suggestionId }), 'ok'],
    ['of a message alone',                  () => ({ body: 'Anything', sourceMessageId: replyId }),                                     'ok'],
    ['with another text',                   () => ({ body: 'No', sourceMessageId: replyId, sourceSuggestionId: suggestionId }),         'body'],
    ['that the message does not have',      () => ({ body: 'Yes, go on', sourceMessageId: replyId, sourceSuggestionId: 'none' }),       'sourceSuggestionId'],
    ['without its message',                 () => ({ body: 'Yes, go on', sourceSuggestionId: suggestionId }),                           'sourceMessageId'],
    ['of a message that is not there',      () => ({ body: 'Yes, go on', sourceMessageId: 'none', sourceSuggestionId: suggestionId }),  'sourceMessageId'],
  ])('sending a suggestion: %s', async (_what, input, expected) => {
    const result = await send(chatId, input()).then(
      () => 'ok',
      ({ fields }) => Object.keys(fields).join(),
    );
    expect(result).toBe(expected);
  });

  test('a suggestion from a message of another chat, or of a person, is 400', async () => {
    const { chat, message } = await start();
    await answer();
    const input = { body: 'Yes, go on', sourceMessageId: replyId, sourceSuggestionId: suggestionId };
    expect((await refusal(() => send(chat.id, input))).fields).toHaveProperty('sourceMessageId');
    expect((await refusal(() => send(chat.id, { sourceMessageId: message.id }))).fields).toHaveProperty(
      'sourceMessageId',
    );
  });
});

describe('idempotency', () => {
  describe('rule 1: the key is the header or clientMessageId in the body', () => {
    test('the header and clientMessageId are the same key, shown as clientMessageId', async () => {
      const first = await start({}, 'k1');
      expect(first.message.clientMessageId).toBe('k1');
      expect((await start({ clientMessageId: 'k1' })).message.id).toBe(first.message.id);
      expect((await start({ clientMessageId: 'k1' }, 'k1')).message.id).toBe(first.message.id);
      expect((await start({ clientMessageId: 'k2' })).message.clientMessageId).toBe('k2');
    });

    test('a header and a clientMessageId that differ are 400', async () => {
      expect((await refusal(() => start({ clientMessageId: 'k1' }, 'k2'))).fields).toHaveProperty(
        'clientMessageId',
      );
    });
  });

  describe('rule 2: repeating a key with the same payload returns the original', () => {
    test('a repeated key returns the original chat, message and turn, and sends nothing', async () => {
      const first = await start({}, 'k1');
      const again = await start({}, 'k1');
      expect(again).toStrictEqual({ ...first, replayed: true });
      expect((await w.tandem.chats.list(w.admin, {})).items).toHaveLength(1);
      expect(await messages(first.chat.id)).toHaveLength(1);
      expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).not.toBeNull();
      expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).toBeNull();
    });

    test('a repeated key returns the original message in an existing chat', async () => {
      const { chat } = await answered();
      const first = await send(chat.id, {}, 'k1');
      expect(await send(chat.id, {}, 'k1')).toStrictEqual({ ...first, replayed: true });
      expect(await messages(chat.id)).toHaveLength(3);
    });

    test('a repeated key returns the original even when both requests are concurrent', async () => {
      const [first, second] = await Promise.all([start({}, 'k1'), start({}, 'k1')]);
      expect([first.replayed, second.replayed]).toStrictEqual([false, true]);
      expect(second.message.id).toBe(first.message.id);
    });

    test('a repeated key returns the current state: with the reply once there is one', async () => {
      await start({}, 'k1');
      await answer('Hello yourself');
      const { chat, turn } = await start({}, 'k1');
      expect(turn).toMatchObject({
        status: 'complete',
        state: 'completed',
        reply: { body: 'Hello yourself' },
      });
      expect(chat).toMatchObject({ messageCount: 2, activeTurn: null });
    });

    test('a repeated key is never 409: with the turn running, the chat archived, or the agent deleted', async () => {
      const { chat } = await answered();
      const first = await send(chat.id, {}, 'k1');
      const repeat = async () => {
        const { replayed, message } = await send(chat.id, {}, 'k1');
        return replayed && message.id === first.message.id;
      };
      expect(await repeat()).toBe(true);
      await w.tandem.turns.claim(w.agent, w.agent.id, {});
      expect(await repeat()).toBe(true);
      await w.tandem.chats.archive(w.admin, chat.id);
      expect(await repeat()).toBe(true);
      await w.tandem.agents.delete(w.admin, w.agent.id);
      expect(await repeat()).toBe(true);
    });

    test('a repeated key works through another key of the same person, and through their service', async () => {
      const first = await start({}, 'k1');
      const phone = await w.caller('ada', 'person');
      expect((await start({}, 'k1', phone)).message.id).toBe(first.message.id);
      expect((await start({}, 'k1', w.service)).message.id).toBe(first.message.id);
    });
  });

  describe('rule 3: reusing a key with a different payload is 409', () => {
    // biome-ignore format: a table
    test.each<[string, () => Promise<Partial<NewMessage & { agentId: string }>>]>([
      ['another body',  async () => ({ body: 'Hello!' })],
      ['another agent', async () => ({ agentId: (await w.newAgent('fox')).id })],
      ['a file',        async () => ({ fileIds: [(await upload()).id] })],
      ['a bad body, which is judged later', async () => ({ body: '' })],
    ])('reusing a key with a different payload is 409: %s', async (_what, change) => {
      await start({}, 'k1');
      const input = await change();
      expect(await outcome(() => start(input, 'k1'))).toBe('IDEMPOTENCY_KEY_REUSED');
      expect((await w.tandem.chats.list(w.admin, {})).items).toHaveLength(1);
    });

    test('reusing a key for another path is 409: a start and a message, or two chats', async () => {
      const first = await answered();
      const second = await answered();
      await send(first.chat.id, {}, 'k1');
      expect(await outcome(() => send(second.chat.id, {}, 'k1'))).toBe('IDEMPOTENCY_KEY_REUSED');
      expect(await outcome(() => start({ body: 'And?' }, 'k1'))).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    test('reusing a key with another source of the message is 409', async () => {
      const { chat } = await start();
      const { reply } = await answer('Shall I?', [{ kind: 'reply', text: 'Yes' }]);
      await send(chat.id, { body: 'Yes' }, 'k1');
      const input = { body: 'Yes', sourceMessageId: reply?.id };
      expect(await outcome(() => send(chat.id, input, 'k1'))).toBe('IDEMPOTENCY_KEY_REUSED');
    });

    test('the order of the files is part of the payload', async () => {
      const [a, b] = [await upload(), await upload()];
      await start({ fileIds: [a.id, b.id] }, 'k1');
      expect(await outcome(() => start({ fileIds: [b.id, a.id] }, 'k1'))).toBe('IDEMPOTENCY_KEY_REUSED');
    });
  });

  test('rule 4: without a key every request sends a new message', async () => {
    const [first, second] = [await start(), await start()];
    expect(second.replayed).toBe(false);
    expect(second.chat.id).not.toBe(first.chat.id);
  });

  test('a refused request leaves its idempotency key unused', async () => {
    const { chat } = await start();
    expect(await outcome(() => send(chat.id, { body: 'Now' }, 'k1'))).toBe('TURN_IN_PROGRESS');
    expect(await outcome(() => send(chat.id, { body: '' }, 'k1'))).toBe('VALIDATION_ERROR');
    await answer();
    expect((await send(chat.id, { body: 'Later' }, 'k1')).replayed).toBe(false);
  });

  test('idempotency keys are per person', async () => {
    const mine = await start({}, 'k1');
    const theirs = await start({}, 'k1', w.member);
    expect(theirs.replayed).toBe(false);
    expect(theirs.chat.id).not.toBe(mine.chat.id);
  });

  test('an idempotency key is kept as long as its message exists', async () => {
    const { chat } = await start({}, 'k1');
    await w.tandem.chats.delete(w.admin, chat.id);
    expect((await start({ body: 'Something else' }, 'k1')).replayed).toBe(false);
  });
});

describe('the list of chats', () => {
  const titles = async (query: Parameters<typeof w.tandem.chats.list>[1] = {}) =>
    (await w.tandem.chats.list(w.admin, query)).items.map(({ title }) => title);

  test('the list of chats is newest first by creation, regardless of later messages', async () => {
    const { chat } = await start({ body: 'one' });
    await answer();
    await start({ body: 'two' });
    w.time.advance(5);
    await answer();
    await send(chat.id);
    expect(await titles()).toStrictEqual(['two', 'one']);
  });

  test('the list of chats has active ones by default, or archived ones, or all', async () => {
    await start({ body: 'one' });
    const { chat } = await start({ body: 'two' });
    await w.tandem.chats.archive(w.admin, chat.id);
    expect(await titles()).toStrictEqual(['one']);
    expect(await titles({ status: 'active' })).toStrictEqual(['one']);
    expect(await titles({ status: 'archived' })).toStrictEqual(['two']);
    expect(await titles({ status: 'all' })).toStrictEqual(['two', 'one']);
  });

  test('the list of chats has 25 by default, no total, and is paged', async () => {
    for (let i = 0; i < 26; i++) await start();
    const page = await w.tandem.chats.list(w.admin, {});
    expect([page.items.length, 'total' in page]).toStrictEqual([25, false]);
    const rest = await w.tandem.chats.list(w.admin, { after: page.next ?? undefined });
    expect([rest.items.length, rest.next]).toStrictEqual([1, null]);
  });
});

test('messages are newest first, or oldest first on request, and paged in both orders', async () => {
  const { chat } = await start({ body: '1' });
  await answer('2');
  await send(chat.id, { body: '3' });
  await answer('4');
  for (const [order, expected] of [
    [undefined, '4321'],
    ['desc', '4321'],
    ['asc', '1234'],
  ] as const) {
    let bodies = '';
    for (let after: number | string | undefined; ; ) {
      const page = await w.tandem.chats.messages(w.admin, chat.id, { order, limit: 3, after });
      bodies += page.items.map(({ body }) => body).join('');
      if (page.next === null) break;
      after = page.next;
    }
    expect(bodies).toBe(expected);
  }
});

describe('renaming', () => {
  test('renaming a chat accepts a title of 1 to 120 characters, trimmed', async () => {
    const { chat } = await start();
    const rename = (title: string) => w.tandem.chats.rename(w.admin, chat.id, { title });
    expect((await rename(' New ')).title).toBe('New');
    expect(await outcome(() => rename('😀'.repeat(120)))).toBe('ok');
    expect(await outcome(() => rename('x'.repeat(121)))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => rename('  '))).toBe('VALIDATION_ERROR');
    expect((await get(chat.id)).title).toBe('😀'.repeat(120));
    await w.tandem.chats.archive(w.admin, chat.id);
    expect(await rename('Old')).toMatchObject({ title: 'Old', status: 'archived' });
  });

  test('renaming a chat returns it with its turn in progress', async () => {
    const { chat, turn } = await start();
    expect((await w.tandem.chats.rename(w.admin, chat.id, { title: 'New' })).activeTurn?.id).toBe(turn.id);
  });

  test("a chat shows the agent's new name at once", async () => {
    const { chat } = await start();
    await w.tandem.agents.update(w.admin, w.agent.id, { name: 'owl', displayName: 'Owl', title: 'Bird' });
    expect((await get(chat.id)).agent).toMatchObject({ name: 'owl', displayName: 'Owl', title: 'Bird' });
  });
});

describe('archiving', () => {
  test('archiving a chat cancels the open turn, queued or running, and the agent can no longer reply', async () => {
    const queued = await start();
    await w.tandem.chats.archive(w.admin, queued.chat.id);
    expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).toBeNull();
    const running = await start();
    const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    await w.tandem.chats.archive(w.admin, running.chat.id);
    const input = { token: claim?.lease.token ?? '', body: 'Too late' };
    expect(await outcome(() => w.tandem.turns.reply(w.agent, w.agent.id, running.turn.id, input))).toBe(
      'LEASE_LOST',
    );
    for (const { chat, turn } of [queued, running]) {
      expect(await w.tandem.chats.turn(w.admin, chat.id, turn.id)).toMatchObject({
        status: 'canceled',
        state: 'canceled',
        errorCode: null,
        reply: null,
        completedAt: START,
      });
      expect(await messages(chat.id)).toHaveLength(1);
    }
  });

  test('archiving and unarchiving are repeatable', async () => {
    const { chat } = await answered();
    w.time.advance(5);
    const archived = await w.tandem.chats.archive(w.admin, chat.id);
    expect(archived).toMatchObject({ status: 'archived', archivedAt: START + 5, activeTurn: null });
    w.time.advance(5);
    expect(await w.tandem.chats.archive(w.admin, chat.id)).toStrictEqual(archived);
    const active = await w.tandem.chats.unarchive(w.admin, chat.id);
    expect(active).toMatchObject({ status: 'active', archivedAt: null });
    w.time.advance(5);
    expect(await w.tandem.chats.unarchive(w.admin, chat.id)).toStrictEqual(active);
  });

  test('archiving keeps turns with replies unchanged', async () => {
    const { chat, turn } = await answered();
    await w.tandem.chats.archive(w.admin, chat.id);
    expect((await w.tandem.chats.turn(w.admin, chat.id, turn.id)).status).toBe('complete');
  });

  test('unarchiving an active chat does not affect its turn', async () => {
    const { chat, turn } = await start();
    expect((await w.tandem.chats.unarchive(w.admin, chat.id)).activeTurn?.id).toBe(turn.id);
  });
});

test('deleting removes the chat and its messages; attached files stay', async () => {
  const file = await upload();
  const { chat, turn } = await start({ fileIds: [file.id] });
  await w.tandem.chats.delete(w.admin, chat.id);
  expect(await outcome(() => get(chat.id))).toBe('NOT_FOUND');
  expect(await outcome(() => w.tandem.chats.turn(w.admin, chat.id, turn.id))).toBe('NOT_FOUND');
  expect(await outcome(() => w.tandem.chats.delete(w.admin, chat.id))).toBe('NOT_FOUND');
  expect(await outcome(() => w.tandem.files.get(w.admin, file.id))).toBe('ok');
  expect(await w.tandem.turns.claim(w.agent, w.agent.id, {})).toBeNull();
});

describe('waiting for a turn', () => {
  const wait = ({ chat, turn }: Sent, seconds = 25, gone?: AbortSignal) =>
    w.tandem.chats.turn(w.admin, chat.id, turn.id, { wait: seconds, gone });

  test('reading a turn without wait returns at once', async () => {
    const sent = await start();
    expect((await wait(sent, 0)).status).toBe('pending');
  });

  test('waiting for a turn that has ended returns at once', async () => {
    expect((await wait(await answered())).status).toBe('complete');
  });

  test('waiting for a turn ends when the agent replies, with the reply', async () => {
    const waiting = wait(await start());
    await w.held(1);
    await answer('Hello yourself');
    expect(await waiting).toMatchObject({
      status: 'complete',
      state: 'completed',
      reply: { role: 'assistant', body: 'Hello yourself', author: { type: 'agent' } },
    });
  });

  test('waiting for a turn continues when it is claimed, released, or its lease extended', async () => {
    const sent = await start();
    const waiting = wait(sent);
    await w.held(1);
    const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    const { token } = claim?.lease ?? { token: '' };
    await w.tandem.turns.heartbeat(w.agent, w.agent.id, sent.turn.id, { token });
    await w.tandem.turns.release(w.agent, w.agent.id, sent.turn.id, { token });
    expect(w.tandem.waiting()).toBe(1);
    await answer();
    expect((await waiting).status).toBe('complete');
  });

  test('waiting for a turn ends when it fails', async () => {
    const sent = await start();
    const waiting = wait(sent);
    await w.held(1);
    const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
    const input = { token: claim?.lease.token ?? '', errorCode: 'no_idea' };
    await w.tandem.turns.fail(w.agent, w.agent.id, sent.turn.id, input);
    expect(await waiting).toMatchObject({ status: 'failed', state: 'failed', errorCode: 'no_idea' });
  });

  test('waiting for a turn ends when the chat is archived', async () => {
    const sent = await start();
    const waiting = wait(sent);
    await w.held(1);
    await w.tandem.chats.archive(w.admin, sent.chat.id);
    expect((await waiting).status).toBe('canceled');
  });

  test('waiting for a turn ends with 404 when the chat is deleted', async () => {
    const sent = await start();
    const waiting = outcome(() => wait(sent));
    await w.held(1);
    await w.tandem.chats.delete(w.admin, sent.chat.id);
    expect(await waiting).toBe('NOT_FOUND');
  });

  test('waiting for a turn ends when the agent is deleted, which fails its open turns', async () => {
    const waiting = wait(await start());
    await w.held(1);
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await waiting).toMatchObject({ status: 'failed', errorCode: 'agent_deleted' });
  });

  test('waiting for a turn ends after its seconds with the turn still pending; over 25 counts as 25', async () => {
    const sent = await start();
    for (const [seconds, held] of [
      [3, 3],
      [25, 25],
      [1_000, 25],
    ] as const) {
      const waiting = wait(sent, seconds);
      await w.held(1);
      w.time.advance(held * 1_000 - 1);
      expect(w.tandem.waiting()).toBe(1);
      w.time.advance(100);
      expect((await waiting).status).toBe('pending');
    }
  });

  test('waiting for a turn ends when the client disconnects', async () => {
    const client = new AbortController();
    const waiting = wait(await start(), 25, client.signal);
    await w.held(1);
    client.abort();
    expect((await waiting).status).toBe('pending');
    expect(w.tandem.waiting()).toBe(0);
  });

  test('all waits end when the service is about to stop, and no new ones begin', async () => {
    const sent = await start();
    const waits = [wait(sent), wait(sent)];
    await w.held(2);
    w.tandem.stopWaiting();
    expect((await Promise.all(waits)).map(({ status }) => status)).toStrictEqual(['pending', 'pending']);
    expect((await wait(sent)).status).toBe('pending');
  });

  test('waiting for a turn is woken only by that turn', async () => {
    const [first, second] = [await start(), await start()];
    const waiting = wait(second);
    await w.held(1);
    await answer();
    expect((await wait(first, 0)).status).toBe('complete');
    expect(w.tandem.waiting()).toBe(1);
    await answer();
    await waiting;
  });

  test('more than 200 waiting requests per key are 429', async () => {
    const sent = await start();
    const waits = Array.from({ length: 200 }, () => wait(sent));
    await w.held(200);
    expect(await outcome(() => wait(sent))).toBe('RATE_LIMITED');
    const phone = await w.caller('ada', 'person');
    const another = w.tandem.chats.turn(phone, sent.chat.id, sent.turn.id, { wait: 25 });
    await w.held(201);
    w.tandem.stopWaiting();
    await Promise.all([...waits, another]);
  });

  test('a turn is found only under its own chat and for its person', async () => {
    const [first, second] = [await start(), await start()];
    expect(await outcome(() => w.tandem.chats.turn(w.admin, first.chat.id, second.turn.id))).toBe(
      'NOT_FOUND',
    );
    expect(await outcome(() => w.tandem.chats.turn(w.admin, first.chat.id, 'none', { wait: 25 }))).toBe(
      'NOT_FOUND',
    );
    expect(
      await outcome(() => w.tandem.chats.turn(w.member, first.chat.id, first.turn.id, { wait: 25 })),
    ).toBe('NOT_FOUND');
  });
});
