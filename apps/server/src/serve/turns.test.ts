import { type Api, apiOf, hold, type Office, office, officeHere } from '../../testing/api.ts';
import { cleanUp, serve, stopped } from '../../testing/tandem.ts';

afterEach(cleanUp);

/** Starts a chat with the agent; returns the ids of the chat and its turn. */
async function ask({ ada, agent }: Pick<Office, 'ada' | 'agent'>, body = 'Are you there?') {
  const { status, body: sent } = await ada('POST', 'chats', { agentId: agent.id, body });
  expect(status).toBe(201);
  return { chatId: sent.thread.id as string, turnId: sent.turn.id as string };
}

type Asked = Awaited<ReturnType<typeof ask>>;

const claim = (by: Api, { id }: { id: string }, body: object = {}) =>
  by('POST', `agents/${id}/turns/claim`, body);

const reply = (by: Api, { id }: { id: string }, claimed: Claimed, body: string) =>
  by('POST', `agents/${id}/turns/${claimed.turn.id}/reply`, { token: claimed.lease.token, body });

const read = async ({ ada }: Pick<Office, 'ada'>, { chatId, turnId }: Asked, wait = 0) =>
  (await ada('GET', `chats/${chatId}/turns/${turnId}?wait=${wait}`)).body;

interface Claimed {
  readonly turn: { readonly id: string };
  readonly messages: readonly { readonly body: string }[];
  readonly lease: { readonly token: string; readonly expiresAt: string };
}

describe('a queue with many claimers', () => {
  test('200 turns and 50 claimers: each turn is claimed once and answered once', async () => {
    const world = await officeHere();
    const { ada, scribe, agent } = world;
    const asked = await Promise.all(Array.from({ length: 200 }, (_, i) => ask(world, `Question ${i}`)));

    const over = new AbortController();
    const claims: string[] = [];
    const claimer = async (name: number): Promise<void> => {
      for (;;) {
        const { status, body } = await scribe(
          'POST',
          `agents/${agent.id}/turns/claim`,
          { wait: 25 },
          { signal: over.signal },
        );
        expect(status).toBe(200);
        claims.push(body.turn.id);
        const answered = await reply(scribe, agent, body, `${name} to ${body.messages[0].body}`);
        expect(answered.status).toBe(200);
      }
    };
    const claimers = Array.from({ length: 50 }, (_, name) =>
      claimer(name).catch((error: unknown) => {
        if (!over.signal.aborted) throw error;
      }),
    );
    const turns = await Promise.race([
      Promise.all(asked.map((each) => read(world, each, 25))),
      Promise.all(claimers),
    ]);
    over.abort();
    await Promise.all(claimers);

    expect(claims.toSorted()).toEqual(asked.map(({ turnId }) => turnId).toSorted());
    expect(turns?.map((turn) => turn?.reply.body.replace(/^\d+ to /, ''))).toEqual(
      asked.map((_, i) => `Question ${i}`),
    );
    const { body: chats } = await ada('GET', 'chats?limit=100');
    expect(chats.data.every((chat: { messageCount: number }) => chat.messageCount === 2)).toBe(true);
  });

  test('turns are claimed oldest first', async () => {
    const world = await officeHere();
    const first = await ask(world, 'First');
    const second = await ask(world, 'Second');
    expect((await claim(world.scribe, world.agent)).body.turn.id).toBe(first.turnId);
    expect((await claim(world.scribe, world.agent)).body.turn.id).toBe(second.turnId);
    expect((await claim(world.scribe, world.agent)).status).toBe(204);
  });
});

describe('a claim that waits', () => {
  test('a waiting claim is woken by a new message', async () => {
    const world = await officeHere();
    const held = await hold(
      world.server.url,
      world.agent.key,
      'POST',
      `agents/${world.agent.id}/turns/claim`,
      { wait: 25 },
    );
    const startedAt = performance.now();
    const { turnId } = await ask(world);
    expect(await held.answer).toMatchObject({
      status: 200,
      body: { turn: { id: turnId, state: 'running' } },
    });
    expect(performance.now() - startedAt).toBeLessThan(2_000);
  });

  test('a waiting claim is woken by a message sent at the same instant', async () => {
    const world = await officeHere();
    const startedAt = performance.now();
    for (let i = 0; i < 20; i++) {
      const [claimed, { turnId }] = await Promise.all([
        claim(world.scribe, world.agent, { wait: 25 }),
        ask(world),
      ]);
      expect(claimed.body.turn.id).toBe(turnId);
      expect((await reply(world.scribe, world.agent, claimed.body, 'Yes')).status).toBe(200);
    }
    expect(performance.now() - startedAt).toBeLessThan(10_000);
  });

  test('a waiting claim whose client disconnects takes no turn: the next claimer gets it at once', async () => {
    const world = await officeHere();
    const path = `agents/${world.agent.id}/turns/claim`;
    for (let i = 1; i <= 5; i++) {
      const held = await hold(world.server.url, world.agent.key, 'POST', path, { wait: 25 });
      held.leave();
    }
    await world.server.says('stderr', /(?:"operation":"turns\.claim"[\s\S]*?){5}/);
    const { turnId } = await ask(world);
    expect((await claim(world.scribe, world.agent)).body.turn.id).toBe(turnId);
  });
});

describe('a lease', () => {
  test('after a lease expires another claimer gets the turn, and the late reply gets 409 LEASE_LOST', async () => {
    const world = await officeHere();
    const asked = await ask(world);
    const { body: slow } = await claim(world.scribe, world.agent, { leaseSeconds: 5 });
    // Held until the lease expires; only the service itself wakes it.
    const { status, body: quick } = await claim(world.scribe, world.agent, { wait: 25 });
    expect(status).toBe(200);
    expect(quick.turn.id).toBe(asked.turnId);
    expect(quick.lease.token).not.toBe(slow.lease.token);

    for (const late of [
      await reply(world.scribe, world.agent, slow, 'Too late'),
      await world.scribe('POST', `agents/${world.agent.id}/turns/${asked.turnId}/heartbeat`, {
        token: slow.lease.token,
      }),
      await world.scribe('POST', `agents/${world.agent.id}/turns/${asked.turnId}/release`, {
        token: slow.lease.token,
      }),
    ]) {
      expect(late).toMatchObject({ status: 409, body: { error: { code: 'LEASE_LOST' } } });
    }
    expect((await reply(world.scribe, world.agent, quick, 'In time')).status).toBe(200);
    expect((await reply(world.scribe, world.agent, slow, 'Too late')).body.error.code).toBe('LEASE_LOST');
    expect(await read(world, asked)).toMatchObject({ status: 'complete', reply: { body: 'In time' } });
  });

  test('a third expired lease fails the turn with agent_unresponsive and wakes its waiters', async () => {
    const world = await officeHere();
    const asked = await ask(world);
    for (let i = 0; i < 2; i++) {
      const { body } = await claim(world.scribe, world.agent, { wait: 25, leaseSeconds: 5 });
      expect(body.turn.id).toBe(asked.turnId);
    }
    await claim(world.scribe, world.agent, { wait: 25, leaseSeconds: 5 });
    const claimedAt = performance.now();
    expect(await read(world, asked, 25)).toMatchObject({
      status: 'failed',
      state: 'failed',
      errorCode: 'agent_unresponsive',
      reply: null,
    });
    const heldMs = performance.now() - claimedAt;
    expect(heldMs).toBeGreaterThan(4_000);
    expect(heldMs).toBeLessThan(8_000);
    expect((await claim(world.scribe, world.agent)).status).toBe(204);
  });

  test('an expired lease returns the turn to the queue without a claim', async () => {
    const world = await officeHere();
    const asked = await ask(world);
    await claim(world.scribe, world.agent, { leaseSeconds: 5 });
    expect((await read(world, asked)).state).toBe('running');
    const until = Date.now() + 10_000;
    let state: string;
    do {
      // The person waits for the end of the turn, so only a read shows that it is queued again.
      state = (await read(world, asked, 1)).state;
    } while (state === 'running' && Date.now() < until);
    expect(state).toBe('queued');
  });
});

describe('a message with an idempotency key', () => {
  const KEY = { headers: { 'Idempotency-Key': 'the same for all' } };

  test('a message sent 100 times at once with one idempotency key is one 201 and 99 replays with 200', async () => {
    const { ada, agent } = await officeHere();
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => ada('POST', 'chats', { agentId: agent.id, body: 'Once' }, KEY)),
    );
    const replays = answers.filter(({ status }) => status === 200);
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(replays).toHaveLength(99);
    for (const { headers, body } of answers) {
      expect(headers.get('Idempotent-Replayed')).toBe(body.created ? null : 'true');
      expect(body.message.id).toBe(answers[0]?.body.message.id);
    }
    const { body: chats } = await ada('GET', 'chats');
    expect(chats.data).toHaveLength(1);
    expect(chats.data[0].messageCount).toBe(1);
  });

  test('a message sent 100 times at once into a chat with one idempotency key exists once', async () => {
    const world = await officeHere();
    const { chatId } = await ask(world);
    const { body } = await claim(world.scribe, world.agent);
    await reply(world.scribe, world.agent, body, 'Yes');
    const answers = await Promise.all(
      Array.from({ length: 100 }, () =>
        world.ada('POST', `chats/${chatId}/messages`, { body: 'Once', clientMessageId: 'mine' }),
      ),
    );
    expect(answers.map(({ status }) => status).toSorted()).toEqual([...Array(99).fill(200), 201]);
    const { body: messages } = await world.ada('GET', `chats/${chatId}/messages?order=asc`);
    expect(messages.data.map((message: { body: string }) => message.body)).toEqual([
      'Are you there?',
      'Yes',
      'Once',
    ]);
  });

  test('an idempotency key of a message still works after a restart', async () => {
    const world = await officeHere();
    const send = (ada: Api) => ada('POST', 'chats', { agentId: world.agent.id, body: 'Once' }, KEY);
    const before = await Promise.all(Array.from({ length: 50 }, () => send(world.ada)));
    await stopped(world.server);
    const { url } = await serve(world.dataDir);
    const ada = apiOf(url, world.adminKey);
    const after = await Promise.all(Array.from({ length: 50 }, () => send(ada)));

    expect([...before, ...after].filter(({ status }) => status === 201)).toHaveLength(1);
    expect(after.every(({ status }) => status === 200)).toBe(true);
    expect(after.every(({ headers }) => headers.get('Idempotent-Replayed') === 'true')).toBe(true);
    expect(new Set([...before, ...after].map(({ body }) => body.message.id)).size).toBe(1);
    const changed = await ada('POST', 'chats', { agentId: world.agent.id, body: 'Twice' }, KEY);
    expect(changed).toMatchObject({ status: 409, body: { error: { code: 'IDEMPOTENCY_KEY_REUSED' } } });
  });
});

describe('a server that is stopped', () => {
  test('a stopping server answers waiting requests with the pending turn within a second, and exits with 0', async () => {
    const world = await office();
    const { chatId, turnId } = await ask(world);
    const { server, adminKey } = world;
    const path = `chats/${chatId}/turns/${turnId}?wait=25`;
    const waits = await Promise.all(
      Array.from({ length: 20 }, () => hold(server.url, adminKey, 'GET', path)),
    );
    const stoppedAt = performance.now();
    server.signal('SIGTERM');
    for (const { answer } of waits) {
      expect(await answer).toMatchObject({ status: 200, body: { id: turnId, status: 'pending' } });
    }
    expect(performance.now() - stoppedAt).toBeLessThan(1_000);
    expect((await server.ended).code).toBe(0);
  });

  test('a stopping server answers waiting claims with 204 within a second', async () => {
    const { server, agent } = await office();
    const path = `agents/${agent.id}/turns/claim`;
    const held = await hold(server.url, agent.key, 'POST', path, { wait: 25 });
    const stoppedAt = performance.now();
    server.signal('SIGTERM');
    expect(await held.answer).toEqual({ status: 204, body: null });
    expect((await server.ended).code).toBe(0);
    expect(performance.now() - stoppedAt).toBeLessThan(1_000);
  });
});

test('the 201st waiting request of a key gets 429 until one of the others ends', async () => {
  const world = await officeHere();
  const { chatId, turnId } = await ask(world);
  const path = `chats/${chatId}/turns/${turnId}?wait=25`;
  const { url } = world.server;
  const waits = await Promise.all(Array.from({ length: 200 }, () => hold(url, world.adminKey, 'GET', path)));
  const refused = await world.ada('GET', path);
  expect(refused).toMatchObject({ status: 429, body: { error: { code: 'RATE_LIMITED' } } });
  expect((await read(world, { chatId, turnId })).status).toBe('pending');
  // Another key has its own limit.
  expect((await claim(world.scribe, world.agent, { wait: 25 })).status).toBe(200);

  waits[0]?.leave();
  await world.server.says('stderr', /"operation":"chats\.turn"[^\n]*"status":499/);
  const again = await hold(url, world.adminKey, 'GET', path);
  again.leave();
  for (const wait of waits) wait.leave();
});
