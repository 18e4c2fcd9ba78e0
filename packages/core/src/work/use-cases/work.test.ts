import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { TakenWork, WorkQuery } from './work.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (input: object = {}) =>
  (await w.tandem.tasks.create(w.admin, { title: 'A task', ...input })).taskNumber;
const say = async (body = 'Hello') =>
  (await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body })).chat.id;
const next = (query: WorkQuery = {}, by: Caller = w.agent, gone?: AbortSignal) =>
  w.tandem.work.next(by, w.agent.id, query, gone);
/** The work that an agent got: the number of a task, or the text of a message or a mention. */
const got = async (answer: ReturnType<typeof next>) => {
  const work = await answer;
  if (work?.kind === 'mention') return work.mention.text;
  return work && (work.kind === 'task' ? work.task.taskNumber : work.messages.at(-1)?.body);
};
const leaseOf = (work: TakenWork | null) => (work && 'lease' in work ? work.lease : undefined);
const waiting = (query: WorkQuery = {}, by: Caller = w.agent) => {
  const request = { over: false, answer: got(next({ wait: 25, ...query }, by)) };
  const end = () => {
    request.over = true;
  };
  request.answer.then(end, end);
  return request;
};
const hand = (change: object) => w.tandem.agents.update(w.admin, w.agent.id, change);
const withScopes = (...scopes: Parameters<World['caller']>[2] & object) => w.caller('scout', 'agent', scopes);

describe('callers that take work', () => {
  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['agent',          'ok'],
    ['runtime',        'ok'],
    ['admin',          'FORBIDDEN'],
    ['member',         'FORBIDDEN'],
    ['service',        'FORBIDDEN'],
    ['actingAsMember', 'FORBIDDEN'],
    ['actingAsAgent',  'FORBIDDEN'],
  ])('taking work as %s: %s', async (who, expected) => {
    expect(await outcome(() => next({}, w[who]))).toBe(expected);
  });

  test('an agent gets only its own work, and an unknown agent none', async () => {
    const fox = await w.newAgent('fox');
    expect(await outcome(() => next({}, fox))).toBe('FORBIDDEN');
    expect(await outcome(() => w.tandem.work.next(w.runtime, 'nobody', {}))).toBe('NOT_FOUND');
  });
});

describe('the choice of work', () => {
  test('a turn comes before a task of any priority', async () => {
    await create({ priority: 'p0' });
    await say();
    expect([await got(next()), await got(next()), await next()]).toStrictEqual(['Hello', 1, null]);
  });

  test('the best ready task by the filter is taken; turns ignore the filter', async () => {
    await create({ priority: 'p0' });
    await create({ priority: 'p3' });
    await say();
    const query: WorkQuery = { priority: ['p3'] };
    expect([await got(next(query)), await got(next(query))]).toStrictEqual(['Hello', 2]);
  });

  test('only the named kinds of work are taken', async () => {
    await create();
    await say();
    expect(await got(next({ kinds: ['task'] }))).toBe(1);
    expect(await got(next({ kinds: ['task', 'turn'] }))).toBe('Hello');
    await create();
    expect(await next({ kinds: ['turn'] })).toBeNull();
    expect(await outcome(() => next({ kinds: [] }))).toBe('VALIDATION_ERROR');
  });

  test('only the kinds that the scopes allow are taken; naming another is refused', async () => {
    const [turns, tasks] = [await withScopes('agents:write'), await withScopes('tasks:write')];
    await create();
    await say();
    expect([await got(next({}, tasks)), await got(next({}, turns))]).toStrictEqual([1, 'Hello']);
    const forTask = await refusal(() => next({ kinds: ['turn', 'task'] }, turns));
    expect([forTask.code, forTask.message]).toStrictEqual([
      'INSUFFICIENT_SCOPE',
      expect.stringContaining('tasks:write'),
    ]);
    const forTurn = await refusal(() => next({ kinds: ['turn'] }, tasks));
    expect([forTurn.code, forTurn.message]).toStrictEqual([
      'INSUFFICIENT_SCOPE',
      expect.stringContaining('agents:write'),
    ]);
  });

  test('a lease lasts 60 s for a turn and 300 s for a task by default, or 30 s to 600 s for either', async () => {
    const seconds = async (leaseSeconds?: number) => {
      const work = await next({ leaseSeconds });
      return ((leaseOf(work)?.expiresAt ?? 0) - w.time.now()) / 1000;
    };
    await hand({ maxClaims: 9 });
    for (const leaseSeconds of [undefined, 30, 600]) {
      await say();
      await create();
      const expected = leaseSeconds ? [leaseSeconds, leaseSeconds] : [60, 300];
      expect([await seconds(leaseSeconds), await seconds(leaseSeconds)]).toStrictEqual(expected);
    }
    for (const leaseSeconds of [29, 601, 60.5])
      expect(await outcome(() => seconds(leaseSeconds))).toBe('VALIDATION_ERROR');
  });

  test('unknown names in the filter are refused', async () => {
    expect(await outcome(() => next({ projectId: 'none' }))).toBe('VALIDATION_ERROR');
    await create();
    expect(await next({ labels: ['none'] })).toBeNull();
  });
});

describe('a waiting request', () => {
  test('a waiting request is woken by a turn and by a task, and misses neither', async () => {
    const first = waiting();
    await w.held(1);
    await say();
    expect(await first.answer).toBe('Hello');
    const second = waiting();
    await w.held(1);
    await create();
    expect(await second.answer).toBe(1);
    expect(w.tandem.waiting()).toBe(0);
  });

  test('a waiting request passes on its task signal when it takes a turn', async () => {
    const fox = await w.newAgent('fox');
    const first = waiting();
    await w.held(1);
    const second = w.tandem.claims.next(fox, { wait: 25 });
    await w.held(2);
    await Promise.all([create(), say()]);
    const [taken, task] = await Promise.all([first.answer, Promise.race([second, create({ title: 'B' })])]);
    expect([taken, typeof task]).toStrictEqual(['Hello', 'number']);
    expect((await second)?.task.taskNumber).toBe(1);
  });

  test('a waiting request at the claim limit gets only turns, and leaves tasks to others', async () => {
    await create();
    await next();
    const atLimit = waiting();
    await w.held(1);
    const fox = await w.newAgent('fox');
    const other = w.tandem.claims.next(fox, { wait: 25 });
    await w.held(2);
    await create();
    expect((await other)?.task.taskNumber).toBe(2);
    expect(atLimit.over).toBe(false);
    await say();
    expect(await atLimit.answer).toBe('Hello');
  });

  // biome-ignore format: a table
  test.each<[string, (token: string) => Promise<unknown>]>([
    ['a task is given back', (token) => w.tandem.claims.release(w.agent, 1, { token, notBefore: w.time.now() + 9_000 })],
    ['a result is posted',   (token) => w.tandem.results.post(w.agent, 1, { token, outcome: 'succeeded', summary: 'Done' })],
    ['a person moves it',    () => w.tandem.tasks.transition(w.admin, 1, { to: 'waiting' })],
    ['a person archives it', () => w.tandem.tasks.archive(w.admin, 1)],
    ['a lease has run out',  async () => { w.time.advance(300_000); await w.tandem.claims.tidy(); }],
    ['more is allowed',      () => hand({ maxClaims: 2 })],
  ])('a waiting request at the claim limit takes a task once %s', async (_what, act) => {
    await create();
    const held = await next({ leaseSeconds: 300 });
    await create();
    w.time.advance(280_000);
    const request = waiting();
    await w.held(1);
    await act(leaseOf(held)?.token ?? '');
    expect(await request.answer).toBe(2);
  });

  test('a waiting request over a usage limit gets only turns, until a person raises it', async () => {
    await hand({ limits: { usage: { tokens: { perDay: 5 } } }, maxClaims: 2 });
    await create();
    const held = await next();
    if (held?.kind !== 'task') throw new Error('No task');
    await w.tandem.claims.heartbeat(w.agent, 1, { token: held.lease.token, usage: { tokens: 5 } });
    await create();
    expect(await outcome(() => next({ kinds: ['task'] }))).toBe('USAGE_LIMIT');
    const request = waiting();
    await w.held(1);
    expect(request.over).toBe(false);
    await hand({ limits: { usage: { tokens: { perDay: 6 } } } });
    expect(await request.answer).toBe(2);
  });

  test('a request for tasks only is refused at the claim limit', async () => {
    await create();
    await next();
    const { code, details } = await refusal(() => next({ kinds: ['task'], wait: 25 }));
    expect([code, details.claims]).toStrictEqual([
      'CLAIM_LIMIT',
      [expect.objectContaining({ taskNumber: 1 })],
    ]);
    const tasks = await withScopes('tasks:write');
    expect(await outcome(() => next({ wait: 25 }, tasks))).toBe('CLAIM_LIMIT');
  });

  test('a waiting request of a paused agent gets nothing until it is resumed', async () => {
    await hand({ paused: true });
    await create();
    await say();
    const request = waiting();
    await w.held(1);
    expect(request.over).toBe(false);
    await hand({ paused: false });
    expect(await request.answer).toBe('Hello');
  });

  test('a waiting request returns nothing when its time is up', async () => {
    const request = waiting({ wait: 1 });
    await w.held(1);
    w.time.advance(1_100);
    expect(await request.answer).toBeNull();
  });

  test('a client that disconnects while it is answered gives back the turn or the task', async () => {
    for (const [make, state] of [
      [say, async () => (await w.tandem.chats.list(w.admin, {})).items[0]?.activeTurn?.state],
      [create, async () => (await w.tandem.tasks.get(w.admin, 1)).status],
    ] as const) {
      await make();
      const client = new AbortController();
      const answer = next({ wait: 25 }, w.agent, client.signal);
      client.abort();
      expect(await answer).toBeNull();
      expect(['queued', 'todo']).toContain(await state());
      if (make === say) await next();
    }
  });

  test('a waiting request with an idempotency key runs outside a unit, and its replay has the same token', async () => {
    const once = () =>
      w.tandem.requests.once(
        w.agent,
        { key: 'k', request: 'POST /work', payload: '{}' },
        async ({ work }) => {
          const found = await work.next(w.agent, w.agent.id, { wait: 25 });
          return { status: found ? 200 : 204, body: found && `${found.kind} ${leaseOf(found)?.token}` };
        },
      );
    const fox = await w.newAgent('fox');
    const first = once();
    await w.held(1);
    const other = w.tandem.claims.next(fox, { wait: 25 });
    await w.held(2);
    await Promise.all([create(), say()]);
    const answered = await first;
    const body = 'answer' in answered ? answered.answer.body : null;
    expect(body).toMatch(/^turn \w+$/);
    expect((await other)?.task.taskNumber).toBe(1);
    expect(await once()).toMatchObject({ replay: { status: 200, body } });
  });
});
