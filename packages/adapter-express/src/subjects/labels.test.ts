import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'indigo', 'purple', 'pink'];

const names = async (): Promise<string[]> =>
  (await w.admin.readsAll('/labels')).map((label: Body) => label.name);

test('a label has an id, a name and a color; the color is gray unless given', async () => {
  const label = await w.admin.creates('/labels', { name: 'bug' });
  expect(label).toStrictEqual({ id: expect.any(String), name: 'bug', color: 'gray' });
  expect(await w.admin.reads('/labels')).toStrictEqual({ data: [label], cursor: null, hasMore: false });
});

test.each(COLORS)('the color %s is taken, on create and update', async (color) => {
  const { id } = await w.admin.creates('/labels', { name: 'bug', color });
  expect((await w.admin.reads('/labels')).data[0].color).toBe(color);
  expect((await w.admin.does('patch', `/labels/${id}`, { color })).color).toBe(color);
});

test.each(['black', 'Gray', '#6B7280', ''])('the color %p is 400 at fields.color', async (color) => {
  const { id } = await w.admin.creates('/labels', { name: 'bug' });
  for (const answer of [
    await w.admin.post('/labels', { name: 'ui', color }),
    await w.admin.patch(`/labels/${id}`, { color }),
  ]) {
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['color']);
  }
  expect(await names()).toEqual(['bug']);
});

test('a name has 1 to 40 characters, and is trimmed', async () => {
  expect((await w.admin.creates('/labels', { name: '  bug ' })).name).toBe('bug');
  expect((await w.admin.creates('/labels', { name: '🦉'.repeat(40) })).name).toBe('🦉'.repeat(40));
  const { id } = await w.admin.creates('/labels', { name: 'ui' });
  for (const name of ['', ' \t', '🦉'.repeat(41), null, 7]) {
    for (const answer of [
      await w.admin.post('/labels', { name }),
      await w.admin.patch(`/labels/${id}`, { name }),
    ]) {
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['name']);
    }
  }
  expect(outcome(await w.admin.post('/labels', {}))).toBe('400 VALIDATION_ERROR');
});

test.each([
  ['bug', 'BUG'],
  ['Ärger', 'äRGER'],
  ['caf\u00e9', 'CAFE\u0301'],
  ['задача', 'ЗАДАЧА'],
])('%s and %s are the same name: 409 LABEL_EXISTS', async (name, again) => {
  await w.admin.creates('/labels', { name });
  expect(outcome(await w.admin.post('/labels', { name: again }))).toBe('409 LABEL_EXISTS');
  const { id } = await w.admin.creates('/labels', { name: 'another' });
  expect(outcome(await w.admin.patch(`/labels/${id}`, { name: again }))).toBe('409 LABEL_EXISTS');
  expect((await names()).sort()).toEqual([name, 'another'].sort());
});

test('another workspace may use the same name', async () => {
  await w.admin.creates('/labels', { name: 'bug' });
  await w.other.admin.creates('/labels', { name: 'bug' });
});

test('a label may be renamed to another case of its own name', async () => {
  const { id } = await w.admin.creates('/labels', { name: 'bug' });
  expect((await w.admin.does('patch', `/labels/${id}`, { name: 'Bug' })).name).toBe('Bug');
});

test('a new name and color show on every task that carries the label; the old name is free', async () => {
  const { id } = await w.admin.creates('/labels', { name: 'bug', color: 'red' });
  await w.admin.creates('/tasks', { title: 'A', labels: ['bug'] });
  expect(await w.admin.does('patch', `/labels/${id}`, { name: 'defect', color: 'blue' })).toStrictEqual({
    id,
    name: 'defect',
    color: 'blue',
  });
  expect((await w.admin.reads('/tasks/1')).labels).toStrictEqual([{ id, name: 'defect', color: 'blue' }]);
  expect((await w.admin.reads('/tasks', { label: 'DEFECT' })).data).toHaveLength(1);
  expect((await w.admin.reads('/tasks', { label: 'bug' })).data).toHaveLength(0);
  await w.admin.creates('/labels', { name: 'bug' });
});

test('only the given fields change', async () => {
  const label = await w.admin.creates('/labels', { name: 'bug', color: 'red' });
  expect(await w.admin.does('patch', `/labels/${label.id}`, {})).toStrictEqual(label);
  expect(await w.admin.does('patch', `/labels/${label.id}`, { color: 'pink' })).toStrictEqual({
    ...label,
    color: 'pink',
  });
  expect(await w.admin.does('patch', `/labels/${label.id}`, { name: 'ui' })).toStrictEqual({
    ...label,
    color: 'pink',
    name: 'ui',
  });
});

test('deleting a label answers 204, detaches it from every task, and frees its name', async () => {
  const { id } = await w.admin.creates('/labels', { name: 'bug' });
  await w.admin.creates('/tasks', { title: 'A', labels: ['bug'] });
  expect((await w.admin.delete(`/labels/${id}`)).status).toBe(204);
  expect((await w.admin.reads('/tasks/1')).labels).toEqual([]);
  expect(outcome(await w.admin.delete(`/labels/${id}`))).toBe('404 NOT_FOUND');
  expect(outcome(await w.admin.patch(`/labels/${id}`, { name: 'ui' }))).toBe('404 NOT_FOUND');
  await w.admin.creates('/labels', { name: 'bug' });
});

test('labels are listed by name, case ignored, page by page', async () => {
  for (const name of ['delta', 'Bravo', 'alpha', 'echo', 'Charlie'])
    await w.admin.creates('/labels', { name });
  const sorted = ['alpha', 'Bravo', 'Charlie', 'delta', 'echo'];
  expect(await names()).toEqual(sorted);

  const first = await w.admin.reads('/labels', { limit: 2 });
  await w.admin.creates('/labels', { name: 'aardvark' });
  await w.admin.creates('/labels', { name: 'Clover' });
  const rest = await w.admin.reads('/labels', { cursor: first.cursor });
  expect([...first.data, ...rest.data].map((label: Body) => label.name)).toEqual([
    'alpha',
    'Bravo',
    'Charlie',
    'Clover',
    'delta',
    'echo',
  ]);
});
