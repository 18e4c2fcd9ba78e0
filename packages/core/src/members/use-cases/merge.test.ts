import { outcome, type World, world } from '../../../testing/world.ts';
import type { ImportRecord } from '../../imports/record.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const GRACE: ImportRecord = { type: 'member', externalId: 'grace', displayName: 'Grace Hopper' };
const WORK: readonly ImportRecord[] = [
  GRACE,
  { type: 'task', externalId: '1', title: 'Sweep', createdBy: 'grace', assignedTo: 'grace', status: 'todo' },
  { type: 'comment', externalId: '2', taskNumber: '1', body: 'Done', author: 'grace' },
];

async function imported(records: readonly ImportRecord[] = WORK) {
  const { id } = await w.tandem.imports.create(w.admin, { source: 'linear' });
  return { id, results: await w.tandem.imports.add(w.admin, id, { records }) };
}
const grace = async () => (await imported()).results[0]?.id as string;
const merge = (id: string, into: string, by = w.admin) => w.tandem.members.merge(by, id, { into });
const names = async () => (await w.tandem.members.list(w.admin, {})).items.map(({ name }) => name);

test('the work of a merged member becomes the work of the person', async () => {
  const id = await grace();
  const person = await merge(id, 'bob');
  expect(person).toMatchObject({
    id: w.member.id,
    name: 'bob',
    externalId: { source: 'linear', id: 'grace' },
  });
  expect(await names()).not.toContain('Grace-Hopper');
  expect(await outcome(() => w.tandem.members.get(w.admin, id))).toBe('NOT_FOUND');
  expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({
    assignee: { id: w.member.id, name: 'bob' },
    creatorId: w.member.id,
  });
  const [comment] = (await w.tandem.comments.list(w.admin, 1, {})).items;
  expect(comment?.author).toMatchObject({ id: w.member.id, name: 'bob', displayName: 'Bob Stone' });
  for (const query of [{ assigned: 'bob' }, { createdBy: w.member.id }, { createdBy: id }])
    expect((await w.tandem.tasks.list(w.admin, query)).items).toHaveLength(1);
});

test('a later import of the source finds the person, and a later name of theirs is shown', async () => {
  await merge(await grace(), 'bob');
  const more: ImportRecord = {
    type: 'comment',
    externalId: '3',
    taskNumber: '1',
    body: 'x',
    author: 'grace',
  };
  const { results } = await imported([...WORK, more]);
  expect(results.map((each) => each.outcome)).toStrictEqual([
    'unchanged',
    'unchanged',
    'unchanged',
    'created',
  ]);
  expect(results[0]?.id).toBe(w.member.id);
  await w.tandem.members.update(w.admin, w.member.id, { displayName: 'Robert' });
  const { items } = await w.tandem.comments.list(w.admin, 1, {});
  expect(items.map(({ author }) => [author.id, author.displayName])).toStrictEqual([
    [w.member.id, 'Robert'],
    [w.member.id, 'Robert'],
  ]);
});

test('the import can still be undone, and leaves the person', async () => {
  const { id, results } = await imported();
  await merge(results[0]?.id as string, 'bob');
  let run = await w.tandem.imports.undo(w.admin, id);
  while (run.state !== 'undone') run = await w.tandem.imports.undo(w.admin, id);
  expect(run.undo).toMatchObject({
    removed: { task: 1 },
    left: [{ type: 'member', reason: 'It was merged into a person.' }],
  });
  expect(await names()).toContain('bob');
});

test('merging again into the same person changes nothing', async () => {
  const id = await grace();
  const first = await merge(id, 'bob');
  expect(await merge(id, 'bob')).toStrictEqual(first);
});

test('a person keeps an external id of their own', async () => {
  const externalId = { source: 'crm', id: '7' };
  await w.tandem.members.update(w.admin, w.member.id, { externalId });
  expect(await merge(await grace(), 'bob')).toMatchObject({ externalId });
});

test.each<[string, string, () => Promise<unknown>]>([
  ['an unknown member', 'NOT_FOUND', () => merge('none', 'bob')],
  ['a person', 'NOT_EXTERNAL', () => merge(w.member.id, 'ada')],
  ['an agent', 'NOT_EXTERNAL', () => merge(w.agent.id, 'ada')],
  ['itself', 'VALIDATION_ERROR', async () => grace().then((id) => merge(id, id))],
  ['an agent as the person', 'VALIDATION_ERROR', async () => merge(await grace(), 'scout')],
  ['an unknown person', 'VALIDATION_ERROR', async () => merge(await grace(), 'none')],
  [
    'another external member as the person',
    'VALIDATION_ERROR',
    async () => {
      const { results } = await imported([GRACE, { type: 'member', externalId: 'alan' }]);
      return merge(results[0]?.id as string, results[1]?.id as string);
    },
  ],
  [
    'a member that was merged into another person',
    'NOT_EXTERNAL',
    async () => {
      const id = await grace();
      await merge(id, 'bob');
      return merge(id, 'ada');
    },
  ],
  ['a member, by somebody else', 'FORBIDDEN', async () => merge(await grace(), 'bob', w.member)],
  [
    'a member, by an acting key',
    'FORBIDDEN',
    async () => merge(await grace(), 'bob', await w.caller('ada', 'acting', ['full'])),
  ],
])('refuses to merge %s', async (_, code, act) => {
  expect(await outcome(act)).toBe(code);
});
