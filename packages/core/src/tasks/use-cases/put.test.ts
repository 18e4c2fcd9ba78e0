import { refusal, type World, world } from '../../../testing/world.ts';
import type { PutTask } from './put.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const put = (input: PutTask, id = 'ABC-1') => w.tandem.tasks.put(w.admin, 'jira', id, input);

test('creates the task with the external id, and changes only the given fields afterwards', async () => {
  const first = await put({ title: 'T', status: 'backlog', tags: ['a'], metadata: { team: 'blue' } });
  expect(first).toMatchObject({
    created: true,
    task: { status: 'backlog', externalId: { source: 'jira', id: 'ABC-1' } },
  });
  const again = await put({ title: 'U', metadata: { cost: '7' } });
  expect(again).toMatchObject({
    created: false,
    task: { id: first.task.id, title: 'U', tags: ['a'], metadata: { team: 'blue', cost: '7' } },
  });
  expect((await put({})).task.updatedAt).toBe(again.task.updatedAt);
});

test('two at once create one task', async () => {
  const both = await Promise.all([put({ title: 'T' }), put({ title: 'T' })]);
  expect(both.map(({ created }) => created).sort()).toEqual([false, true]);
  expect((await w.tandem.tasks.list(w.admin, {})).items).toHaveLength(1);
});

test('an external id that is undefined counts as none given', async () => {
  const { task } = await put({ title: 'T', externalId: undefined });
  expect(task.externalId).toMatchObject({ source: 'jira', id: 'ABC-1' });
});

test('a URL in the body is kept by later requests without one', async () => {
  const url = 'https://jira.example/ABC-1';
  await put({ title: 'T', externalId: { source: 'jira', id: 'ABC-1', url } });
  expect((await put({ title: 'U' })).task.externalId?.url).toBe(url);
});

test.each<[string, () => Promise<unknown>, string]>([
  ['no title for a new task', () => put({}), 'title'],
  [
    'a status for an existing task',
    async () => [await put({ title: 'T' }), await put({ status: 'done' })],
    'status',
  ],
  ['another external id', () => put({ title: 'T', externalId: { source: 'jira', id: 'X' } }), 'externalId'],
  ['null as the external id', () => put({ title: 'T', externalId: null }), 'externalId'],
  ['a blank id', () => put({ title: 'T' }, ' '), 'id'],
  ['a source in capitals', () => w.tandem.tasks.put(w.admin, 'Jira', '1', { title: 'T' }), 'source'],
])('is 400 with %s', async (_what, work, field) => {
  const { fields, code } = await refusal(work);
  expect([Object.keys(fields ?? {}), code]).toEqual([
    [field],
    field === 'status' ? 'STATUS_NOT_PATCHABLE' : 'VALIDATION_ERROR',
  ]);
});

test('hooks of the creation and of the change run', async () => {
  const seen: string[] = [];
  w.tandem.after('tasks.create', () => void seen.push('create'));
  w.tandem.after('tasks.update', () => void seen.push('update'));
  await put({ title: 'T' });
  await put({ title: 'U' });
  expect(seen).toEqual(['create', 'update']);
});
