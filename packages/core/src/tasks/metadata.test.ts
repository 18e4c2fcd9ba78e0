import { refusal, type World, world } from '../../testing/world.ts';
import type { MetadataChange } from './metadata.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (metadata: MetadataChange) => w.tandem.tasks.create(w.admin, { title: 'T', metadata });
const update = (metadata: MetadataChange) => w.tandem.tasks.update(w.admin, 1, { metadata });
const listed = async (metadata: Record<string, string>) =>
  (await w.tandem.tasks.list(w.admin, { metadata })).items.map(({ taskNumber }) => taskNumber);
const many = (n: number) => Object.fromEntries(Array.from({ length: n }, (_, i) => [`key${i}`, 'x']));

test('metadata is merged, and null removes a key', async () => {
  expect((await create({ team: 'blue', 'cost.center': '7' })).metadata).toEqual({
    team: 'blue',
    'cost.center': '7',
  });
  expect((await update({ team: null, build: '' })).metadata).toEqual({ 'cost.center': '7', build: '' });
  expect((await update({ 'cost.center': null, build: null })).metadata).toEqual({});
});

test('a change of metadata is logged, and merging in the same values is none', async () => {
  await create({ team: 'blue' });
  await update({ team: 'blue' });
  await update({ team: 'red' });
  const { items } = await w.tandem.tasks.activity(w.admin, 1, {});
  expect(items.filter(({ action }) => action === 'updated')).toMatchObject([
    { field: 'metadata', oldValue: '{"team":"blue"}', newValue: '{"team":"red"}' },
  ]);
});

test('a filter matches tasks that have all its entries', async () => {
  await create({ team: 'blue', cost: '7' });
  await create({ team: 'blue', cost: '8' });
  await create({});
  expect(await listed({ team: 'blue' })).toEqual([2, 1]);
  expect(await listed({ team: 'blue', cost: '7' })).toEqual([1]);
  expect(await listed({ team: 'blu' })).toEqual([]);
});

test.each<[string, MetadataChange, string]>([
  ['a key in capitals', { Team: 'x' }, 'metadata'],
  ['a key of 41 characters', { ['k'.repeat(41)]: 'x' }, 'metadata'],
  ['a blank key', { '': 'x' }, 'metadata'],
  ['__proto__', JSON.parse('{"__proto__":"x"}'), 'metadata'],
  ['constructor', { constructor: 'x' } as unknown as MetadataChange, 'metadata'],
  ['prototype', { prototype: null }, 'metadata'],
  ['a value of 501 code points', { team: '😀'.repeat(501) }, 'metadata.team'],
  ['a value with a NUL character', { team: '\0' }, 'metadata.team'],
  ['21 keys', many(21), 'metadata'],
])('metadata with %s is 400', async (_what, metadata, field) => {
  expect(Object.keys((await refusal(() => create(metadata))).fields ?? {})).toEqual([field]);
});

test('20 keys and values of 500 code points are accepted, and a 21st key is 400 when merged', async () => {
  expect((await create({ ...many(19), last: '😀'.repeat(500) })).metadata.last).toHaveLength(1_000);
  expect(await refusal(() => update({ more: 'x' }))).toMatchObject({
    fields: { metadata: expect.anything() },
  });
  expect(Object.keys((await update({ more: 'x', last: null })).metadata)).toHaveLength(20);
});
