import type { Answer } from '../testing/client.ts';
import { sendTo } from '../testing/client.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

const DAY = 24 * 60 * 60_000;
const OWN = { 'Sec-Fetch-Site': 'same-origin', 'Tandem-Session': '1' };

let w: World;

beforeEach(async () => {
  w = await world();
});

interface Browser {
  readonly session: Body;
  readonly cookie: string;
  readonly setCookie: string;
  send(method: string, path: string, headers?: Record<string, string>, body?: object): Promise<Answer>;
}

const post = (path: string, body: object, headers: Record<string, string> = {}) =>
  send('POST', path, { 'Content-Type': 'application/json', ...headers }, body);

const send = (method: string, path: string, headers: Record<string, string>, body?: object) => {
  const text = body && JSON.stringify(body);
  const length = text === undefined ? {} : { 'Content-Length': String(Buffer.byteLength(text)) };
  return sendTo(w.server, { method, path: `/api/v1${path}`, headers: { ...headers, ...length }, body: text });
};

async function signedIn(by: object, userAgent = 'Firefox'): Promise<Browser> {
  const answer = await post('/sessions', by, { ...OWN, 'User-Agent': userAgent });
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  const setCookie = String(answer.headers['set-cookie']);
  const cookie = setCookie.split(';')[0] as string;
  return {
    session: answer.body,
    cookie,
    setCookie,
    send: (method, path, headers = OWN, body) =>
      send(
        method,
        path,
        { ...headers, Cookie: cookie, ...(body && { 'Content-Type': 'application/json' }) },
        body,
      ),
  };
}

const link = async (member = 'ada') => (await w.tandem.operator.createLink(w.id, member)).code;

describe('a person signs in', () => {
  test('signing in with an own key sets an HttpOnly cookie, and returns no secret', async () => {
    const { session, setCookie, cookie, send } = await signedIn({ key: w.admin.secret });
    expect(session).toEqual({
      id: expect.any(String),
      memberId: w.admin.id,
      keyId: w.admin.secret.split('_')[1],
      scopes: ['full', 'chat:read', 'chat:write'],
      current: true,
      userAgent: 'Firefox',
      createdAt: '2026-03-01T09:00:00.000Z',
      lastUsedAt: null,
      expiresAt: '2026-05-30T09:00:00.000Z',
    });
    expect(setCookie).toMatch(/^tandem-\d+=tds_\w+; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Strict$/);
    expect(JSON.stringify(session)).not.toContain(cookie.split('=')[1]);

    const me = await send('GET', '/me');
    expect([me.status, me.headers['cache-control']]).toEqual([200, 'no-store']);
    expect(me.body).toMatchObject({
      caller: { type: 'human', name: 'ada' },
      key: { id: session.id, name: 'web session', kind: 'person', expiresAt: null },
    });
    expect((await send('POST', '/tasks', OWN, { title: 'By cookie' })).status).toBe(201);
  });

  test('a session has the scopes of its key', async () => {
    const { secret } = await w.adminWith('tasks:read');
    const { send, session } = await signedIn({ key: secret });
    expect(session.scopes).toEqual(['tasks:read']);
    expect((await send('GET', '/tasks')).status).toBe(200);
    expect(outcome(await send('POST', '/tasks', OWN, { title: 'x' }))).toBe('403 INSUFFICIENT_SCOPE');
  });

  test('a session lasts no longer than its key, and creates nothing that outlasts it', async () => {
    const { secret } = await w.keyFor('ada', 'person', ['full'], w.clock.now() + 2 * DAY);
    const { send, session, setCookie } = await signedIn({ key: secret });
    expect(session.expiresAt).toBe('2026-03-03T09:00:00.000Z');
    expect(setCookie).toContain('Max-Age=172800;');
    const key = { name: 'Longer', kind: 'person', scopes: ['full'] };
    expect(outcome(await send('POST', '/keys', OWN, key))).toBe('403 FORBIDDEN');
    expect(outcome(await send('POST', '/members', OWN, { name: 'eve', displayName: 'Eve' }))).toBe(
      '403 FORBIDDEN',
    );
    w.clock.advance(2 * DAY);
    expect(outcome(await send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('only a person key signs in', async () => {
    for (const { secret } of [w.service, w.runtime, w.agent, w.actingAsPerson]) {
      expect(outcome(await post('/sessions', { key: secret }))).toBe('403 FORBIDDEN');
    }
    const { session, cookie } = await signedIn({ key: w.admin.secret });
    const own = cookie.split('=')[1];
    for (const key of ['', 'nonsense', `${w.admin.secret}0`, own]) {
      expect(outcome(await post('/sessions', { key }))).toBe('401 UNAUTHENTICATED');
    }
    for (const body of [{}, { key: w.admin.secret, code: 'x' }]) {
      expect(outcome(await post('/sessions', body))).toBe('400 VALIDATION_ERROR');
    }
    expect((await w.admin.readsAll('/sessions')).map(({ id }) => id)).toEqual([session.id]);
  });

  test('a link signs in once, within five minutes', async () => {
    const code = await link();
    const { session } = await signedIn({ code });
    expect(session).toMatchObject({ memberId: w.admin.id, keyId: null });
    expect(outcome(await post('/sessions', { code }))).toBe('404 NOT_FOUND');
    const late = await link();
    w.clock.advance(5 * 60_000);
    expect(outcome(await post('/sessions', { code: late }))).toBe('404 NOT_FOUND');
    for (const wrong of ['', 'x', `${late}0`, w.admin.secret]) {
      expect(outcome(await post('/sessions', { code: wrong }))).toBe('404 NOT_FOUND');
    }
  });

  test('a preview names the person and the workspace of a code, without using it', async () => {
    const preview = (code: string) => post('/sessions/preview', { code }, OWN);
    const code = await link();
    for (let i = 0; i < 2; i++) {
      expect((await preview(code)).body).toEqual({
        member: { id: w.admin.id, name: 'ada', displayName: expect.any(String) },
        workspace: { name: expect.any(String) },
        closesChats: false,
      });
    }
    await signedIn({ code });
    const carl = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
    const late = await link();
    expect((await preview(carl.invitation.code)).body.member.name).toBe('carl');
    await signedIn({ code: carl.invitation.code });
    w.clock.advance(5 * 60_000);
    for (const gone of [code, carl.invitation.code, late, `${late}0`, '', 'x', w.admin.secret]) {
      expect(outcome(await preview(gone))).toBe('404 NOT_FOUND');
    }
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    expect(outcome(await post('/sessions/preview', { code: await link() }, elsewhere))).toBe('403 FORBIDDEN');
  });

  test('a preview tells that a new invitation closes earlier chats', async () => {
    const carl = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
    const closesChats = async (code: string) =>
      (await post('/sessions/preview', { code }, OWN)).body.closesChats;
    expect(await closesChats(carl.invitation.code)).toBe(false);
    const { send, session } = await signedIn({ code: carl.invitation.code });
    const agentId = w.agent.id;
    expect((await send('POST', '/chats', OWN, { agentId, body: 'Hello' })).status).toBe(201);
    expect(await closesChats(await link('carl'))).toBe(false);
    await send('DELETE', `/sessions/${session.id}`);
    const { code } = (await w.admin.post(`/members/${carl.id}/invitation`)).body;
    expect(await closesChats(code)).toBe(true);
    await signedIn({ code });
  });

  test('a signed-in person creates a link for another device', async () => {
    const here = await signedIn({ code: await link() });
    const made = await here.send('POST', '/sessions/links');
    expect([made.status, made.body]).toEqual([
      201,
      { code: expect.stringMatching(/^tdl_/), expiresAt: '2026-03-01T09:05:00.000Z' },
    ]);
    const { session } = await signedIn({ code: made.body.code }, 'Phone');
    expect(session).toMatchObject({ memberId: w.admin.id, keyId: null, userAgent: 'Phone' });
  });

  test('a link cannot reach more than the key or session that creates it', async () => {
    const lent = await w.keyFor('ada', 'person', ['full', 'chat:read', 'chat:write'], w.clock.now() + DAY);
    const { secret: few } = await w.adminWith('full');
    for (const secret of [lent.secret, few]) {
      expect(outcome(await w.as(secret).post('/sessions/links'))).toBe('403 FORBIDDEN');
      const { send } = await signedIn({ key: secret });
      expect(outcome(await send('POST', '/sessions/links'))).toBe('403 FORBIDDEN');
    }
    for (const { secret } of [w.service, w.runtime, w.agent, w.actingAsPerson]) {
      expect(outcome(await w.as(secret).post('/sessions/links'))).toBe('403 FORBIDDEN');
    }
  });

  test('an invitation signs in once, without a key; a signed-in person cannot be invited', async () => {
    const carl = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
    const { code } = carl.invitation;
    const { send } = await signedIn({ code });
    expect((await send('GET', '/me')).body.caller.name).toBe('carl');
    expect((await w.admin.readsAll('/keys')).filter(({ memberId }) => memberId === carl.id)).toEqual([]);
    expect(outcome(await post('/sessions', { code }))).toBe('404 NOT_FOUND');
    expect(outcome(await w.as().post('/invitations/accept', { code }))).toBe('404 NOT_FOUND');

    const again = () => w.admin.post(`/members/${carl.id}/invitation`);
    expect(outcome(await again())).toBe('403 FORBIDDEN');
    const [own] = (await send('GET', '/sessions')).body.data;
    expect((await send('DELETE', `/sessions/${own.id}`)).status).toBe(204);
    expect((await again()).status).toBe(201);
  });

  test('the 51st session of a person replaces the oldest', async () => {
    const first = await signedIn({ code: await link() });
    for (let i = 0; i < 50; i++) await w.tandem.sessions.create({ key: w.admin.secret });
    expect((await w.admin.readsAll('/sessions')).length).toBe(50);
    expect(outcome(await first.send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('the user agent of a session is shortened', async () => {
    const { session } = await signedIn({ key: w.admin.secret }, `x\t${'y'.repeat(400)}`);
    expect(session.userAgent).toBe(`x ${'y'.repeat(254)}`);
  });
});

describe('a session ends', () => {
  test('signing out ends the session and clears its cookie', async () => {
    const { session, send, cookie } = await signedIn({ key: w.admin.secret });
    const answer = await send('DELETE', `/sessions/${session.id}`);
    expect([answer.status, String(answer.headers['set-cookie'])]).toEqual([
      204,
      `${cookie.split('=')[0]}=; Max-Age=0; Path=/; HttpOnly; SameSite=Strict`,
    ]);
    expect(outcome(await send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
    expect((await w.admin.get('/me')).status).toBe(200);
  });

  test('a session without write scopes can sign out', async () => {
    const { secret } = await w.keyFor('bob', 'person', ['tasks:read']);
    const { session, send } = await signedIn({ key: secret });
    const other = await signedIn({ key: w.person.secret });
    expect(outcome(await send('DELETE', `/sessions/${other.session.id}`))).toBe('403 INSUFFICIENT_SCOPE');
    expect((await send('DELETE', `/sessions/${session.id}`)).status).toBe(204);
  });

  test('a session expires 90 days after its last use', async () => {
    const { send } = await signedIn({ code: await link() });
    for (let i = 0; i < 3; i++) {
      w.clock.advance(90 * DAY - 1);
      expect((await send('GET', '/me')).status).toBe(200);
    }
    w.clock.advance(90 * DAY);
    expect(outcome(await send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
    expect(await w.tandem.sessions.forget()).toBe(1);
    expect(await w.admin.readsAll('/sessions')).toEqual([]);
  });

  test('a session is renewed once a day, along with its cookie', async () => {
    const { send, cookie } = await signedIn({ code: await link() });
    const ends = async () => (await w.admin.readsAll('/sessions'))[0].expiresAt;
    const renewed = async () => (await send('GET', '/me')).headers['set-cookie']?.toString();
    const first = await ends();
    expect(await renewed()).toBeUndefined();
    w.clock.advance(DAY);
    expect(await renewed()).toBe(`${cookie}; Max-Age=7776000; Path=/; HttpOnly; SameSite=Strict`);
    expect(await renewed()).toBeUndefined();
    expect(Date.parse(await ends())).toBe(Date.parse(first) + DAY);
    // Signing out takes the cookie away, also where the session would be renewed.
    w.clock.advance(DAY);
    const [{ id }] = await w.admin.readsAll('/sessions');
    expect(String((await send('DELETE', `/sessions/${id}`)).headers['set-cookie'])).toContain('Max-Age=0');
  });

  test('a session ends with its key, and with its person', async () => {
    const key = await w.person.creates('/keys', { name: 'Laptop', kind: 'person', scopes: ['full'] });
    const byKey = await signedIn({ key: key.secret });
    const byLink = await signedIn({ code: await link('bob') });
    await w.person.delete(`/keys/${key.id}`);
    expect(outcome(await byKey.send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
    expect((await byLink.send('GET', '/me')).status).toBe(200);
    const code = await link('bob');
    await w.admin.delete(`/members/${w.person.id}`);
    expect(outcome(await byLink.send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
    expect(outcome(await post('/sessions', { code }))).toBe('404 NOT_FOUND');
  });

  test('the end of a session applies to requests in progress', async () => {
    const { session, cookie } = await signedIn({ key: w.admin.secret });
    const caller = await w.tandem.authenticateSession(cookie.split('=')[1]);
    expect((await w.tandem.renew(caller)).name).toBe('ada');
    await w.admin.delete(`/sessions/${session.id}`);
    await expect(w.tandem.renew(caller)).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
    const late = w.tandem.keys.create(caller, { name: 'Late', kind: 'person', scopes: ['full'] });
    await expect(late).rejects.toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});

describe('sessions are seen and ended', () => {
  test('people see and end their own sessions, and an admin with full those of everyone', async () => {
    const ada = await signedIn({ key: w.admin.secret });
    const bob = await signedIn({ key: w.person.secret });
    const ids = async (page: Promise<Body>) => (await page).data.map(({ id }: Body) => id);
    expect(await ids(w.admin.reads('/sessions'))).toEqual([bob.session.id, ada.session.id]);
    expect(await ids(w.person.reads('/sessions'))).toEqual([bob.session.id]);
    for (const other of [w.service, w.runtime, w.agent])
      expect(await ids(other.reads('/sessions'))).toEqual([]);
    expect((await bob.send('GET', '/sessions')).body.data).toMatchObject([{ current: true }]);
    expect((await w.person.reads('/sessions')).data).toMatchObject([{ current: false }]);

    expect(outcome(await bob.send('DELETE', `/sessions/${ada.session.id}`))).toBe('404 NOT_FOUND');
    expect(outcome(await w.service.delete(`/sessions/${bob.session.id}`))).toBe('404 NOT_FOUND');
    expect(outcome(await w.other.admin.delete(`/sessions/${bob.session.id}`))).toBe('404 NOT_FOUND');
    expect((await ada.send('DELETE', `/sessions/${bob.session.id}`)).headers['set-cookie']).toBeUndefined();
    expect(outcome(await bob.send('GET', '/me'))).toBe('401 UNAUTHENTICATED');
  });

  test('a key that expires cannot end a session that outlives it', async () => {
    const lent = await w.keyFor('ada', 'person', ['full'], w.clock.now() + DAY);
    const long = await signedIn({ key: w.admin.secret });
    const short = await signedIn({ key: lent.secret });
    expect(outcome(await lent.delete(`/sessions/${long.session.id}`))).toBe('403 FORBIDDEN');
    expect(outcome(await lent.delete(`/sessions/${short.session.id}`))).toBe('204');
  });

  test('sessions appear in the log as keys', async () => {
    const { session } = await signedIn({ key: w.person.secret });
    await w.person.delete(`/keys/${session.keyId}`);
    const events = (await w.admin.reads('/events', { limit: 100 })).data;
    const ofSession = events.filter(({ entity }: Body) => entity.id === session.id);
    expect(ofSession).toMatchObject([
      { type: 'key.created', actor: { name: 'bob' }, entity: { title: 'web session' } },
      { type: 'key.revoked', actor: { name: 'bob' } },
    ]);
  });
});
