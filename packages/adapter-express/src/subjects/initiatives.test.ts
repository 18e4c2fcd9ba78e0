import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const STATUSES = ['planned', 'active', 'paused', 'completed', 'canceled'];

const create = (body: object = {}): Promise<Body> =>
  w.admin.creates('/initiatives', { name: 'Growth', ...body });

test('a name is enough; projectCount is 0, projectStatuses empty, and the status planned', async () => {
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

test.each(STATUSES)('the status %s is taken on create and update, from any other', async (status) => {
  expect((await create({ status })).status).toBe(status);
  const { id } = await create();
  expect((await w.admin.does('patch', `/initiatives/${id}`, { status })).status).toBe(status);
  for (const next of STATUSES) {
    expect((await w.admin.does('patch', `/initiatives/${id}`, { status: next })).status).toBe(next);
  }
});

test.each<[string, unknown]>([
  ['name', ''],
  ['name', ' '],
  ['name', 'x'.repeat(501)],
  ['name', null],
  ['description', 'x'.repeat(100_001)],
  ['status', 'done'],
  ['status', null],
])('a wrong %s is 400 at that field, on create and update', async (field, value) => {
  const before = await create();
  for (const answer of [
    await w.admin.post('/initiatives', { name: 'Second', [field]: value }),
    await w.admin.patch(`/initiatives/${before.id}`, { [field]: value }),
  ]) {
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
  }
  expect((await w.admin.reads('/initiatives')).data).toStrictEqual([before]);
});

test('a name is required', async () => {
  const answer = await w.admin.post('/initiatives', { description: 'Nameless' });
  expect(answer.body.error.fields).toStrictEqual({ name: ['is required'] });
});

test('an update answers the whole initiative, and changes only the given fields', async () => {
  let expected = await create();
  for (const change of [{ name: 'Reach' }, { description: 'Further' }, { status: 'active' }]) {
    w.clock.advance(1000);
    expected = { ...expected, ...change, updatedAt: new Date(w.clock.now()).toISOString() };
    expect(await w.admin.does('patch', `/initiatives/${expected.id}`, change)).toStrictEqual(expected);
  }
  expect(await w.admin.reads(`/initiatives/${expected.id}`)).toStrictEqual(expected);
});

test('a new name shows on its projects and goals', async () => {
  const { id } = await create();
  const project = await w.admin.creates('/projects', { title: 'A', initiativeId: id });
  const goal = await w.admin.creates('/goals', { title: 'B', initiativeId: id });
  await w.admin.does('patch', `/initiatives/${id}`, { name: 'Reach' });
  expect((await w.admin.reads(`/projects/${project.id}`)).initiative).toStrictEqual({ id, name: 'Reach' });
  expect((await w.admin.reads(`/goals/${goal.id}`)).initiative).toStrictEqual({ id, name: 'Reach' });
});

test('projectCount and projectStatuses count projects that are not archived, by status', async () => {
  const { id } = await create();
  const counts = async () => {
    const { projectCount, projectStatuses } = await w.admin.reads(`/initiatives/${id}`);
    expect((await w.admin.reads('/initiatives')).data[0]).toMatchObject({ projectCount, projectStatuses });
    return [projectCount, projectStatuses];
  };
  const make = (status: string) => w.admin.creates('/projects', { title: 'A', status, initiativeId: id });
  const first = await make('planning');
  await make('planning');
  const last = await make('complete');
  expect(await counts()).toStrictEqual([3, { planning: 2, complete: 1 }]);

  await w.admin.does('patch', `/projects/${first.id}`, { status: 'blocked' });
  expect(await counts()).toStrictEqual([3, { planning: 1, blocked: 1, complete: 1 }]);
  await w.admin.does('post', `/projects/${first.id}/archive`);
  expect(await counts()).toStrictEqual([2, { planning: 1, complete: 1 }]);
  await w.admin.does('patch', `/projects/${first.id}`, { status: 'canceled' });
  await w.admin.does('post', `/projects/${first.id}/unarchive`);
  expect(await counts()).toStrictEqual([3, { planning: 1, complete: 1, canceled: 1 }]);
  await w.admin.does('patch', `/projects/${first.id}`, { initiativeId: null });
  await w.admin.delete(`/projects/${last.id}`);
  expect(await counts()).toStrictEqual([1, { planning: 1 }]);
});

test('deleting it answers success; its projects and goals are kept, in none', async () => {
  const { id } = await create();
  const project = await w.admin.creates('/projects', { title: 'A', initiativeId: id });
  const archived = await w.admin.creates('/projects', { title: 'B', initiativeId: id });
  await w.admin.does('post', `/projects/${archived.id}/archive`);
  const goal = await w.admin.creates('/goals', { title: 'C', initiativeId: id });

  const answer = await w.admin.delete(`/initiatives/${id}`);
  expect([answer.status, answer.body]).toStrictEqual([200, { success: true }]);
  for (const path of [`/projects/${project.id}`, `/projects/${archived.id}`, `/goals/${goal.id}`]) {
    expect((await w.admin.reads(path)).initiative).toBeNull();
  }
  for (const path of [`/initiatives/${id}`, `/initiatives/${id}/projects`]) {
    expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
  }
});

test('the list is newest first', async () => {
  for (const name of ['One', 'Two', 'Three']) await create({ name });
  const { data } = await w.admin.reads('/initiatives');
  expect(data.map(({ name }: Body) => name)).toEqual(['Three', 'Two', 'One']);
});

test('its projects are listed newest first in the short form, page by page', async () => {
  const { id } = await create();
  await w.admin.creates('/projects', { title: 'Elsewhere' });
  const made: Body[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    made.unshift(await w.admin.creates('/projects', { title, initiativeId: id, targetDate: 0 }));
  }
  const short = made.map(({ initiative, goal, taskCounts, archived, ...shown }) => shown);
  expect(Object.keys(short[0]).sort()).toEqual([
    'color',
    'createdAt',
    'description',
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
