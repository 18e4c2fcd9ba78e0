import { onPostgres, query } from '../../adapter-postgres/testing/postgres.ts';
import { startTandem } from './index.ts';
import { postgres } from './postgres.ts';

onPostgres('on PostgreSQL', ({ newDatabase }) => {
  test.each([
    [undefined, 'tandem'],
    ['work', 'work'],
  ])('with a url and the schema %s, the tables are in %s', async (schema, expected) => {
    const url = await newDatabase();
    await (await startTandem({ storage: postgres({ url, schema, allowUnsafe: true }) })).close();
    const count = `SELECT count(*) FROM pg_tables WHERE tablename = 'tasks' AND schemaname = '${expected}'`;
    // A division by zero is an error.
    await query(url, `SELECT 1 / (${count})`);
  });
});
