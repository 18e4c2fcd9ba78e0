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
  test('the list of members has people and agents, newest first, and can be filtered by type', async () => {
    expect(await names()).toEqual(['scout', 'bob', 'ada']);
    expect(await names({ type: 'human' })).toEqual(['bob', 'ada']);
    expect(await names({ type: 'agent' })).toEqual(['scout']);
    expect(outcome(await w.admin.get('/members', { type: 'service' }))).toBe('400 VALIDATION_ERROR');
  });

  test('an agent is shown as a member', async () => {
    expect(await w.admin.reads(`/members/${w.agent.id}`)).toMatchObject({
      id: w.agent.id,
      type: 'agent',
      name: 'scout',
      displayName: 'Scout',
      emoji: expect.any(String),
    });
  });
});

describe('adding a person', () => {
  test('invitedUntil is the expiry of the open invitation, or null', async () => {
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

  test('a new person is returned with a one-time invitation', async () => {
    const member = await add({ email: 'carl@example.org' });
    expect(member).toStrictEqual({
      id: expect.any(String),
      type: 'human',
      name: 'carl',
      displayName: 'Carl Sagan',
      email: 'carl@example.org',
      role: 'member',
      emoji: null,
      verifier: false,
      externalId: null,
      invitedUntil: member.invitation.expiresAt,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
      invitation: { code: expect.any(String), expiresAt: expect.any(String) },
    });
    const { invitation, ...rest } = member;
    expect(await w.admin.reads(`/members/${member.id}`)).toStrictEqual(rest);
    expect(Date.parse(invitation.expiresAt)).toBeGreaterThan(w.clock.now());
  });
});

describe('invitations', () => {
  test('accepting an invitation returns a new person key with full, chat:read and chat:write', async () => {
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

  test('a person can be invited again once their own keys have expired', async () => {
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

  test('an invitation is 404 once its person has a key', async () => {
    const { invitation } = await add();
    await w.keyFor('carl', 'person', ['full', 'chat:read']);
    expect(outcome(await accept(invitation.code))).toBe('404 NOT_FOUND');
  });

  test('the code of an invitation cannot be read afterwards', async () => {
    const { id, invitation } = await add();
    for (const path of ['/members', `/members/${id}`, '/keys']) {
      expect((await w.admin.get(path)).text).not.toContain(invitation.code);
    }
  });

  test('invitations are rate-limited by address, even with the right code', async () => {
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
