import type { Answer } from '../testing/client.ts';
import { answerNext, held, postKeyed, startChat, upload } from '../testing/conversation.ts';
import { type Api, type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const chats = (path = '') => `/chats${path}`;

/** Bob's private chat: a keyed message with a file of his, answered with another file by the agent. */
async function privateChat(by: Api = w.person): Promise<{ chat: Body; sent: Body; file: Body }> {
  const file = await upload(by, 'My diary');
  const { body: sent } = await postKeyed(by, '/chats', 'first', {
    agentId: w.agent.id,
    body: 'A secret',
    fileIds: [file.id],
  });
  await answerNext(w.runtime, w.agent.id, 'I keep it');
  return { chat: sent.thread, sent, file };
}

/** The admin revokes all of a person's own keys, and accepts a new invitation in their place. */
async function takePlaceOf(person: Holder): Promise<Api> {
  for (const { id, kind, memberId } of await w.admin.readsAll('/keys')) {
    if (memberId === person.id && kind === 'person') await w.admin.delete(`/keys/${id}`);
  }
  const { code } = await w.admin.creates(`/members/${person.id}/invitation`, {});
  const { secret } = await w.as().creates('/invitations/accept', { code });
  return w.as(secret);
}

const comparable = ({ status, headers, body }: Answer) => {
  const { requestId, ...error } = body.error;
  expect(requestId).toBe(headers['x-request-id']);
  return { status, error };
};

/** Every way to a chat by its id. */
const ways = (by: Api, id: string, turnId: string): (() => Promise<Answer>)[] => [
  () => by.get(chats(`/${id}`)),
  () => by.get(chats(`/${id}/messages`)),
  () => by.get(chats(`/${id}/turns/${turnId}`)),
  () => by.get(chats(`/${id}/turns/${turnId}`), { wait: 5 }),
  () => by.post(chats(`/${id}/messages`), { body: 'Go on' }),
  () => by.post(chats(`/${id}/messages`), { body: '' }),
  () => postKeyed(by, chats(`/${id}/messages`), 'first', { body: 'Go on' }),
  () => by.patch(chats(`/${id}`), { title: 'Mine' }),
  () => by.post(chats(`/${id}/archive`)),
  () => by.post(chats(`/${id}/unarchive`)),
  () => by.delete(chats(`/${id}`)),
];

describe('a new invitation of a person', () => {
  test('a new invitation closes earlier chats: each is 404 like an unknown one, and unchanged', async () => {
    const { chat, sent } = await privateChat();
    const before = await w.tandem.operator.callerFor(w.id, 'bob');
    const messages = await w.tandem.chats.messages(before, chat.id, {});
    const taken = await takePlaceOf(w.person);
    expect((await taken.reads('/chats', { status: 'all' })).data).toEqual([]);
    const unknown = ways(taken, 'nothing', sent.turn.id);
    for (const [i, way] of ways(taken, chat.id, sent.turn.id).entries()) {
      const answer = comparable(await way());
      expect(answer.status).toBe(404);
      expect(answer).toStrictEqual(comparable(await (unknown[i] as () => Promise<Answer>)()));
    }
    await w.tandem.operator.openChats(w.id, 'bob');
    expect(await taken.reads(chats(`/${chat.id}`))).toMatchObject({ title: 'A secret', status: 'active' });
    expect(await w.tandem.chats.messages(before, chat.id, {})).toEqual(messages);
  });

  test('a new invitation closes the files of earlier chats, even those that the person uploaded', async () => {
    const { file } = await privateChat();
    const taken = await takePlaceOf(w.person);
    const service = await taken.creates('/keys', {
      name: 'S',
      kind: 'service',
      scopes: ['full', 'chat:read', 'chat:write'],
    });
    const task = await w.admin.creates('/tasks', { title: 'Show' });
    for (const by of [taken, w.as(service.secret)]) {
      expect(outcome(await by.get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
      expect(outcome(await by.get(`/files/${file.id}/content`))).toBe('404 NOT_FOUND');
      expect(outcome(await by.post(`/tasks/${task.id}/attachments`, { fileId: file.id }))).toBe(
        '400 VALIDATION_ERROR',
      );
      const body = { agentId: w.agent.id, body: 'Look', fileIds: [file.id] };
      expect(outcome(await by.post('/chats', body))).toBe('400 VALIDATION_ERROR');
    }
  });

  test('an idempotency key of a closed chat is 409, whatever is sent with it', async () => {
    const { file } = await privateChat();
    const taken = await takePlaceOf(w.person);
    const own = await startChat(taken, w.agent.id);
    await answerNext(w.runtime, w.agent.id);
    const messages = new Set<string>();
    for (const [path, body] of [
      ['/chats', { agentId: w.agent.id, body: 'A secret', fileIds: [file.id] }],
      ['/chats', { agentId: w.agent.id, body: 'Something else' }],
      [chats(`/${own.thread.id}/messages`), { body: 'A secret' }],
    ] as const) {
      const answer = await postKeyed(taken, path, 'first', body);
      expect(outcome(answer)).toBe('409 IDEMPOTENCY_KEY_REUSED');
      expect(answer.text).not.toContain('I keep it');
      messages.add(answer.body.error.message);
    }
    expect(messages.size).toBe(1);
    expect((await postKeyed(taken, '/chats', 'another', { agentId: w.agent.id, body: 'Hi' })).status).toBe(
      201,
    );
  });

  test('a person whose chats were closed can have new ones', async () => {
    await privateChat();
    const taken = await takePlaceOf(w.person);
    const { thread, turn } = await startChat(taken, w.agent.id, 'New');
    await answerNext(w.runtime, w.agent.id);
    expect((await taken.readsAll('/chats')).map(({ id }) => id)).toEqual([thread.id]);
    expect((await taken.reads(chats(`/${thread.id}/turns/${turn.id}`))).status).toBe('complete');
    await taken.does('post', chats(`/${thread.id}/archive`));
    expect((await taken.readsAll('/chats', { status: 'archived' })).map(({ id }) => id)).toEqual([thread.id]);
    const file = await upload(taken);
    await taken.creates('/chats', { agentId: w.agent.id, body: 'Look', fileIds: [file.id] });
    expect((await taken.get(`/files/${file.id}/content`)).status).toBe(200);
  });
});

test('earlier service keys of the person lose the closed chats, even while waiting', async () => {
  const service = await w.keyFor('bob', 'service', ['full', 'chat:read', 'chat:write']);
  const { thread, turn } = await startChat(service, w.agent.id, 'A secret');
  const waiting = Promise.resolve(service.get(chats(`/${thread.id}/turns/${turn.id}`), { wait: 25 }));
  await held(w.tandem, 1);
  await takePlaceOf(w.person);
  await answerNext(w.runtime, w.agent.id, 'I keep it');
  expect(outcome(await waiting)).toBe('404 NOT_FOUND');
  expect((await service.reads('/chats', { status: 'all' })).data).toEqual([]);
  const again = await startChat(service, w.agent.id);
  expect((await service.readsAll('/chats')).map(({ id }) => id)).toEqual([again.thread.id]);
});

test('the agent can still answer a turn in a closed chat', async () => {
  const { thread } = await startChat(w.person, w.agent.id, 'A secret');
  const taken = await takePlaceOf(w.person);
  expect((await answerNext(w.runtime, w.agent.id, 'I keep it')).status).toBe('complete');
  await w.tandem.operator.openChats(w.id, 'bob');
  const { data } = await taken.reads(chats(`/${thread.id}/messages`));
  expect(data.map(({ body }: Body) => body)).toEqual(['I keep it', 'A secret']);
});

test('the operator reopens closed chats, with their files and idempotency keys', async () => {
  const { chat, sent, file } = await privateChat();
  const taken = await takePlaceOf(w.person);
  const { thread } = await startChat(taken, w.agent.id, 'New');
  await w.tandem.operator.openChats(w.id, 'bob');
  expect((await taken.readsAll('/chats')).map(({ id }) => id)).toEqual([thread.id, chat.id]);
  expect((await taken.get(`/files/${file.id}`)).status).toBe(200);
  const again = await postKeyed(taken, '/chats', 'first', {
    agentId: w.agent.id,
    body: 'A secret',
    fileIds: [file.id],
  });
  expect([again.status, again.body.message.id]).toEqual([200, sent.message.id]);
});

test('a second new invitation closes later chats too, and both are reopened together', async () => {
  const { chat } = await privateChat();
  const { thread } = await startChat(await takePlaceOf(w.person), w.agent.id, 'Second');
  const third = await takePlaceOf(w.person);
  expect(await third.readsAll('/chats')).toEqual([]);
  await w.tandem.operator.openChats(w.id, 'bob');
  expect((await third.readsAll('/chats')).map(({ id }) => id)).toEqual([thread.id, chat.id]);
});

test('a person’s first invitation closes no chats, nor does one that is not accepted', async () => {
  const { id, invitation } = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
  const first = w.as((await w.as().creates('/invitations/accept', { code: invitation.code })).secret);
  const { thread } = await startChat(first, w.agent.id);
  const service = await first.creates('/keys', { name: 'S', kind: 'service', scopes: ['chat:read'] });
  expect((await first.readsAll('/chats')).map((chat) => chat.id)).toEqual([thread.id]);
  for (const key of await w.admin.readsAll('/keys')) {
    if (key.memberId === id) await w.admin.delete(`/keys/${key.id}`);
  }
  await w.admin.creates(`/members/${id}/invitation`, {});
  expect((await w.as(service.secret).readsAll('/chats')).map((chat) => chat.id)).toEqual([thread.id]);
});

test('closing a person’s chats affects no other person’s', async () => {
  const mine = await startChat(w.admin, w.agent.id);
  await startChat(w.person, w.agent.id);
  await takePlaceOf(w.person);
  expect((await w.admin.readsAll('/chats')).map(({ id }) => id)).toEqual([mine.thread.id]);
  expect((await w.admin.get(chats(`/${mine.thread.id}`))).status).toBe(200);
});
