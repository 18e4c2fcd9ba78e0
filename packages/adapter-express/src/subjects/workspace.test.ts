import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const EVERY_KEY = [
  'admin',
  'person',
  'service',
  'runtime',
  'agent',
  'actingAsPerson',
  'actingAsAgent',
] as const;

describe('the workspace', () => {
  test('has exactly the documented fields; agents do not complete and goals are proposed unless set', async () => {
    expect(await w.admin.reads('/workspace')).toStrictEqual({
      id: w.id,
      name: 'Acme',
      agentCompletion: false,
      goalVerification: 'propose',
      proofOfDone: 'off',
      agentIntake: 'open',
      agentIntakeLimit: 20,
      plan: { chat: true },
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
  });

  test.each(EVERY_KEY)('is read by %s', async (key) => {
    expect((await w[key].reads('/workspace')).id).toBe(w.id);
  });

  test('is read by a valid key of any scope', async () => {
    for (const scope of ['agents:read', 'tasks:write', 'chat:read'] as const) {
      expect((await (await w.adminWith(scope)).reads('/workspace')).id).toBe(w.id);
    }
  });

  test('its settings are changed by an admin, only the given ones', async () => {
    let expected: Body = await w.admin.reads('/workspace');
    for (const change of [
      { name: ' New name ' },
      { agentCompletion: true },
      { goalVerification: 'autonomous' },
      {},
    ]) {
      if (Object.keys(change).length > 0) w.clock.advance(1000);
      expected = { ...expected, ...change, updatedAt: new Date(w.clock.now()).toISOString() };
      expected.name = expected.name.trim();
      expect(await w.admin.does('patch', '/workspace', change)).toStrictEqual(expected);
    }
    expect(await w.agent.reads('/workspace')).toStrictEqual(expected);
  });

  test.each(['person', 'service', 'runtime', 'agent', 'actingAsPerson', 'actingAsAgent'] as const)(
    'is not changed by %s: 403',
    async (key) => {
      expect(outcome(await w[key].patch('/workspace', { agentCompletion: true }))).toBe('403 FORBIDDEN');
      expect((await w.admin.reads('/workspace')).agentCompletion).toBe(false);
    },
  );

  test('is not changed by a key that acts as an admin: only by that admin', async () => {
    const { secret } = await w.admin.creates('/keys', {
      name: 'as ada',
      kind: 'acting',
      memberId: w.admin.id,
      scopes: ['full'],
    });
    expect(outcome(await w.as(secret).patch('/workspace', { name: 'X' }))).toBe('403 FORBIDDEN');
  });

  test('is not changed by an admin whose key lacks full', async () => {
    const key = await w.adminWith('tasks:write', 'agents:write');
    expect(outcome(await key.patch('/workspace', { name: 'X' }))).toBe('403 INSUFFICIENT_SCOPE');
  });

  test("the plan is the operator's: it is not changed here", async () => {
    await w.admin.does('patch', '/workspace', { plan: { chat: false } });
    expect((await w.admin.reads('/workspace')).plan).toEqual({ chat: true });
    await w.tandem.operator.setPlan(w.id, { chat: false });
    expect((await w.admin.reads('/workspace')).plan).toEqual({ chat: false });
  });

  test.each<[string, unknown]>([
    ['name', ' '],
    ['name', 'x'.repeat(501)],
    ['name', null],
    ['agentCompletion', 'true'],
    ['agentCompletion', null],
    ['goalVerification', 'always'],
  ])('a wrong %s is 400 at that field', async (field, value) => {
    const answer = await w.admin.patch('/workspace', { [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  });
});

describe('me', () => {
  test.each([
    ['admin', 'human', 'ada', 'Ada Lovelace', 'person'],
    ['person', 'human', 'bob', 'Bob Stone', 'person'],
    ['service', 'service', 'CI', 'CI', 'service'],
    ['runtime', 'service', 'Host', 'Host', 'runtime'],
    ['agent', 'agent', 'scout', 'Scout', 'agent'],
    ['actingAsPerson', 'human', 'bob', 'Bob Stone', 'acting'],
    ['actingAsAgent', 'agent', 'scout', 'Scout', 'acting'],
  ] as const)('%s is a %s called %s', async (key, type, name, displayName, kind) => {
    const scopes = ['person', 'service'].includes(kind) ? ['full', 'chat:read', 'chat:write'] : ['full'];
    expect(await w[key].reads('/me')).toStrictEqual({
      caller: { type, id: w[key].id, name, displayName },
      key: { id: expect.any(String), name: expect.any(String), kind, scopes, expiresAt: null },
      workspace: { id: w.id, name: 'Acme' },
    });
  });

  test('is answered to a valid key of any scope', async () => {
    for (const scope of ['agents:read', 'tasks:write', 'chat:read'] as const) {
      expect((await (await w.adminWith(scope)).reads('/me')).key.scopes).toEqual([scope]);
    }
  });
});

test('with the intake closed, agents create in the backlog, so many at a time, and people move that on', async () => {
  await w.admin.does('patch', '/workspace', { agentIntake: 'backlog', agentIntakeLimit: 1 });
  expect(outcome(await w.agent.post('/tasks', { title: 'Dig', status: 'todo' }))).toBe('403 HUMANS_ONLY');
  const { taskNumber, status } = await w.agent.creates('/tasks', { title: 'Dig' });
  expect(status).toBe('backlog');
  const second = await w.agent.post('/tasks', { title: 'Dig on' });
  expect([outcome(second), second.body.error.limit]).toEqual(['409 INTAKE_LIMIT', 1]);
  const move = `/tasks/${taskNumber}/transition`;
  for (const by of [w.agent, w.service]) {
    const { body, status: told } = await by.post(move, { to: 'todo' });
    expect([told, body.error.code, body.error.validTransitions]).toEqual([403, 'HUMANS_ONLY', []]);
  }
  expect((await w.admin.does('post', move, { to: 'todo' })).status).toBe('todo');
  expect(outcome(await w.agent.post('/tasks', { title: 'Dig on' }))).toBe('201');
});
