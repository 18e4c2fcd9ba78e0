import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { NewSession, NewTelemetry } from './monitoring.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const session = (change: Partial<NewSession> = {}): NewSession => ({
  key: 's1',
  kind: 'task',
  displayName: 'Paint the fence',
  model: 'owl-1',
  contextTokens: 1_000,
  contextLimit: 200_000,
  lastActivity: START,
  ...change,
});
const point = (change: Partial<NewTelemetry> = {}): NewTelemetry => ({
  status: 'working',
  model: 'owl-1',
  contextTokens: 1_000,
  contextLimit: 200_000,
  activeSessions: 1,
  ...change,
});
const pushSessions = (sessions: readonly NewSession[], by = w.agent) =>
  w.tandem.monitoring.pushSessions(by, w.agent.id, sessions);
const push = (change: Partial<NewTelemetry> = {}, by = w.agent) =>
  w.tandem.monitoring.pushTelemetry(by, w.agent.id, point(change));
const history = (page = {}) => w.tandem.monitoring.telemetryHistory(w.admin, w.agent.id, page);

/** The agent's own key or a runtime key; an agent's key may push only for itself. */
// biome-ignore format: a table
test.each<[CallerName, string]>([
  ['agent',          'ok'],
  ['runtime',        'ok'],
  ['admin',          'FORBIDDEN'],
  ['member',         'FORBIDDEN'],
  ['service',        'FORBIDDEN'],
  ['actingAsMember', 'FORBIDDEN'],
  ['actingAsAgent',  'FORBIDDEN'],
])('%s pushes sessions and telemetry of scout: %s', async (who, expected) => {
  expect(await outcome(() => pushSessions([session()], w[who]))).toBe(expected);
  expect(await outcome(() => push({}, w[who]))).toBe(expected);
});

test("an agent's key may push only for itself, a runtime key for every agent", async () => {
  const fox = await w.newAgent('fox');
  expect(await outcome(() => pushSessions([], fox))).toBe('FORBIDDEN');
  expect(await outcome(() => push({}, fox))).toBe('FORBIDDEN');
  expect(await outcome(() => w.tandem.monitoring.pushSessions(w.runtime, fox.id, []))).toBe('ok');
});

describe('sessions', () => {
  const sessions = () => w.tandem.monitoring.sessions(w.admin, w.agent.id);

  test('there are no sessions until they are pushed', async () => {
    expect(await sessions()).toStrictEqual({ sessions: [], takenAt: null });
  });

  test('pushing sessions replaces the snapshot', async () => {
    await pushSessions([session(), session({ key: 's2' })]);
    w.time.advance(5);
    await pushSessions([session({ key: 's3', label: 'Fence' })]);
    expect(await sessions()).toStrictEqual({
      sessions: [session({ key: 's3', label: 'Fence' })],
      takenAt: START + 5,
    });
    await pushSessions([]);
    expect(await sessions()).toStrictEqual({ sessions: [], takenAt: START + 5 });
  });

  test('an omitted label of a session is null', async () => {
    expect((await pushSessions([session()])).sessions[0]?.label).toBeNull();
  });

  test('a snapshot has at most 1,000 sessions', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => session({ key: `s${i}` }));
    expect(await outcome(() => pushSessions(many(1_000)))).toBe('ok');
    expect(await outcome(() => pushSessions(many(1_001)))).toBe('VALIDATION_ERROR');
  });

  test.each<[string, Partial<NewSession>]>([
    ['a blank key', { key: ' ' }],
    ['a blank kind', { kind: '' }],
    ['a NUL character', { displayName: 'a\0' }],
    ['a negative count', { contextTokens: -1 }],
    ['half a token', { contextLimit: 0.5 }],
    ['a date that is no date', { lastActivity: 8.64e15 + 1 }],
  ])('pushing sessions with %s is 400 and keeps the snapshot', async (_what, change) => {
    await pushSessions([session()]);
    const { fields = {} } = await refusal(() => pushSessions([session(), session(change)]));
    expect(Object.keys(fields)).toEqual([`sessions.1.${Object.keys(change)[0]}`]);
    expect((await sessions()).sessions).toHaveLength(1);
  });
});

describe('telemetry', () => {
  test('telemetry is null when the agent has none', async () => {
    expect(await w.tandem.monitoring.telemetry(w.admin, w.agent.id)).toBeNull();
    expect(await history()).toMatchObject({ items: [], total: 0 });
  });

  test('the latest telemetry is the last point pushed, with usage as given', async () => {
    await push();
    w.time.advance(5);
    await push({ status: 'idle', usage: { cost: 1.25, 'cache-hits': 0 } });
    expect(await w.tandem.monitoring.telemetry(w.admin, w.agent.id)).toStrictEqual({
      ...point({ status: 'idle', usage: { cost: 1.25, 'cache-hits': 0 } }),
      at: START + 5,
    });
  });

  test('the telemetry history is newest first with the total, even within one millisecond', async () => {
    for (let i = 1; i <= 3; i++) await push({ activeSessions: i });
    const first = await history({ limit: 2 });
    const rest = await history({ limit: 2, after: first.next });
    expect([...first.items, ...rest.items].map(({ activeSessions }) => activeSessions)).toStrictEqual([
      3, 2, 1,
    ]);
    expect([first.total, rest.total, rest.next]).toStrictEqual([3, 3, null]);
  });

  test('telemetry belongs to one agent', async () => {
    const fox = await w.newAgent('fox');
    await push();
    expect(await w.tandem.monitoring.telemetry(w.admin, fox.id)).toBeNull();
  });

  test('telemetry usage is an object of at most 20 numbers', async () => {
    const usage = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]));
    expect(await outcome(() => push({ usage: usage(20) }))).toBe('ok');
    expect((await refusal(() => push({ usage: usage(21) }))).fields).toHaveProperty('usage');
  });

  test.each<[string, Partial<NewTelemetry>, string]>([
    ['a negative count', { contextTokens: -1 }, 'contextTokens'],
    ['half a token', { contextLimit: 0.5 }, 'contextLimit'],
    ['half a session', { activeSessions: 0.5 }, 'activeSessions'],
    ['a NUL character', { model: 'a\0' }, 'model'],
  ])('telemetry with %s is 400 with the field named', async (_what, change, field) => {
    expect(Object.keys((await refusal(() => push(change))).fields ?? {})).toStrictEqual([field]);
  });

  test('forgetting telemetry deletes all old points and keeps the rest', async () => {
    for (let i = 0; i < 501; i++) await push();
    w.time.advance(1_000);
    await push({ activeSessions: 7 });
    w.time.advance(1);
    expect(await w.tandem.monitoring.forgetTelemetry(1_000)).toBe(501);
    expect((await history()).items.map(({ activeSessions }) => activeSessions)).toStrictEqual([7]);
    expect(await w.tandem.monitoring.forgetTelemetry(1_000)).toBe(0);
  });
});

describe("an agent's activity", () => {
  const activity = async (page = {}) => w.tandem.monitoring.activity(w.admin, w.agent.id, page);

  test("an agent's activity has events by and about it, newest first, with the total", async () => {
    await w.tandem.tasks.create(w.agent, { title: 'Its own' });
    await w.tandem.tasks.create(w.admin, {
      title: 'Not its, though it is the assignee',
      assignedTo: 'scout',
    });
    await w.tandem.agents.update(w.admin, w.agent.id, { emoji: '🐺' });
    await w.tandem.tasks.update(w.actingAsAgent, 2, { priority: 'p0' });
    const { items, total } = await activity();
    expect(
      items.map(({ actor, action, entity, field }) => [actor.name, action, entity.type, field]),
    ).toStrictEqual([
      ['scout', 'updated', 'task', 'priority'],
      ['ada', 'updated', 'agent', 'emoji'],
      ['scout', 'created', 'task', null],
      ['ada', 'created', 'agent', null],
    ]);
    expect(total).toBe(4);
  });

  test("an agent's activity is paged", async () => {
    for (let i = 0; i < 3; i++) await w.tandem.tasks.create(w.agent, { title: `${i}` });
    const first = await activity({ limit: 3 });
    const rest = await activity({ limit: 3, after: first.next });
    expect(rest.items.map(({ action, entity }) => `${entity.type} ${action}`)).toStrictEqual([
      'agent created',
    ]);
    expect(rest.next).toBeNull();
  });

  test("an agent's activity does not include other agents'", async () => {
    const fox = await w.newAgent('fox');
    await w.tandem.tasks.create(fox, { title: 'Of the fox' });
    expect((await activity()).total).toBe(1);
  });
});
