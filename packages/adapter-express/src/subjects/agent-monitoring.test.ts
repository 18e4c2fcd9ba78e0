import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const at = () => new Date(w.clock.now()).toISOString();
const path = (of: string, agentId = w.agent.id) => `/agents/${agentId}/${of}`;

const SESSION = {
  key: 'task:7',
  kind: 'task',
  label: 'Fix the build',
  displayName: 'Task 7',
  model: 'owl-1',
  contextTokens: 1200,
  contextLimit: 200_000,
  lastActivity: Date.parse('2026-03-01T08:59:30.250Z'),
};
const POINT = { status: 'working', model: 'owl-1', contextTokens: 10, contextLimit: 100, activeSessions: 2 };

const pushSessions = (sessions: unknown, by: Holder = w.agent) => by.put(path('sessions'), { sessions });
const pushPoint = (more: object = {}, by: Holder = w.agent) =>
  by.post(path('telemetry'), { ...POINT, ...more });

describe('a single agent', () => {
  test('has counts and links besides what a list shows', async () => {
    const [listed] = (await w.admin.reads('/agents')).data;
    expect(await w.admin.reads(`/agents/${w.agent.id}`)).toStrictEqual({
      ...listed,
      counts: { sessions: 0, activity: expect.any(Number) },
      _links: {
        sessions: `/api/v1/agents/${w.agent.id}/sessions`,
        activity: `/api/v1/agents/${w.agent.id}/activity`,
        telemetry: `/api/v1/agents/${w.agent.id}/telemetry`,
      },
    });
  });

  test('counts the sessions of its snapshot, and the entries of its activity list', async () => {
    const counts = async () => (await w.admin.reads(`/agents/${w.agent.id}`)).counts;
    const before = await counts();
    await pushSessions([SESSION, { ...SESSION, key: 'chat:1' }]);
    await w.agent.creates('/tasks', { title: 'By it' });
    await w.admin.does('patch', `/agents/${w.agent.id}`, { title: 'Scribe', model: 'owl-2' });
    expect(await counts()).toEqual({ sessions: 2, activity: before.activity + 3 });
    expect((await w.admin.reads(path('activity'))).total).toBe(before.activity + 3);
    await pushSessions([]);
    expect((await counts()).sessions).toBe(0);
  });

  test('has links that can be followed', async () => {
    const { _links } = await w.admin.reads(`/agents/${w.agent.id}`);
    for (const link of Object.values<string>(_links)) {
      expect((await w.admin.get(link.replace('/api/v1', ''))).status).toBe(200);
    }
  });
});

describe('the sessions of an agent', () => {
  test('are none, with no time of a snapshot, while none was pushed', async () => {
    expect(await w.admin.reads(path('sessions'))).toStrictEqual({
      data: [],
      total: 0,
      meta: { snapshotTimestamp: null },
    });
  });

  test('are the latest snapshot, whole and in its order', async () => {
    const { label, ...unlabelled } = SESSION;
    const answer = await pushSessions([SESSION, { ...unlabelled, key: 'chat:1', kind: 'interactive' }]);
    const shown = { ...SESSION, lastActivity: '2026-03-01T08:59:30.250Z' };
    const snapshot = {
      data: [shown, { ...shown, key: 'chat:1', kind: 'interactive', label: null }],
      total: 2,
      meta: { snapshotTimestamp: at() },
    };
    expect([answer.status, answer.body]).toEqual([200, snapshot]);
    w.clock.advance(1000);
    expect(await w.admin.reads(path('sessions'))).toStrictEqual(snapshot);
    await pushSessions([{ ...SESSION, key: 'other' }]);
    const replaced = await w.admin.reads(path('sessions'));
    expect(replaced.data.map(({ key }: Body) => key)).toEqual(['other']);
    expect(replaced.meta.snapshotTimestamp).toBe(at());
  });

  test('are all in one answer, up to 1,000; 1,001 are 400, and the snapshot stays', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => ({ ...SESSION, key: `s${n}` }));
    expect((await pushSessions(many.slice(1))).status).toBe(200);
    const refused = await pushSessions(many);
    expect(outcome(refused)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(refused.body.error.fields)).toEqual(['sessions']);
    const { data, total } = await w.admin.reads(path('sessions'), { limit: 10 });
    expect([data.length, total, data[0].key]).toEqual([1000, 1000, 's1']);
  });

  test.each<[string, object]>([
    ['sessions.0.key', { key: undefined }],
    ['sessions.0.contextTokens', { contextTokens: '5' }],
    ['sessions.0.lastActivity', { lastActivity: 'soon' }],
    ['sessions.0.key', { key: ' ' }],
    ['sessions.0.kind', { kind: '' }],
    ['sessions.0.contextTokens', { contextTokens: -1 }],
    ['sessions.0.contextLimit', { contextLimit: 1.5 }],
    ['sessions.0.lastActivity', { lastActivity: 8.64e15 + 1 }],
    ['sessions.0.label', { label: 'a\u0000' }],
  ])('with something wrong are 400 at %s: %j', async (field, wrong) => {
    const answer = await pushSessions([{ ...SESSION, ...wrong }]);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });

  test('are required to push any', async () => {
    expect(outcome(await w.agent.put(path('sessions'), {}))).toBe('400 VALIDATION_ERROR');
    expect(outcome(await pushSessions({}))).toBe('400 VALIDATION_ERROR');
  });
});

describe('the telemetry of an agent', () => {
  test('is null in every field while there is none, and an empty list as history', async () => {
    expect(await w.admin.reads(path('telemetry'))).toStrictEqual({
      timestamp: null,
      status: null,
      model: null,
      contextTokens: null,
      contextLimit: null,
      activeSessions: null,
    });
    expect(await w.admin.reads(path('telemetry'), { history: true })).toStrictEqual({
      data: [],
      cursor: null,
      hasMore: false,
      total: 0,
    });
  });

  test('is 201 when pushed, with the time of the push, and then the latest snapshot', async () => {
    const answer = await pushPoint();
    expect([answer.status, answer.body]).toStrictEqual([201, { timestamp: at(), ...POINT }]);
    w.clock.advance(1000);
    await pushPoint({ status: 'idle' });
    const latest = { timestamp: at(), ...POINT, status: 'idle' };
    for (const query of [{}, { history: false }, { limit: 1 }]) {
      expect(await w.admin.reads(path('telemetry'), query)).toStrictEqual(latest);
    }
  });

  test('is the last that came in also when two came in the same millisecond', async () => {
    await pushPoint({ contextTokens: 1 });
    await pushPoint({ contextTokens: 2 });
    expect((await w.admin.reads(path('telemetry'))).contextTokens).toBe(2);
  });

  test('with history=true is newest first, in pages, with the total', async () => {
    for (let n = 1; n <= 27; n++) {
      await pushPoint({ contextTokens: n });
      if (n % 2) w.clock.advance(1);
    }
    const first = await w.admin.reads(path('telemetry'), { history: true });
    expect(Object.keys(first)).toEqual(['data', 'cursor', 'hasMore', 'total']);
    expect(first).toMatchObject({ hasMore: true, total: 27 });
    expect(first.data.map(({ contextTokens }: Body) => contextTokens)).toEqual(
      Array.from({ length: 25 }, (_, i) => 27 - i),
    );
    await pushPoint({ contextTokens: 28 });
    const rest = await w.admin.reads(path('telemetry'), { history: true, cursor: first.cursor });
    expect(rest.data.map(({ contextTokens }: Body) => contextTokens)).toEqual([2, 1]);
    expect(rest).toMatchObject({ cursor: null, hasMore: false, total: 28 });
    expect((await w.admin.reads(path('telemetry'), { history: true, limit: 3 })).data).toHaveLength(3);
  });

  test('a history that is neither true nor false is 400', async () => {
    expect(outcome(await w.admin.get(path('telemetry'), { history: 'yes' }))).toBe('400 VALIDATION_ERROR');
  });

  test.each([
    [{ tokensIn: 1200, tokensOut: 34.5, costUsd: -0.25, zero: 0 }],
    [{ 'Tokens today': 1 }],
    [{}],
    [Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`m${n}`, n]))],
  ])('has its usage as it was given: %j', async (usage) => {
    expect((await pushPoint({ usage })).body.usage).toStrictEqual(usage);
    expect((await w.admin.reads(path('telemetry'))).usage).toStrictEqual(usage);
    const [point] = (await w.admin.reads(path('telemetry'), { history: true })).data;
    expect(Object.entries(point.usage)).toEqual(Object.entries(usage));
  });

  test.each<[string, object]>([
    ['status', { status: 'asleep' }],
    ['status', { status: undefined }],
    ['model', { model: 5 }],
    ['contextTokens', { contextTokens: -1 }],
    ['contextTokens', { contextTokens: 1.5 }],
    ['contextLimit', { contextLimit: '5' }],
    ['activeSessions', { activeSessions: undefined }],
    ['usage', { usage: Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`m${n}`, n])) }],
    ['usage', { usage: 5 }],
    ['usage.tokens', { usage: { tokens: '5' } }],
    ['usage.tokens', { usage: { tokens: null } }],
  ])('with a wrong %s is 400 at that field, and adds nothing: %j', async (field, wrong) => {
    const answer = await pushPoint(wrong);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect((await w.admin.reads(path('telemetry'), { history: true })).total).toBe(0);
  });

  test('is forgotten past its time, and what is younger stays', async () => {
    const day = 24 * 60 * 60 * 1000;
    for (let n = 1; n <= 3; n++) {
      await pushPoint({ contextTokens: n });
      w.clock.advance(day);
    }
    expect(await w.tandem.monitoring.forgetTelemetry(2 * day)).toBe(1);
    const { data, total } = await w.admin.reads(path('telemetry'), { history: true });
    expect([data.map(({ contextTokens }: Body) => contextTokens), total]).toEqual([[3, 2], 2]);
  });
});

describe('who may push', () => {
  const pushes: [string, (by: Holder, agentId: string) => Promise<Body>][] = [
    ['sessions', (by, agentId) => by.put(path('sessions', agentId), { sessions: [SESSION] })],
    ['telemetry', (by, agentId) => by.post(path('telemetry', agentId), POINT)],
  ];

  test.each(pushes)('%s: the agent’s own key and a runtime key', async (_what, push) => {
    for (const by of [w.agent, w.runtime]) expect((await push(by, w.agent.id)).status).toBeLessThan(300);
  });

  test.each(pushes)('%s: nobody else, 403 FORBIDDEN, and nothing is kept', async (_what, push) => {
    for (const by of [w.admin, w.person, w.service, w.actingAsPerson, w.actingAsAgent]) {
      expect([by.name, outcome(await push(by, w.agent.id))]).toEqual([by.name, '403 FORBIDDEN']);
    }
    expect((await w.admin.reads(path('sessions'))).total).toBe(0);
    expect((await w.admin.reads(path('telemetry'))).timestamp).toBeNull();
  });

  test.each(pushes)(
    '%s: an agent’s key only for itself, a runtime key for every agent',
    async (_what, push) => {
      const owl = await w.admin.creates('/agents', {
        name: 'owl',
        displayName: 'Owl',
        emoji: '🦉',
        model: 'm',
      });
      expect(outcome(await push(w.agent, owl.id))).toBe('403 FORBIDDEN');
      expect((await push(w.runtime, owl.id)).status).toBeLessThan(300);
    },
  );

  test.each(pushes)('%s: it needs agents:write', async (what, push) => {
    const reader = await w.keyFor('scout', 'agent', ['agents:read', 'tasks:write']);
    expect(outcome(await push(reader, w.agent.id))).toBe('403 INSUFFICIENT_SCOPE');
    const writer = await w.keyFor('scout', 'agent', ['agents:write']);
    expect((await push(writer, w.agent.id)).status).toBeLessThan(300);
    expect(outcome(await writer.get(path(what)))).toBe('403 INSUFFICIENT_SCOPE');
  });

  test.each(pushes)('%s: 404 for an agent of another workspace, as for none', async (_what, push) => {
    for (const id of [w.other.agent.id, UNKNOWN, w.person.id]) {
      expect(outcome(await push(w.runtime, id))).toBe('404 NOT_FOUND');
    }
  });
});

describe('what is told of an agent', () => {
  test.each(['sessions', 'telemetry', 'activity'])(
    '%s is read with agents:read, by any kind of key',
    async (of) => {
      for (const by of [w.person, w.service, w.runtime, w.agent, w.actingAsPerson, w.actingAsAgent]) {
        expect((await by.get(path(of))).status).toBe(200);
      }
      expect((await (await w.adminWith('agents:read')).get(path(of))).status).toBe(200);
      expect(outcome(await (await w.adminWith('agents:write')).get(path(of)))).toBe('403 INSUFFICIENT_SCOPE');
      for (const id of [UNKNOWN, w.other.agent.id, w.person.id]) {
        expect(outcome(await w.admin.get(path(of, id)))).toBe('404 NOT_FOUND');
      }
    },
  );

  test('is gone with the agent', async () => {
    await pushSessions([SESSION]);
    await pushPoint();
    await w.admin.delete(`/agents/${w.agent.id}`);
    for (const what of ['sessions', 'telemetry', 'activity']) {
      expect(outcome(await w.admin.get(path(what)))).toBe('404 NOT_FOUND');
    }
  });
});
