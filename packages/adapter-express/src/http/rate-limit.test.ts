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
  test('is per key: over it 429 with Retry-After, while other keys go on', async () => {
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

  test('is four times as high for all keys of one member together', async () => {
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

  test('is not shared by agents, nor by the hosts of agents', async () => {
    w = await world({ rateLimit: 1 });
    for (let i = 0; i < 6; i++) {
      const host = await w.keyFor('ada', 'runtime', ['tasks:read']);
      expect((await host.get('/me')).status).toBe(200);
    }
    expect((await w.agent.get('/me')).status).toBe(200);
    expect((await w.admin.get('/me')).status).toBe(200);
  });

  test('counts refused requests as well', async () => {
    w = await world({ rateLimit: 2 });
    await w.admin.get('/tasks/9');
    await w.admin.post('/tasks', {});
    expect(outcome(await w.admin.post('/tasks', { title: 'A' }))).toBe('429 RATE_LIMITED');
  });

  test.each([
    ['back', -3_600_000],
    ['forward', 3_600_000],
  ])('asks for no more patience when the clock is set an hour %s', async (_, ms) => {
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

  test('0 turns it off', async () => {
    w = await world();
    for (let i = 0; i < 100; i++) expect((await w.admin.get('/me')).status).toBe(200);
    expect((await w.admin.get('/me')).headers).not.toHaveProperty('ratelimit');
  });
});

describe('a request without a valid key', () => {
  const wrong = () => w.as('tdm_wrong').request('get', '/me');

  test('counts against its address: over the limit 429 with Retry-After, for missing and wrong keys together', async () => {
    w = await world({ rateLimit: 4 });
    for (const ask of [wrong, () => w.as().get('/me'), wrong, wrong]) {
      expect(outcome(await ask())).toBe('401 UNAUTHENTICATED');
    }
    const refused = await wrong();
    expect(outcome(refused)).toBe('429 RATE_LIMITED');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  });

  test('does not stand in the way of valid keys from the same address', async () => {
    w = await world({ rateLimit: 3 });
    for (let i = 0; i < 5; i++) await wrong();
    expect((await w.admin.get('/me')).status).toBe(200);
  });

  test('is not counted where there is no limit', async () => {
    w = await world();
    for (let i = 0; i < 100; i++) expect((await wrong()).status).toBe(401);
  });

  test('counts against the address that a trusted proxy names, and against that alone', async () => {
    w = await world({ rateLimit: 1, http: { trustedProxies: 1 } });
    const from = (address: string) => wrong().set('X-Forwarded-For', address);
    expect((await from('192.0.2.1')).status).toBe(401);
    expect((await from('192.0.2.2')).status).toBe(401);
    expect((await from('192.0.2.1')).status).toBe(429);
    // Entries further left were written by the client.
    expect((await from('192.0.2.9, 192.0.2.2')).status).toBe(429);
  });

  test('cannot choose its address where no proxy is trusted', async () => {
    w = await world({ rateLimit: 1 });
    expect((await wrong().set('X-Forwarded-For', '192.0.2.1')).status).toBe(401);
    expect((await wrong().set('X-Forwarded-For', '192.0.2.2')).status).toBe(429);
  });
});
