import { sharedStorageContract, storageContract } from '@tandem/core/testing';
import { onPostgres } from '../testing/postgres.ts';
import { oneDatabase, openStorage } from '../testing/storages.ts';

// Short pages take many trips, and a busy machine takes its time for each.
jest.setTimeout(90_000);

onPostgres('PostgreSQL', (postgres) => {
  const emptied = oneDatabase(postgres);
  storageContract('PostgreSQL', async () => openStorage(await emptied()));
  storageContract('PostgreSQL, its pages ending early', async () => openStorage(await emptied(), 30));
  sharedStorageContract('PostgreSQL', async () => {
    const url = await emptied();
    return [await openStorage(url), await openStorage(url)];
  });
});
