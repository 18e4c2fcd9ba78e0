import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../testing/client.ts';
import { type Clockwork, clockwork } from '../testing/clockwork.ts';
import { answerNext, claim, held, startChat } from '../testing/conversation.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** Asks for a turn and waits, and returns once the request is held. */
async function wait({ thread, turn }: Body, seconds: number | string = 25, by = w.admin): Promise<Held> {
  const before = w.tandem.waiting();
  const answer = by.get(`/chats/${thread.id}/turns/${turn.id}`, { wait: seconds });
  await held(w.tandem, before + 1);
  return { answer };
}
interface Held {
  readonly answer: Promise<Answer>;
}

const start = (): Promise<Body> => startChat(w.admin, w.agent.id);
const end = (of: Body, how: string, body: object = {}) =>
  w.agent.does('post', `/agents/${w.agent.id}/turns/${of.turn.id}/${how}`, {
    token: of.lease.token,
    ...body,
  });

describe('a wait for a turn', () => {
  test('is held until the agent answers, and brings the answer', async () => {
    const sent = await start();
    const { answer } = await wait(sent);
    const turn = await answerNext(w.agent, w.agent.id, 'Here you are');
    expect((await answer).body).toEqual(turn);
    expect((await answer).body).toMatchObject({
      id: sent.turn.id,
      status: 'complete',
      state: 'completed',
      reply: { role: 'assistant', body: 'Here you are', author: { type: 'agent' } },
    });
    expect(w.tandem.waiting()).toBe(0);
  });

  test('is held until the agent says that it cannot answer', async () => {
    const { answer } = await wait(await start());
    await end(await claim(w.agent, w.agent.id), 'fail', { errorCode: 'model_error' });
    expect((await answer).body).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'model_error',
    });
  });

  test('is held until the turn fails because nobody answered it', async () => {
    const { answer } = await wait(await start());
    for (let claims = 0; claims < 3; claims++) {
      await claim(w.agent, w.agent.id);
      w.clock.advance(60_000);
    }
    expect(outcome(await w.agent.post(`/agents/${w.agent.id}/turns/claim`))).toBe('204');
    expect((await answer).body).toMatchObject({ status: 'failed', errorCode: 'agent_unresponsive' });
  });

  test('is held until the agent is deleted', async () => {
    const { answer } = await wait(await start());
    await w.admin.delete(`/agents/${w.agent.id}`);
    expect((await answer).body).toMatchObject({ status: 'failed', errorCode: 'agent_deleted' });
  });

  test('is held until the chat is archived', async () => {
    const sent = await start();
    const { answer } = await wait(sent);
    await w.admin.does('post', `/chats/${sent.thread.id}/archive`);
    expect((await answer).body).toMatchObject({ status: 'canceled', state: 'canceled' });
  });

  test('is 404 once the chat is deleted', async () => {
    const sent = await start();
    const { answer } = await wait(sent);
    await w.admin.delete(`/chats/${sent.thread.id}`);
    expect(outcome(await answer)).toBe('404 NOT_FOUND');
  });

  test('goes on while the turn is merely picked up, kept alive, given back and picked up again', async () => {
    const sent = await start();
    const { answer } = await wait(sent);
    const first = await claim(w.agent, w.agent.id);
    expect(w.tandem.waiting()).toBe(1);
    await end(first, 'heartbeat');
    expect(w.tandem.waiting()).toBe(1);
    await end(first, 'release');
    expect(w.tandem.waiting()).toBe(1);
    await claim(w.agent, w.agent.id);
    w.clock.advance(60_000);
    await w.tandem.turns.expireLeases();
    expect(w.tandem.waiting()).toBe(1);
    await answerNext(w.agent, w.agent.id, 'At last');
    expect((await answer).body.reply.body).toBe('At last');
  });

  test('does not end with the turn of another chat', async () => {
    const other = await start();
    const { answer } = await wait(await start());
    await answerNext(w.agent, w.agent.id, 'To the other');
    expect((await w.admin.reads(`/chats/${other.thread.id}/turns/${other.turn.id}`)).status).toBe('complete');
    expect(w.tandem.waiting()).toBe(1);
    await answerNext(w.agent, w.agent.id, 'To this one');
    expect((await answer).body.reply.body).toBe('To this one');
  });

  test('can be shared: all who wait for a turn have its answer', async () => {
    const sent = await start();
    const waits: Held[] = [];
    for (const by of [w.admin, w.service, w.admin]) waits.push(await wait(sent, 25, by));
    const turn = await answerNext(w.agent, w.agent.id);
    for (const { answer } of waits) expect((await answer).body).toEqual(turn);
  });

  test('for a turn that has ended is answered at once', async () => {
    const { thread } = await start();
    const turn = await answerNext(w.agent, w.agent.id);
    expect(await w.admin.reads(`/chats/${thread.id}/turns/${turn.id}`, { wait: 25 })).toEqual(turn);
  });

  test('of 0, or none, is answered at once with the turn as it is', async () => {
    const { thread, turn } = await start();
    const path = `/chats/${thread.id}/turns/${turn.id}`;
    expect(await w.admin.reads(path)).toEqual(turn);
    expect(await w.admin.reads(path, { wait: 0 })).toEqual(turn);
    await claim(w.agent, w.agent.id);
    expect(await w.admin.reads(path, { wait: 0 })).toMatchObject({ status: 'pending', state: 'running' });
  });

  test.each(['-1', '1.5', 'x', '', ' 1', '1e1', '0x5', 'true'])('of %j is 400 at wait', async (seconds) => {
    const { thread, turn } = await start();
    const answer = await w.admin.get(`/chats/${thread.id}/turns/${turn.id}`, { wait: seconds });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['wait']);
  });

  test('of a client that goes away is let go at once', async () => {
    const { thread, turn } = await start();
    const { port } = w.server.address() as AddressInfo;
    const client = httpRequest({
      port,
      path: `/api/v1/chats/${thread.id}/turns/${turn.id}?wait=25`,
      headers: { Authorization: `Bearer ${w.admin.secret}` },
    });
    client.on('error', () => undefined).end();
    await held(w.tandem, 1);
    client.destroy();
    await held(w.tandem, 0);
  });

  test('is answered with the pending turn when the service stops, and holds no more', async () => {
    const sent = await start();
    const { answer } = await wait(sent);
    w.tandem.stopWaiting();
    expect((await answer).body).toEqual(sent.turn);
    const later = await w.admin.reads(`/chats/${sent.thread.id}/turns/${sent.turn.id}`, { wait: 25 });
    expect(later).toEqual(sent.turn);
    expect(outcome(await w.agent.post(`/agents/${w.agent.id}/turns/claim`, { wait: 25 }))).toBe('200');
    expect(outcome(await w.agent.post(`/agents/${w.agent.id}/turns/claim`, { wait: 25 }))).toBe('204');
  });

  test('may be held 200 times by a key; more are 429, while other keys may wait and the key may read', async () => {
    const sent = await start();
    const path = `/chats/${sent.thread.id}/turns/${sent.turn.id}`;
    const waits = Array.from({ length: 200 }, () => w.admin.get(path, { wait: 25 }));
    await held(w.tandem, 200);
    const refused = await w.admin.get(path, { wait: 25 });
    expect([outcome(refused), refused.headers['retry-after']]).toEqual(['429 RATE_LIMITED', '1']);
    expect(outcome(await w.admin.get(path))).toBe('200');
    const others = await wait(sent, 25, w.service);
    await answerNext(w.agent, w.agent.id);
    for (const answer of [...(await Promise.all(waits)), await others.answer]) {
      expect(answer.body.status).toBe('complete');
    }
    expect(outcome(await w.admin.get(path, { wait: 25 }))).toBe('200');
  });

  test('counts once against the rate limit', async () => {
    w = await world({ rateLimit: 100 });
    const left = ({ headers }: Answer) => Number(/remaining=(\d+)/.exec(headers.ratelimit ?? '')?.[1]);
    const sent = await start();
    const before = left(await w.admin.get('/me'));
    const { answer } = await wait(sent);
    await answerNext(w.agent, w.agent.id);
    await answer;
    expect(left(await w.admin.get('/me'))).toBe(before - 2);
  });
});

describe('as time goes by', () => {
  let c: Clockwork;
  beforeEach(async () => {
    c = await clockwork();
  });

  const ask = async (seconds: number): Promise<{ sent: Body; answer: Promise<Answer> }> => {
    const sent = await startChat(c.admin, c.agent.id);
    const answer = c.admin.get(`/chats/${sent.thread.id}/turns/${sent.turn.id}`, { wait: seconds });
    await held(c.tandem, 1);
    return { sent, answer };
  };

  test.each([1, 25])(
    'a wait of %d s ends then, not before, with the turn that is still pending',
    async (s) => {
      const { sent, answer } = await ask(s);
      c.clock.advance(s * 1000 - 1);
      expect(c.tandem.waiting()).toBe(1);
      c.clock.advance(101);
      expect(c.tandem.waiting()).toBe(0);
      expect([(await answer).status, (await answer).body]).toEqual([200, sent.turn]);
    },
  );

  test.each([26, 3600, Number.MAX_SAFE_INTEGER])('a wait of %d s counts as one of 25', async (seconds) => {
    const { answer } = await ask(seconds);
    c.clock.advance(24_999);
    expect(c.tandem.waiting()).toBe(1);
    c.clock.advance(101);
    expect((await answer).body.status).toBe('pending');
  });

  test('the client calls again, and has the answer', async () => {
    const { sent, answer } = await ask(5);
    c.clock.advance(5100);
    await answer;
    const again = c.admin.get(`/chats/${sent.thread.id}/turns/${sent.turn.id}`, { wait: 5 });
    await held(c.tandem, 1);
    await answerNext(c.agent, c.agent.id, 'Now');
    expect((await again).body.reply.body).toBe('Now');
  });

  test.each([1, 25, 3600])(
    'a claim that waits %d s is 204 when nothing came, after 25 s at most',
    async (wait) => {
      const answer = c.agent.post(`/agents/${c.agent.id}/turns/claim`, { wait });
      await held(c.tandem, 1);
      c.clock.advance(Math.min(wait, 25) * 1000 - 1);
      expect(c.tandem.waiting()).toBe(1);
      c.clock.advance(101);
      expect([(await answer).status, (await answer).text]).toEqual([204, '']);
    },
  );

  test('a claim that waits gets a turn whose lease runs out meanwhile', async () => {
    await startChat(c.admin, c.agent.id);
    const lost = await claim(c.agent, c.agent.id, { leaseSeconds: 5 });
    const answer = c.runtime.post(`/agents/${c.agent.id}/turns/claim`, { wait: 25 });
    await held(c.tandem, 1);
    c.clock.advance(5000);
    await c.tandem.turns.expireLeases();
    expect((await answer).body.turn.id).toBe(lost.turn.id);
    expect((await answer).body.lease.token).not.toBe(lost.lease.token);
  });

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])(
    'a clock that is set an hour %s holds up no wait, and neither frees a turn nor keeps it',
    async (_, ms) => {
      await startChat(c.admin, c.agent.id);
      const { turn, lease } = await claim(c.agent, c.agent.id);
      const other = c.runtime.post(`/agents/${c.agent.id}/turns/claim`, { wait: 25 });
      await held(c.tandem, 1);
      c.clock.set(ms);
      c.clock.advance(24_900);
      await c.tandem.turns.expireLeases();
      expect(c.tandem.waiting()).toBe(1);
      c.clock.advance(200);
      expect((await other).status).toBe(204);
      const heartbeat = () =>
        c.agent.post(`/agents/${c.agent.id}/turns/${turn.id}/heartbeat`, { token: lease.token });
      expect((await heartbeat()).body.lease.expiresAt).toBe(new Date(c.clock.now() + 60_000).toISOString());
      c.clock.advance(60_000);
      expect(outcome(await heartbeat())).toBe('409 LEASE_LOST');
      expect((await claim(c.runtime, c.agent.id)).turn.id).toBe(turn.id);
    },
  );
});

describe('a claim that waits', () => {
  /** Claims and waits, and returns once the request is held. */
  const waitForTurn = async (by = w.agent, seconds = 25): Promise<Held> => {
    const before = w.tandem.waiting();
    const answer = by.post(`/agents/${w.agent.id}/turns/claim`, { wait: seconds });
    await held(w.tandem, before + 1);
    return { answer };
  };

  test('gets the turn of a chat that is started, and of a message that is sent', async () => {
    const first = await waitForTurn();
    const sent = await start();
    const { body } = await first.answer;
    expect(body.turn.id).toBe(sent.turn.id);
    await end(body, 'reply', { body: 'Hi' });
    const second = await waitForTurn();
    const more = await w.admin.creates(`/chats/${sent.thread.id}/messages`, { body: 'More' });
    expect((await second.answer).body.turn.id).toBe(more.turn.id);
  });

  test('gets a turn that is given back', async () => {
    await start();
    const taken = await claim(w.agent, w.agent.id);
    const { answer } = await waitForTurn(w.runtime);
    await end(taken, 'release');
    expect((await answer).body.turn.id).toBe(taken.turn.id);
  });

  test('of two, exactly one gets a turn, and the one that waited longer', async () => {
    const first = await waitForTurn(w.agent);
    const second = await waitForTurn(w.runtime);
    const one = await start();
    expect((await first.answer).body.turn.id).toBe(one.turn.id);
    expect(w.tandem.waiting()).toBe(1);
    const two = await start();
    expect((await second.answer).body.turn.id).toBe(two.turn.id);
  });

  test('is not woken by another agent’s turn', async () => {
    const owl = await w.admin.creates('/agents', {
      name: 'owl',
      displayName: 'Owl',
      emoji: '🦉',
      model: 'm',
    });
    const { answer } = await waitForTurn();
    await startChat(w.admin, owl.id);
    expect(w.tandem.waiting()).toBe(1);
    const sent = await start();
    expect((await answer).body.turn.id).toBe(sent.turn.id);
  });

  test('whose client has gone leaves the turn in the queue', async () => {
    const { port } = w.server.address() as AddressInfo;
    const client = httpRequest({
      port,
      method: 'POST',
      path: `/api/v1/agents/${w.agent.id}/turns/claim`,
      headers: { Authorization: `Bearer ${w.agent.secret}`, 'Content-Type': 'application/json' },
    });
    client.on('error', () => undefined).end(JSON.stringify({ wait: 25 }));
    await held(w.tandem, 1);
    client.destroy();
    await held(w.tandem, 0);
    const sent = await start();
    expect((await claim(w.agent, w.agent.id)).turn.id).toBe(sent.turn.id);
  });

  test('is 404 as soon as the agent is deleted', async () => {
    const { answer } = await waitForTurn(w.runtime);
    await w.admin.delete(`/agents/${w.agent.id}`);
    expect(outcome(await answer)).toBe('404 NOT_FOUND');
  });
});
