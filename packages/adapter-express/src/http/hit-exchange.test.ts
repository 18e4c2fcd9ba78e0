import type { Tally, Total } from '@tandem/core';
import { hitCounter } from './hit-counter.ts';
import { hitExchange } from './hit-exchange.ts';

const WINDOW_MS = 60_000;

/** A clock that is moved by hand, timers by it, and a storage that adds up hits. */
function someServers() {
  let now = 1_000;
  let timers: { at: number; run(): void }[] = [];
  const totals = new Map<string, { hits: number; endsAt: number }>();
  const storage = { away: false, asked: [] as (readonly Tally[])[] };
  const tally = async (counts: readonly Tally[]): Promise<readonly Total[]> => {
    storage.asked.push(counts);
    if (storage.away) throw new Error('The storage is away.');
    return counts.map(({ name, hits, resetMs }) => {
      const known = totals.get(name);
      const total = known && known.endsAt > now ? known : { hits: 0, endsAt: now + resetMs };
      total.hits += hits;
      totals.set(name, total);
      return { hits: total.hits, resetMs: total.endsAt - now };
    });
  };
  const server = () => {
    const steadyMs = () => now;
    const exchange = hitExchange({
      tally,
      steadyMs,
      schedule: (afterMs, run) => {
        const timer = { at: now + afterMs, run };
        timers.push(timer);
        return () => {
          timers = timers.filter((each) => each !== timer);
        };
      },
    });
    const hit = hitCounter({ windowMs: WINDOW_MS, steadyMs, onHit: exchange.report });
    return Object.assign(hit, exchange);
  };
  const pass = async (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now = Math.min(end, now + 100);
      const due = timers.filter(({ at }) => at <= now);
      timers = timers.filter(({ at }) => at > now);
      for (const { run } of due) run();
      await new Promise((resolve) => setImmediate(resolve));
    }
  };
  return { server, pass, storage, forget: () => totals.clear(), timers: () => timers.length };
}

const times = (count: number, does: () => void) => {
  for (let i = 0; i < count; i++) does();
};

test('hits counted by another server count here within a second', async () => {
  const { server, pass } = someServers();
  const [a, b] = [server(), server()];
  times(10, () => a('k'));
  expect(b('k').hits).toBe(1);
  await pass(900);
  expect(b('k').hits).toBe(12);
  expect(a('k').hits).toBe(11);
  await pass(900);
  expect(a('k').hits).toBe(14);
});

test('a key that moves between servers is counted once per hit', async () => {
  const { server, pass } = someServers();
  const servers = [server(), server(), server()];
  for (let i = 0; i < 50; i++) {
    servers[i % 3]?.('k');
    await pass(100);
  }
  await pass(900);
  servers[0]?.('k');
  await pass(900);
  expect(servers[0]?.('k').hits).toBe(52);
});

test('a window ends on all servers when it ends on the one where it began', async () => {
  const { server, pass } = someServers();
  const [a, b] = [server(), server()];
  a('k');
  await pass(30_000);
  b('k');
  await pass(1_000);
  expect(b('k')).toEqual({ hits: 3, resetMs: 29_000 });
  await pass(29_000);
  expect([a('k'), b('k')]).toEqual([
    { hits: 1, resetMs: WINDOW_MS },
    { hits: 1, resetMs: WINDOW_MS },
  ]);
});

test('while the storage is unreachable each server counts for itself, and reports all hits afterwards', async () => {
  const { server, pass, storage } = someServers();
  const [a, b] = [server(), server()];
  storage.away = true;
  times(5, () => a('k'));
  await pass(5_000);
  expect(a('k').hits).toBe(6);
  storage.away = false;
  b('k');
  await pass(900);
  expect(b('k').hits).toBe(8);
});

test('a storage that lost its counts resets no window', async () => {
  const { server, pass, forget } = someServers();
  const a = server();
  times(9, () => a('k'));
  await pass(500);
  forget();
  a('k');
  await pass(500);
  expect(a('k').hits).toBe(11);
});

test('the storage is called only with new hits, once for at most 1,000 keys', async () => {
  const { server, pass, storage, timers } = someServers();
  const a = server();
  for (let i = 0; i < 1_500; i++) a(`${i}`);
  a('0');
  await pass(2_000);
  expect(storage.asked.map((counts) => counts.length)).toEqual([1_000, 500]);
  expect(storage.asked[0]?.[0]).toEqual({ name: '0', hits: 2, resetMs: WINDOW_MS - 400 });
  expect(timers()).toBe(0);
});

test('hits of an expired window are not reported', async () => {
  const { server, pass, storage } = someServers();
  const a = server();
  storage.away = true;
  a('k');
  await pass(WINDOW_MS + 1_000);
  storage.away = false;
  storage.asked.length = 0;
  await pass(5_000);
  expect(storage.asked.flat()).toEqual([]);
});

test('a stopped server makes no more calls', async () => {
  const { server, pass, storage } = someServers();
  const a = server();
  a('k');
  a.stop();
  a('k');
  await pass(5_000);
  expect(storage.asked).toEqual([]);
});
