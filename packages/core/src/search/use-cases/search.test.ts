import { testPorts } from '../../../testing/ports.ts';
import { newTeam } from '../../../testing/team.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';
import { createTandem } from '../../index.ts';

test('on a page of many long texts, less of each is searched for snippets', async () => {
  const tandem = createTandem({ ...testPorts(), storage: inMemoryStorage() });
  const { admin: me } = await newTeam(tandem);
  const description = `${'early '.repeat(1_500)} leak`;
  for (let i = 0; i < 100; i++) await tandem.tasks.create(me, { title: `${i}`, description });
  await tandem.tasks.create(me, { title: 'short', description: 'early leak' });
  const marked = async (limit: number) => {
    const { items } = await tandem.search.find(me, { q: 'leak', limit });
    return items.map(({ snippet }) => snippet.marks.length > 0);
  };
  const page = await marked(100);
  expect(page.slice(0, 3)).toEqual([true, false, false]);
  expect(await marked(50)).toEqual(Array.from({ length: 50 }, () => true));
});
