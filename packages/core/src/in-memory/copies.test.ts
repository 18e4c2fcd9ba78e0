import { aLabel, aWorkspace } from '../../testing/contract/rows.ts';
import { storageContract } from '../../testing/index.ts';
import type { Storage } from '../index.ts';
import { inMemoryStorage } from './index.ts';

storageContract('in memory, begun like an empty one', () => inMemoryStorage(inMemoryStorage()));

const labelsOf = async (storage: Storage) =>
  (await storage.read('w', ({ labels }) => labels.list({ limit: 10, after: undefined }))).items.map(
    ({ id }) => id,
  );

const add = (storage: Storage, id: string) => storage.write('w', ({ labels }) => labels.insert(aLabel(id)));

test('a copied storage has the same data, and both are independent afterwards', async () => {
  const first = inMemoryStorage();
  await first.write('w', ({ workspace }) => workspace.insert(aWorkspace('w')));
  await add(first, 'before');
  const second = inMemoryStorage(first);
  await add(first, 'first');
  await add(second, 'second');
  const refused = second.write('w', async ({ labels }) => {
    await labels.insert(aLabel('undone'));
    throw new Error('No');
  });
  await expect(refused).rejects.toThrow('No');

  expect((await second.read('w', ({ workspace }) => workspace.get()))?.name).toBe('w');
  expect(await labelsOf(first)).toEqual(['before', 'first']);
  expect(await labelsOf(second)).toEqual(['before', 'second']);
});
