import { outcome, refusal, type World, world } from '../../testing/world.ts';
import type { AgentLimits } from '../members/member.ts';
import { agentsOverLimit } from '../steps/usage-limits.ts';
import type { Usage } from './usage.ts';

const DAY = 24 * 60 * 60_000;

let w: World;
beforeEach(async () => {
  w = await world();
  await w.tandem.agents.update(w.admin, w.agent.id, { maxClaims: 9 });
});

const limit = (perDay: number | null, by = w.admin) =>
  w.tandem.agents.update(by, w.agent.id, {
    limits: perDay === null ? null : { usage: { tokens: { perDay } } },
  });
const newTask = () => w.tandem.tasks.create(w.admin, { title: 'Dig' });
const next = (wait = 0) => w.tandem.claims.next(w.agent, { wait, leaseSeconds: 3_600 });
const over = () => w.storage.read(w.workspaceId, (stores) => agentsOverLimit(stores, w.time.now()));

/** The agent's run of a task, and its heartbeats. */
async function run() {
  const { taskNumber } = await newTask();
  const { lease } = await w.tandem.claims.claim(w.agent, taskNumber, { leaseSeconds: 3_600 });
  return (usage?: Usage) => w.tandem.claims.heartbeat(w.agent, taskNumber, { token: lease.token, usage });
}

describe('an agent over its limit', () => {
  test('an agent over its limit gets no tasks, and is told its usage and the end of the limit', async () => {
    await limit(100);
    const beat = await run();
    await newTask();
    await beat({ tokens: 99, other: 1_000 });
    expect(await outcome(() => next())).toBe('ok');
    await beat({ tokens: 100 });
    await newTask();
    const { code, details, message } = await refusal(() => next());
    expect([code, details]).toEqual([
      'USAGE_LIMIT',
      { limit: { name: 'tokens', used: 100, perDay: 100, endsAt: '2026-03-02T00:00:00.000Z' } },
    ]);
    expect(message).toContain('100 of 100 (tokens)');
    expect(await outcome(() => w.tandem.claims.claim(w.agent, 3, {}))).toBe('USAGE_LIMIT');
    expect(await outcome(() => w.tandem.claims.claim(w.agent, 1, { takeOver: true }))).toBe('USAGE_LIMIT');
  });

  test('an agent over its limit is told to stop, and keeps its claim while it sends heartbeats', async () => {
    await limit(100);
    const beat = await run();
    expect(await beat({ tokens: 99 })).toMatchObject({ directive: 'continue', reason: null });
    expect(await beat({ tokens: 150 })).toMatchObject({ directive: 'stop', reason: 'limit' });
    expect(await beat()).toMatchObject({ directive: 'stop', reason: 'limit' });
    await w.tandem.agents.update(w.admin, w.agent.id, { paused: true });
    expect(await beat()).toMatchObject({ directive: 'stop', reason: 'paused' });
  });

  test('an agent over its limit still replies to people, and that usage counts', async () => {
    await limit(100);
    const reply = async (tokens: number) => {
      await w.tandem.chats.start(w.admin, { agentId: w.agent.id, body: 'Well?' });
      const claim = await w.tandem.turns.claim(w.agent, w.agent.id, {});
      const token = claim?.lease.token ?? '';
      return w.tandem.turns.reply(w.agent, w.agent.id, claim?.turn.id ?? '', {
        token,
        body: 'Yes',
        usage: { tokens },
      });
    };
    await reply(100);
    expect(await outcome(() => next())).toBe('USAGE_LIMIT');
    expect(await reply(1)).toMatchObject({ status: 'complete' });
  });

  test('an agent over its limit can claim again on the next day in UTC', async () => {
    await limit(100);
    const beat = await run();
    await beat({ tokens: 100 });
    await newTask();
    expect(await outcome(() => next())).toBe('USAGE_LIMIT');
    w.time.set(DAY);
    expect(await beat({ tokens: 150 })).toMatchObject({ directive: 'continue', reason: null });
    expect((await next())?.task.taskNumber).toBe(2);
  });

  test('an agent over its limit can claim again when a person raises it, even if it was waiting', async () => {
    await limit(100);
    const beat = await run();
    const held = next(25);
    await w.held(1);
    await beat({ tokens: 100 });
    expect(w.tandem.waiting()).toBe(1);
    await limit(101);
    await w.held(1);
    await newTask();
    expect((await held)?.task.taskNumber).toBe(2);
  });

  test('a waiting request notices the limit at its next look, and leaves the task to others', async () => {
    await limit(100);
    const beat = await run();
    const held = refusal(() => next(25));
    await w.held(1);
    await beat({ tokens: 100 });
    const fox = await w.newAgent('fox');
    const other = w.tandem.claims.next(fox, { wait: 25 });
    await w.held(2);
    await newTask();
    expect((await held).code).toBe('USAGE_LIMIT');
    expect((await other)?.task.taskNumber).toBe(2);
  });

  test('an agent over its limit is listed until its day ends or it is removed', async () => {
    await limit(100);
    const beat = await run();
    expect(await over()).toEqual([]);
    w.time.set(5);
    await beat({ tokens: 100 });
    const since = w.time.now();
    w.time.set(5);
    await beat({ tokens: 120 });
    const agent = { id: w.agent.id, name: 'scout' };
    expect(await over()).toEqual([
      { agent, name: 'tokens', used: 120, perDay: 100, since, endsAt: Date.parse('2026-03-02') },
    ]);
    await limit(200);
    expect(await over()).toEqual([]);
    await limit(50);
    expect(await over()).toHaveLength(1);
    await beat({ tokens: 30 });
    expect(await over()).toHaveLength(1);
    w.time.set(DAY);
    expect(await over()).toEqual([]);
    w.time.set(-DAY);
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect(await over()).toEqual([]);
  });
});

describe('the limits of an agent', () => {
  test('only people can set limits, which are recorded in the log', async () => {
    for (const by of [w.agent, w.service, w.runtime, w.actingAsAgent]) {
      expect(await outcome(() => limit(5, by))).toBe('HUMANS_ONLY');
      expect(await outcome(() => limit(null, by))).toBe('HUMANS_ONLY');
    }
    expect((await limit(5, w.member)).limits).toEqual({ usage: { tokens: { perDay: 5 } } });
    const [entry] = (await w.tandem.monitoring.activity(w.admin, w.agent.id, {})).items;
    expect(entry).toMatchObject({ field: 'limits', oldValue: null });
  });

  test('null and empty limits are the same, and order does not matter', async () => {
    const set = (limits: AgentLimits | null) => w.tandem.agents.update(w.admin, w.agent.id, { limits });
    const before = await set({ usage: { b: { perDay: 1 }, a: { perDay: 2 } } });
    w.time.set(1);
    expect(await set({ usage: { a: { perDay: 2 }, b: { perDay: 1 } } })).toEqual(before);
    expect((await set({ usage: {} })).limits).toBeNull();
    await set({ usage: { a: { perDay: 1 } } });
    expect((await set(null)).limits).toBeNull();
  });

  test.each([
    ['limits.usage', Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`m${n}`, { perDay: 1 }]))],
    ['limits.usage', { ' ': { perDay: 1 } }],
    ['limits.usage.tokens.perDay', { tokens: { perDay: 0 } }],
    ['limits.usage.tokens.perDay', { tokens: { perDay: 1e16 } }],
  ])('invalid limits name %s', async (field, usage) => {
    const change = w.tandem.agents.update(w.admin, w.agent.id, { limits: { usage } });
    expect(Object.keys((await refusal(() => change)).fields ?? {})).toEqual([field]);
  });
});
