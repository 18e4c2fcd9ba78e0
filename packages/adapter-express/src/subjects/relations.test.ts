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

test('a created relation is returned as the task shows it', async () => {
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

test('the last relation of a cycle can be created once another one is gone', async () => {
  const { body } = await relate(1, 'blocks', 2);
  expect(await related(2, 'blocks', 1)).toBe('409 CYCLE_DETECTED');
  await w.admin.delete(`/tasks/1/relations/${body.id}`);
  expect(await related(2, 'blocks', 1)).toBe('201');
});

test.each(['blocks', 'blocked_by', 'related', 'duplicate_of'])(
  '%s to itself is 422 SELF_RELATION in the flat shape',
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
