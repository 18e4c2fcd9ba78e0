import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const MINUTE = 60_000;

/** Ada's key that acts as herself, the admin, for a minute. */
const actingAsAdmin = () => w.keyFor('ada', 'acting', ['full'], w.clock.now() + MINUTE);
/** Ada's own key, for a minute. */
const expiring = () => w.keyFor('ada', 'person', ['full', 'chat:read', 'chat:write'], w.clock.now() + MINUTE);

const LENT: [string, () => Promise<Holder>][] = [
  ['an acting key', actingAsAdmin],
  ['an acting key without an end', () => w.keyFor('ada', 'acting', ['full'])],
  ["a person's own key that expires", expiring],
];

const idOf = ({ secret }: Holder): string => secret.split('_')[1] ?? '';
const addCarl = (): Promise<Body> => w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });

describe.each(LENT)('what outlives a lent key: %s of an admin', (_name, lent) => {
  test('a lent key creates no lasting admin', async () => {
    const key = await lent();
    expect(outcome(await key.patch(`/members/${w.person.id}`, { role: 'admin' }))).toBe('403 FORBIDDEN');
    const answer = await key.post('/members', { name: 'mallory', displayName: 'Mallory', role: 'admin' });
    expect(outcome(answer)).toBe('403 FORBIDDEN');
    expect(answer.body.error.message).toMatch(/own key that does not expire/);
    const { data } = await w.admin.reads('/members');
    expect(data.map(({ name, role }: Body) => [name, role])).toEqual([
      ['scout', null],
      ['bob', 'member'],
      ['ada', 'admin'],
    ]);
  });

  test('a lent key revokes no other key and invites nobody', async () => {
    const key = await lent();
    const { id } = await addCarl();
    for (const whose of [w.person, w.agent, w.service, w.runtime, w.admin]) {
      expect(outcome(await key.delete(`/keys/${idOf(whose)}`))).toBe('403 FORBIDDEN');
      expect((await whose.get('/me')).status).toBe(200);
    }
    expect(outcome(await key.post(`/members/${id}/invitation`))).toBe('403 FORBIDDEN');
    expect(outcome(await key.post('/members', { name: 'dora', displayName: 'Dora' }))).toBe('403 FORBIDDEN');
  });

  test('a lent key removes no person', async () => {
    expect(outcome(await (await lent()).delete(`/members/${w.person.id}`))).toBe('403 FORBIDDEN');
    expect((await w.person.get('/me')).status).toBe(200);
  });

  test('a lent key demotes no admin', async () => {
    await w.admin.does('patch', `/members/${w.person.id}`, { role: 'admin' });
    const answer = await (await lent()).patch(`/members/${w.person.id}`, { role: 'member' });
    expect(outcome(answer)).toBe('403 FORBIDDEN');
  });

  test('a lent key changes a person’s display name, and no name, role or e-mail address', async () => {
    const key = await lent();
    for (const change of [{ name: 'robert' }, { email: 'mallory@example.org' }]) {
      expect(outcome(await key.patch(`/members/${w.person.id}`, change))).toBe('403 FORBIDDEN');
    }
    const same = { displayName: 'Robert', name: 'bob', role: 'member', email: null };
    expect(await key.does('patch', `/members/${w.person.id}`, same)).toMatchObject({ displayName: 'Robert' });
  });

  test('a lent key gives agents no rights', async () => {
    const key = await lent();
    for (const change of [
      { agentCompletion: true },
      { goalVerification: 'autonomous' },
      { agentIntakeLimit: 21 },
    ]) {
      expect(outcome(await key.patch('/workspace', change))).toBe('403 FORBIDDEN');
    }
    expect(await w.admin.reads('/workspace')).toMatchObject({
      agentCompletion: false,
      goalVerification: 'propose',
    });
  });

  test('a lent key can revoke itself', async () => {
    const key = await lent();
    expect((await key.delete(`/keys/${idOf(key)}`)).status).toBe(204);
    expect(outcome(await key.get('/me'))).toBe('401 UNAUTHENTICATED');
  });
});

test('an acting key creates no keys', async () => {
  const body = { name: 'Mine', kind: 'person', scopes: ['full'] };
  expect(outcome(await (await actingAsAdmin()).post('/keys', body))).toBe('403 FORBIDDEN');
});

describe("a person's own key that expires", () => {
  const body = (expiresAt?: number) => ({ name: 'Mine', kind: 'service', scopes: ['tasks:read'], expiresAt });

  test('a key that expires creates only keys that expire no later', async () => {
    const key = await expiring();
    const end = w.clock.now() + MINUTE;
    for (const expiresAt of [undefined, end + 1]) {
      const answer = await key.post('/keys', body(expiresAt));
      expect(outcome(answer)).toBe('403 FORBIDDEN');
      expect(answer.body.error.message).toMatch(/expiresAt/);
    }
    expect((await key.creates('/keys', body(end))).expiresAt).toBe(new Date(end).toISOString());
  });

  test('a key that expires revokes only its person’s keys that expire no later', async () => {
    const key = await expiring();
    const hers = await key.creates('/keys', body(w.clock.now() + 1000));
    expect((await key.delete(`/keys/${hers.id}`)).status).toBe(204);
    const later = await w.admin.creates('/keys', body(w.clock.now() + MINUTE + 1));
    expect(outcome(await key.delete(`/keys/${later.id}`))).toBe('403 FORBIDDEN');
    const his = await w.person.creates('/keys', body(w.clock.now() + 1000));
    expect(outcome(await key.delete(`/keys/${his.id}`))).toBe('403 FORBIDDEN');
    expect(outcome(await key.delete('/keys/nothing'))).toBe('404 NOT_FOUND');
  });

  test('a key that expires can take rights from agents', async () => {
    await w.admin.does('patch', '/workspace', { agentCompletion: true, goalVerification: 'autonomous' });
    const change = { name: 'Acme 2', agentCompletion: false, goalVerification: 'propose' };
    expect(await (await expiring()).does('patch', '/workspace', change)).toMatchObject(change);
  });
});

describe('a key that only reads', () => {
  const READS = ['agents:read', 'tasks:read', 'chat:read'] as const;
  const reader = () => w.keyFor('bob', 'person', READS);

  test('a read-only key creates no keys: 403 INSUFFICIENT_SCOPE names the missing scope', async () => {
    for (const scope of READS) {
      const answer = await (await reader()).post('/keys', { name: 'Mine', kind: 'person', scopes: [scope] });
      expect(outcome(answer)).toBe('403 INSUFFICIENT_SCOPE');
      expect(answer.body.error.message).toMatch(/tasks:write/);
    }
  });

  test.each(['agents:write', 'tasks:write', 'chat:write', 'full'] as const)(
    'a key with %s can create keys',
    async (scope) => {
      const key = await w.keyFor('bob', 'person', [scope]);
      expect(outcome(await key.post('/keys', { name: 'Mine', kind: 'person', scopes: [scope] }))).toBe('201');
    },
  );

  test('a read-only key revokes only itself', async () => {
    const key = await reader();
    for (const id of [idOf(w.person), idOf(w.admin), 'nothing']) {
      expect(outcome(await key.delete(`/keys/${id}`))).toBe('403 INSUFFICIENT_SCOPE');
    }
    expect((await w.person.get('/me')).status).toBe(200);
    expect((await key.delete(`/keys/${idOf(key)}`)).status).toBe(204);
    expect(outcome(await key.get('/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('a read-only agent key does not revoke the agent’s other keys', async () => {
    const key = await w.keyFor('scout', 'agent', ['tasks:read']);
    expect(outcome(await key.delete(`/keys/${idOf(w.agent)}`))).toBe('403 INSUFFICIENT_SCOPE');
    expect((await w.agent.get('/me')).status).toBe(200);
  });
});
