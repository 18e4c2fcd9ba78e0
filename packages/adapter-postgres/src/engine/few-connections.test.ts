import { setTimeout as pause } from 'node:timers/promises';
import { onPostgres } from '../../testing/postgres.ts';
import { createPool, type Pool } from './pool.ts';
import { openWire, type Wire } from './wire.ts';

jest.setTimeout(60_000);

onPostgres('shared connections', ({ newDatabase }) => {
  const MOST = 6;
  let url: string;
  let other: Wire;
  let pool: Pool<{ readonly wire: Wire }>;
  let made = 0;
  beforeEach(async () => {
    url = await newDatabase();
    other = await openWire({ url, purpose: 'test' });
    await other.script(`CREATE ROLE of_few LOGIN PASSWORD 'few' CONNECTION LIMIT 2`);
    const few = new URL(url);
    few.username = few.password = '';
    const ofFew = few.href.replace('//', '//of_few:few@');
    made = 0;
    const make = async () => {
      made++;
      return { wire: await openWire({ url: ofFew, purpose: 'test' }) };
    };
    pool = createPool({ max: MOST, patienceMs: 5_000, make });
  });
  afterEach(async () => {
    await pool.close();
    await other.script('DROP ROLE of_few');
    await other.close();
  });

  const use = async () => {
    const connection = await pool.take();
    await connection.wire.rows('SELECT pg_sleep(0.02)');
    pool.give(connection);
  };

  test('connections are awaited when the server refuses more, without a new attempt each time', async () => {
    await Promise.all(Array.from({ length: 60 }, use));
    expect(pool.size()).toMatchObject({ open: 2, busy: 0, waiting: 0 });
    expect(made).toBeLessThan(2 + MOST + 4);
  });

  test('refused connections are requested again after a moment', async () => {
    await Promise.all([use(), use()]);
    await other.script('ALTER ROLE of_few CONNECTION LIMIT 1');
    await Promise.all(Array.from({ length: 10 }, use));
    await other.script('ALTER ROLE of_few CONNECTION LIMIT 4');
    await pause(300);
    await Promise.all(Array.from({ length: 10 }, use));
    expect(pool.size().open).toBe(4);
  });

  test('refused connections are requested again even while none is returned', async () => {
    const held = [await pool.take(), await pool.take()];
    const third = pool.take();
    await pause(100);
    await other.script('ALTER ROLE of_few CONNECTION LIMIT 3');
    held.push(await third);
    for (const connection of held) pool.give(connection);
  });
});
