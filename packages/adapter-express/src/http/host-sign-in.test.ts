import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import request from 'supertest';
import { createApp, createFetch, type HttpOptions } from '../server.ts';
import { type World, world } from '../testing/world.ts';

let w: World;
let errors: unknown[];
const ORIGIN = 'http://app.example';

/** The host knows its users by a cookie. */
const userIn = (cookie: string | null | undefined) => /user=([^;]*)/.exec(cookie ?? '')?.[1] ?? null;

const options = (): HttpOptions => ({
  tandem: w.tandem,
  workspaceId: w.id,
  rateLimit: 3,
  onError: (error) => errors.push(error),
});
const app = (more: Partial<HttpOptions> = {}) =>
  createApp({ ...options(), authenticate: (req) => userIn(req.headers.cookie), ...more });

beforeEach(async () => {
  w = await world();
  errors = [];
  const carol = { externalId: '7', name: 'carol', displayName: 'Carol', workspaceId: w.id };
  await w.tandem.people.upsert(carol);
});

const me = (on: ReturnType<typeof app>, headers: Record<string, string>) =>
  request(on).get('/api/v1/me').set(headers);
const create = (on: ReturnType<typeof app>, headers: Record<string, string>) =>
  request(on)
    .post('/api/v1/tasks')
    .set({ Cookie: 'user=7', Host: 'app.example', ...headers })
    .send({ title: 'A' });

test('a person whom the host has signed in is the caller', async () => {
  const { body, headers } = await me(app(), { Cookie: 'user=7' }).expect(200);
  expect([body.caller.name, headers['cache-control'], headers['set-cookie']]).toEqual([
    'carol',
    'no-store',
    undefined,
  ]);
});

test.each([
  ['nobody', {}],
  ['a page of another origin', { Cookie: 'user=7', Origin: 'http://evil.example' }],
  ['a page of another site', { Cookie: 'user=7', 'Sec-Fetch-Site': 'cross-site' }],
])('%s is refused', async (_who, headers) => {
  const { body } = await me(app(), headers as Record<string, string>).expect(401);
  expect(body.error.code).toBe('UNAUTHENTICATED');
});

test('a person who is no member is told so, and not sent to sign in again', async () => {
  const { body } = await me(app(), { Cookie: 'user=8' }).expect(403);
  expect([body.error.code, body.error.message]).toEqual([
    'NOT_A_MEMBER',
    expect.stringContaining('Ask an admin to add you.'),
  ]);
});

test('a change needs the header that forms cannot send, from the same origin', async () => {
  const on = app();
  const named = { 'Tandem-Session': '1' };
  await create(on, {}).expect(401);
  await create(on, { ...named, Origin: 'http://evil.example' }).expect(401);
  await create(on, { ...named, Origin: ORIGIN }).expect(201);
});

test('a page that was drawn for another person is told so', async () => {
  const on = app();
  const { body } = await me(on, { Cookie: 'user=7' });
  await create(on, { 'Tandem-Session': body.key.id }).expect(201);
  const refused = await create(on, { 'Tandem-Session': `${body.key.id}0` }).expect(409);
  expect(refused.body.error.code).toBe('OTHER_SESSION');
});

test('agents use their keys beside it, and the host is not asked', async () => {
  const authenticate = jest.fn(() => '7');
  const headers = { Authorization: `Bearer ${w.agent.secret}`, Cookie: 'user=7' };
  const { body } = await me(app({ authenticate }), headers).expect(200);
  expect(body.caller.name).toBe('scout');
  expect(authenticate).not.toHaveBeenCalled();
  await me(app({ authenticate }), { Authorization: 'Bearer tdm_wrong', Cookie: 'user=7' }).expect(401);
});

test('each person has a rate limit of their own', async () => {
  const on = app();
  await w.tandem.people.upsert({ externalId: '9', name: 'dora', workspaceId: w.id });
  for (let i = 0; i < 3; i++) await me(on, { Cookie: 'user=7' }).expect(200);
  await me(on, { Cookie: 'user=7' }).expect(429);
  await me(on, { Cookie: 'user=9' }).expect(200);
});

test('a deactivated person is refused', async () => {
  await w.tandem.people.deactivate({ externalId: '7', workspaceId: w.id });
  await me(app(), { Cookie: 'user=7' }).expect(403);
});

test('an event stream ends after its reader has signed out of the host', async () => {
  let user: string | null = '7';
  const handle = createFetch({ ...options(), authenticate: () => user, streams: { pingMs: 1_000 } });
  const { body } = await handle(new Request('http://h/api/v1/events/stream'));
  const reader = (body as ReadableStream<Uint8Array>).getReader();
  let text = '';
  // The first keep-alive comes to a reader who is signed in.
  while (!text.includes('\n:')) text += new TextDecoder().decode((await reader.read()).value);
  user = null;
  while (!(await reader.read()).done);
});

test("Tandem's own sign-in is off, and its sessions do not count", async () => {
  const signedIn = await request(w.server).post('/api/v1/sessions').send({ key: w.admin.secret }).expect(201);
  const [cookie = ''] = [signedIn.headers['set-cookie'] ?? []].flat();
  await me(app(), { Cookie: cookie }).expect(401);
  await request(app()).post('/api/v1/sessions').send({ key: w.admin.secret }).expect(404);
});

test.each([
  ['throws', () => Promise.reject(new Error('the user store is down'))],
  ['returns a malformed id', () => ({ source: 'My CRM', id: '7' })],
])('a host whose function %s gets a 500 with its error', async (_what, authenticate) => {
  await me(app({ authenticate }), {}).expect(500);
  expect(errors).toEqual([expect.any(Error)]);
});

test('an empty id signs nobody in', async () => {
  await me(app({ authenticate: () => '' }), {}).expect(401);
});

test('a handler of the Fetch API asks with its own request', async () => {
  const handle = createFetch({ ...options(), authenticate: ({ headers }) => userIn(headers.get('cookie')) });
  const ask = (cookie: string) =>
    handle(new Request('http://h/api/v1/me', { headers: { Cookie: cookie } })).then(({ status }) => status);
  expect([await ask('user=7'), await ask('user=8')]).toEqual([200, 403]);
});

describe('the page', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tandem-host-page-'));
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><html lang="en"><base href="/" /></html>');
  afterAll(() => rmSync(folder, { recursive: true }));

  test('the page is told where the host signs people in, and nothing without a host', async () => {
    const url = '/login?to="<&$\'';
    const on = express().use('/team', app({ pageFolder: folder, signInUrl: url }));
    const { text } = await request(on).get('/team/tasks').expect(200);
    expect(text).toContain('<html data-sign-in="/login?to=&#34;&#60;&#38;$\'" lang="en">');
    expect((await request(app({ pageFolder: folder })).get('/')).text).toContain('data-sign-in="/"');
    const without = createApp({ ...options(), pageFolder: folder });
    expect((await request(without).get('/')).text).not.toContain('data-sign-in');
  });
});
