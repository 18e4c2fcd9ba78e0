import type { Answer } from '../testing/client.ts';
import { answerNext, claim, startChat, upload } from '../testing/conversation.ts';
import { type Api, type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const characters = (count: number) => '🦉'.repeat(count);
const at = () => new Date(w.clock.now()).toISOString();
const after = (ms: number) => new Date(w.clock.now() + ms).toISOString();

/** A chat of Ada's with scout, whose first turn is queued. */
const start = (body?: string, more?: object): Promise<Body> => startChat(w.admin, w.agent.id, body, more);
const take = (body?: object): Promise<Body> => claim(w.agent, w.agent.id, body);
const tryClaim = (by: Api, body?: object): Promise<Answer> =>
  by.post(`/agents/${w.agent.id}/turns/claim`, body);

/** A step with a turn by somebody who holds it, or thinks so. */
const step = (by: Api, { turn, lease }: Body, how: string, body: object = {}): Promise<Answer> =>
  by.post(`/agents/${w.agent.id}/turns/${turn.id}/${how}`, { token: lease.token, ...body });
const doStep = async (of: Body, how: string, body?: object): Promise<Body> => {
  const answer = await step(w.agent, of, how, body);
  if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const turnOf = ({ turn }: Body): Promise<Body> => w.admin.reads(`/chats/${turn.threadId}/turns/${turn.id}`);

/** The four steps that need the token, with a body that does for each. */
const STEPS: [string, object][] = [
  ['heartbeat', {}],
  ['reply', { body: 'Hi' }],
  ['fail', { errorCode: 'model_error' }],
  ['release', {}],
];

describe('claiming a turn', () => {
  test('answers 200 with the turn, now running, its chat, the person, the messages and the lease', async () => {
    const { thread, message, turn } = await start('Where were we?');
    w.clock.advance(1000);
    const claimed = await take();
    expect(claimed).toStrictEqual({
      turn: { ...turn, state: 'running', updatedAt: at() },
      chat: { id: thread.id, title: 'Where were we?' },
      person: { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace' },
      messages: [message],
      lease: { token: expect.stringMatching(/^\w{20,}$/), expiresAt: after(60_000) },
    });
    expect(await turnOf(claimed)).toEqual(claimed.turn);
    expect((await w.admin.reads(`/chats/${thread.id}`)).activeTurn).toEqual({
      id: turn.id,
      status: 'pending',
      state: 'running',
    });
  });

  test('is 204 with nothing when the queue is empty, whether or not there is a body', async () => {
    for (const body of [undefined, {}, { wait: 0 }]) {
      const answer = await tryClaim(w.agent, body);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
  });

  test('shows the person behind a service that wrote', async () => {
    const { message } = await startChat(w.service, w.agent.id, 'Build is red');
    const claimed = await take();
    expect(claimed.person).toEqual({ id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace' });
    expect(claimed.messages).toEqual([message]);
    expect(message.author.type).toBe('service');
  });

  test('shows the last 50 messages, oldest first, of this chat alone', async () => {
    const { thread } = await start('1');
    await answerNext(w.agent, w.agent.id, '2');
    for (let n = 3; n <= 52; n += 2) {
      await w.admin.creates(`/chats/${thread.id}/messages`, { body: `${n}` });
      await answerNext(w.agent, w.agent.id, `${n + 1}`);
    }
    await startChat(w.person, w.agent.id, 'Something else');
    await take();
    await w.admin.creates(`/chats/${thread.id}/messages`, { body: '53' });
    const { messages } = await take();
    const shown = messages.map(({ body }: Body) => body);
    expect(shown).toEqual(Array.from({ length: 50 }, (_, i) => `${i + 4}`));
    expect(messages).toEqual(
      (await w.admin.readsAll(`/chats/${thread.id}/messages`, { order: 'asc' })).slice(3),
    );
  });

  test('takes the oldest queued turn first, over all chats of the agent', async () => {
    const one = await start();
    const two = await startChat(w.person, w.agent.id);
    const three = await start();
    const order: string[] = [];
    for (let n = 0; n < 3; n++) order.push((await take()).turn.id);
    expect(order).toEqual([one, two, three].map(({ turn }) => turn.id));
  });

  test('a turn that was given back, or whose lease ran out, keeps its place in the queue', async () => {
    const one = await start();
    const two = await start();
    await doStep(await take(), 'release');
    const again = await take();
    expect(again.turn.id).toBe(one.turn.id);
    w.clock.advance(60_000);
    expect((await take()).turn.id).toBe(one.turn.id);
    expect((await take()).turn.id).toBe(two.turn.id);
  });

  test('of many claimers each turn goes to exactly one', async () => {
    const sent = new Set<string>();
    for (let n = 0; n < 10; n++) sent.add((await start(`${n}`)).turn.id);
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, n) => tryClaim(n % 2 ? w.agent : w.runtime)),
    );
    const taken = answers.filter(({ status }) => status === 200).map(({ body }) => body);
    expect(new Set(taken.map(({ turn }) => turn.id))).toEqual(sent);
    expect(taken).toHaveLength(10);
    expect(new Set(taken.map(({ lease }) => lease.token)).size).toBe(10);
  });

  test('50 claimers answer a queue of 200 turns, each once', async () => {
    const sent = await Promise.all(Array.from({ length: 200 }, (_, n) => start(`${n}`)));
    const answered: string[] = [];
    const work = async (by: Api) => {
      for (;;) {
        const { status, body: claimed } = await tryClaim(by);
        if (status === 204) return;
        const answer = await step(by, claimed, 'reply', { body: claimed.messages[0].body });
        if (answer.status === 200) answered.push(claimed.turn.id);
      }
    };
    await Promise.all(Array.from({ length: 50 }, (_, n) => work(n % 2 ? w.agent : w.runtime)));
    expect(answered.sort()).toEqual(sent.map(({ turn }) => turn.id).sort());
    for (const { thread, message } of sent) {
      const messages = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
      expect(messages.map(({ body }: Body) => body)).toEqual([message.body, message.body]);
    }
  });

  test('does not take the turns of another agent', async () => {
    const owl = await w.admin.creates('/agents', {
      name: 'owl',
      displayName: 'Owl',
      emoji: '🦉',
      model: 'm',
    });
    await startChat(w.admin, owl.id);
    expect(outcome(await tryClaim(w.agent))).toBe('204');
  });

  test.each([5, 90, 600])('holds it for leaseSeconds: %d', async (leaseSeconds) => {
    await start();
    const { lease } = await take({ leaseSeconds });
    expect(lease.expiresAt).toBe(after(leaseSeconds * 1000));
  });

  test.each([
    ['leaseSeconds', 4],
    ['leaseSeconds', 601],
    ['leaseSeconds', 5.5],
    ['leaseSeconds', '60'],
    ['wait', -1],
    ['wait', 0.5],
    ['wait', '5'],
    ['wait', null],
  ])('with a wrong %s is 400 at that field, and takes nothing: %j', async (field, value) => {
    await start();
    const answer = await tryClaim(w.agent, { [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect(outcome(await tryClaim(w.agent))).toBe('200');
  });
});

describe('who may', () => {
  const ALLOWED = ['agent', 'runtime'] as const;
  const REFUSED = ['admin', 'person', 'service', 'actingAsPerson', 'actingAsAgent'] as const;

  test.each(ALLOWED)('the key %s claims, heartbeats, releases, responses and fails', async (kind) => {
    for (const [how, body] of STEPS) {
      await start();
      const claimed = await claim(w[kind], w.agent.id);
      expect(outcome(await step(w[kind], claimed, how, body))).toBe('200');
      if (how === 'heartbeat') await doStep(claimed, 'reply', { body: 'Hi' });
    }
  });

  test.each(REFUSED)('the key %s may do none of it: 403 FORBIDDEN, and nothing changes', async (kind) => {
    const by = w[kind] as Holder;
    await start();
    expect(outcome(await tryClaim(by))).toBe('403 FORBIDDEN');
    const claimed = await take();
    for (const [how, body] of STEPS) {
      expect([how, outcome(await step(by, claimed, how, body))]).toEqual([how, '403 FORBIDDEN']);
    }
    expect(await turnOf(claimed)).toEqual(claimed.turn);
  });

  test('the key of another agent may not, even with the token', async () => {
    const owl = await w.admin.creates('/agents', {
      name: 'owl',
      displayName: 'Owl',
      emoji: '🦉',
      model: 'm',
    });
    const key = { name: 'of owl', kind: 'agent', memberId: owl.id, scopes: ['full'] };
    const by = w.as((await w.admin.creates('/keys', key)).secret);
    await start();
    expect(outcome(await tryClaim(by))).toBe('403 FORBIDDEN');
    const claimed = await take();
    for (const [how, body] of STEPS) {
      expect([how, outcome(await step(by, claimed, how, body))]).toEqual([how, '403 FORBIDDEN']);
      const atOwl = `/agents/${owl.id}/turns/${claimed.turn.id}/${how}`;
      const moved = await by.post(atOwl, { token: claimed.lease.token, ...body });
      expect([how, outcome(moved)]).toEqual([how, '404 NOT_FOUND']);
    }
  });

  test('a runtime key may host every agent of its workspace, and none of another', async () => {
    await startChat(w.other.admin, w.other.agent.id);
    const path = `/agents/${w.other.agent.id}/turns`;
    expect(outcome(await w.runtime.post(`${path}/claim`))).toBe('404 NOT_FOUND');
    const claimed = await claim(w.other.runtime, w.other.agent.id);
    for (const [how, body] of STEPS) {
      const answer = await w.runtime.post(`${path}/${claimed.turn.id}/${how}`, {
        token: claimed.lease.token,
        ...body,
      });
      expect([how, outcome(answer)]).toEqual([how, '404 NOT_FOUND']);
    }
  });

  test('it needs agents:write', async () => {
    await start();
    for (const scopes of [['agents:read'], ['tasks:write', 'tasks:read']] as const) {
      const by = await w.keyFor('scout', 'agent', scopes);
      const answer = await tryClaim(by);
      expect(outcome(answer)).toBe('403 INSUFFICIENT_SCOPE');
      expect(answer.body.error.message).toContain('agents:write');
    }
    const claimed = await claim(await w.keyFor('scout', 'agent', ['agents:write']), w.agent.id);
    const by = await w.keyFor('scout', 'agent', ['agents:read']);
    for (const [how, body] of STEPS) {
      expect(outcome(await step(by, claimed, how, body))).toBe('403 INSUFFICIENT_SCOPE');
    }
  });

  test('another process of the agent may go on with the turn when it has the token', async () => {
    await start();
    const claimed = await claim(w.runtime, w.agent.id);
    expect(outcome(await step(w.agent, claimed, 'reply', { body: 'Hi' }))).toBe('200');
  });

  test('an unknown agent or turn is 404', async () => {
    await start();
    const claimed = await take();
    expect(outcome(await w.runtime.post(`/agents/${UNKNOWN}/turns/claim`))).toBe('404 NOT_FOUND');
    for (const [how, body] of STEPS) {
      const lost = { ...claimed, turn: { id: UNKNOWN } };
      expect([how, outcome(await step(w.agent, lost, how, body))]).toEqual([how, '404 NOT_FOUND']);
    }
  });
});

test('what is not there, or not one’s own to host, is told before a wrong body is', async () => {
  await start();
  const claimed = await take();
  for (const body of [{ wait: 'x' }, { leaseSeconds: 1 }]) {
    expect(outcome(await w.runtime.post(`/agents/${UNKNOWN}/turns/claim`, body))).toBe('404 NOT_FOUND');
    expect(outcome(await tryClaim(w.admin, body))).toBe('403 FORBIDDEN');
  }
  for (const [how] of STEPS) {
    const path = `/agents/${w.agent.id}/turns`;
    expect(outcome(await w.agent.post(`${path}/${UNKNOWN}/${how}`, { token: 1 }))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.post(`${path}/${claimed.turn.id}/${how}`, {}))).toBe('403 FORBIDDEN');
  }
});

describe('the token', () => {
  test.each(STEPS)('%s needs it: without one 400 at token', async (how, body) => {
    await start();
    const { turn } = await take();
    const answer = await w.agent.post(`/agents/${w.agent.id}/turns/${turn.id}/${how}`, body);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['token']);
  });

  test.each(STEPS)('%s under another token is 409 LEASE_LOST, and changes nothing', async (how, body) => {
    await start();
    const claimed = await take();
    for (const token of ['', 'x', claimed.lease.token.slice(1), claimed.lease.token.toLowerCase()]) {
      expect(outcome(await step(w.agent, claimed, how, { ...body, token }))).toBe('409 LEASE_LOST');
    }
    expect(await turnOf(claimed)).toEqual(claimed.turn);
  });

  test.each(STEPS)('%s on a turn that nobody has claimed is 409 LEASE_LOST', async (how, body) => {
    const { turn } = await start();
    const answer = await step(w.agent, { turn, lease: { token: 'x' } }, how, body);
    expect(outcome(answer)).toBe('409 LEASE_LOST');
  });

  test.each(STEPS)('%s when the lease ran out is 409 LEASE_LOST, claimed again or not', async (how, body) => {
    await start();
    const late = await take({ leaseSeconds: 5 });
    w.clock.advance(5000);
    expect(outcome(await step(w.agent, late, how, body))).toBe('409 LEASE_LOST');
    const next = await take();
    expect(next.turn.id).toBe(late.turn.id);
    expect(outcome(await step(w.agent, late, how, body))).toBe('409 LEASE_LOST');
    expect(await turnOf(next)).toEqual(next.turn);
  });

  test.each(STEPS)('%s in the last moment of the lease is in time', async (how, body) => {
    await start();
    const claimed = await take({ leaseSeconds: 5 });
    w.clock.advance(4999);
    expect(outcome(await step(w.agent, claimed, how, body))).toBe('200');
  });

  test.each(STEPS)('%s after the turn was given back is 409 LEASE_LOST', async (how, body) => {
    await start();
    const claimed = await take();
    await doStep(claimed, 'release');
    expect(outcome(await step(w.agent, claimed, how, body))).toBe('409 LEASE_LOST');
  });

  test.each(STEPS)(
    '%s after the chat was archived is 409 LEASE_LOST, and the turn stays canceled',
    async (how, body) => {
      const { thread } = await start();
      const claimed = await take();
      await w.admin.does('post', `/chats/${thread.id}/archive`);
      expect(outcome(await step(w.agent, claimed, how, body))).toBe('409 LEASE_LOST');
      expect((await turnOf(claimed)).status).toBe('canceled');
      expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(1);
    },
  );

  test('of a claimer that was stopped past its lease does not touch the answer of the next', async () => {
    const { thread } = await start();
    const stopped = await claim(w.agent, w.agent.id);
    w.clock.advance(60_000);
    const answered = await answerNext(w.runtime, w.agent.id, 'The answer that stands');
    for (const [how, body] of STEPS) {
      expect([how, outcome(await step(w.agent, stopped, how, body))]).toEqual([how, '409 LEASE_LOST']);
    }
    expect(await turnOf(stopped)).toEqual(answered);
    expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(2);
  });
});

describe('a heartbeat', () => {
  test('extends the lease by as long as it was claimed for, and keeps its token', async () => {
    await start();
    const claimed = await take({ leaseSeconds: 10 });
    for (let n = 0; n < 5; n++) {
      w.clock.advance(9000);
      const { lease, ...rest } = await doStep(claimed, 'heartbeat');
      expect([lease, rest]).toEqual([{ token: claimed.lease.token, expiresAt: after(10_000) }, {}]);
    }
    await doStep(claimed, 'reply', { body: 'Hi' });
  });

  test('keeps the turn out of the queue', async () => {
    await start();
    const claimed = await take();
    w.clock.advance(59_000);
    await doStep(claimed, 'heartbeat');
    w.clock.advance(59_000);
    expect(outcome(await tryClaim(w.runtime))).toBe('204');
  });
});

describe('a reply', () => {
  test('completes the turn: the answer is the turn with the agent’s message', async () => {
    const { thread } = await start();
    const claimed = await take();
    w.clock.advance(1000);
    const turn = await doStep(claimed, 'reply', { body: 'Here you are' });
    expect(turn).toEqual({
      ...claimed.turn,
      status: 'complete',
      state: 'completed',
      replyMessageId: expect.any(String),
      reply: {
        id: turn.replyMessageId,
        role: 'assistant',
        body: 'Here you are',
        author: { type: 'agent' },
      },
      updatedAt: at(),
      completedAt: at(),
    });
    expect(await turnOf(claimed)).toEqual(turn);
    expect(await w.admin.reads(`/chats/${thread.id}`)).toEqual({
      ...thread,
      messageCount: 2,
      activeTurn: null,
      lastMessageAt: at(),
      updatedAt: at(),
    });
    const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
    expect(message).toStrictEqual({
      id: turn.replyMessageId,
      threadId: thread.id,
      role: 'assistant',
      body: 'Here you are',
      author: { id: w.agent.id, name: 'scout', displayName: 'Scout', type: 'agent' },
      clientMessageId: null,
      turnId: null,
      suggestions: [],
      attachments: [],
      createdAt: at(),
    });
  });

  test('is the agent’s, also when a runtime gives it', async () => {
    const { thread } = await start();
    await answerNext(w.runtime, w.agent.id);
    const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
    expect(message.author).toEqual({ id: w.agent.id, name: 'scout', displayName: 'Scout', type: 'agent' });
  });

  test('that was accepted may be repeated with its token: 200 with the same turn, and one message', async () => {
    const { thread } = await start();
    const claimed = await take();
    const turn = await doStep(claimed, 'reply', { body: 'Once' });
    w.clock.advance(3_600_000);
    expect(await doStep(claimed, 'reply', { body: 'Once' })).toEqual(turn);
    await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'And?' });
    expect(await doStep(claimed, 'reply', { body: 'Once' })).toEqual(turn);
    expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(3);
  });

  test('sent many times at once is accepted once', async () => {
    const { thread } = await start();
    const claimed = await take();
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => step(w.agent, claimed, 'reply', { body: 'Once' })),
    );
    for (const answer of answers) expect([answer.status, answer.body]).toEqual([200, answers[0]?.body]);
    expect((await w.admin.reads(`/chats/${thread.id}`)).messageCount).toBe(2);
  });

  test.each([
    ['heartbeat', {}],
    ['fail', { errorCode: 'model_error' }],
    ['release', {}],
  ])('ends the lease: %s after it is 409 LEASE_LOST', async (how, body) => {
    await start();
    const claimed = await take();
    const turn = await doStep(claimed, 'reply', { body: 'Done' });
    expect(outcome(await step(w.agent, claimed, how, body))).toBe('409 LEASE_LOST');
    expect(await turnOf(claimed)).toEqual(turn);
  });

  test.each<[string, object]>([
    ['body', { body: '' }],
    ['body', { body: ' \n' }],
    ['body', {}],
    ['body', { body: 5 }],
    ['body', { body: 'a\u0000b' }],
    ['fileIds.0', { body: 'Hi', fileIds: [UNKNOWN] }],
    ['suggestions.0.kind', { body: 'Hi', suggestions: [{ kind: 'Reply', text: 'Yes' }] }],
    ['suggestions.0.kind', { body: 'Hi', suggestions: [{ kind: '1st', text: 'Yes' }] }],
    ['suggestions.0.kind', { body: 'Hi', suggestions: [{ kind: '', text: 'Yes' }] }],
    ['suggestions.0.kind', { body: 'Hi', suggestions: [{ kind: 'a'.repeat(41), text: 'Yes' }] }],
    ['suggestions.0.kind', { body: 'Hi', suggestions: [{ kind: 'a b', text: 'Yes' }] }],
    ['suggestions.0.text', { body: 'Hi', suggestions: [{ kind: 'reply', text: ' ' }] }],
    ['suggestions.0.text', { body: 'Hi', suggestions: [{ kind: 'reply' }] }],
  ])('with a wrong %s is 400 at that field, and the turn still runs: %j', async (field, body) => {
    await start();
    const claimed = await take();
    const answer = await step(w.agent, claimed, 'reply', body);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect(await turnOf(claimed)).toEqual(claimed.turn);
    await doStep(claimed, 'reply', { body: 'Hi' });
  });

  test.each(['reply', 'action', 'link', 'a', 'z9_', 'a'.repeat(40)])(
    'keeps suggestions of kind %s',
    async (kind) => {
      const { thread } = await start();
      await answerNext(w.agent, w.agent.id, 'Well?', { suggestions: [{ kind, text: characters(20) }] });
      const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
      expect(message.suggestions).toStrictEqual([{ id: expect.any(String), kind, text: characters(20) }]);
    },
  );

  test('may carry files that the agent has uploaded, which the person can then download', async () => {
    const file = await upload(w.agent, 'The plan', 'plan.txt');
    expect(outcome(await w.admin.get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
    const { thread } = await start();
    await answerNext(w.agent, w.agent.id, '', { fileIds: [file.id] });
    const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
    expect(message.attachments).toStrictEqual([
      { fileId: file.id, fileName: 'plan.txt', mimeType: 'text/plain', size: 8 },
    ]);
    expect((await w.admin.request('get', `/files/${file.id}/content`)).text).toBe('The plan');
    expect(outcome(await w.person.get(`/files/${file.id}`))).toBe('404 NOT_FOUND');
  });

  test('may carry at most 10 files', async () => {
    const fileIds: string[] = [];
    for (let n = 0; n < 11; n++) fileIds.push((await upload(w.agent, `${n}`)).id);
    await start();
    const claimed = await take();
    const answer = await step(w.agent, claimed, 'reply', { body: 'Hi', fileIds });
    expect(Object.keys(answer.body.error.fields)).toEqual(['fileIds']);
    await doStep(claimed, 'reply', { body: 'Hi', fileIds: fileIds.slice(1) });
  });
});

describe('failing', () => {
  test('ends the turn with the errorCode, and adds no message', async () => {
    const { thread } = await start();
    const claimed = await take();
    w.clock.advance(1000);
    const turn = await doStep(claimed, 'fail', { errorCode: 'model_error', message: 'No tokens left' });
    expect(turn).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'model_error',
      replyMessageId: null,
      reply: null,
      updatedAt: at(),
      completedAt: at(),
    });
    expect(await turnOf(claimed)).toEqual(turn);
    expect(await w.admin.reads(`/chats/${thread.id}`)).toMatchObject({ messageCount: 1, activeTurn: null });
  });

  test('needs no message, but an errorCode that is not blank', async () => {
    await start();
    const claimed = await take();
    for (const body of [{}, { errorCode: ' ' }, { errorCode: 7 }, { errorCode: null }]) {
      const answer = await step(w.agent, claimed, 'fail', body);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['errorCode']);
    }
    expect((await doStep(claimed, 'fail', { errorCode: 'exit_1' })).errorCode).toBe('exit_1');
  });

  test('may be repeated with its token; a reply then is 409 LEASE_LOST', async () => {
    await start();
    const claimed = await take();
    const turn = await doStep(claimed, 'fail', { errorCode: 'exit_1' });
    expect(await doStep(claimed, 'fail', { errorCode: 'exit_1' })).toEqual(turn);
    expect(outcome(await step(w.agent, claimed, 'reply', { body: 'Hi' }))).toBe('409 LEASE_LOST');
  });

  test('leaves the turn out of the queue', async () => {
    await start();
    await doStep(await take(), 'fail', { errorCode: 'exit_1' });
    expect(outcome(await tryClaim(w.agent))).toBe('204');
  });
});

describe('releasing', () => {
  test('puts the turn back: queued, and the next claimer gets it under a new token', async () => {
    await start();
    const claimed = await take();
    expect(await doStep(claimed, 'release')).toEqual({ ...claimed.turn, state: 'queued' });
    const again = await claim(w.runtime, w.agent.id);
    expect(again.turn.id).toBe(claimed.turn.id);
    expect(again.lease.token).not.toBe(claimed.lease.token);
  });

  test('is no claim without an answer: a turn that was given back often has its three claims all the same', async () => {
    await start();
    for (let n = 0; n < 5; n++) await doStep(await take(), 'release');
    for (let n = 0; n < 2; n++) {
      await take();
      w.clock.advance(60_000);
    }
    await doStep(await take(), 'reply', { body: 'At last' });
  });
});

describe('a lease that runs out', () => {
  test('puts the turn back in the queue, and the next claimer gets it', async () => {
    const { turn } = await start();
    for (let claims = 0; claims < 3; claims++) {
      expect((await take()).turn.id).toBe(turn.id);
      expect(outcome(await tryClaim(w.runtime))).toBe('204');
      w.clock.advance(59_999);
      expect(outcome(await tryClaim(w.runtime))).toBe('204');
      w.clock.advance(1);
    }
  });

  test('after 3 claims without an answer the turn fails as agent_unresponsive', async () => {
    const { thread, turn } = await start();
    for (let claims = 0; claims < 3; claims++) {
      await take();
      w.clock.advance(60_000);
    }
    expect(outcome(await tryClaim(w.agent))).toBe('204');
    expect(await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`)).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'agent_unresponsive',
      completedAt: at(),
    });
    await w.admin.creates(`/chats/${thread.id}/messages`, { body: 'Try again' });
    expect((await take()).messages).toHaveLength(2);
  });

  test('is noticed without another claim, by the housekeeping of the service', async () => {
    const { thread, turn } = await start();
    const path = `/chats/${thread.id}/turns/${turn.id}`;
    for (const expected of ['queued', 'queued', 'failed']) {
      await take();
      w.clock.advance(60_000);
      await w.tandem.turns.expireLeases();
      expect((await w.admin.reads(path)).state).toBe(expected);
    }
  });

  test('does not hold up the turns behind it', async () => {
    await start();
    const second = await startChat(w.person, w.agent.id);
    for (let claims = 0; claims < 3; claims++) {
      await take();
      w.clock.advance(60_000);
    }
    expect((await take()).turn.id).toBe(second.turn.id);
  });
});

describe('an agent that is deleted', () => {
  test('leaves its queued and its running turns failed, with an errorCode', async () => {
    const running = await start();
    const queued = await start();
    await take();
    w.clock.advance(1000);
    await w.admin.delete(`/agents/${w.agent.id}`);
    for (const { thread, turn } of [running, queued]) {
      expect(await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`)).toMatchObject({
        status: 'failed',
        state: 'failed',
        errorCode: 'agent_deleted',
        completedAt: at(),
      });
    }
  });

  test('has no turns to claim or to answer any more: its key is 401, a runtime’s 404', async () => {
    await start();
    const claimed = await take();
    await w.admin.delete(`/agents/${w.agent.id}`);
    expect(outcome(await tryClaim(w.agent))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await tryClaim(w.runtime))).toBe('404 NOT_FOUND');
    for (const [how, body] of STEPS) {
      expect([how, outcome(await step(w.runtime, claimed, how, body))]).toEqual([how, '404 NOT_FOUND']);
    }
  });

  test('keeps its name in what it said', async () => {
    const { thread } = await start();
    await answerNext(w.agent, w.agent.id, 'Farewell');
    await w.admin.delete(`/agents/${w.agent.id}`);
    const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
    expect(message).toMatchObject({ body: 'Farewell', author: { name: 'scout', type: 'agent' } });
  });
});
