import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const WEEK = 7 * 24 * 60 * 60 * 1000;

const add = (body: object = {}): Promise<Body> =>
  w.admin.creates('/members', { name: 'carl', displayName: 'Carl Sagan', ...body });

const accept = (code: string) => w.as().post('/invitations/accept', { code });

const names = async (query = {}): Promise<string[]> =>
  (await w.admin.readsAll('/members', query)).map((member: Body) => member.name);

describe('reading members', () => {
  test('humans and agents are listed together, newest first, and by type', async () => {
    expect(await names()).toEqual(['scout', 'bob', 'ada']);
    expect(await names({ type: 'human' })).toEqual(['bob', 'ada']);
    expect(await names({ type: 'agent' })).toEqual(['scout']);
    expect(outcome(await w.admin.get('/members', { type: 'service' }))).toBe('400 VALIDATION_ERROR');
  });

  test('a human has exactly the documented fields', async () => {
    expect(await w.agent.reads(`/members/${w.admin.id}`)).toStrictEqual({
      id: w.admin.id,
      type: 'human',
      name: 'ada',
      displayName: 'Ada Lovelace',
      email: null,
      role: 'admin',
      invitedUntil: null,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
  });

  test('an agent is a member too', async () => {
    expect(await w.admin.reads(`/members/${w.agent.id}`)).toMatchObject({
      id: w.agent.id,
      type: 'agent',
      name: 'scout',
      displayName: 'Scout',
    });
  });

  test('any key with tasks:read reads them', async () => {
    const reader = await w.keyFor('bob', 'person', ['tasks:read']);
    expect((await reader.reads('/members')).data).toHaveLength(3);
    await reader.reads(`/members/${w.admin.id}`);
  });
});

describe('adding a person', () => {
  test('shows until when they are invited, and null once they accept or the invitation expires', async () => {
    const invitedUntil = async (id: string) => (await w.admin.reads(`/members/${id}`)).invitedUntil;
    const { id, invitation } = await add();
    const late = await add({ name: 'dora' });
    expect((await w.person.reads('/members')).data.map((row: Body) => [row.name, row.invitedUntil])).toEqual([
      ['dora', late.invitation.expiresAt],
      ['carl', invitation.expiresAt],
      ['scout', null],
      ['bob', null],
      ['ada', null],
    ]);
    const renamed = await w.admin.does('patch', `/members/${id}`, { displayName: 'Carl' });
    expect(renamed.invitedUntil).toBe(invitation.expiresAt);
    await accept(invitation.code);
    expect(await invitedUntil(id)).toBeNull();
    w.clock.advance(WEEK);
    expect(await invitedUntil(late.id)).toBeNull();
  });

  test('answers the member with a one-time invitation', async () => {
    const member = await add({ email: 'carl@example.org' });
    expect(member).toStrictEqual({
      id: expect.any(String),
      type: 'human',
      name: 'carl',
      displayName: 'Carl Sagan',
      email: 'carl@example.org',
      role: 'member',
      invitedUntil: member.invitation.expiresAt,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
      invitation: { code: expect.any(String), expiresAt: expect.any(String) },
    });
    const { invitation, ...shown } = member;
    expect(await w.admin.reads(`/members/${member.id}`)).toStrictEqual(shown);
    expect(Date.parse(invitation.expiresAt)).toBeGreaterThan(w.clock.now());
  });

  test.each(['admin', 'member'])('takes the role %s', async (role) => {
    expect((await add({ role })).role).toBe(role);
  });

  test.each(['a', 'A-b_c.9', '9lives', 'x'.repeat(64)])('takes the name %s', async (name) => {
    expect((await add({ name })).name).toBe(name);
  });

  test.each(['', ' ', '-a', '.a', '_a', 'a b', 'ä', 'a/b', 'x'.repeat(65), 'carl\n', null, 7])(
    'the name %p is 400',
    async (name) => {
      for (const answer of [
        await w.admin.post('/members', { name, displayName: 'Carl' }),
        await w.admin.patch(`/members/${w.person.id}`, { name }),
      ]) {
        expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
        expect(Object.keys(answer.body.error.fields)).toEqual(['name']);
      }
    },
  );

  test.each<[string, unknown]>([
    ['displayName', ' '],
    ['displayName', 'x'.repeat(501)],
    ['email', 'nobody'],
    ['email', 'a@b'],
    ['email', 'a b@example.org'],
    ['role', 'owner'],
  ])('a wrong %s is 400 at that field, on create and update', async (field, value) => {
    for (const answer of [
      await w.admin.post('/members', { name: 'carl', displayName: 'Carl', [field]: value }),
      await w.admin.patch(`/members/${w.person.id}`, { [field]: value }),
    ]) {
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    }
  });

  test.each(['bob', 'BOB', 'scout', 'Scout', 'ADA'])(
    'the name %s is taken, over humans and agents together, case ignored: 409 NAME_TAKEN',
    async (name) => {
      expect(outcome(await w.admin.post('/members', { name, displayName: 'X' }))).toBe('409 NAME_TAKEN');
      const { id } = await add();
      expect(outcome(await w.admin.patch(`/members/${id}`, { name }))).toBe('409 NAME_TAKEN');
      const agent = { name, displayName: 'X', emoji: '🤖', model: 'm' };
      expect(outcome(await w.admin.post('/agents', agent))).toBe('409 NAME_TAKEN');
      const other = await w.admin.creates('/agents', { ...agent, name: 'other' });
      expect(outcome(await w.admin.patch(`/agents/${other.id}`, { name }))).toBe('409 NAME_TAKEN');
    },
  );

  test('a member may be renamed to another case of its own name', async () => {
    expect((await w.admin.does('patch', `/members/${w.person.id}`, { name: 'Bob' })).name).toBe('Bob');
  });
});

describe('who administers', () => {
  const attempts = async (key: keyof World): Promise<string[]> => {
    const by = w[key] as World['admin'];
    const { id } = await add();
    return [
      outcome(await by.post('/members', { name: 'dora', displayName: 'Dora' })),
      outcome(await by.patch(`/members/${id}`, { displayName: 'Changed' })),
      outcome(await by.post(`/members/${id}/invitation`)),
      outcome(await by.delete(`/members/${id}`)),
    ];
  };

  test('an admin with full', async () => {
    expect(await attempts('admin')).toEqual(['201', '200', '201', '204']);
  });

  test.each(['person', 'agent', 'service', 'runtime', 'actingAsPerson', 'actingAsAgent'] as const)(
    'not %s, though its key is full: 403 FORBIDDEN',
    async (key) => {
      expect(await attempts(key)).toEqual(Array(4).fill('403 FORBIDDEN'));
      expect(await names()).toEqual(['carl', 'scout', 'bob', 'ada']);
    },
  );

  test('not an admin whose key lacks full: 403 INSUFFICIENT_SCOPE, naming full', async () => {
    const key = await w.adminWith('tasks:read', 'tasks:write', 'agents:read', 'agents:write');
    const answer = await key.post('/members', { name: 'dora', displayName: 'Dora' });
    expect(outcome(answer)).toBe('403 INSUFFICIENT_SCOPE');
    expect(answer.body.error.message).toMatch(/\bfull\b/);
  });

  test('a person who became an admin, with the next request; and no more when demoted', async () => {
    await w.admin.does('patch', `/members/${w.person.id}`, { role: 'admin' });
    await w.person.creates('/members', { name: 'dora', displayName: 'Dora' });
    await w.admin.does('patch', `/members/${w.person.id}`, { role: 'member' });
    expect(outcome(await w.person.post('/members', { name: 'eve', displayName: 'Eve' }))).toBe(
      '403 FORBIDDEN',
    );
  });
});

describe('changing and removing a person', () => {
  test('answers the member, and changes only the given fields', async () => {
    const { invitation, ...added } = await add({ email: 'carl@example.org' });
    let expected: Body = added;
    for (const change of [
      { name: 'karl' },
      { displayName: 'Karl' },
      { email: 'karl@example.org' },
      { role: 'admin' },
      { email: null },
    ]) {
      w.clock.advance(1000);
      expected = { ...expected, ...change, updatedAt: new Date(w.clock.now()).toISOString() };
      expect(await w.admin.does('patch', `/members/${added.id}`, change)).toStrictEqual(expected);
    }
    expect(await w.admin.reads(`/members/${added.id}`)).toStrictEqual(expected);
  });

  test('is for humans: an agent is 404 here', async () => {
    expect(outcome(await w.admin.patch(`/members/${w.agent.id}`, { displayName: 'X' }))).toBe(
      '404 NOT_FOUND',
    );
    expect(outcome(await w.admin.delete(`/members/${w.agent.id}`))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.post(`/members/${w.agent.id}/invitation`))).toBe('404 NOT_FOUND');
    expect(await names({ type: 'agent' })).toEqual(['scout']);
  });

  test('the last admin is neither demoted nor removed: 409 LAST_ADMIN', async () => {
    expect(outcome(await w.admin.patch(`/members/${w.admin.id}`, { role: 'member' }))).toBe('409 LAST_ADMIN');
    expect(outcome(await w.admin.delete(`/members/${w.admin.id}`))).toBe('409 LAST_ADMIN');
    expect((await w.admin.reads(`/members/${w.admin.id}`)).role).toBe('admin');
  });

  test('with another admin it may be', async () => {
    await w.admin.does('patch', `/members/${w.person.id}`, { role: 'admin' });
    await w.admin.does('patch', `/members/${w.admin.id}`, { role: 'member' });
    expect(outcome(await w.person.patch(`/members/${w.person.id}`, { role: 'member' }))).toBe(
      '409 LAST_ADMIN',
    );
    expect((await w.person.delete(`/members/${w.admin.id}`)).status).toBe(204);
  });

  test('removing answers 204; the member is gone, its keys too, and its name is free', async () => {
    const service = await w.keyFor('bob', 'service', ['full']);
    expect((await w.admin.delete(`/members/${w.person.id}`)).status).toBe(204);
    expect(await names()).toEqual(['scout', 'ada']);
    expect(outcome(await w.admin.get(`/members/${w.person.id}`))).toBe('404 NOT_FOUND');
    for (const key of [w.person, service, w.actingAsPerson]) {
      expect(outcome(await key.get('/me'))).toBe('401 UNAUTHENTICATED');
    }
    expect(outcome(await w.admin.post('/tasks', { title: 'A', assignedTo: 'bob' }))).toBe(
      '400 VALIDATION_ERROR',
    );
    await add({ name: 'bob' });
  });
});

describe('invitations', () => {
  test('the code gives the person a key with full, chat:read and chat:write, in the shape of a new key', async () => {
    const member = await add();
    const answer = await accept(member.invitation.code);
    expect(answer.status).toBe(201);
    expect(answer.body).toStrictEqual({
      id: expect.any(String),
      name: expect.any(String),
      kind: 'person',
      scopes: ['full', 'chat:read', 'chat:write'],
      memberId: member.id,
      createdBy: member.id,
      expiresAt: null,
      lastUsedAt: null,
      createdAt: '2026-03-01T09:00:00.000Z',
      secret: expect.stringMatching(/^tdm_/),
    });
    const me = await w.as(answer.body.secret).reads('/me');
    expect(me).toMatchObject({
      caller: { type: 'human', id: member.id, name: 'carl' },
      workspace: { id: w.id },
    });
  });

  test('once: a used code is 404', async () => {
    const { invitation } = await add();
    await accept(invitation.code);
    expect(outcome(await accept(invitation.code))).toBe('404 NOT_FOUND');
  });

  test('until it expires', async () => {
    const { invitation } = await add();
    w.clock.advance(Date.parse(invitation.expiresAt) - w.clock.now());
    expect(outcome(await accept(invitation.code))).toBe('404 NOT_FOUND');
  });

  test('an unknown, broken or foreign code is 404 with the same words as a used one', async () => {
    const { invitation } = await add();
    const elsewhere = await (await world()).admin.creates('/members', { name: 'carl', displayName: 'Carl' });
    await accept(invitation.code);
    const messages = new Set<string>();
    for (const code of [
      invitation.code,
      '',
      'nothing',
      w.admin.secret,
      `${invitation.code}x`,
      invitation.code.slice(0, -1),
      elsewhere.invitation.code,
    ]) {
      const answer = await accept(code);
      expect(outcome(answer)).toBe('404 NOT_FOUND');
      messages.add(answer.body.error.message);
    }
    expect(messages.size).toBe(1);
  });

  test('an admin makes a new one, and the one before no longer works', async () => {
    const { id, invitation } = await add();
    w.clock.advance(2 * WEEK);
    const second = await w.admin.creates(`/members/${id}/invitation`, {});
    expect(Object.keys(second).sort()).toEqual(['code', 'expiresAt']);
    expect(second.code).not.toBe(invitation.code);
    expect(outcome(await accept(invitation.code))).toBe('404 NOT_FOUND');
    expect(outcome(await accept(second.code))).toBe('201');
  });

  test('only as long as that person has no key', async () => {
    const { id, invitation } = await add();
    await accept(invitation.code);
    expect(outcome(await w.admin.post(`/members/${id}/invitation`))).toBe('403 FORBIDDEN');
  });

  test('also for a person whose own keys have all expired, and no other', async () => {
    const { id } = await add();
    await w.keyFor('carl', 'person', ['full'], w.clock.now() + 1_000);
    await w.keyFor('carl', 'service', ['full']);
    const invited = await w.admin.post(`/members/${id}/invitation`);
    expect(outcome(invited)).toBe('403 FORBIDDEN');
    expect(invited.body.error.message).toMatch(/valid key/);
    w.clock.advance(1_000);
    const { code } = await w.admin.creates(`/members/${id}/invitation`, {});
    expect(outcome(await accept(code))).toBe('201');
    expect(outcome(await w.admin.post(`/members/${id}/invitation`))).toBe('403 FORBIDDEN');
  });

  test('the code is 404 once that person has got a key by another way', async () => {
    const { invitation } = await add();
    await w.keyFor('carl', 'person', ['full', 'chat:read']);
    expect(outcome(await accept(invitation.code))).toBe('404 NOT_FOUND');
  });

  test('of a person who was removed is 404', async () => {
    const { id, invitation } = await add();
    await w.admin.delete(`/members/${id}`);
    expect(outcome(await accept(invitation.code))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.post(`/members/${id}/invitation`))).toBe('404 NOT_FOUND');
  });

  test('the code is nowhere to be read afterwards', async () => {
    const { id, invitation } = await add();
    for (const path of ['/members', `/members/${id}`, '/keys']) {
      expect((await w.admin.get(path)).text).not.toContain(invitation.code);
    }
  });

  test('are rate-limited by address: after many guesses 429, also for a right code', async () => {
    const { invitation } = await add();
    let guesses = 0;
    for (; guesses < 500 && outcome(await accept('nothing')) !== '429 RATE_LIMITED'; guesses++);
    expect(guesses).toBeLessThan(500);
    const answer = await accept(invitation.code);
    expect(outcome(answer)).toBe('429 RATE_LIMITED');
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await w.admin.get('/me')).status).toBe(200);
  });
});
