import { type Body, type Holder, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});
const at = () => new Date(w.clock.now()).toISOString();
const path = (of: string, agentId = w.agent.id) => `/agents/${agentId}/${of}`;
const POINT = { status: 'working', model: 'owl-1', contextTokens: 10, contextLimit: 100, activeSessions: 2 };
const pushPoint = (more: object = {}, by: Holder = w.agent) =>
  by.post(path('telemetry'), { ...POINT, ...more });

describe('a single agent', () => {
  test('a single agent has counts and links beyond the fields of a list', async () => {
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

  test('the links of an agent can be followed', async () => {
    const { _links } = await w.admin.reads(`/agents/${w.agent.id}`);
    for (const link of Object.values<string>(_links)) {
      expect((await w.admin.get(link.replace('/api/v1', ''))).status).toBe(200);
    }
  });
});

describe('the telemetry of an agent', () => {
  test('telemetry is null in every field when the agent has none, and its history is empty', async () => {
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

  test('pushing telemetry returns 201 with its time, and then the latest snapshot', async () => {
    const answer = await pushPoint();
    expect([answer.status, answer.body]).toStrictEqual([201, { timestamp: at(), ...POINT }]);
    w.clock.advance(1000);
    await pushPoint({ status: 'idle' });
    const latest = { timestamp: at(), ...POINT, status: 'idle' };
    for (const query of [{}, { history: false }, { limit: 1 }]) {
      expect(await w.admin.reads(path('telemetry'), query)).toStrictEqual(latest);
    }
  });

  test('telemetry with history=true is newest first, paged, with the total', async () => {
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
});
