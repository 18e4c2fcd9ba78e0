import { answerNext, claim, postKeyed, startChat } from '../testing/conversation.ts';
import { type Api, type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const START = '2026-03-01T09:00:00.000Z';

/** A chat of Ada's with scout, whose first turn is queued. */
const start = (body?: string, more?: object): Promise<Body> => startChat(w.admin, w.agent.id, body, more);
const answerIt = (body?: string, more?: object) => answerNext(w.agent, w.agent.id, body, more);
const bodies = (page: Body): string[] => page.data.map(({ body }: Body) => body);

/** Every operation on chats: its name, the status it returns to an authorized caller, and the call. */
const OPERATIONS: [string, string, (by: Api, chat: string, turn: string) => Promise<Body>][] = [
  ['list', '200', (by) => by.get('/chats')],
  ['start', '201', (by) => by.post('/chats', { agentId: w.agent.id, body: 'Hello' })],
  ['get', '200', (by, chat) => by.get(`/chats/${chat}`)],
  ['messages', '200', (by, chat) => by.get(`/chats/${chat}/messages`)],
  ['send', '201', (by, chat) => by.post(`/chats/${chat}/messages`, { body: 'And now?' })],
  ['turn', '200', (by, chat, turn) => by.get(`/chats/${chat}/turns/${turn}`)],
  ['rename', '200', (by, chat) => by.patch(`/chats/${chat}`, { title: 'Plans' })],
  ['archive', '200', (by, chat) => by.post(`/chats/${chat}/archive`)],
  ['unarchive', '200', (by, chat) => by.post(`/chats/${chat}/unarchive`)],
  ['delete', '204', (by, chat) => by.delete(`/chats/${chat}`)],
];

describe('the order of refusals', () => {
  const REFUSED: [string, string, (by: Api, chat: string, turn: string) => Promise<Body>][] = [
    ...OPERATIONS,
    ['a body without its fields', 'send', (by, chat) => by.post(`/chats/${chat}/messages`, {})],
    ['no body', 'send', (by, chat) => by.post(`/chats/${chat}/messages`)],
    ['a body of another type', 'send', (by, chat) => by.post(`/chats/${chat}/messages`, { body: 5 })],
    ['a blank title', 'rename', (by, chat) => by.patch(`/chats/${chat}`, { title: ' ' })],
    ['a title that is no text', 'rename', (by, chat) => by.patch(`/chats/${chat}`, { title: 1 })],
    ['a wrong order', 'messages', (by, chat) => by.get(`/chats/${chat}/messages`, { order: 'up' })],
    ['a wrong limit', 'messages', (by, chat) => by.get(`/chats/${chat}/messages`, { limit: 0 })],
    ['a wrong cursor', 'messages', (by, chat) => by.get(`/chats/${chat}/messages`, { cursor: 'junk' })],
    ['a wrong wait', 'turn', (by, chat, turn) => by.get(`/chats/${chat}/turns/${turn}`, { wait: 'x' })],
    [
      'a body that is no JSON',
      'send',
      (by, chat) =>
        by.request('post', `/chats/${chat}/messages`).set('Content-Type', 'application/json').send('{"body"'),
    ],
    [
      'a body of text',
      'send',
      (by, chat) =>
        by.request('post', `/chats/${chat}/messages`).set('Content-Type', 'text/plain').send('hi'),
    ],
    [
      'an unknown field in strict handling',
      'send',
      (by, chat) =>
        by
          .request('post', `/chats/${chat}/messages`)
          .set('Prefer', 'handling=strict')
          .send({ body: 'Hello', bdy: 'Hello' }),
    ],
    [
      'two keys that differ',
      'send',
      (by, chat) =>
        by
          .request('post', `/chats/${chat}/messages`)
          .set('Idempotency-Key', 'one')
          .send({ body: 'Hello', clientMessageId: 'two' }),
    ],
  ];

  test.each(REFUSED)('an invalid key gets 401 before any other refusal: %s', async (_name, _what, call) => {
    await w.tandem.operator.setPlan(w.id, { chat: false });
    expect(outcome(await call(w.as('tdm_wrong'), UNKNOWN, UNKNOWN))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await call(w.as(), UNKNOWN, UNKNOWN))).toBe('401 UNAUTHENTICATED');
  });

  test.each(REFUSED)('the kind of the key is checked before the plan: %s', async (_name, _what, call) => {
    await w.tandem.operator.setPlan(w.id, { chat: false });
    for (const by of [w.agent, w.runtime, w.actingAsPerson, w.actingAsAgent]) {
      expect(outcome(await call(by, UNKNOWN, UNKNOWN))).toBe('403 CHAT_FORBIDDEN');
    }
  });

  test.each(REFUSED)('the plan is checked before the scope: %s', async (_name, _what, call) => {
    await w.tandem.operator.setPlan(w.id, { chat: false });
    for (const by of [w.admin, w.service, await w.adminWith('tasks:read')]) {
      expect(outcome(await call(by, UNKNOWN, UNKNOWN))).toBe('403 PLAN_EXCLUDES_CHAT');
    }
  });

  test.each(REFUSED)('the scope is checked before the chat is looked up: %s', async (_name, _what, call) => {
    const by = await w.adminWith('full');
    expect(outcome(await call(by, UNKNOWN, UNKNOWN))).toBe('403 INSUFFICIENT_SCOPE');
  });

  test.each(REFUSED)(
    'another person’s chat is 404 like an unknown one, before the rest is checked: %s',
    async (name, _, call) => {
      if (name === 'list' || name === 'start') return;
      const { thread, turn } = await startChat(w.person, w.agent.id);
      expect(outcome(await call(w.admin, thread.id, turn.id))).toBe('404 NOT_FOUND');
      expect(outcome(await call(w.admin, UNKNOWN, UNKNOWN))).toBe('404 NOT_FOUND');
    },
  );

  test('a turn of another chat is 404, even with an invalid wait', async () => {
    const one = await start();
    const two = await start();
    for (const turn of [two.turn.id, UNKNOWN]) {
      expect(outcome(await w.admin.get(`/chats/${one.thread.id}/turns/${turn}`))).toBe('404 NOT_FOUND');
      const wrong = await w.admin.get(`/chats/${one.thread.id}/turns/${turn}`, { wait: -1 });
      expect(outcome(wrong)).toBe('404 NOT_FOUND');
    }
  });

  test('a request about the caller’s own chat gets the error of its body or query', async () => {
    const { thread, turn } = await start();
    const outcomes: string[] = [];
    for (const [name, , call] of REFUSED.slice(OPERATIONS.length)) {
      outcomes.push(`${name}: ${outcome(await call(w.admin, thread.id, turn.id))}`);
    }
    expect(outcomes).toEqual([
      'a body without its fields: 400 VALIDATION_ERROR',
      'no body: 400 VALIDATION_ERROR',
      'a body of another type: 400 VALIDATION_ERROR',
      'a blank title: 400 VALIDATION_ERROR',
      'a title that is no text: 400 VALIDATION_ERROR',
      'a wrong order: 400 VALIDATION_ERROR',
      'a wrong limit: 400 VALIDATION_ERROR',
      'a wrong cursor: 400 INVALID_CURSOR',
      'a wrong wait: 400 VALIDATION_ERROR',
      'a body that is no JSON: 400 INVALID_JSON',
      'a body of text: 415 UNSUPPORTED_MEDIA_TYPE',
      'an unknown field in strict handling: 400 VALIDATION_ERROR',
      'two keys that differ: 400 VALIDATION_ERROR',
    ]);
  });
});

describe('starting a chat', () => {
  test('starting a chat returns 201 with the chat, the message and its queued turn', async () => {
    const { created, thread, message, turn, ...rest } = await start('Where were we?');
    expect([created, rest]).toEqual([true, {}]);
    expect(thread).toStrictEqual({
      id: expect.any(String),
      title: 'Where were we?',
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
      threadId: thread.id,
      role: 'human',
      body: 'Where were we?',
      author: { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace', type: 'human' },
      clientMessageId: null,
      turnId: turn.id,
      suggestions: [],
      attachments: [],
      createdAt: START,
    });
    expect(turn).toMatchObject({
      threadId: thread.id,
      status: 'pending',
      state: 'queued',
      errorCode: null,
      humanMessageId: message.id,
      replyMessageId: null,
      reply: null,
      createdAt: START,
      updatedAt: START,
      completedAt: null,
    });
    expect(await w.admin.reads(`/chats/${thread.id}`)).toEqual(thread);
    expect((await w.admin.reads(`/chats/${thread.id}/messages`)).data).toEqual([message]);
    expect(await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`)).toEqual(turn);
  });
});

describe('the chat list', () => {
  test('the list of chats has active ones by default, or those of the given status', async () => {
    const open = (await start()).thread.id;
    const archived = (await start()).thread.id;
    await w.admin.does('post', `/chats/${archived}/archive`);
    const ids = async (query?: Record<string, string>) =>
      (await w.admin.reads('/chats', query)).data.map(({ id }: Body) => id);
    expect(await ids()).toEqual([open]);
    expect(await ids({ status: 'active' })).toEqual([open]);
    expect(await ids({ status: 'archived' })).toEqual([archived]);
    expect(await ids({ status: 'all' })).toEqual([archived, open]);
    expect(outcome(await w.admin.get('/chats', { status: 'gone' }))).toBe('400 VALIDATION_ERROR');
  });
});

describe('sending a message', () => {
  test('sending a message returns 201 like starting a chat', async () => {
    const { thread } = await start();
    await answerIt();
    w.clock.advance(1000);
    const now = new Date(w.clock.now()).toISOString();
    const sent = await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'And now?' });
    expect(Object.keys(sent)).toEqual(['created', 'thread', 'message', 'turn']);
    expect(sent).toMatchObject({
      created: true,
      thread: {
        id: thread.id,
        messageCount: 3,
        activeTurn: { id: sent.turn.id, status: 'pending', state: 'queued' },
        lastMessageAt: now,
        updatedAt: now,
      },
      message: { threadId: thread.id, role: 'human', body: 'And now?', turnId: sent.turn.id },
      turn: { threadId: thread.id, humanMessageId: sent.message.id, status: 'pending', state: 'queued' },
    });
    expect(await w.admin.reads(`/chats/${thread.id}`)).toEqual(sent.thread);
  });
});

describe('deleting a chat', () => {
  test('deleting a chat returns 204 without a body, and its messages and turns are gone', async () => {
    const { thread, turn } = await start();
    const other = await start('Another');
    const answer = await w.admin.delete(`/chats/${thread.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const path of ['', '/messages', `/turns/${turn.id}`]) {
      expect(outcome(await w.admin.get(`/chats/${thread.id}${path}`))).toBe('404 NOT_FOUND');
    }
    expect(outcome(await w.admin.delete(`/chats/${thread.id}`))).toBe('404 NOT_FOUND');
    expect((await w.admin.reads('/chats', { status: 'all' })).data).toEqual([other.thread]);
    expect((await claim(w.agent, w.agent.id)).turn.id).toBe(other.turn.id);
  });
});

describe('the messages of a chat', () => {
  const talk = async (rounds: number): Promise<string> => {
    const { thread } = await start('1');
    await answerIt('2');
    for (let n = 1; n < rounds; n++) {
      await w.admin.creates(`/chats/${thread.id}/messages`, { body: `${2 * n + 1}` });
      await answerIt(`${2 * n + 2}`);
    }
    return `/chats/${thread.id}/messages`;
  };

  test.each(['asc', 'desc'])('messages are paged in order %s, while more are sent', async (order) => {
    const path = await talk(2);
    const first = await w.admin.reads(path, { order, limit: 3 });
    expect(Object.keys(first)).toEqual(['data', 'cursor', 'hasMore']);
    expect(first.hasMore).toBe(true);
    await w.admin.creates(path, { body: '5' });
    const rest = await w.admin.reads(path, { order, limit: 3, cursor: first.cursor });
    expect([...bodies(first), ...bodies(rest)]).toEqual(
      order === 'asc' ? ['1', '2', '3', '4', '5'] : ['4', '3', '2', '1'],
    );
    expect(rest).toMatchObject({ cursor: null, hasMore: false });
  });

  test('a cursor for messages is only valid for its order and its chat', async () => {
    const path = await talk(2);
    const { cursor } = await w.admin.reads(path, { order: 'asc', limit: 1 });
    expect(outcome(await w.admin.get(path, { order: 'desc', cursor }))).toBe('400 INVALID_CURSOR');
    expect(outcome(await w.admin.get(path, { cursor }))).toBe('400 INVALID_CURSOR');
    const other = `/chats/${(await start()).thread.id}/messages`;
    expect(outcome(await w.admin.get(other, { order: 'asc', cursor }))).toBe('400 INVALID_CURSOR');
  });

  test('a cursor for messages without an order continues with order=desc', async () => {
    const path = await talk(2);
    const { cursor } = await w.admin.reads(path, { limit: 3 });
    expect(bodies(await w.admin.reads(path, { order: 'desc', cursor }))).toEqual(['1']);
  });

  test('a message of the agent has the role assistant, and no turn', async () => {
    const path = await talk(1);
    const [reply] = (await w.admin.reads(path)).data;
    expect(reply).toMatchObject({
      role: 'assistant',
      body: '2',
      author: { id: w.agent.id, name: 'scout', displayName: 'Scout', type: 'agent' },
      clientMessageId: null,
      turnId: null,
    });
  });
});

describe('suggestions', () => {
  const suggestions = [
    { kind: 'reply', text: 'Yes, go on' },
    { kind: 'action', text: 'Open the plan' },
    { kind: 'link', text: 'https://example.org' },
    { kind: 'my_own_2', text: 'Anything' },
  ];

  /** A chat in which the agent has made suggestions, and its message. */
  const suggested = async (): Promise<{ path: string; message: Body }> => {
    const path = `/chats/${(await start()).thread.id}/messages`;
    await answerIt('Shall I?', { suggestions });
    return { path, message: (await w.admin.reads(path)).data[0] };
  };

  test('a message of the agent has its suggestions, each with an id', async () => {
    const { message } = await suggested();
    expect(message.suggestions).toStrictEqual(
      suggestions.map((each) => ({ id: expect.any(String), ...each })),
    );
    expect(new Set(message.suggestions.map(({ id }: Body) => id)).size).toBe(4);
  });
});

describe('idempotency keys', () => {
  /** The two requests that can have one, each on its own path. */
  const both = async (): Promise<[string, string, object][]> => {
    const { thread } = await start();
    await answerIt();
    return [
      ['start', '/chats', { agentId: w.agent.id, body: 'Once' }],
      ['send', `/chats/${thread.id}/messages`, { body: 'Once' }],
    ];
  };

  test('an idempotency key can be the header or clientMessageId, and is shown as clientMessageId', async () => {
    for (const [name, path, body] of await both()) {
      const byHeader = await postKeyed(w.admin, path, `h ${name}`, body);
      expect(byHeader.body.message.clientMessageId).toBe(`h ${name}`);
      await answerIt();
      const inBody = await w.admin.post(path, { ...body, clientMessageId: `b ${name}` });
      expect(inBody.body.message.clientMessageId).toBe(`b ${name}`);
      await answerIt();
    }
  });

  test('a repeated message returns 200 with Idempotent-Replayed, and is not sent again', async () => {
    for (const [name, path, body] of await both()) {
      const first = await postKeyed(w.admin, path, name, body);
      expect(first.status).toBe(201);
      expect(first.headers).not.toHaveProperty('idempotent-replayed');
      const again = await postKeyed(w.admin, path, name, body);
      expect(again.status).toBe(200);
      expect(again.headers['idempotent-replayed']).toBe('true');
      expect(again.body).toEqual({ ...first.body, created: false });
    }
    const chats = await w.admin.readsAll('/chats');
    expect(chats.map(({ messageCount }: Body) => messageCount)).toEqual([1, 3]);
    expect(await claim(w.agent, w.agent.id)).toBeDefined();
    expect(await claim(w.agent, w.agent.id)).toBeDefined();
    expect((await w.agent.post(`/agents/${w.agent.id}/turns/claim`)).status).toBe(204);
  });

  test('the order of fields, empty fileIds and unknown fields do not change the payload', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    await postKeyed(w.admin, '/chats', 'k', body);
    for (const same of [
      { body: 'Once', agentId: w.agent.id },
      { ...body, fileIds: [] },
      { ...body, mood: 'good' },
      { ...body, clientMessageId: 'k' },
    ]) {
      expect((await postKeyed(w.admin, '/chats', 'k', same)).status).toBe(200);
    }
  });

  test('a blank or overlong idempotency key is 400', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    for (const key of ['', 'x'.repeat(256)]) {
      expect(outcome(await postKeyed(w.admin, '/chats', key, body))).toBe('400 VALIDATION_ERROR');
    }
    expect((await postKeyed(w.admin, '/chats', 'x'.repeat(255), body)).status).toBe(201);
  });
});
