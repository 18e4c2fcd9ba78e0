import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const KINDS = ['person', 'service', 'agent', 'runtime', 'acting'];

/** A body that makes a key of this kind. */
const bodyFor = (kind: string, more: object = {}) => ({
  name: 'A key',
  kind,
  scopes: ['tasks:read'],
  ...(kind === 'agent' && { memberId: w.agent.id }),
  ...(kind === 'acting' && { memberId: w.person.id }),
  ...more,
});

const wrong = async (by: Holder, body: object): Promise<string[]> => {
  const answer = await by.post('/keys', body);
  expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
  return Object.keys(answer.body.error.fields);
};

describe('making a key', () => {
  test('answers the key with its secret', async () => {
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

  test('the secret is tdm_, the id, _ and at least 32 random bytes in base62 with a checksum', async () => {
    const { id, secret } = await w.admin.creates('/keys', bodyFor('person'));
    const [prefix, inside, random, ...rest] = secret.split('_');
    expect([prefix, inside, rest]).toEqual(['tdm', id, []]);
    expect(random).toMatch(/^[0-9A-Za-z]{44,}$/);
  });

  test('a broken secret is told from its checksum: any one character changed is 401', async () => {
    const { secret } = w.admin;
    for (let at = 0; at < secret.length; at += 5) {
      const changed = secret.slice(0, at) + (secret[at] === 'A' ? 'B' : 'A') + secret.slice(at + 1);
      expect(outcome(await w.as(changed).get('/me'))).toBe('401 UNAUTHENTICATED');
    }
  });

  test('a service key speaks as its own name on behalf of the person who made it', async () => {
    const key = await w.person.creates('/keys', { name: 'Nightly', kind: 'service', scopes: ['tasks:read'] });
    expect(key).toMatchObject({ memberId: null, createdBy: w.person.id });
    expect((await w.as(key.secret).reads('/me')).caller).toStrictEqual({
      type: 'service',
      id: key.id,
      name: 'Nightly',
      displayName: 'Nightly',
    });
  });

  test('an agent key speaks as its agent, an acting key as the member it acts as', async () => {
    const agent = await w.admin.creates('/keys', bodyFor('agent'));
    expect(agent.memberId).toBe(w.agent.id);
    expect((await w.as(agent.secret).reads('/me')).caller).toMatchObject({ type: 'agent', id: w.agent.id });
    for (const member of [w.person, w.agent]) {
      const acting = await w.admin.creates('/keys', bodyFor('acting', { memberId: member.id }));
      expect(acting).toMatchObject({ memberId: member.id, createdBy: w.admin.id });
      expect((await w.as(acting.secret).reads('/me')).caller).toMatchObject({
        id: member.id,
        name: member.name,
      });
    }
  });

  test('a runtime key speaks as its own name, as a service', async () => {
    const key = await w.admin.creates('/keys', bodyFor('runtime'));
    expect(key.memberId).toBeNull();
    expect((await w.as(key.secret).reads('/me')).caller).toMatchObject({ type: 'service', name: 'A key' });
  });

  test('scopes that are named twice are kept once', async () => {
    const { scopes } = await w.admin.creates('/keys', bodyFor('person', { scopes: ['full', 'full'] }));
    expect(scopes).toEqual(['full']);
  });
});

describe('who may issue', () => {
  test('an admin with full: keys of every kind', async () => {
    for (const kind of KINDS) {
      expect(outcome(await w.admin.post('/keys', bodyFor(kind)))).toBe('201');
    }
  });

  test('another person: person and service keys for themselves alone', async () => {
    for (const kind of KINDS) {
      const expected = kind === 'person' || kind === 'service' ? '201' : '403 FORBIDDEN';
      expect(outcome(await w.person.post('/keys', bodyFor(kind)))).toBe(expected);
    }
    const { memberId } = await w.person.creates('/keys', bodyFor('person', { memberId: w.admin.id }));
    expect(memberId).toBe(w.person.id);
  });

  test('an admin whose key lacks full: no agent, runtime and acting keys', async () => {
    const key = await w.adminWith('tasks:read', 'tasks:write');
    for (const kind of KINDS) {
      const expected = kind === 'person' || kind === 'service' ? '201' : '403 FORBIDDEN';
      expect(outcome(await key.post('/keys', bodyFor(kind)))).toBe(expected);
    }
  });

  test.each(['agent', 'service', 'runtime', 'actingAsPerson', 'actingAsAgent'] as const)(
    'nobody by %s: 403',
    async (key) => {
      for (const kind of KINDS) {
        expect(outcome(await w[key].post('/keys', bodyFor(kind)))).toBe('403 FORBIDDEN');
      }
    },
  );

  test('nobody grants a scope that their own key lacks', async () => {
    const key = await w.keyFor('bob', 'person', ['tasks:read', 'chat:read', 'agents:write']);
    const grant = async (...scopes: string[]) =>
      outcome(await key.post('/keys', bodyFor('person', { scopes })));
    expect(await grant('tasks:read', 'chat:read')).toBe('201');
    expect(await grant('tasks:write')).toBe('403 FORBIDDEN');
    expect(await grant('tasks:read', 'agents:read')).toBe('403 FORBIDDEN');
    expect(await grant('full')).toBe('403 FORBIDDEN');
    expect(await grant('chat:write')).toBe('403 FORBIDDEN');
  });

  test('full covers all but the chat scopes', async () => {
    const key = await w.adminWith('full');
    const grant = async (scope: string) =>
      outcome(await key.post('/keys', bodyFor('person', { scopes: [scope] })));
    for (const scope of ['full', 'tasks:read', 'tasks:write', 'agents:read', 'agents:write']) {
      expect(await grant(scope)).toBe('201');
    }
    for (const scope of ['chat:read', 'chat:write']) expect(await grant(scope)).toBe('403 FORBIDDEN');
  });
});

describe('what no key can be', () => {
  test.each(['agent', 'runtime', 'acting'])(
    'a key of kind %s with a chat scope: 400 at fields.scopes',
    async (kind) => {
      for (const scope of ['chat:read', 'chat:write']) {
        expect(await wrong(w.admin, bodyFor(kind, { scopes: ['tasks:read', scope] }))).toEqual(['scopes']);
      }
    },
  );

  test('an agent or acting key without memberId, or of a member who is not there: 400', async () => {
    for (const kind of ['agent', 'acting']) {
      const { memberId, ...body } = bodyFor(kind) as Body;
      expect(await wrong(w.admin, body)).toEqual(['memberId']);
      expect(await wrong(w.admin, { ...body, memberId: UNKNOWN })).toEqual(['memberId']);
      expect(await wrong(w.admin, { ...body, memberId: w.other.agent.id })).toEqual(['memberId']);
    }
  });

  test('an agent key of a human: 400', async () => {
    expect(await wrong(w.admin, bodyFor('agent', { memberId: w.person.id }))).toEqual(['memberId']);
  });

  test.each<[string, unknown]>([
    ['name', ' '],
    ['name', 'x'.repeat(501)],
    ['kind', 'robot'],
    ['scopes', []],
    ['scopes', 'full'],
    ['expiresAt', 0.5],
    ['expiresAt', 8.64e15 + 1],
    ['expiresAt', 0],
    ['expiresAt', 'soon'],
  ])('a wrong %s: 400 at that field', async (field, value) => {
    expect(await wrong(w.admin, bodyFor('person', { [field]: value }))).toEqual([field]);
  });

  test('an unknown scope: 400, with its place named', async () => {
    expect(await wrong(w.admin, bodyFor('person', { scopes: ['tasks:read', 'tasks:all'] }))).toEqual([
      'scopes.1',
    ]);
  });
});

describe('listing keys', () => {
  const ids = async (by: Holder): Promise<string[]> => (await by.readsAll('/keys')).map(({ id }: Body) => id);

  test('an admin with full sees all keys of the workspace, newest first, and no others', async () => {
    const { id } = await w.person.creates('/keys', bodyFor('person'));
    const all = await w.admin.readsAll('/keys');
    expect(all[0].id).toBe(id);
    expect(all.map(({ kind }: Body) => kind)).toEqual([
      'person',
      'acting',
      'acting',
      'agent',
      'runtime',
      'service',
      'person',
      'person',
    ]);
    const theirs = await ids(w.other.admin);
    expect(all.filter((key: Body) => theirs.includes(key.id))).toEqual([]);
  });

  test('others see their own: those they made and those that speak as them', async () => {
    const mine = await w.person.creates('/keys', bodyFor('service'));
    const seen = await w.person.readsAll('/keys');
    expect(seen.map(({ id }: Body) => id)).toContain(mine.id);
    for (const key of seen) expect([key.memberId, key.createdBy]).toContain(w.person.id);
    expect(await ids(w.service)).toEqual([w.service.id]);
    for (const key of await w.agent.readsAll('/keys')) expect(key.memberId).toBe(w.agent.id);
  });

  test('an admin whose key lacks full sees their own', async () => {
    const key = await w.adminWith('tasks:read');
    for (const { memberId, createdBy } of await key.readsAll('/keys')) {
      expect([memberId, createdBy]).toContain(w.admin.id);
    }
    expect(await ids(key)).not.toContain((await w.person.reads('/me')).key.id);
  });

  test('secrets never come back', async () => {
    const { secret } = await w.admin.creates('/keys', bodyFor('person'));
    const { text, body } = await w.admin.get('/keys', { limit: 100 });
    expect(text).not.toContain(secret);
    expect(text).not.toContain(secret.split('_')[2]);
    expect(body.data[0]).not.toHaveProperty('secret');
    expect(body.data[0]).not.toHaveProperty('secretHash');
  });

  test('lastUsedAt tells that a key was used', async () => {
    const { id, secret } = await w.admin.creates('/keys', bodyFor('person'));
    await w.as(secret).reads('/me');
    const key = (await w.admin.readsAll('/keys')).find((each: Body) => each.id === id);
    expect(key.lastUsedAt).toBe('2026-03-01T09:00:00.000Z');
  });
});

describe('the end of a key', () => {
  test('revoking answers 204, in force with the next request', async () => {
    const { id, secret } = await w.admin.creates('/keys', bodyFor('person'));
    const key = w.as(secret);
    await key.reads('/me');
    expect((await w.admin.delete(`/keys/${id}`)).status).toBe(204);
    expect(outcome(await key.get('/me'))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await w.admin.delete(`/keys/${id}`))).toBe('404 NOT_FOUND');
  });

  test('a key may revoke itself', async () => {
    const { id, secret } = await w.person.creates('/keys', bodyFor('person'));
    expect((await w.as(secret).delete(`/keys/${id}`)).status).toBe(204);
    expect(outcome(await w.as(secret).get('/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('an admin with full revokes any key; others only their own, and another one is 404', async () => {
    const hers = await w.admin.creates('/keys', bodyFor('person'));
    for (const by of [w.person, w.service, w.agent, w.runtime]) {
      expect(outcome(await by.delete(`/keys/${hers.id}`))).toBe('404 NOT_FOUND');
    }
    await w.as(hers.secret).reads('/me');
    const his = await w.person.creates('/keys', bodyFor('service'));
    expect((await w.admin.delete(`/keys/${his.id}`)).status).toBe(204);
    expect(outcome(await w.as(his.secret).get('/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('a key works until it expires, and not from that moment on', async () => {
    const expiresAt = w.clock.now() + 60_000;
    const { secret } = await w.admin.creates('/keys', bodyFor('person', { expiresAt }));
    w.clock.advance(59_999);
    expect((await w.as(secret).reads('/me')).key.expiresAt).toBe('2026-03-01T09:01:00.000Z');
    w.clock.advance(1);
    expect(outcome(await w.as(secret).get('/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('the key of a deleted agent ends with it', async () => {
    await w.admin.delete(`/agents/${w.agent.id}`);
    for (const key of [w.agent, w.actingAsAgent]) {
      expect(outcome(await key.get('/me'))).toBe('401 UNAUTHENTICATED');
    }
  });
});
