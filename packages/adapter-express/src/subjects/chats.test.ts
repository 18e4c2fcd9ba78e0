import { answerAll, answerNext, claim, postKeyed, startChat, upload } from '../testing/conversation.ts';
import { type Api, type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const characters = (count: number) => '🦉'.repeat(count);
const START = '2026-03-01T09:00:00.000Z';

/** A chat of Ada's with scout, whose first turn is queued. */
const start = (body?: string, more?: object): Promise<Body> => startChat(w.admin, w.agent.id, body, more);
const answerIt = (body?: string, more?: object) => answerNext(w.agent, w.agent.id, body, more);
const bodies = (page: Body): string[] => page.data.map(({ body }: Body) => body);

/** Every operation on chats, as a call on a chat and one of its turns; with what it answers when it may. */
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
const READS = ['list', 'get', 'messages', 'turn'];

/** docs/rules.md, Keys, retyped: whose chats a key reaches, and who writes. */
const REACH: [keyof World & string, 'ada' | 'bob' | null, { name: string; type: string } | null][] = [
  ['admin', 'ada', { name: 'ada', type: 'human' }],
  ['person', 'bob', { name: 'bob', type: 'human' }],
  ['service', 'ada', { name: 'CI', type: 'service' }],
  ['agent', null, null],
  ['runtime', null, null],
  ['actingAsPerson', null, null],
  ['actingAsAgent', null, null],
];

describe('who reaches chats', () => {
  test.each(REACH)('by the key %s: the chats of %s', async (kind, whose, writer) => {
    const holder = w[kind] as Holder;
    for (const [owner, of] of [
      ['ada', w.admin],
      ['bob', w.person],
    ] as const) {
      for (const [name, allowed, call] of OPERATIONS) {
        const { thread, turn } = await startChat(of, w.agent.id);
        await answerAll(w.agent, w.agent.id);
        const answer = await call(holder, thread.id, turn.id);
        const expected =
          whose === null
            ? '403 CHAT_FORBIDDEN'
            : owner === whose || name === 'list' || name === 'start'
              ? allowed
              : '404 NOT_FOUND';
        expect([name, owner, outcome(answer)]).toEqual([name, owner, expected]);
        if (answer.status === 201) {
          expect(answer.body.message.author).toStrictEqual({
            id: holder.id,
            displayName: { ada: 'Ada Lovelace', bob: 'Bob Stone' }[writer?.name ?? ''] ?? 'CI',
            ...writer,
          });
        }
      }
    }
  });

  test('a chat that a service starts is its person’s, and the person reads the service’s messages', async () => {
    const { thread } = await startChat(w.service, w.agent.id, 'Build is red');
    expect((await w.admin.reads('/chats')).data).toEqual([thread]);
    expect((await w.person.reads('/chats')).data).toEqual([]);
    const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
    expect(message.author).toEqual({ id: w.service.id, name: 'CI', displayName: 'CI', type: 'service' });
  });

  test('an admin does not reach another person’s chats either: they are not listed, and 404', async () => {
    const { thread } = await startChat(w.person, w.agent.id);
    expect((await w.admin.reads('/chats', { status: 'all' })).data).toEqual([]);
    const mine = await w.admin.get(`/chats/${thread.id}`);
    const unknown = await w.admin.get(`/chats/${UNKNOWN}`);
    const { requestId: _, ...error } = mine.body.error;
    expect(unknown.body.error).toMatchObject(error);
  });

  test.each(OPERATIONS)(
    '%s: another workspace’s chat is 404, and is left as it was',
    async (name, _, call) => {
      if (name === 'list' || name === 'start') return;
      const { thread, turn } = await startChat(w.other.admin, w.other.agent.id);
      expect(outcome(await call(w.admin, thread.id, turn.id))).toBe('404 NOT_FOUND');
      expect(await w.other.admin.reads(`/chats/${thread.id}`)).toEqual(thread);
    },
  );

  test('an agent of another workspace cannot be chatted with', async () => {
    const answer = await w.admin.post('/chats', { agentId: w.other.agent.id, body: 'Hello' });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['agentId']);
  });
});

describe('scopes', () => {
  test.each(OPERATIONS)(
    '%s needs chat:read or chat:write by name; full is not enough',
    async (name, ok, call) => {
      const needed = READS.includes(name) ? 'chat:read' : 'chat:write';
      const otherOne = READS.includes(name) ? 'chat:write' : 'chat:read';
      const { thread, turn } = await start();
      await answerIt();
      for (const scopes of [['full'], [otherOne], ['full', otherOne]] as const) {
        const answer = await call(await w.adminWith(...(scopes as ['full'])), thread.id, turn.id);
        expect(outcome(answer)).toBe('403 INSUFFICIENT_SCOPE');
        expect(answer.body.error.message).toContain(needed);
      }
      expect(outcome(await call(await w.adminWith(needed), thread.id, turn.id))).toBe(ok);
    },
  );
});

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

  test.each(REFUSED)('first 401, whatever else is wrong: %s', async (_name, _what, call) => {
    await w.tandem.operator.setPlan(w.id, { chat: false });
    expect(outcome(await call(w.as('tdm_wrong'), UNKNOWN, UNKNOWN))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await call(w.as(), UNKNOWN, UNKNOWN))).toBe('401 UNAUTHENTICATED');
  });

  test.each(REFUSED)('then the kind of the key: %s', async (_name, _what, call) => {
    await w.tandem.operator.setPlan(w.id, { chat: false });
    for (const by of [w.agent, w.runtime, w.actingAsPerson, w.actingAsAgent]) {
      expect(outcome(await call(by, UNKNOWN, UNKNOWN))).toBe('403 CHAT_FORBIDDEN');
    }
  });

  test.each(REFUSED)('then the plan: %s', async (_name, _what, call) => {
    await w.tandem.operator.setPlan(w.id, { chat: false });
    for (const by of [w.admin, w.service, await w.adminWith('tasks:read')]) {
      expect(outcome(await call(by, UNKNOWN, UNKNOWN))).toBe('403 PLAN_EXCLUDES_CHAT');
    }
  });

  test.each(REFUSED)('then the scope: %s', async (_name, _what, call) => {
    const by = await w.adminWith('full');
    expect(outcome(await call(by, UNKNOWN, UNKNOWN))).toBe('403 INSUFFICIENT_SCOPE');
  });

  test.each(REFUSED)(
    'then 404, for another person’s chat as for none, before the rest: %s',
    async (name, _, call) => {
      if (name === 'list' || name === 'start') return;
      const { thread, turn } = await startChat(w.person, w.agent.id);
      expect(outcome(await call(w.admin, thread.id, turn.id))).toBe('404 NOT_FOUND');
      expect(outcome(await call(w.admin, UNKNOWN, UNKNOWN))).toBe('404 NOT_FOUND');
    },
  );

  test('a turn that is not of this chat is 404, also with a wrong wait', async () => {
    const one = await start();
    const two = await start();
    for (const turn of [two.turn.id, UNKNOWN]) {
      expect(outcome(await w.admin.get(`/chats/${one.thread.id}/turns/${turn}`))).toBe('404 NOT_FOUND');
      const wrong = await w.admin.get(`/chats/${one.thread.id}/turns/${turn}`, { wait: -1 });
      expect(outcome(wrong)).toBe('404 NOT_FOUND');
    }
  });

  test('what is wrong with a chat of one’s own is told once it is found', async () => {
    const { thread, turn } = await start();
    const told: string[] = [];
    for (const [name, , call] of REFUSED.slice(OPERATIONS.length)) {
      told.push(`${name}: ${outcome(await call(w.admin, thread.id, turn.id))}`);
    }
    expect(told).toEqual([
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
  test('answers 201 with the chat, the message and its queued turn', async () => {
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

  test.each([
    ['agentId', { body: 'Hello' }],
    ['agentId', { agentId: UNKNOWN, body: 'Hello' }],
    ['agentId', { agentId: null, body: 'Hello' }],
    ['body', { agentId: 'scout' }],
    ['clientMessageId', { agentId: 'scout', body: 'Hello', clientMessageId: ' ' }],
    ['clientMessageId', { agentId: 'scout', body: 'Hello', clientMessageId: 'x'.repeat(256) }],
    ['fileIds', { agentId: 'scout', body: 'Hello', fileIds: 'file' }],
    ['fileIds.0', { agentId: 'scout', body: 'Hello', fileIds: [UNKNOWN] }],
  ])('a wrong %s is 400 at that field, and starts nothing: %j', async (field, body) => {
    const agentId = 'agentId' in body && body.agentId === 'scout' ? { agentId: w.agent.id } : {};
    const answer = await w.admin.post('/chats', { ...body, ...agentId });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect((await w.admin.reads('/chats')).data).toEqual([]);
  });

  test('a person is nobody to chat with', async () => {
    const answer = await w.admin.post('/chats', { agentId: w.person.id, body: 'Hello' });
    expect(Object.keys(answer.body.error.fields)).toEqual(['agentId']);
  });

  test('a person may have several chats with one agent', async () => {
    const [one, two] = [await start(), await start()];
    expect(one.thread.id).not.toBe(two.thread.id);
  });
});

describe('the body of a message', () => {
  test('is kept as it is given, up to 20,000 characters', async () => {
    for (const body of [characters(20_000), '  two\n\n lines  ']) {
      const { message, thread } = await start(body);
      expect(message.body).toBe(body);
      await answerIt();
      const again = await w.admin.creates(`/chats/${thread.id}/messages`, { body });
      expect(again.message.body).toBe(body);
      await answerIt();
    }
  });

  test.each([
    ['20,001 characters', 'a'.repeat(20_001)],
    ['20,001 characters of two UTF-16 units', characters(20_001)],
    ['nothing', ''],
    ['only white space', ' \n\t'],
    ['a NUL character', 'a\u0000b'],
  ])('of %s is 400, at start and at send', async (_name, body) => {
    const { thread } = await start();
    await answerIt();
    for (const path of ['/chats', `/chats/${thread.id}/messages`]) {
      const answer = await w.admin.post(path, { agentId: w.agent.id, body });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['body']);
    }
    expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(2);
  });

  test('may be empty when there are files', async () => {
    const file = await upload(w.admin);
    const { thread, message } = await start('', { fileIds: [file.id] });
    expect(message.body).toBe('');
    await answerIt();
    const more = await w.admin.creates(`/chats/${thread.id}/messages`, { body: '', fileIds: [file.id] });
    expect(more.message.attachments).toHaveLength(1);
    await answerIt();
    for (const fileIds of [undefined, []]) {
      const answer = await w.admin.post(`/chats/${thread.id}/messages`, { body: '', fileIds });
      expect(Object.keys(answer.body.error.fields)).toEqual(['body']);
    }
  });
});

describe('the title of a chat', () => {
  test.each([
    ['starts as the first message', 'Plan the launch', 'Plan the launch'],
    ['folds runs of white space', '  Plan\n\n the \t launch ', 'Plan the launch'],
    ['is cut at 120 characters', characters(121), characters(120)],
    ['keeps 120 characters whole', characters(120), characters(120)],
  ])('%s', async (_name, body, title) => {
    expect((await start(body)).thread.title).toBe(title);
  });

  test('is the first file’s name for a message of files only', async () => {
    const [one, two] = [await upload(w.admin, 'a', 'plan.txt'), await upload(w.admin, 'b', 'map.txt')];
    expect((await start('', { fileIds: [one.id, two.id] })).thread.title).toBe('plan.txt');
    expect((await start(' \n', { fileIds: [two.id] })).thread.title).toBe('map.txt');
    expect((await start('Look', { fileIds: [one.id] })).thread.title).toBe('Look');
  });

  test('stays what it is when more messages are sent', async () => {
    const { thread } = await start('First');
    await answerIt();
    const sent = await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'Second' });
    expect(sent.thread.title).toBe('First');
  });

  test('is renamed to 1 to 120 characters, trimmed; the answer is the chat', async () => {
    const { thread } = await start();
    w.clock.advance(1000);
    const updatedAt = new Date(w.clock.now()).toISOString();
    for (const [title, kept] of [
      ['x', 'x'],
      [characters(120), characters(120)],
      ['  Plans  ', 'Plans'],
    ]) {
      const renamed = await w.admin.does('patch', `/chats/${thread.id}`, { title });
      expect(renamed).toEqual({ ...thread, title: kept, updatedAt });
      expect(await w.admin.reads(`/chats/${thread.id}`)).toEqual(renamed);
    }
  });

  test.each([
    ['', 'blank'],
    [' ', 'blank'],
    [characters(121), '121 characters'],
    [null, 'null'],
    ['a\u0000', 'NUL'],
  ])('%j is refused: 400 at title, and the title stays (%s)', async (title, _why) => {
    const { thread } = await start();
    const answer = await w.admin.patch(`/chats/${thread.id}`, { title });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['title']);
    expect(await w.admin.reads(`/chats/${thread.id}`)).toEqual(thread);
  });

  test('is required to rename', async () => {
    const { thread } = await start();
    expect(outcome(await w.admin.patch(`/chats/${thread.id}`, {}))).toBe('400 VALIDATION_ERROR');
  });

  test('can be renamed while the chat is archived', async () => {
    const { thread } = await start();
    await w.admin.does('post', `/chats/${thread.id}/archive`);
    const renamed = await w.admin.does('patch', `/chats/${thread.id}`, { title: 'Old plans' });
    expect(renamed).toMatchObject({ title: 'Old plans', status: 'archived' });
  });
});

describe('the chat list', () => {
  test('is newest first by creation, not by what was said last', async () => {
    const [one, two, three] = [await start('1'), await start('2'), await start('3')];
    w.clock.advance(1000);
    await answerIt();
    const page = await w.admin.reads('/chats');
    expect(page.data.map(({ id }: Body) => id)).toEqual([three, two, one].map(({ thread }) => thread.id));
    expect(page.data[2].lastMessageAt).toBe('2026-03-01T09:00:01.000Z');
    expect(Object.keys(page)).toEqual(['data', 'cursor', 'hasMore']);
  });

  test('shows active chats, or with status the archived ones, or all', async () => {
    const kept = (await start()).thread.id;
    const archived = (await start()).thread.id;
    await w.admin.does('post', `/chats/${archived}/archive`);
    const ids = async (query?: Record<string, string>) =>
      (await w.admin.reads('/chats', query)).data.map(({ id }: Body) => id);
    expect(await ids()).toEqual([kept]);
    expect(await ids({ status: 'active' })).toEqual([kept]);
    expect(await ids({ status: 'archived' })).toEqual([archived]);
    expect(await ids({ status: 'all' })).toEqual([archived, kept]);
    expect(outcome(await w.admin.get('/chats', { status: 'gone' }))).toBe('400 VALIDATION_ERROR');
  });

  test('comes in pages of 25, or of limit', async () => {
    const all: string[] = [];
    for (let n = 0; n < 27; n++) all.unshift((await start(`${n}`)).thread.id);
    const first = await w.admin.reads('/chats');
    expect(first.data.map(({ id }: Body) => id)).toEqual(all.slice(0, 25));
    expect(first.hasMore).toBe(true);
    const last = await w.admin.reads('/chats', { cursor: first.cursor });
    expect(last.data.map(({ id }: Body) => id)).toEqual(all.slice(25));
    expect(last).toMatchObject({ cursor: null, hasMore: false });
    expect(await w.admin.readsAll('/chats', { limit: 10 })).toHaveLength(27);
  });
});

describe('sending a message', () => {
  test('answers 201 like a start, and queues the agent’s next turn', async () => {
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

  test('is 409 TURN_IN_PROGRESS while the turn is queued, and while it runs', async () => {
    const { thread } = await start();
    const send = () => w.admin.post(`/chats/${thread.id}/messages`, { body: 'Hurry' });
    expect(outcome(await send())).toBe('409 TURN_IN_PROGRESS');
    await claim(w.agent, w.agent.id);
    expect(outcome(await send())).toBe('409 TURN_IN_PROGRESS');
    expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(1);
  });

  test('goes on once the turn has failed', async () => {
    const { thread } = await start();
    const { turn, lease } = await claim(w.agent, w.agent.id);
    await w.agent.does('post', `/agents/${w.agent.id}/turns/${turn.id}/fail`, {
      token: lease.token,
      errorCode: 'model_error',
    });
    await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'Again' });
  });

  test('is 409 CHAT_ARCHIVED to an archived chat, and goes on once it is unarchived', async () => {
    const { thread } = await start();
    await w.admin.does('post', `/chats/${thread.id}/archive`);
    const refused = await w.admin.post(`/chats/${thread.id}/messages`, { body: 'Hello?' });
    expect(outcome(refused)).toBe('409 CHAT_ARCHIVED');
    await w.admin.does('post', `/chats/${thread.id}/unarchive`);
    await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'Hello!' });
  });

  test('of many that are sent at once, one starts a turn and the others are 409', async () => {
    const { thread } = await start();
    await answerIt();
    const send = () => w.admin.post(`/chats/${thread.id}/messages`, { body: 'Me first' });
    const answers = await Promise.all(Array.from({ length: 10 }, send));
    expect(answers.map(outcome).sort()).toEqual(['201', ...Array(9).fill('409 TURN_IN_PROGRESS')]);
    expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(3);
  });

  test('cannot change the agent: an agentId in the body counts for nothing', async () => {
    const { thread } = await start();
    await answerIt();
    const sent = await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'Hi', agentId: UNKNOWN });
    expect(sent.thread.agent.id).toBe(w.agent.id);
  });
});

describe('the agent of a chat', () => {
  test('is shown as it is now', async () => {
    const { thread } = await start();
    const avatar = 'https://example.org/scout.png';
    await w.admin.does('patch', `/agents/${w.agent.id}`, {
      name: 'ranger',
      displayName: 'R',
      title: 'T',
      avatar,
    });
    const agent = { id: w.agent.id, name: 'ranger', displayName: 'R', title: 'T', avatarUrl: avatar };
    expect((await w.admin.reads(`/chats/${thread.id}`)).agent).toEqual(agent);
    expect((await w.admin.reads('/chats')).data[0].agent).toEqual(agent);
  });

  test('when deleted: the open turn fails, sending is 409 AGENT_DELETED, and the chat can still be read', async () => {
    const { thread, turn } = await start();
    await w.admin.delete(`/agents/${w.agent.id}`);
    const failed = await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`);
    expect(failed).toMatchObject({ status: 'failed', state: 'failed', errorCode: 'agent_deleted' });
    const refused = await w.admin.post(`/chats/${thread.id}/messages`, { body: 'Hello?' });
    expect(outcome(refused)).toBe('409 AGENT_DELETED');
    expect(await w.admin.reads(`/chats/${thread.id}`)).toMatchObject({
      agent: { name: 'scout' },
      activeTurn: null,
      messageCount: 1,
    });
    expect(bodies(await w.admin.reads(`/chats/${thread.id}/messages`))).toEqual(['Hello']);
    const answer = await w.admin.post('/chats', { agentId: w.agent.id, body: 'Hello' });
    expect(Object.keys(answer.body.error.fields)).toEqual(['agentId']);
  });
});

describe('archiving', () => {
  test('answers the archived chat, and cancels the agent’s open turn, queued or running', async () => {
    for (const pickedUp of [false, true]) {
      const { thread, turn } = await start();
      if (pickedUp) await claim(w.agent, w.agent.id);
      w.clock.advance(1000);
      const now = new Date(w.clock.now()).toISOString();
      const archived = await w.admin.does('post', `/chats/${thread.id}/archive`);
      expect(archived).toEqual({
        ...thread,
        status: 'archived',
        activeTurn: null,
        archivedAt: now,
        updatedAt: now,
      });
      expect(await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`)).toMatchObject({
        status: 'canceled',
        state: 'canceled',
        errorCode: null,
        reply: null,
        completedAt: now,
      });
    }
  });

  test('a canceled turn is not picked up', async () => {
    const { thread } = await start();
    await w.admin.does('post', `/chats/${thread.id}/archive`);
    expect(outcome(await w.agent.post(`/agents/${w.agent.id}/turns/claim`, {}))).toBe('204');
  });

  test('a turn that has ended stays as it ended', async () => {
    const { thread, turn } = await start();
    await answerIt();
    await w.admin.does('post', `/chats/${thread.id}/archive`);
    expect((await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`)).status).toBe('complete');
  });

  test('and unarchiving can be repeated, and change nothing then', async () => {
    const { thread } = await start();
    const archived = await w.admin.does('post', `/chats/${thread.id}/archive`);
    w.clock.advance(1000);
    expect(await w.admin.does('post', `/chats/${thread.id}/archive`)).toEqual(archived);
    const active = await w.admin.does('post', `/chats/${thread.id}/unarchive`);
    expect(active).toMatchObject({ status: 'active', archivedAt: null, activeTurn: null });
    w.clock.advance(1000);
    expect(await w.admin.does('post', `/chats/${thread.id}/unarchive`)).toEqual(active);
  });

  test('unarchiving an active chat leaves its open turn as it is', async () => {
    const { thread } = await start();
    expect(await w.admin.does('post', `/chats/${thread.id}/unarchive`)).toEqual(thread);
  });
});

describe('deleting a chat', () => {
  test('answers 204 with nothing, and removes chat, messages and turns for good', async () => {
    const { thread, turn } = await start();
    const kept = await start('Another');
    const answer = await w.admin.delete(`/chats/${thread.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const path of ['', '/messages', `/turns/${turn.id}`]) {
      expect(outcome(await w.admin.get(`/chats/${thread.id}${path}`))).toBe('404 NOT_FOUND');
    }
    expect(outcome(await w.admin.delete(`/chats/${thread.id}`))).toBe('404 NOT_FOUND');
    expect((await w.admin.reads('/chats', { status: 'all' })).data).toEqual([kept.thread]);
    expect((await claim(w.agent, w.agent.id)).turn.id).toBe(kept.turn.id);
  });

  test('is allowed for an archived chat as well', async () => {
    const { thread } = await start();
    await w.admin.does('post', `/chats/${thread.id}/archive`);
    expect((await w.admin.delete(`/chats/${thread.id}`)).status).toBe(204);
  });

  test('leaves its files in the file store', async () => {
    const file = await upload(w.admin, 'Plans');
    const { thread } = await start('See', { fileIds: [file.id] });
    await w.admin.delete(`/chats/${thread.id}`);
    expect(await w.admin.reads(`/files/${file.id}`)).toEqual(file);
    expect((await w.admin.request('get', `/files/${file.id}/content`)).text).toBe('Plans');
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

  test('are newest first, or with order=asc oldest first, also when made in one millisecond', async () => {
    const path = await talk(3);
    const oldest = ['1', '2', '3', '4', '5', '6'];
    expect(bodies(await w.admin.reads(path, { order: 'asc' }))).toEqual(oldest);
    expect(bodies(await w.admin.reads(path))).toEqual(oldest.reverse());
    expect(bodies(await w.admin.reads(path, { order: 'desc' }))).toEqual(oldest);
  });

  test.each(['asc', 'desc'])('page by page in order %s, whatever is said meanwhile', async (order) => {
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

  test('a cursor goes with its order and its chat: 400 INVALID_CURSOR otherwise', async () => {
    const path = await talk(2);
    const { cursor } = await w.admin.reads(path, { order: 'asc', limit: 1 });
    expect(outcome(await w.admin.get(path, { order: 'desc', cursor }))).toBe('400 INVALID_CURSOR');
    expect(outcome(await w.admin.get(path, { cursor }))).toBe('400 INVALID_CURSOR');
    const other = `/chats/${(await start()).thread.id}/messages`;
    expect(outcome(await w.admin.get(other, { order: 'asc', cursor }))).toBe('400 INVALID_CURSOR');
  });

  test('a cursor without an order goes on with order=desc, which is the same', async () => {
    const path = await talk(2);
    const { cursor } = await w.admin.reads(path, { limit: 3 });
    expect(bodies(await w.admin.reads(path, { order: 'desc', cursor }))).toEqual(['1']);
  });

  test('come in pages of 25 unless limit says otherwise, and at most 100', async () => {
    const path = await talk(14);
    expect((await w.admin.reads(path)).data).toHaveLength(25);
    expect((await w.admin.reads(path, { limit: 500 })).data).toHaveLength(28);
    expect((await w.admin.reads(path, { limit: 1 })).data).toHaveLength(1);
  });

  test('the agent’s are role assistant, by the agent, and start no turn', async () => {
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

  test('show a member’s present name', async () => {
    const path = await talk(1);
    await w.admin.does('patch', `/members/${w.admin.id}`, { name: 'countess', displayName: 'The Countess' });
    const { author } = (await w.admin.reads(path, { order: 'asc' })).data[0];
    expect(author).toEqual({ id: w.admin.id, name: 'countess', displayName: 'The Countess', type: 'human' });
  });
});

describe('files in a message', () => {
  test('are shown with name, type and size, in the order given', async () => {
    const one = await upload(w.admin, 'Hello', 'b.txt', 'text/plain');
    const two = await upload(w.admin, '{}', 'a.json', 'application/json');
    const { thread, message } = await start('Look', { fileIds: [one.id, two.id] });
    expect(message.attachments).toStrictEqual([
      { fileId: one.id, fileName: 'b.txt', mimeType: 'text/plain', size: 5 },
      { fileId: two.id, fileName: 'a.json', mimeType: 'application/json', size: 2 },
    ]);
    expect((await w.admin.reads(`/chats/${thread.id}/messages`)).data[0]).toEqual(message);
  });

  test('are at most 10', async () => {
    const fileIds: string[] = [];
    for (let n = 0; n < 11; n++) fileIds.push((await upload(w.admin, `${n}`)).id);
    expect((await start('', { fileIds: fileIds.slice(1) })).message.attachments).toHaveLength(10);
    const answer = await w.admin.post('/chats', { agentId: w.agent.id, body: '', fileIds });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['fileIds']);
  });

  test('that the sender may not read are as unknown as any: 400 at fileIds', async () => {
    const foreign = [UNKNOWN, (await upload(w.person)).id, (await upload(w.other.admin)).id];
    const messages = new Set<string>();
    for (const id of foreign) {
      const answer = await w.admin.post('/chats', { agentId: w.agent.id, body: 'Look', fileIds: [id] });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      messages.add(JSON.stringify(answer.body.error.fields));
    }
    expect([...messages]).toEqual([expect.stringContaining('fileIds')]);
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

  test('come with the agent’s message, each with an id, in the order given', async () => {
    const { message } = await suggested();
    expect(message.suggestions).toStrictEqual(
      suggestions.map((each) => ({ id: expect.any(String), ...each })),
    );
    expect(new Set(message.suggestions.map(({ id }: Body) => id)).size).toBe(4);
  });

  test('are taken by sending their text with their ids', async () => {
    const { path, message } = await suggested();
    const sent = await w.admin.creates(path, {
      body: 'Yes, go on',
      sourceMessageId: message.id,
      sourceSuggestionId: message.suggestions[0].id,
    });
    expect(sent.message.body).toBe('Yes, go on');
  });

  test.each<[string, string, (of: Body, elsewhere: Body) => object]>([
    ['another body than its text', 'body', (of) => ({ ...ids(of), body: 'Yes, go on.' })],
    [
      'a suggestion of no message',
      'sourceSuggestionId',
      (of) => ({ ...ids(of), sourceSuggestionId: UNKNOWN }),
    ],
    [
      'a suggestion of another message',
      'sourceSuggestionId',
      (of, elsewhere) => ({ ...ids(of), sourceSuggestionId: elsewhere.suggestions[0].id }),
    ],
    ['an unknown message', 'sourceMessageId', (of) => ({ ...ids(of), sourceMessageId: UNKNOWN })],
    ['a message of another chat', 'sourceMessageId', (_of, elsewhere) => ids(elsewhere)],
    ['no message', 'sourceMessageId', (of) => ({ ...ids(of), sourceMessageId: undefined })],
  ])('with %s are 400 at %s, and nothing is sent', async (_name, field, wrong) => {
    const elsewhere = await suggested();
    const { path, message } = await suggested();
    const answer = await w.admin.post(path, { body: 'Yes, go on', ...wrong(message, elsewhere.message) });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect((await w.admin.reads(path)).data).toHaveLength(2);
  });

  const ids = (message: Body) => ({
    sourceMessageId: message.id,
    sourceSuggestionId: message.suggestions[0].id,
  });

  test('a message of the person’s own is no source', async () => {
    const { path } = await suggested();
    const [, own] = (await w.admin.reads(path)).data;
    const answer = await w.admin.post(path, { body: 'Hello', sourceMessageId: own.id });
    expect(Object.keys(answer.body.error.fields)).toEqual(['sourceMessageId']);
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

  test('rule 1: the key is given as the header or as clientMessageId, and shown as clientMessageId', async () => {
    for (const [name, path, body] of await both()) {
      const byHeader = await postKeyed(w.admin, path, `h ${name}`, body);
      expect(byHeader.body.message.clientMessageId).toBe(`h ${name}`);
      await answerIt();
      const inBody = await w.admin.post(path, { ...body, clientMessageId: `b ${name}` });
      expect(inBody.body.message.clientMessageId).toBe(`b ${name}`);
      await answerIt();
    }
  });

  test('rule 1: both may be given when they are the same; when they differ it is 400', async () => {
    for (const [name, path, body] of await both()) {
      const wrong = await postKeyed(w.admin, path, 'one', { ...body, clientMessageId: 'two' });
      expect(outcome(wrong)).toBe('400 VALIDATION_ERROR');
      const right = await postKeyed(w.admin, path, `k ${name}`, { ...body, clientMessageId: `k ${name}` });
      expect(right.status).toBe(201);
    }
  });

  test('rule 1: whichever way a key comes it is the same key', async () => {
    for (const [name, path, body] of await both()) {
      const first = await postKeyed(w.admin, path, `k ${name}`, body);
      const again = await w.admin.post(path, { ...body, clientMessageId: `k ${name}` });
      expect([again.status, again.body]).toEqual([200, { ...first.body, created: false }]);
    }
  });

  test('rule 2: a repetition is 200 with Idempotent-Replayed: true, and nothing is sent twice', async () => {
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

  test('rule 2: of 100 at once one is 201 and the others 200, with one message', async () => {
    for (const [name, path, body] of await both()) {
      const post = () => postKeyed(w.admin, path, name, body);
      const answers = await Promise.all(Array.from({ length: 100 }, post));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
      const replayed = answers.filter(({ status }) => status === 200);
      expect(replayed).toHaveLength(99);
      for (const { headers } of replayed) expect(headers['idempotent-replayed']).toBe('true');
      expect(new Set(answers.map((each) => each.body.message.id)).size).toBe(1);
    }
    const chats = await w.admin.readsAll('/chats');
    expect(chats.map(({ messageCount }: Body) => messageCount)).toEqual([1, 3]);
  });

  test('rule 2: a replay is recognised while the turn runs, when it has ended, and in an archived chat', async () => {
    const { thread } = await start();
    await answerIt();
    const path = `/chats/${thread.id}/messages`;
    const send = () => postKeyed(w.admin, path, 'k', { body: 'Once' });
    const { body: first } = await send();
    await claim(w.agent, w.agent.id);
    expect((await send()).body.turn).toMatchObject({ id: first.turn.id, state: 'running' });
    await w.admin.does('post', `/chats/${thread.id}/archive`);
    const replayed = await send();
    expect([replayed.status, replayed.headers['idempotent-replayed']]).toEqual([200, 'true']);
    expect(replayed.body).toMatchObject({
      created: false,
      thread: { status: 'archived' },
      message: first.message,
      turn: { id: first.turn.id, status: 'canceled' },
    });
  });

  test('rule 2: a replay shows the chat, the message and the turn as they are now, with the answer', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    const { body: first } = await postKeyed(w.admin, '/chats', 'k', body);
    await answerIt('Done');
    const { body: again } = await postKeyed(w.admin, '/chats', 'k', body);
    expect(again.turn).toEqual(await w.admin.reads(`/chats/${first.thread.id}/turns/${first.turn.id}`));
    expect(again.turn.reply.body).toBe('Done');
    expect(again.thread).toEqual(await w.admin.reads(`/chats/${first.thread.id}`));
  });

  test('rule 2: a replay is recognised before anything else is checked, such as that the agent is there', async () => {
    const { thread } = await start();
    await answerIt();
    const send = () => postKeyed(w.admin, `/chats/${thread.id}/messages`, 'k', { body: 'Once' });
    const begin = () => postKeyed(w.admin, '/chats', 'j', { agentId: w.agent.id, body: 'Once' });
    await send();
    await begin();
    await w.admin.delete(`/agents/${w.agent.id}`);
    expect([(await send()).status, (await begin()).status]).toEqual([200, 200]);
  });

  test('rule 3: with another payload it is 409 IDEMPOTENCY_KEY_REUSED: path, agent, body, files, source', async () => {
    const owl = await w.admin.creates('/agents', { name: 'owl', displayName: 'O', emoji: '🦉', model: 'm' });
    const [one, two] = [await upload(w.admin), await upload(w.admin)];
    const { thread } = await start();
    await answerIt('Well?', { suggestions: [{ kind: 'reply', text: 'Once' }] });
    const path = `/chats/${thread.id}/messages`;
    const [message] = (await w.admin.reads(path)).data;
    const begun = { agentId: w.agent.id, body: 'Once', fileIds: [one.id, two.id] };
    const sent = {
      body: 'Once',
      fileIds: [one.id],
      sourceMessageId: message.id,
      sourceSuggestionId: message.suggestions[0].id,
    };
    expect((await postKeyed(w.admin, path, 'sent', sent)).status).toBe(201);
    expect((await postKeyed(w.admin, '/chats', 'begun', begun)).status).toBe(201);

    const elsewhere = `/chats/${(await start()).thread.id}/messages`;
    const reused: [string, string, object][] = [
      ['/chats', 'begun', { ...begun, agentId: owl.id }],
      ['/chats', 'begun', { ...begun, body: 'Once ' }],
      ['/chats', 'begun', { ...begun, fileIds: [one.id] }],
      ['/chats', 'begun', { ...begun, fileIds: [two.id, one.id] }],
      ['/chats', 'begun', { ...begun, fileIds: undefined }],
      ['/chats', 'begun', { ...begun, body: '' }],
      ['/chats', 'sent', { ...sent, agentId: w.agent.id }],
      [path, 'begun', begun],
      [elsewhere, 'sent', sent],
      [path, 'sent', { ...sent, body: 'Twice' }],
      [path, 'sent', { ...sent, fileIds: [two.id] }],
      [path, 'sent', { ...sent, sourceMessageId: undefined }],
      [path, 'sent', { ...sent, sourceSuggestionId: undefined }],
    ];
    for (const [to, key, body] of reused) {
      const answer = await postKeyed(w.admin, to, key, body);
      expect([to, body, outcome(answer)]).toEqual([to, body, '409 IDEMPOTENCY_KEY_REUSED']);
    }
    expect(await w.admin.readsAll('/chats')).toHaveLength(3);
  });

  test('what does not make a payload another: the order of fields, no files or none given, unknown fields', async () => {
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

  test('rule 4: without a key every request sends a new message', async () => {
    const [one, two] = [await start('Same'), await start('Same')];
    expect(one.message.id).not.toBe(two.message.id);
    expect(one.message.clientMessageId).toBeNull();
    expect(await w.admin.readsAll('/chats')).toHaveLength(2);
  });

  test('a keyed request that was refused leaves no trace: the same key can be sent again', async () => {
    const { thread } = await start();
    const path = `/chats/${thread.id}/messages`;
    expect(outcome(await postKeyed(w.admin, path, 'k', { body: 'Go' }))).toBe('409 TURN_IN_PROGRESS');
    await answerIt();
    expect(outcome(await postKeyed(w.admin, path, 'k', { body: '' }))).toBe('400 VALIDATION_ERROR');
    expect((await postKeyed(w.admin, path, 'k', { body: 'Go' })).status).toBe(201);

    const begin = (agentId: string) => postKeyed(w.admin, '/chats', 'j', { agentId, body: 'Go' });
    expect(outcome(await begin(UNKNOWN))).toBe('400 VALIDATION_ERROR');
    expect((await begin(w.agent.id)).status).toBe(201);
  });

  test('a key belongs to a person: another person may use the same one', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    for (const by of [w.admin, w.person]) {
      expect((await postKeyed(by, '/chats', 'k', body)).status).toBe(201);
    }
    const elsewhere = { ...body, agentId: w.other.agent.id };
    expect((await postKeyed(w.other.admin, '/chats', 'k', elsewhere)).status).toBe(201);
  });

  test('a person’s service shares the person’s keys', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    const { body: first } = await postKeyed(w.admin, '/chats', 'k', body);
    const again = await postKeyed(w.service, '/chats', 'k', body);
    expect([again.status, again.body.message]).toEqual([200, first.message]);
  });

  test('a key is remembered as long as its message exists: after the chat is deleted it is new', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    const { body: first } = await postKeyed(w.admin, '/chats', 'k', body);
    await w.admin.delete(`/chats/${first.thread.id}`);
    const again = await postKeyed(w.admin, '/chats', 'k', { ...body, body: 'Anew' });
    expect(again.status).toBe(201);
    expect(again.body.thread.id).not.toBe(first.thread.id);
  });

  test('a blank or overlong key is 400', async () => {
    const body = { agentId: w.agent.id, body: 'Once' };
    for (const key of ['', 'x'.repeat(256)]) {
      expect(outcome(await postKeyed(w.admin, '/chats', key, body))).toBe('400 VALIDATION_ERROR');
    }
    expect((await postKeyed(w.admin, '/chats', 'x'.repeat(255), body)).status).toBe(201);
  });
});

test('what happens in chats is written to no activity list that others read', async () => {
  const before = await w.person.reads(`/agents/${w.agent.id}/activity`);
  const { thread } = await start('Secret plans');
  await answerIt('Secret answer');
  await w.admin.does('patch', `/chats/${thread.id}`, { title: 'Secret' });
  await w.admin.does('post', `/chats/${thread.id}/archive`);
  await w.admin.delete(`/chats/${thread.id}`);
  expect(await w.person.reads(`/agents/${w.agent.id}/activity`)).toEqual(before);
});
