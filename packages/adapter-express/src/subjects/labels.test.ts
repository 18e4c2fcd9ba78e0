import { type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

test('a label has an id, a name and a color, gray by default', async () => {
  const label = await w.admin.creates('/labels', { name: 'bug' });
  expect(label).toStrictEqual({ id: expect.any(String), name: 'bug', color: 'gray' });
  expect(await w.admin.reads('/labels')).toStrictEqual({ data: [label], cursor: null, hasMore: false });
});
