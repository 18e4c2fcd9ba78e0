import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Answer } from '../testing/client.ts';
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
describe('a wait for a turn', () => {
  test('a waiting request for a turn is answered with the reply', async () => {
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

  test('a waiting request ends when its client disconnects', async () => {
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

  test('waiting requests are answered with the pending turn when the service stops', async () => {
    const sent = await start();
    const { answer } = await wait(sent);
    w.tandem.stopWaiting();
    expect((await answer).body).toEqual(sent.turn);
    const later = await w.admin.reads(`/chats/${sent.thread.id}/turns/${sent.turn.id}`, { wait: 25 });
    expect(later).toEqual(sent.turn);
    expect(outcome(await w.agent.post(`/agents/${w.agent.id}/turns/claim`, { wait: 25 }))).toBe('200');
    expect(outcome(await w.agent.post(`/agents/${w.agent.id}/turns/claim`, { wait: 25 }))).toBe('204');
  });

  test('the 201st waiting request of a key is 429 with Retry-After; others can wait', async () => {
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

  test('a waiting request counts once against the rate limit', async () => {
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

describe('a claim that waits', () => {
  test('a claim whose client has disconnected leaves the turn in the queue', async () => {
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
});
