import { type Body, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (body: object = {}): Promise<Body> =>
  w.admin.creates('/initiatives', { name: 'Growth', ...body });

test('an initiative with only a name gets the default values', async () => {
  const initiative = await create({ name: ' Growth ' });
  expect(initiative).toStrictEqual({
    id: expect.any(String),
    name: 'Growth',
    description: null,
    status: 'planned',
    projectCount: 0,
    projectStatuses: {},
    createdAt: '2026-03-01T09:00:00.000Z',
    updatedAt: '2026-03-01T09:00:00.000Z',
  });
  expect(await w.admin.reads(`/initiatives/${initiative.id}`)).toStrictEqual(initiative);
  expect(await w.admin.reads('/initiatives')).toStrictEqual({
    data: [initiative],
    cursor: null,
    hasMore: false,
  });
});

test('the projects of an initiative have the short form, newest first, paged', async () => {
  const { id } = await create();
  await w.admin.creates('/projects', { title: 'Elsewhere' });
  const made: Body[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    made.unshift(await w.admin.creates('/projects', { title, initiativeId: id, targetDate: 0 }));
  }
  const short = made.map(({ initiative, goal, taskCounts, archived, ...rest }) => rest);
  expect(Object.keys(short[0]).sort()).toEqual([
    'color',
    'createdAt',
    'description',
    'externalId',
    'id',
    'status',
    'targetDate',
    'title',
    'updatedAt',
  ]);
  expect(await w.admin.reads(`/initiatives/${id}/projects`)).toStrictEqual({
    data: short,
    cursor: null,
    hasMore: false,
  });

  const first = await w.admin.reads(`/initiatives/${id}/projects`, { limit: 2 });
  expect(first).toMatchObject({ data: short.slice(0, 2), hasMore: true });
  const second = await w.admin.reads(`/initiatives/${id}/projects`, { cursor: first.cursor });
  expect(second.data).toEqual(short.slice(2));
});
