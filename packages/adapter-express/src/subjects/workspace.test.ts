import { type Body, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

describe('the workspace', () => {
  test('a new workspace has the documented fields and defaults', async () => {
    expect(await w.admin.reads('/workspace')).toStrictEqual({
      id: w.id,
      name: 'Acme',
      agentCompletion: false,
      goalVerification: 'propose',
      proofOfDone: 'off',
      agentKeys: 'any',
      overrides: 0,
      agentIntake: 'open',
      agentIntakeLimit: 20,
      plan: { chat: true },
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
  });

  test('an admin changes only the given settings of the workspace', async () => {
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
  ] as const)('%s is shown in /me as a %s called %s', async (key, type, name, displayName, kind) => {
    const scopes = ['person', 'service'].includes(kind) ? ['full', 'chat:read', 'chat:write'] : ['full'];
    expect(await w[key].reads('/me')).toStrictEqual({
      caller: { type, id: w[key].id, name, displayName },
      key: { id: expect.any(String), name: expect.any(String), kind, scopes, expiresAt: null },
      workspace: { id: w.id, name: 'Acme' },
    });
  });
});
