import { outcome, type World, world } from '../testing/world.ts';

let w: World;

/** Timers that continue when the system clock is set. */
const ALL_BUT_DATE: FakeableAPI[] = [
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
  'setInterval',
  'clearInterval',
  'setTimeout',
  'clearTimeout',
];

describe('the rate limit', () => {
  test('a key over the rate limit gets 429 with Retry-After, other keys do not', async () => {
    w = await world({ rateLimit: 5 });
    for (let i = 0; i < 5; i++) {
      const answer = await w.admin.get('/me');
      expect(answer.status).toBe(200);
      expect(answer.headers.ratelimit).toBe(`limit=5, remaining=${4 - i}, reset=60`);
      expect(answer.headers['ratelimit-policy']).toBe('5;w=60');
    }
    const refused = await w.admin.get('/me');
    expect(outcome(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    expect((await w.person.get('/me')).status).toBe(200);
    expect((await w.other.admin.get('/me')).status).toBe(200);
  });

  test('the keys of one member share four times the rate limit', async () => {
    w = await world({ rateLimit: 2 });
    const keys = await Promise.all([1, 2, 3, 4, 5].map(() => w.keyFor('bob', 'person', ['tasks:read'])));
    for (const key of keys.slice(0, 4)) {
      for (let i = 0; i < 2; i++) expect((await key.get('/me')).status).toBe(200);
      expect(outcome(await key.get('/me'))).toBe('429 RATE_LIMITED');
    }
    const refused = await keys[4]?.get('/me');
    expect(refused && outcome(refused)).toBe('429 RATE_LIMITED');
    expect(refused?.headers.ratelimit).toBe('limit=8, remaining=0, reset=60');
    expect((await w.admin.get('/me')).status).toBe(200);
  });

  test('agents and their hosts do not share a rate limit', async () => {
    w = await world({ rateLimit: 1 });
    for (let i = 0; i < 6; i++) {
      const host = await w.keyFor('ada', 'runtime', ['tasks:read']);
      expect((await host.get('/me')).status).toBe(200);
    }
    expect((await w.agent.get('/me')).status).toBe(200);
    expect((await w.admin.get('/me')).status).toBe(200);
  });

  test('refused requests count against the rate limit', async () => {
    w = await world({ rateLimit: 2 });
    await w.admin.get('/tasks/9');
    await w.admin.post('/tasks', {});
    expect(outcome(await w.admin.post('/tasks', { title: 'A' }))).toBe('429 RATE_LIMITED');
  });

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('setting the clock an hour %s does not extend Retry-After', async (_, ms) => {
    w = await world({ rateLimit: 1 });
    await w.admin.get('/me');
    jest.useFakeTimers({ now: Date.now() + ms, doNotFake: ALL_BUT_DATE });
    try {
      const refused = await w.admin.get('/me');
      expect(outcome(refused)).toBe('429 RATE_LIMITED');
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
      expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60);
    } finally {
      jest.useRealTimers();
    }
  });

  test('the rate limit 0 means none', async () => {
    w = await world();
    for (let i = 0; i < 100; i++) expect((await w.admin.get('/me')).status).toBe(200);
    expect((await w.admin.get('/me')).headers).not.toHaveProperty('ratelimit');
  });
});

describe('a request without a valid key', () => {
  const wrong = () => w.as('tdm_wrong').request('get', '/me');

  test('requests with a missing or wrong key count against their address', async () => {
    w = await world({ rateLimit: 4 });
    for (const ask of [wrong, () => w.as().get('/me'), wrong, wrong]) {
      expect(outcome(await ask())).toBe('401 UNAUTHENTICATED');
    }
    const refused = await wrong();
    expect(outcome(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('an address over its limit does not affect valid keys', async () => {
    w = await world({ rateLimit: 3 });
    for (let i = 0; i < 5; i++) await wrong();
    expect((await w.admin.get('/me')).status).toBe(200);
  });

  test('requests without a key are not counted without a rate limit', async () => {
    w = await world();
    for (let i = 0; i < 100; i++) expect((await wrong()).status).toBe(401);
  });

  test('requests without a key count against the address that a trusted proxy reports', async () => {
    w = await world({ rateLimit: 1, http: { trustedProxies: 1 } });
    const from = (address: string) => wrong().set('X-Forwarded-For', address);
    expect((await from('192.0.2.1')).status).toBe(401);
    expect((await from('192.0.2.2')).status).toBe(401);
    expect((await from('192.0.2.1')).status).toBe(429);
    // Entries further left were written by the client.
    expect((await from('192.0.2.9, 192.0.2.2')).status).toBe(429);
  });

  test('a client cannot choose its address without a trusted proxy', async () => {
    w = await world({ rateLimit: 1 });
    expect((await wrong().set('X-Forwarded-For', '192.0.2.1')).status).toBe(401);
    expect((await wrong().set('X-Forwarded-For', '192.0.2.2')).status).toBe(429);
  });
});
