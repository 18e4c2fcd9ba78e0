import { type CallerName, outcome, refusal, type World, world } from '../../../testing/world.ts';
import { MAX_VIEWS } from '../view.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (by: CallerName, shared = false, name = 'A view') =>
  w.tandem.views.create(w[by], { name, shared });
const names = async (by: CallerName) => (await w.tandem.views.list(w[by], {})).items.map(({ name }) => name);

test('a view has the defaults of the task list', async () => {
  const view = await w.tandem.views.create(w.member, { name: ' Mine ', query: { sort: 'due' } });
  expect(view).toMatchObject({
    name: 'Mine',
    shared: false,
    query: { filters: {}, sort: 'due', order: 'asc', view: 'list', groupBy: 'status' },
    createdBy: { id: w.member.id, name: 'bob' },
  });
  expect(await w.tandem.views.get(w.member, view.id)).toStrictEqual(view);
});

test('a member sees its own views and shared ones, by name', async () => {
  await create('admin', false, 'admin only');
  await create('admin', true, 'b');
  await create('agent', false, 'A');
  await create('agent', true, 'a');
  expect(await names('agent')).toStrictEqual(['A', 'a', 'b']);
  expect(await names('member')).toStrictEqual(['a', 'b']);
  expect(await names('service')).toStrictEqual(['a', 'b']);
  expect((await w.tandem.views.list(w.other.admin, {})).items).toStrictEqual([]);
});

test('a parent that does not exist yet hides no filter that the list refuses', async () => {
  const save = (filters: object) => () => w.tandem.views.create(w.member, { name: 'x', query: { filters } });
  expect(await outcome(save({ parent: '999' }))).toBe('ok');
  const dueBefore = w.time.now();
  const refused = await refusal(save({ parent: '999', dueBefore, due: 'week' }));
  expect(Object.keys(refused.fields ?? {})).toEqual(['query.filters.due']);
});

test("another member's private view is 404, for admins too", async () => {
  const { id } = await create('member');
  for (const by of ['admin', 'agent', 'service'] as const) {
    expect(await outcome(() => w.tandem.views.get(w[by], id))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.views.update(w[by], id, { name: 'x' }))).toBe('NOT_FOUND');
    expect(await outcome(() => w.tandem.views.delete(w[by], id))).toBe('NOT_FOUND');
  }
});

test('a shared view is changed and deleted only by its maker and admins', async () => {
  const { id } = await create('member', true);
  for (const by of ['agent', 'service', 'actingAsAgent'] as const) {
    expect(await outcome(() => w.tandem.views.update(w[by], id, { name: 'x' }))).toBe('FORBIDDEN');
    expect(await outcome(() => w.tandem.views.delete(w[by], id))).toBe('FORBIDDEN');
  }
  expect((await w.tandem.views.update(w.admin, id, { name: 'Theirs' })).createdBy.id).toBe(w.member.id);
  await w.tandem.views.delete(w.member, id);
  expect(await outcome(() => w.tandem.views.get(w.admin, id))).toBe('NOT_FOUND');
});

test('an update keeps what is not given, and replaces the query as a whole', async () => {
  const query = { filters: { status: ['todo'] as const }, view: 'board' as const };
  const { id } = await w.tandem.views.create(w.member, { name: 'x', query });
  expect(await w.tandem.views.update(w.member, id, { shared: true })).toMatchObject({ name: 'x', query });
  const { query: after } = await w.tandem.views.update(w.member, id, { query: { groupBy: 'label' } });
  expect(after).toMatchObject({ filters: {}, view: 'list', groupBy: 'label' });
});

test('a key without a member saves no view', async () => {
  expect(await outcome(() => create('service'))).toBe('FORBIDDEN');
});

test.each([
  ['', {}, 'name'],
  ['x'.repeat(81), {}, 'name'],
  ['x', { tags: Array.from({ length: 21 }, (_, i) => `${i}`) }, 'query.filters.tags'],
  ['x', { label: Array.from({ length: 21 }, (_, i) => `${i}`) }, 'query.filters.label'],
  ['x', { status: ['late'] as never }, 'query.filters.status.0'],
  ['x', { assigned: 'x'.repeat(30_000) }, 'query'],
])('a view named %j with the filters %j is 400 with the field named', async (name, filters, field) => {
  const refused = await refusal(() => w.tandem.views.create(w.admin, { name, query: { filters } }));
  expect([refused.code, Object.keys(refused.fields ?? {})]).toStrictEqual(['VALIDATION_ERROR', [field]]);
});

test('names in filters need not exist', async () => {
  const filters = { assigned: 'nobody', label: 'none', projectId: 'gone', parent: '99' };
  expect(
    (await w.tandem.views.create(w.admin, { name: 'x', query: { filters } })).query.filters,
  ).toStrictEqual(filters);
});

test('the 101st view of a member is 409', async () => {
  for (let i = 0; i < MAX_VIEWS; i++) await create('member', i % 2 === 0, `${i}`);
  expect(await outcome(() => create('member'))).toBe('LIMIT_REACHED');
  expect(await outcome(() => create('admin'))).toBe('ok');
});

test('removing a member deletes its private views; shared ones keep its name', async () => {
  const own = await create('member');
  const { id } = await create('member', true);
  await w.tandem.members.delete(w.admin, w.member.id);
  expect((await w.tandem.views.get(w.admin, id)).createdBy).toStrictEqual({ id: w.member.id, name: 'bob' });
  expect(await outcome(() => w.tandem.views.get(w.member, own.id))).toBe('NOT_FOUND');
});
