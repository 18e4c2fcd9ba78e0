import { sharedStorageContract, storageContract } from '@tandem/core/testing';
import { LONG } from '@tandem/core/testing/programs';
import { onPostgres } from '../testing/postgres.ts';
import { makeSpread, needingSeveral, sentStatements, sortingTables } from '../testing/spread.ts';
import { oneDatabase, openStorage } from '../testing/storages.ts';

// Round trips are slow on a busy machine, and so are the plans of all statements.
jest.setTimeout(180_000);

onPostgres('PostgreSQL', (postgres) => {
  const sent = sentStatements();
  const emptied = oneDatabase(postgres);
  storageContract('PostgreSQL', async () => openStorage(await emptied()));
  sharedStorageContract('PostgreSQL', async () => {
    const url = await emptied();
    return [await openStorage(url), await openStorage(url)];
  });

  // Short pages need many round trips, and partitioned tables take time to create, so both are opt-in.
  if (LONG) {
    storageContract('PostgreSQL, its pages ending early', async () => openStorage(await emptied(), 30, 3));
    storageContract('PostgreSQL, its tables spread by workspace', async () => {
      const url = await postgres.newDatabase();
      await makeSpread(url);
      return openStorage(url);
    });
  }

  test('no statement sorts rows for which an index has the order', async () => {
    // The contract suite does not cover claims with filters and questions to everyone.
    const storage = await openStorage(await emptied());
    await storage.read('w', async ({ ready, questions, tasks }) => {
      for (const labelIds of [undefined, ['label']]) {
        for (const projectId of [undefined, 'project']) {
          await ready.next('agent', { projectId, labelIds, priorities: undefined }, null);
          await ready.next('agent', { projectId, labelIds, priorities: undefined }, '[8,5,5]');
        }
      }
      await questions.list(
        { statuses: ['open', 'answered'], to: [null, 'person'] },
        { limit: 5, after: undefined },
      );
      await tasks.list({ assigneeIds: [null, 'ada'], archived: true }, { limit: 5, after: undefined });
    });
    await storage.close();
    expect(await sortingTables(sent, await emptied())).toEqual([]);
  });

  test('every statement reads and writes in one workspace only', async () => {
    const url = await postgres.newDatabase();
    await makeSpread(url);
    expect(await needingSeveral(sent, url)).toEqual([]);
    expect(sent.size).toBeGreaterThan(250);
  });
});
