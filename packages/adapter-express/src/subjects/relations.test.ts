import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  for (const title of ['One', 'Two', 'Three', 'Four']) await w.admin.creates('/tasks', { title });
});

const relate = (task: number | string, type: string, taskNumber: number) =>
  w.admin.post(`/tasks/${task}/relations`, { type, taskNumber });

const relationsOf = async (task: number): Promise<Body[]> =>
  (await w.admin.reads(`/tasks/${task}`)).relations;

const related = async (task: number, type: string, taskNumber: number) =>
  outcome(await relate(task, type, taskNumber));

test('a created relation is answered as the task shows it', async () => {
  await w.admin.does('patch', '/tasks/2', { assignedTo: 'bob' });
  const answer = await relate(1, 'blocks', 2);
  expect(answer.status).toBe(201);
  expect(answer.body).toStrictEqual({
    id: expect.any(String),
    type: 'blocks',
    direction: 'outgoing',
    task: { taskNumber: 2, title: 'Two', status: 'todo', assignedTo: 'bob' },
  });
  expect(await relationsOf(1)).toStrictEqual([answer.body]);
});

test.each([
  ['blocks', 'blocked_by'],
  ['blocked_by', 'blocks'],
  ['related', 'related'],
  ['duplicate_of', 'duplicate_of'],
])('%s is %s on the other task, outgoing where it was made and incoming there', async (type, seen) => {
  const { body } = await relate(1, type, 2);
  const [mine] = await relationsOf(1);
  const [theirs] = await relationsOf(2);
  expect(mine).toMatchObject({ id: body.id, type, direction: 'outgoing', task: { taskNumber: 2 } });
  expect(theirs).toMatchObject({ id: body.id, type: seen, direction: 'incoming', task: { taskNumber: 1 } });
});

test('related is outgoing where it was made also when that is the later task', async () => {
  await relate(3, 'related', 1);
  expect((await relationsOf(3))[0]).toMatchObject({ direction: 'outgoing', task: { taskNumber: 1 } });
  expect((await relationsOf(1))[0]).toMatchObject({ direction: 'incoming', task: { taskNumber: 3 } });
});

test('the task of the path may be named by id', async () => {
  const { id } = await w.admin.reads('/tasks/1');
  expect((await relate(id, 'blocks', 2)).status).toBe(201);
});

test.each([
  ['blocks', 1, 2, 'blocks', 1, 2],
  ['blocks', 1, 2, 'blocked_by', 2, 1],
  ['blocked_by', 1, 2, 'blocks', 2, 1],
  ['related', 1, 2, 'related', 1, 2],
  ['related', 1, 2, 'related', 2, 1],
  ['duplicate_of', 1, 2, 'duplicate_of', 1, 2],
] as const)(
  '%s from %d to %d makes %s from %d to %d a duplicate: 409',
  async (type, from, to, again, from2, to2) => {
    await relate(from, type, to);
    expect(await related(from2, again, to2)).toBe('409 DUPLICATE_RELATION');
    expect(await relationsOf(1)).toHaveLength(1);
  },
);

test('two tasks may stand in relations of several kinds', async () => {
  expect(await related(1, 'blocks', 2)).toBe('201');
  expect(await related(1, 'related', 2)).toBe('201');
  expect(await related(1, 'duplicate_of', 2)).toBe('201');
  expect((await relationsOf(1)).map(({ type }) => type)).toEqual(['blocks', 'related', 'duplicate_of']);
});

test.each<[string, [number, string, number][], [number, string, number]]>([
  ['of two, by blocks', [[1, 'blocks', 2]], [2, 'blocks', 1]],
  ['of two, by blocks and blocked_by', [[1, 'blocks', 2]], [1, 'blocked_by', 2]],
  ['of two, by blocked_by', [[1, 'blocked_by', 2]], [2, 'blocked_by', 1]],
  [
    'of three',
    [
      [1, 'blocks', 2],
      [2, 'blocks', 3],
    ],
    [3, 'blocks', 1],
  ],
  [
    'of three, mixed',
    [
      [1, 'blocks', 2],
      [3, 'blocked_by', 2],
    ],
    [1, 'blocked_by', 3],
  ],
  [
    'of four',
    [
      [1, 'blocks', 2],
      [2, 'blocks', 3],
      [3, 'blocks', 4],
    ],
    [4, 'blocks', 1],
  ],
  ['of two, by duplicate_of', [[1, 'duplicate_of', 2]], [2, 'duplicate_of', 1]],
  [
    'of three, by duplicate_of',
    [
      [1, 'duplicate_of', 2],
      [2, 'duplicate_of', 3],
    ],
    [3, 'duplicate_of', 1],
  ],
])('a circle %s is 409 CYCLE_DETECTED, and is not made', async (_what, before, last) => {
  for (const [task, type, other] of before) expect(await related(task, type, other)).toBe('201');
  const answer = await relate(...last);
  expect(outcome(answer)).toBe('409 CYCLE_DETECTED');
  expect(Object.keys(answer.body)).toEqual(['error']);
  const seen = await Promise.all([1, 2, 3, 4].map(relationsOf));
  expect(seen.flat()).toHaveLength(before.length * 2);
});

test('what is no circle is allowed: a diamond, and a circle of different kinds', async () => {
  for (const [from, to] of [
    [1, 2],
    [1, 3],
    [2, 4],
    [3, 4],
  ] as const) {
    expect(await related(from, 'blocks', to)).toBe('201');
  }
  expect(await related(4, 'duplicate_of', 1)).toBe('201');
  expect(await related(4, 'related', 1)).toBe('201');
});

test('once a relation of the circle is gone, the last one can be made', async () => {
  const { body } = await relate(1, 'blocks', 2);
  expect(await related(2, 'blocks', 1)).toBe('409 CYCLE_DETECTED');
  await w.admin.delete(`/tasks/1/relations/${body.id}`);
  expect(await related(2, 'blocks', 1)).toBe('201');
});

test.each(['blocks', 'blocked_by', 'related', 'duplicate_of'])(
  '%s to itself is 422 SELF_RELATION in the flat legacy shape',
  async (type) => {
    const { id } = await w.admin.reads('/tasks/1');
    for (const identifier of [1, id]) {
      const answer = await relate(identifier, type, 1);
      expect(answer.status).toBe(422);
      expect(answer.body).toStrictEqual({
        code: 'SELF_RELATION',
        message: expect.stringMatching(/./),
        requestId: answer.headers['x-request-id'],
      });
    }
  },
);

test.each([0, -1, 99, 4_000_000_000])(
  'taskNumber %d names no task: 400 at fields.taskNumber',
  async (taskNumber) => {
    const answer = await relate(1, 'blocks', taskNumber);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['taskNumber']);
  },
);

test('a task of another workspace cannot be named: its number is 400 here', async () => {
  for (let i = 0; i < 6; i++) await w.other.admin.creates('/tasks', { title: 'Theirs' });
  expect(await related(1, 'blocks', 6)).toBe('400 VALIDATION_ERROR');
});

test.each([
  [{ taskNumber: 2 }, ['type']],
  [{ type: 'blocks' }, ['taskNumber']],
  [{ type: 'parent', taskNumber: 2 }, ['type']],
  [{ type: 'blocks', taskNumber: '2' }, ['taskNumber']],
  [{ type: 'blocks', taskNumber: 1.5 }, ['taskNumber']],
  [{}, ['type', 'taskNumber']],
])('%j is 400 at %j', async (body, fields) => {
  const answer = await w.admin.post('/tasks/1/relations', body);
  expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
  expect(Object.keys(answer.body.error.fields)).toEqual(fields);
});

test('a relation is removed from either of its tasks, for both', async () => {
  for (const from of [1, 2]) {
    const { body } = await relate(1, 'blocks', 2);
    const answer = await w.admin.delete(`/tasks/${from}/relations/${body.id}`);
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({ success: true });
    expect(await relationsOf(1)).toEqual([]);
    expect(await relationsOf(2)).toEqual([]);
    expect(outcome(await w.admin.delete(`/tasks/1/relations/${body.id}`))).toBe('404 NOT_FOUND');
  }
});

test('a relation of other tasks is 404', async () => {
  const { body } = await relate(1, 'blocks', 2);
  expect(outcome(await w.admin.delete(`/tasks/3/relations/${body.id}`))).toBe('404 NOT_FOUND');
  expect(await relationsOf(1)).toHaveLength(1);
});

test('deleting a task removes its relations from the others', async () => {
  await relate(1, 'blocks', 2);
  await relate(3, 'related', 1);
  await w.admin.does('post', '/tasks/1/archive');
  await w.admin.delete('/tasks/1');
  expect(await relationsOf(2)).toEqual([]);
  expect(await relationsOf(3)).toEqual([]);
});

test('a relation shows the other task as it is now', async () => {
  await relate(1, 'related', 2);
  await w.admin.does('patch', '/tasks/2', { title: 'Second', assignedTo: 'scout' });
  await w.admin.does('post', '/tasks/2/transition', { to: 'waiting' });
  expect((await relationsOf(1))[0].task).toEqual({
    taskNumber: 2,
    title: 'Second',
    status: 'waiting',
    assignedTo: 'scout',
  });
});

test('making and removing a relation stand in the activity of the task', async () => {
  const { body } = await relate(1, 'blocks', 2);
  await w.admin.delete(`/tasks/1/relations/${body.id}`);
  const [removed, made] = (await w.admin.reads('/tasks/1/activity')).data;
  expect(made).toMatchObject({ action: 'related', field: 'blocks', oldValue: null, newValue: '2' });
  expect(removed).toMatchObject({ action: 'unrelated', field: 'blocks', oldValue: '2', newValue: null });
});
