import type { Answer } from '../testing/client.ts';
import { answerNext, claim, startChat } from '../testing/conversation.ts';
import { type Api, type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const at = () => new Date(w.clock.now()).toISOString();
const after = (ms: number) => new Date(w.clock.now() + ms).toISOString();

/** A chat of Ada's with scout, whose first turn is queued. */
const start = (body?: string, more?: object): Promise<Body> => startChat(w.admin, w.agent.id, body, more);
const take = (body?: object): Promise<Body> => claim(w.agent, w.agent.id, body);
const tryClaim = (by: Api, body?: object): Promise<Answer> =>
  by.post(`/agents/${w.agent.id}/turns/claim`, body);

/** A request about a turn with the given lease. */
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
  test('claiming a turn returns 200 with the running turn, its chat, person, messages and lease', async () => {
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

  test('claiming from an empty queue returns 204 without a body', async () => {
    for (const body of [undefined, {}, { wait: 0 }]) {
      const answer = await tryClaim(w.agent, body);
      expect([answer.status, answer.text]).toEqual([204, '']);
    }
  });
});

describe('who may', () => {
  test('another process of the agent can continue a turn with its token', async () => {
    await start();
    const claimed = await claim(w.runtime, w.agent.id);
    expect(outcome(await step(w.agent, claimed, 'reply', { body: 'Hi' }))).toBe('200');
  });
});

test('a missing turn is 404 and a foreign agent 403, before an invalid body is 400', async () => {
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

describe('a heartbeat', () => {
  test('a heartbeat returns the extended lease with the same token', async () => {
    await start();
    const claimed = await take({ leaseSeconds: 10 });
    for (let n = 0; n < 5; n++) {
      w.clock.advance(9000);
      const { lease, ...rest } = await doStep(claimed, 'heartbeat');
      expect([lease, rest]).toEqual([{ token: claimed.lease.token, expiresAt: after(10_000) }, {}]);
    }
    await doStep(claimed, 'reply', { body: 'Hi' });
  });
});

describe('a reply', () => {
  test('a reply returns the completed turn with the agent’s message', async () => {
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
});

describe('an agent that is deleted', () => {
  test('messages keep the name of a deleted agent', async () => {
    const { thread } = await start();
    await answerNext(w.agent, w.agent.id, 'Farewell');
    await w.admin.delete(`/agents/${w.agent.id}`);
    const [message] = (await w.admin.reads(`/chats/${thread.id}/messages`)).data;
    expect(message).toMatchObject({ body: 'Farewell', author: { name: 'scout', type: 'agent' } });
  });
});
