import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import { openConnection } from './engine/sqlite.ts';
import { sqliteStorage } from './index.ts';

const folder = mkdtempSync(join(tmpdir(), 'tandem-search-'));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([1, 2, 3, 4, 5])(
  'a task found by its typed number displaces no others in older blocks, %i a page',
  async (limit) => {
    const storage = sqliteStorage({ file: join(folder, `${limit}.db`), blockSize: 3 });
    const tandem = createTandem({ ...nodePorts(), storage });
    const { admin: me } = await newTeam(tandem);
    for (let i = 0; i < 11; i++) await tandem.tasks.create(me, { title: 'room 11', status: 'done' });
    const found: (number | null)[] = [];
    let after: number | string | undefined;
    do {
      const page = await tandem.search.find(me, { q: '11', limit, after });
      found.push(...page.items.map(({ taskNumber }) => taskNumber));
      after = page.next ?? undefined;
    } while (after !== undefined);
    expect(found).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    await storage.close();
  },
);

test('a prefix with very many matches is searched as a whole word, without blocking', async () => {
  const storage = sqliteStorage({ file: join(folder, 'beginnings.db') });
  const tandem = createTandem({ ...nodePorts(), storage });
  const { admin: me } = await newTeam(tandem);
  const find = async (q: string) =>
    (await tandem.search.find(me, { q })).items.map(({ taskNumber }) => taskNumber);
  await tandem.tasks.create(me, { title: 'One', description: 'an a alone' });
  await tandem.tasks.create(me, { title: 'Another' });
  await tandem.tasks.create(me, { title: 'Three', description: 'about' });
  expect(await find('a')).toEqual([2, 3, 1]);
  const description = Array.from({ length: 4_000 }, (_, i) => `a${i.toString(36)}`).join(' ');
  for (let i = 0; i < 26; i++) await tandem.tasks.create(me, { title: 'Long', description });
  expect(await find('a')).toEqual([2, 1]);
  expect(await find('abou')).toEqual([3]);
  await storage.close();
});

/** Index segments that are still to be merged. */
function partsOf(file: string): number {
  const connection = openConnection(file, 'onlooker');
  const parts = connection.get<{ n: number }>('SELECT count(DISTINCT segid) AS n FROM search_idx', []);
  connection.close();
  return parts?.n ?? 0;
}

test('the words of all units in a commit are written together, as one index segment', async () => {
  const file = join(folder, 'parts.db');
  const commits: number[] = [];
  const storage = sqliteStorage({ file, onCommit: (units) => commits.push(units) });
  const tandem = createTandem({ ...nodePorts(), storage });
  const { admin: me } = await newTeam(tandem);
  const before = partsOf(file);
  await Promise.all([1, 2, 3, 4, 5].map((i) => tandem.tasks.create(me, { title: `Task ${i}` })));
  expect(commits.at(-1)).toBe(5);
  expect(partsOf(file) - before).toBe(1);
  await storage.close();
});

test('housekeeping merges the segments of the word index, and a search finds the same', async () => {
  const file = join(folder, 'merged.db');
  const storage = sqliteStorage({ file, blockSize: 3 });
  const tandem = createTandem({ ...nodePorts(), storage });
  const { admin: me } = await newTeam(tandem);
  for (let i = 1; i <= 60; i++)
    await tandem.tasks.create(me, {
      title: i % 20 === 0 ? `Rare ${i}` : `Task ${i}`,
      description: 'any text',
    });
  await tandem.tasks.update(me, 40, { title: 'Renamed' });
  while (partsOf(file) < 5) await tandem.tasks.create(me, { title: 'One more' });
  const find = async (q: string) =>
    (await tandem.search.find(me, { q, limit: 100 })).items.map(({ taskNumber }) => taskNumber);
  const before = [await find('rare '), await find('tex'), await find('rare text ')];
  expect(before[0]).toEqual([60, 20]);
  await tandem.maintain();
  expect(partsOf(file)).toBeLessThan(3);
  expect([await find('rare '), await find('tex'), await find('rare text ')]).toEqual(before);
  await tandem.maintain();
  await storage.close();
});
