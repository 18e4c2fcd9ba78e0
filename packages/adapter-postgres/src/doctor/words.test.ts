import { nodePorts } from '@tandem/adapter-node';
import { createTandem } from '@tandem/core';
import { newTeam } from '@tandem/core/testing/world';
import pg from 'pg';
import { onPostgres } from '../../testing/postgres.ts';
import { openStorage } from '../../testing/storages.ts';
import { examineWords } from '../index.ts';

onPostgres('the words of a database', (postgres) => {
  let url: string;
  const change = async (sql: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(sql);
    await client.end();
  };

  beforeEach(async () => {
    url = await postgres.newDatabase();
    const tandem = createTandem({ ...nodePorts(), storage: await openStorage(url) });
    const { admin: ada } = await newTeam(tandem);
    for (const title of ['Boiler', 'Straße', '***']) {
      const { id } = await tandem.tasks.create(ada, { title, description: 'valve, 北京市' });
      await tandem.comments.create(ada, id, { body: `Seen: ${title}` });
      await tandem.projects.create(ada, { title, description: null });
    }
    await tandem.goals.create(ada, { title: 'Warm', description: 'a', test: 'b' });
    await tandem.close();
  });

  test('word counts are correct as the stores write them', async () => {
    expect(await examineWords(url)).toEqual({ differing: 0, filling: false });
  });

  test.each([
    ['a title that was changed', `UPDATE tasks SET title = 'other' WHERE number = 1`, 1],
    ['a goal that was changed', `UPDATE goals SET test = 'other'`, 1],
    ['words that were changed', `UPDATE search_texts SET words = 'x' WHERE number = 2 AND slot = 1`, 1],
    ['words that are gone', 'DELETE FROM search_texts', 6],
    ['words of nothing', `UPDATE search_texts SET ref = 'nothing' WHERE number = 3 AND slot = 1`, 2],
  ])('wrong words are reported after %s', async (_, sql, differing) => {
    await change(sql);
    expect(await examineWords(url)).toEqual({ differing, filling: false });
  });

  test('words are not checked while they are being indexed', async () => {
    await change(
      `INSERT INTO search_fills SELECT id, 'task', 1, 0 FROM workspaces; DELETE FROM search_texts`,
    );
    expect(await examineWords(url)).toEqual({ differing: 0, filling: true });
  });
});
