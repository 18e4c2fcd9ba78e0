import { outcome, refusal, type World, world } from '../../testing/world.ts';
import { rankOf } from './rank.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (count: number) => {
  for (let i = 1; i <= count; i++) await w.tandem.tasks.create(w.admin, { title: `T${i}` });
};
const place = (taskNumber: number, place: { before?: number; after?: number }) =>
  w.tandem.tasks.update(w.admin, taskNumber, place);
const listed = async (order?: 'asc' | 'desc') =>
  (await w.tandem.tasks.list(w.admin, { sort: 'rank', order, limit: 100 })).items.map(
    ({ taskNumber }) => taskNumber,
  );

test('tasks that nobody moved come newest first, and stay so around a moved one', async () => {
  await create(4);
  expect(await listed()).toEqual([4, 3, 2, 1]);
  await place(1, { before: 4 });
  expect(await listed()).toEqual([1, 4, 3, 2]);
  await create(1);
  expect(await listed()).toEqual([5, 1, 4, 3, 2]);
  await place(5, { after: 2 });
  await place(3, { after: 1 });
  expect(await listed()).toEqual([1, 3, 4, 2, 5]);
  expect(await listed('desc')).toEqual([5, 2, 4, 3, 1]);
});

test('a move leaves the task, its ETag and its activity as they are', async () => {
  await create(2);
  const before = await w.tandem.tasks.get(w.admin, 1);
  w.time.advance(1_000);
  await place(1, { before: 2 });
  expect(await w.tandem.tasks.get(w.admin, 1)).toEqual({ ...before, rank: expect.any(String) });
  const { items } = await w.tandem.tasks.activity(w.admin, 1, {});
  expect(items.map(({ action }) => action)).toEqual(['created']);
});

test.each([
  [{ before: 2, after: 3 }, { after: ['must not be combined with before'] }],
  [{ before: 1 }, { before: ['must be the number of another task in this workspace'] }],
  [{ after: 9 }, { after: ['must be the number of another task in this workspace'] }],
])('%j is refused', async (input, fields) => {
  await create(3);
  expect((await refusal(() => place(1, input))).fields).toEqual(fields);
});

test('ranks stay short and in order after 1,500 moves to the same place, in each pattern', async () => {
  await create(9);
  /** In which order the other tasks stand, and the next move. */
  const patterns: readonly ((i: number) => [number, { before?: number; after?: number }])[] = [
    (i) => [(i % 8) + 1, { before: 9 }],
    (i) => [(i % 8) + 1, { after: 9 }],
    (i) => [(i % 8) + 1, i % 2 === 0 ? { after: 9 } : { before: ((i - 1) % 8) + 1 }],
    (i) => [1 + (i % 2), { after: 3 }],
  ];
  let expected = await listed();
  for (let i = 0; i < 1_500; i++) {
    const [moved, { before, after }] = patterns[i % 4]?.(i >> 2) ?? [1, { after: 9 }];
    await place(moved, before === undefined ? { after: after as number } : { before });
    expected = expected.filter((number) => number !== moved);
    expected.splice(
      before === undefined ? expected.indexOf(after as number) + 1 : expected.indexOf(before),
      0,
      moved,
    );
  }
  expect(await listed()).toEqual(expected);
  const { items } = await w.tandem.tasks.list(w.admin, {});
  expect(Math.max(...items.map((task) => rankOf(task).length))).toBeLessThanOrEqual(56);
});

test('600 tasks moved after the same one stand in the reverse order of their moves', async () => {
  await create(601);
  for (let number = 2; number <= 601; number++) await place(number, { after: 1 });
  const found: number[] = [];
  for (let after: string | number | undefined | null; after !== null; ) {
    const page = await w.tandem.tasks.list(w.admin, { sort: 'rank', limit: 100, after });
    found.push(...page.items.map(({ taskNumber }) => taskNumber));
    after = page.next;
  }
  expect(found).toEqual([1, ...Array.from({ length: 600 }, (_, i) => 601 - i)]);
});

test('two moves to the same place at once keep one order', async () => {
  await create(4);
  expect(await Promise.all([1, 2].map((number) => outcome(() => place(number, { before: 4 }))))).toEqual([
    'ok',
    'ok',
  ]);
  expect([
    [1, 2, 4, 3],
    [2, 1, 4, 3],
  ]).toContainEqual(await listed());
});
