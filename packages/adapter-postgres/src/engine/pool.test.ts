import { ConnectionLost } from './errors.ts';
import { createPool } from './pool.ts';
import type { Wire } from './wire.ts';

/** A connection that can be marked as lost. */
function aConnection() {
  let why: ConnectionLost | null = null;
  const received: ((why: ConnectionLost) => void)[] = [];
  const lose = () => {
    why = new ConnectionLost('lost');
    for (const each of received) each(why);
  };
  const wire = {
    lost: () => why,
    onLost: (each: (why: ConnectionLost) => void) => received.push(each),
    close: async () => undefined,
    destroy: lose,
  } as unknown as Wire;
  return { wire, lose };
}

const poolOf = (max: number, make = async () => aConnection()) => createPool({ max, patienceMs: 100, make });

test('the pool opens connections up to the limit, then callers wait for a returned one', async () => {
  const pool = poolOf(2);
  const [a] = [await pool.take(), await pool.take()];
  const third = pool.take();
  expect(pool.size()).toEqual({ open: 2, busy: 2, waiting: 1 });
  pool.give(a);
  expect(await third).toBe(a);
});

test('the pool refuses a caller that has waited too long', async () => {
  const pool = poolOf(1);
  await pool.take();
  await expect(pool.take()).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('the pool replaces lost connections, used or idle', async () => {
  const pool = poolOf(1);
  const first = await pool.take();
  pool.give(first);
  first.lose();
  expect(pool.size()).toEqual({ open: 0, busy: 0, waiting: 0 });
  const second = await pool.take();
  expect(second).not.toBe(first);
  const third = pool.take();
  second.lose();
  pool.give(second);
  expect(await third).not.toBe(second);
});

test('the pool refuses all waiting callers when no connection can be opened, and retries later', async () => {
  let reachable = false;
  const pool = poolOf(2, async () => {
    if (!reachable) throw new ConnectionLost('away');
    return aConnection();
  });
  const refused = await Promise.allSettled([pool.take(), pool.take(), pool.take()]);
  expect(refused.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  reachable = true;
  await new Promise((resolve) => setTimeout(resolve, 300));
  await pool.take();
});

test('the pool closes once all connections have been returned', async () => {
  const pool = poolOf(2);
  const taken = await pool.take();
  let closed = false;
  const closing = pool.close().then(() => {
    closed = true;
  });
  await new Promise(setImmediate);
  expect(closed).toBe(false);
  pool.give(taken);
  await closing;
});

test('the pool closes even while a connection attempt fails', async () => {
  let refuse: () => void = () => undefined;
  const pool = poolOf(
    1,
    () => new Promise((_, reject) => (refuse = () => reject(new ConnectionLost('away')))),
  );
  const refused = expect(pool.take()).rejects.toThrow('away');
  const closing = pool.close();
  refuse();
  await Promise.all([refused, closing]);
});

test('the pool opens another connection when the last idle one is taken, and warms it before its first use', async () => {
  const warmed: unknown[] = [];
  const pool = createPool({
    max: 3,
    patienceMs: 100,
    make: async () => aConnection(),
    warm: async (connection) => {
      warmed.push(connection);
    },
  });
  await pool.take();
  await new Promise(setImmediate);
  expect(pool.size()).toEqual({ open: 2, busy: 1, waiting: 0 });
  expect(warmed).toContain(await pool.take());
});

test('the pool stops warming a connection when a caller waits for it', async () => {
  let goOn: () => void = () => undefined;
  const awaited: boolean[] = [];
  const pool = createPool({
    max: 2,
    patienceMs: 1_000,
    make: async () => aConnection(),
    warm: async (_, isAwaited) => {
      awaited.push(isAwaited());
      await new Promise<void>((resolve) => (goOn = resolve));
      awaited.push(isAwaited());
    },
  });
  const first = pool.take();
  await new Promise(setImmediate);
  goOn();
  await first;
  await new Promise(setImmediate);
  const second = pool.take();
  goOn();
  await second;
  expect(awaited).toEqual([true, true, false, true]);
});
