import { onPostgres } from '../../testing/postgres.ts';
import { createHot } from './hot.ts';
import { openWire } from './wire.ts';

const nobodyWaits = () => false;
const PREPARED = `
  SELECT statement, generic_plans FROM pg_prepared_statements
  WHERE statement NOT LIKE '%pg_prepared_statements%' ORDER BY statement`;

onPostgres('frequent statements', ({ newDatabase }) => {
  const SELECT = 'SELECT id, done FROM things WHERE id = $1';
  const INSERT = 'INSERT INTO things (id, done) VALUES ($1, $2)';

  const used = async () => {
    const url = await newDatabase();
    const hot = createHot();
    const wire = await openWire({ url, purpose: 'test', hot });
    await wire.script('CREATE TABLE things (id BIGINT PRIMARY KEY, done BOOLEAN NOT NULL)');
    for (let i = 0; i < 5; i++) {
      await wire.rows(INSERT, [i, i % 2 === 0]);
      await wire.rows(SELECT, [i]);
    }
    await wire.rows('SELECT count(*) FROM things');
    return { url, hot, wire };
  };

  test('frequent statements are prepared and planned on a new connection before its first use, and not run there', async () => {
    const { url, hot, wire } = await used();
    const next = await openWire({ url, purpose: 'test' }, { plan_cache_mode: 'force_generic_plan' });
    await hot.prepareOn(next, nobodyWaits);
    expect(await next.rows(PREPARED)).toEqual([
      [INSERT, 1],
      [SELECT, 1],
    ]);
    expect(await next.rows(SELECT, [3])).toEqual([[3, 0]]);
    await next.rows(INSERT, [9, true]);
    expect(await wire.rows('SELECT count(*) FROM things')).toEqual([[6]]);
    await Promise.all([wire.close(), next.close()]);
  });

  test('frequent statements are not prepared on a connection that a caller waits for', async () => {
    const { url, hot, wire } = await used();
    const next = await openWire({ url, purpose: 'test' });
    await hot.prepareOn(next, () => true);
    expect(await next.rows(PREPARED)).toEqual([]);
    await Promise.all([wire.close(), next.close()]);
  });

  test('frequent statements that no longer match the schema do no harm', async () => {
    const { url, hot, wire } = await used();
    await wire.script('ALTER TABLE things DROP COLUMN done');
    const next = await openWire({ url, purpose: 'test' });
    await hot.prepareOn(next, nobodyWaits);
    expect(next.lost()).toBeNull();
    expect(await next.rows('SELECT count(*) FROM things')).toEqual([[5]]);
    await Promise.all([wire.close(), next.close()]);
  });
});
