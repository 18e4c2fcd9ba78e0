import { onPostgres, query } from '../../adapter-postgres/testing/postgres.ts';
import { type TestOptions, testTandem } from './testing.ts';

async function expireAClaim(options: TestOptions): Promise<void> {
  const { tandem, ada, otto, clock, events } = await testTandem(options);
  const { taskNumber } = await tandem.tasks.create(ada, { title: 'Order the parts' });
  await tandem.claims.next(otto, { leaseSeconds: 60 });
  await clock.advance('30s');
  expect((await tandem.tasks.get(ada, taskNumber)).status).toBe('in_progress');
  await clock.advance('2h');
  expect((await tandem.tasks.get(ada, taskNumber)).status).toBe('todo');
  expect((await events()).map(({ type }) => type)).toEqual([
    'task.created',
    'task.transitioned',
    'task.claimed',
    'task.expired',
    'task.transitioned',
  ]);
  await tandem.close();
}

test.each(['memory', 'sqlite'] as const)('on %s, an expired claim returns its task', (storage) =>
  expireAClaim({ storage }),
);

onPostgres('on PostgreSQL', (postgres) => {
  test('an expired claim returns its task, and no schema remains', async () => {
    const url = await postgres.newDatabase();
    await expireAClaim({ storage: 'postgres', url });
    const count = `SELECT count(*) FROM pg_namespace WHERE nspname LIKE 'tandem%'`;
    // A division by zero is an error.
    await query(url, `SELECT 1 / CASE (${count}) WHEN 0 THEN 1 ELSE 0 END`);
  });
});

test('a transaction lends the connection of the chosen storage', async () => {
  const { tandem } = await testTandem({ storage: 'sqlite' });
  const one = tandem.transaction(async (tx) => tx.host((db) => db.prepare('SELECT 1 AS one').get()));
  expect(await one).toEqual({ one: 1 });
  await tandem.close();
});

test('tests on PostgreSQL without a server are refused', async () => {
  await expect(testTandem({ storage: 'postgres', url: '' })).rejects.toThrow('Pass its url to testTandem');
});

test('the person is found by an id of the host', async () => {
  const { tandem, ada } = await testTandem();
  expect(await tandem.people.callerFor({ externalId: '1' })).toEqual(ada);
});

test('waiting requests end when their time is over', async () => {
  const { tandem, otto, clock } = await testTandem();
  const next = tandem.claims.next(otto, { wait: 25 });
  while (tandem.waiting() === 0) await new Promise(setImmediate);
  await clock.advance('1m');
  expect(await next).toBeNull();
});

test('time passes in months as fast as in minutes, and keeps all events', async () => {
  const { tandem, ada, clock, events } = await testTandem();
  const before = clock.now();
  await tandem.tasks.create(ada, { title: 'Order the parts' });
  await clock.advance('365d');
  await clock.advance(500);
  expect(clock.now() - before).toBe(365 * 86_400_000 + 500);
  expect(await events()).toHaveLength(1);
});

test('advancing throws what a job throws', async () => {
  const { tandem, clock } = await testTandem();
  tandem.search.fill = () => Promise.reject(new Error('The disk is full.'));
  await expect(clock.advance('1s')).rejects.toThrow('The disk is full.');
});

test.each(['2 hours', 'h', '-1s', ''])('the duration %p is refused', async (duration) => {
  const { clock } = await testTandem();
  await expect(clock.advance(duration as '1s')).rejects.toThrow('is not a duration');
});
