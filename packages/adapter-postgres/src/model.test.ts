import { modelTest, parentsTest, treesTest } from '@tandem/core/testing/model';
import { onPostgres } from '../testing/postgres.ts';
import { oneDatabase, openStorage } from '../testing/storages.ts';

onPostgres('PostgreSQL', (postgres) => {
  const emptied = oneDatabase(postgres);
  const make = async () => {
    // Both use the test's clock.
    const { clock: _, steadyClock: __, ...storage } = await openStorage(await emptied(), 20);
    return { storage };
  };
  modelTest('PostgreSQL', make);
  treesTest('PostgreSQL', async () => (await make()).storage, 4);
  parentsTest('PostgreSQL', async () => (await make()).storage, 4);
});
