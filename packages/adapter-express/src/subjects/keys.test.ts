import { outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** A body that makes a key of this kind. */
const bodyFor = (kind: string, more: object = {}) => ({
  name: 'A key',
  kind,
  scopes: ['tasks:read'],
  ...(kind === 'agent' && { memberId: w.agent.id }),
  ...(kind === 'acting' && { memberId: w.person.id }),
  ...more,
});

describe('making a key', () => {
  test('a new key is returned with its secret', async () => {
    const key = await w.admin.creates('/keys', {
      name: ' Deploy ',
      kind: 'person',
      scopes: ['tasks:read', 'chat:read'],
      expiresAt: w.clock.now() + 1000,
    });
    expect(key).toStrictEqual({
      id: expect.any(String),
      name: 'Deploy',
      kind: 'person',
      scopes: ['tasks:read', 'chat:read'],
      memberId: w.admin.id,
      createdBy: w.admin.id,
      expiresAt: '2026-03-01T09:00:01.000Z',
      lastUsedAt: null,
      createdAt: '2026-03-01T09:00:00.000Z',
      secret: expect.any(String),
    });
  });

  test('repeated scopes of a new key count once', async () => {
    const { scopes } = await w.admin.creates('/keys', bodyFor('person', { scopes: ['full', 'full'] }));
    expect(scopes).toEqual(['full']);
  });
});

describe('the end of a key', () => {
  test('a key can revoke itself', async () => {
    const { id, secret } = await w.person.creates('/keys', bodyFor('person'));
    expect((await w.as(secret).delete(`/keys/${id}`)).status).toBe(204);
    expect(outcome(await w.as(secret).get('/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('the key of a deleted agent stops working', async () => {
    await w.admin.delete(`/agents/${w.agent.id}`);
    for (const key of [w.agent, w.actingAsAgent]) {
      expect(outcome(await key.get('/me'))).toBe('401 UNAUTHENTICATED');
    }
  });
});
