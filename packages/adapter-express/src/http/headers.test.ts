import type { Test } from 'supertest';
import { type World, world } from '../testing/world.ts';

/** Headers that make browsers treat a response as data only. */
const SECURITY = {
  'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

let w: World;

const everyKindOfAnswer = (): [string, Test][] => [
  ['a success', w.admin.request('get', '/me')],
  ['a refusal', w.as().request('get', '/me')],
  ['an unknown path', w.admin.request('get', '/nothing')],
  ['another method', w.admin.request('put', '/tasks')],
  ['malformed JSON', w.admin.request('post', '/tasks').type('json').send('{')],
];

test('every response has the security headers, and names neither Express nor a language', async () => {
  w = await world();
  for (const [what, request] of everyKindOfAnswer()) {
    const { headers } = await request;
    expect([what, headers]).toEqual([what, expect.objectContaining(SECURITY)]);
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers).not.toHaveProperty('server');
  }
});

describe('pages of other origins', () => {
  const ORIGIN = 'https://board.example';
  const preflight = (origin: string) =>
    w.as().request('options', '/tasks').set({
      Origin: origin,
      'Access-Control-Request-Method': 'POST',
      'Access-Control-Request-Headers': 'authorization,content-type,idempotency-key,if-match',
    });

  test('other origins are not allowed by default', async () => {
    w = await world();
    for (const [what, request] of everyKindOfAnswer()) {
      const { headers } = await request.set('Origin', ORIGIN);
      const allowed = Object.keys(headers).filter((name) => name.startsWith('access-control-'));
      expect([what, allowed]).toEqual([what, []]);
    }
    expect((await preflight(ORIGIN)).headers).not.toHaveProperty('access-control-allow-origin');
  });

  test('a configured origin is allowed, in the preflight without a key and in each response', async () => {
    w = await world({ http: { corsOrigins: [ORIGIN, 'https://other.example'] } });
    const asked = await preflight(ORIGIN);
    expect(asked.status).toBe(204);
    expect(asked.headers).toMatchObject({
      'access-control-allow-origin': ORIGIN,
      'access-control-allow-methods': expect.stringContaining('PATCH'),
      'access-control-allow-headers': 'authorization,content-type,idempotency-key,if-match',
    });
    for (const [what, request] of everyKindOfAnswer()) {
      const { headers } = await request.set('Origin', ORIGIN);
      expect([what, headers['access-control-allow-origin']]).toEqual([what, ORIGIN]);
      const exposed = headers['access-control-expose-headers']?.split(',');
      expect(exposed).toEqual(expect.arrayContaining(['X-Request-Id', 'ETag', 'Idempotent-Replayed']));
      // The key travels in a header that the page sets itself; cookies are no part of this.
      expect(headers).not.toHaveProperty('access-control-allow-credentials');
    }
  });

  test('a preflight is not confused with a request for the methods of a path', async () => {
    w = await world({ http: { corsOrigins: [ORIGIN] } });
    const { status, headers } = await w.as().request('options', '/tasks');
    expect([status, headers.allow]).toEqual([204, 'GET, POST, HEAD']);
  });

  test('an origin that is not configured is refused, whatever others are allowed', async () => {
    w = await world({ http: { corsOrigins: [ORIGIN] } });
    for (const origin of ['https://evil.example', 'null', `${ORIGIN}.evil.example`, 'http://board.example']) {
      expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin', origin);
      const { headers } = await w.admin.request('get', '/me').set('Origin', origin);
      expect(headers['access-control-allow-origin']).not.toBe(origin);
    }
  });

  test('all origins are allowed with *', async () => {
    w = await world({ http: { corsOrigins: ['*'] } });
    expect((await preflight(ORIGIN)).headers['access-control-allow-origin']).toBe('*');
  });
});
