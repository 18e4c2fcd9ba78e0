import { digestsOf, merge, sameNamed } from './merge.ts';

interface Thing {
  readonly title: string;
  readonly note: string | null;
}

const fields = sameNamed<Thing>({ title: ({ title }) => title, note: ({ note }) => note }) as never;
const first: Thing = { title: 'One', note: null };
const last = digestsOf<Thing>(fields, first);

test('changes nothing when neither side has changed', () => {
  const merged = merge<Thing>(fields, last, { current: first, wanted: { ...first } });
  expect(merged).toStrictEqual({ after: first, changes: [], kept: [], digests: last });
  expect(merged.after).toBe(first);
});

test('leaves a field that was changed here alone while the source is unchanged', () => {
  const current = { ...first, title: 'Mine' };
  expect(merge<Thing>(fields, last, { current, wanted: first })).toMatchObject({ after: current, kept: [] });
});

test('takes a field that was changed only in the source', () => {
  const wanted = { ...first, title: 'Theirs' };
  const merged = merge<Thing>(fields, last, { current: first, wanted });
  expect(merged.after).toStrictEqual(wanted);
  expect(merged.changes).toStrictEqual([{ field: 'title', oldValue: 'One', newValue: 'Theirs' }]);
  expect(merged.digests).toStrictEqual(digestsOf<Thing>(fields, wanted));
});

test('keeps and names a field that was changed on both sides, in every later run', () => {
  const current = { title: 'Mine', note: null };
  const wanted = { title: 'Theirs', note: 'New' };
  const merged = merge<Thing>(fields, last, { current, wanted });
  expect(merged.after).toStrictEqual({ title: 'Mine', note: 'New' });
  expect(merged.kept).toStrictEqual(['title']);
  expect(merge<Thing>(fields, merged.digests, { current: merged.after, wanted }).kept).toStrictEqual([
    'title',
  ]);
});

test('accepts the same change on both sides', () => {
  const wanted = { ...first, title: 'Both' };
  const merged = merge<Thing>(fields, last, { current: wanted, wanted });
  expect(merged).toMatchObject({ after: wanted, changes: [], kept: [] });
});

test('keeps the fields of an entity that existed before its first import', () => {
  const current = { title: 'Mine', note: null };
  const merged = merge<Thing>(fields, {}, { current, wanted: { title: 'Theirs', note: null } });
  expect(merged).toMatchObject({ after: current, kept: ['title'] });
});
