import { outcome, START, type World, world } from '../../../testing/world.ts';
import type { Task } from '../../tasks/task.ts';
import type { ImportOptions, ImportRecord } from '../record.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const began = async (options?: ImportOptions) =>
  (await w.tandem.imports.create(w.admin, { source: 'linear', options })).id;
const add = (id: string, ...records: ImportRecord[]) => w.tandem.imports.add(w.admin, id, { records });
const take = async (...records: ImportRecord[]) => add(await began(), ...records);
const tasks = async () => (await w.tandem.tasks.list(w.admin, {})).items;

const EPIC: ImportRecord = { type: 'task', externalId: 'E-1', title: 'Epic', status: 'todo' };
const CHILD: ImportRecord = {
  type: 'task',
  externalId: 'E-2',
  title: 'Child',
  status: 'done',
  parentTaskNumber: 'E-1',
  labels: ['red'],
  priority: 'p1',
  createdAt: 1_000,
  completedAt: 2_000,
  createdBy: 'ada@example.com',
  assignedTo: { id: 'u7', displayName: 'Grace Hopper' },
  url: 'https://linear.example/E-2',
};

test('keeps times, author, parent, labels and the identity in the source', async () => {
  const results = await take(EPIC, CHILD);
  expect(results.map(({ outcome, warnings }) => [outcome, warnings])).toStrictEqual([
    ['created', []],
    ['created', []],
  ]);
  const child = await w.tandem.tasks.get(w.admin, results[1]?.taskNumber as number);
  expect(child).toMatchObject({
    title: 'Child',
    status: 'done',
    priority: 'p1',
    createdAt: 1_000,
    completedAt: 2_000,
    parent: { taskNumber: results[0]?.taskNumber },
    labels: [{ name: 'red' }],
    fromImport: true,
    externalId: { source: 'linear', id: 'E-2', url: 'https://linear.example/E-2' },
    assignee: { name: 'Grace-Hopper' },
  });
  const people = (await w.tandem.members.list(w.admin, {})).items;
  expect(people.find(({ id }) => id === child.creatorId)).toMatchObject({
    type: 'human',
    role: 'member',
    displayName: 'ada@example.com',
    external: true,
    externalId: { source: 'linear', id: 'ada@example.com' },
    invitedUntil: null,
  });
});

test('an external person becomes an ordinary one by an invitation', async () => {
  await take({ type: 'member', externalId: 'grace', displayName: 'Grace Hopper' });
  const grace = async () =>
    (await w.tandem.members.list(w.admin, {})).items.find(
      ({ displayName }) => displayName === 'Grace Hopper',
    );
  const { id } = (await grace()) as { id: string };
  expect(await grace()).toMatchObject({ external: true, invitedUntil: null });
  await w.tandem.members.invite(w.admin, id);
  expect(await grace()).toMatchObject({ external: false });
});

test('importing the same records twice creates nothing and changes nothing', async () => {
  const records: ImportRecord[] = [
    { type: 'project', externalId: 'P', title: 'Garden' },
    EPIC,
    { ...CHILD, projectId: 'P' } as ImportRecord,
    { type: 'relation', kind: 'related', from: 'E-1', to: 'E-2' },
    { type: 'comment', externalId: 'C', taskNumber: 'E-1', body: 'Hello', author: 'u7', createdAt: 5 },
  ];
  await take(...records);
  const before = await tasks();
  expect((await take(...records)).map(({ outcome }) => outcome)).toStrictEqual(
    records.map(() => 'unchanged'),
  );
  expect(await tasks()).toStrictEqual(before);
  expect((await w.tandem.comments.list(w.admin, 1, {})).items).toMatchObject([
    { body: 'Hello', createdAt: 5, author: { displayName: 'Grace Hopper' } },
  ]);
});

test('a second run takes changes of the source, and keeps and names what was changed here', async () => {
  await take(EPIC);
  await w.tandem.tasks.update(w.admin, 1, { title: 'Mine' });
  const changed = { ...EPIC, title: 'Theirs', description: 'New' } as ImportRecord;
  expect(await take(changed)).toMatchObject([{ outcome: 'updated', kept: ['title'], taskNumber: 1 }]);
  expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({ title: 'Mine', description: 'New' });
  expect(await take(changed)).toMatchObject([{ outcome: 'kept', kept: ['title'] }]);
});

test('characters that cannot be stored are left out anywhere in a record', async () => {
  const [one, two] = await take(
    { type: 'task', externalId: 'A\0', title: 'One', labels: ['re\0d'], metadata: { 'k\0': 'v\ud800' } },
    { type: 'comment', externalId: 'C', taskNumber: 'A\0', body: 'Hi' },
  );
  const warnings = ['Its NUL characters and unpaired surrogates are left out.'];
  expect([one, two]).toMatchObject([
    { externalId: 'A', outcome: 'created', warnings },
    { outcome: 'created', warnings },
  ]);
  expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({
    labels: [{ name: 'red' }],
    metadata: { k: 'v' },
  });
});

test('a second run updates a changed comment text and task URL', async () => {
  const said: ImportRecord = { type: 'comment', externalId: 'C', taskNumber: 'E-2', body: 'Hello' };
  const more = { ...CHILD, url: 'https://linear.example/E-2/renamed' } as ImportRecord;
  const next = { ...said, body: 'Hello again' } as ImportRecord;
  await take(EPIC, CHILD, said);
  expect((await take(more, next, next)).map((each) => each.outcome)).toStrictEqual([
    'updated',
    'updated',
    'unchanged',
  ]);
  expect((await w.tandem.tasks.get(w.admin, 2)).externalId).toMatchObject({
    id: 'E-2',
    url: 'https://linear.example/E-2/renamed',
  });
  const [comment] = (await w.tandem.comments.list(w.admin, 2, {})).items;
  expect(comment?.body).toBe('Hello again');
  await w.tandem.comments.update(w.admin, 2, comment?.id as string, { body: 'Mine' });
  expect(await take(said)).toMatchObject([{ outcome: 'kept', kept: ['body'] }]);
});

test('a preview reports what an import would do, and changes nothing', async () => {
  const project: ImportRecord = { type: 'project', externalId: 'P', title: 'Garden' };
  const comment: ImportRecord = {
    type: 'comment',
    externalId: 'C',
    taskNumber: 'E-1',
    body: 'Hello',
    author: 'u7',
  };
  const relation: ImportRecord = { type: 'relation', kind: 'related', from: 'E-1', to: 'E-2' };
  const other: ImportRecord = {
    type: 'task',
    externalId: 'E-3',
    title: 'Other',
    status: 'todo',
    labels: ['red'],
  };
  await take(EPIC, CHILD, other);
  await w.tandem.tasks.update(w.admin, 1, { title: 'Mine' });
  const records: ImportRecord[] = [
    project,
    { ...EPIC, title: 'Theirs' } as ImportRecord,
    { ...CHILD, labels: ['red', 'new'], assignedTo: 'another' } as ImportRecord,
    { ...other, projectId: 'P' } as ImportRecord,
    { type: 'task', externalId: 'E-4', title: 'New' },
    comment,
    relation,
    { type: 'task', title: 'Nameless' },
  ];
  const state = async () => [
    await tasks(),
    (await w.tandem.members.list(w.admin, {})).items,
    (await w.tandem.labels.list(w.admin, {})).items,
    (await w.tandem.imports.list(w.admin, {})).items,
  ];
  const before = await state();
  const results = await w.tandem.imports.preview(w.admin, { source: 'linear', records });
  expect(results.map(({ outcome, kept }) => [outcome, ...kept])).toStrictEqual([
    ['created'],
    ['kept', 'title'],
    ['updated'],
    ['updated'],
    ['created'],
    ['created'],
    ['created'],
    ['skipped'],
  ]);
  expect(await state()).toStrictEqual(before);
  const preview = () => w.tandem.imports.preview(w.admin, { source: 'linear', records: [EPIC, CHILD] });
  await take(EPIC, CHILD);
  expect((await preview()).map(({ outcome }) => outcome)).toStrictEqual(['unchanged', 'unchanged']);
  expect(await outcome(() => w.tandem.imports.preview(w.member, { source: 'linear', records }))).toBe(
    'FORBIDDEN',
  );
});

test('a task that was deleted here stays deleted', async () => {
  await take(EPIC);
  await w.tandem.tasks.archive(w.admin, 1);
  await w.tandem.tasks.delete(w.admin, 1);
  expect(await take(EPIC)).toMatchObject([{ outcome: 'kept', id: null }]);
  expect(await tasks()).toStrictEqual([]);
});

test('words of the source are mapped; unmapped ones become labels with a warning', async () => {
  const id = await began({ map: { status: { Parked: 'todo' }, labels: { gfi: 'starter' } }, project: 'Old' });
  const [, second] = await add(
    id,
    { type: 'task', externalId: '1', title: 'A', status: 'Parked', priority: 'P0', labels: ['gfi'] },
    { type: 'task', externalId: '2', title: 'B', status: 'Limbo' },
  );
  expect(second?.warnings).toStrictEqual(['The status "Limbo" is not mapped; it becomes a label.']);
  const [b, a] = await tasks();
  expect(a).toMatchObject({ status: 'todo', priority: 'p0', labels: [{ name: 'starter' }] });
  expect(b).toMatchObject({ status: 'backlog', labels: [{ name: 'Limbo' }], project: { title: 'Old' } });
  expect(a?.project).toStrictEqual(b?.project);
  expect(await w.tandem.imports.get(w.admin, id)).toMatchObject({
    counts: { task: { created: 2 } },
    warningCount: 1,
    warnings: [{ type: 'task', externalId: '2' }],
  });
});

test('a record that cannot be stored is skipped or cut, and stops nothing', async () => {
  const results = await take(
    { type: 'task', externalId: '1', title: ' ' },
    { type: 'task', externalId: '2', title: `${'x'.repeat(600)}\0\ud800`, dueDate: 9e15 },
    {
      type: 'task',
      externalId: '3',
      title: 'Below nothing',
      parentTaskNumber: 'gone',
      labels: ['x'.repeat(50)],
    },
    { type: 'relation', kind: 'blocks', from: '2', to: '3' },
    { type: 'relation', kind: 'blocks', from: '3', to: '2' },
    { type: 'comment', externalId: 'c', taskNumber: 99, body: 'To nothing' },
    { type: 'task', title: 'Nameless' } as ImportRecord,
  );
  expect(results.map(({ outcome }) => outcome)).toStrictEqual([
    'skipped',
    'created',
    'created',
    'created',
    'skipped',
    'skipped',
    'skipped',
  ]);
  expect(await tasks()).toHaveLength(2);
});

test('notifies nobody, and only the finished import reaches webhooks', async () => {
  const id = await began();
  const mention = { ...EPIC, description: 'Ask @bob', assignedTo: 'bob' } as ImportRecord;
  const member: ImportRecord = { type: 'member', externalId: 'bob', name: 'bob' };
  await add(id, member, mention, { type: 'comment', externalId: 'c', taskNumber: 'E-1', body: '@bob' });
  expect((await w.tandem.notifications.list(w.member, {})).items).toStrictEqual([]);
  await w.tandem.imports.finish(w.admin, id);
  const events = (await w.tandem.events.list(w.admin, {})).items.map(({ event }) => event);
  const created = events.find(({ type }) => type === 'task.created');
  expect(created).toMatchObject({ imported: true, related: { importId: id } });
  expect(events.at(-1)).toMatchObject({ type: 'import.finished', entity: { id } });
  expect(events.at(-1)).not.toHaveProperty('imported');
});

test('an overdue question stays open, without its deadline', async () => {
  const question: ImportRecord = {
    type: 'question',
    externalId: 'Q',
    taskNumber: 'E-1',
    kind: 'approval',
    text: 'Send it?',
    default: true,
    dueAt: START - 1,
  };
  const [, asked] = await take(EPIC, question);
  expect(asked?.warnings).toStrictEqual(['It is overdue, so its deadline is left out.']);
  await w.tandem.questions.tidy();
  const found = await w.tandem.questions.get(w.admin, asked?.id as string);
  expect(found).toMatchObject({ status: 'open', dueAt: null, default: true });
});

test('a person without a record is the member of this name or display name', async () => {
  const [member] = (await w.tandem.members.list(w.admin, {})).items.filter(({ id }) => id === w.member.id);
  const { id, name } = member as { id: string; name: string };
  await w.tandem.members.update(w.admin, id, { displayName: 'Bobby Tables' });
  await take(
    { ...EPIC, assignedTo: name } as ImportRecord,
    { ...EPIC, externalId: 'E-3', assignedTo: 'bobby tables' } as ImportRecord,
  );
  expect((await tasks()).map(({ assignee }) => assignee?.id)).toStrictEqual([id, id]);
});

test('a task keeps its identity in the source without a URL that is not http', async () => {
  const [taken] = await take({ ...EPIC, url: 'javascript:alert(1)' } as ImportRecord);
  expect(taken?.warnings).toStrictEqual(["Its url can't be stored, so it is left out."]);
  expect((await tasks())[0]?.externalId).toStrictEqual({ source: 'linear', id: 'E-1' });
});

test('a review keeps its id only if it can be one', async () => {
  const result = (id: string): ImportRecord => ({
    type: 'result',
    id,
    taskNumber: 'E-1',
    outcome: 'succeeded',
    summary: 'Dug.',
    review: { id, verdict: 'accepted' },
  });
  await take(EPIC, result('r1'), result('x'.repeat(5_000)));
  const { items } = await w.tandem.results.list(w.admin, 1, {});
  expect(items.map(({ review }) => review?.id.length)).toStrictEqual([10, 2]);
});

test('a finished import takes no more records', async () => {
  const id = await began();
  const finished = await w.tandem.imports.finish(w.admin, id);
  expect(finished).toMatchObject({ state: 'finished', finishedAt: START });
  expect(await w.tandem.imports.finish(w.admin, id)).toStrictEqual(finished);
  expect(await outcome(() => add(id, EPIC))).toBe('IMPORT_CLOSED');
});

const undone = async (id: string) => {
  for (;;) {
    const run = await w.tandem.imports.undo(w.admin, id);
    if (run.state === 'undone') return run;
  }
};

test('undoing removes what the import created, and leaves and lists what was changed since', async () => {
  const before = (await w.tandem.members.list(w.admin, {})).items;
  await w.tandem.tasks.create(w.admin, { title: 'Mine' });
  const id = await began();
  const many: ImportRecord[] = Array.from({ length: 30 }, (_, i) => ({
    type: 'task',
    externalId: `T-${i}`,
    title: `Task ${i}`,
  }));
  const records: ImportRecord[] = [
    { type: 'project', externalId: 'P', title: 'Garden' },
    EPIC,
    { ...CHILD, projectId: 'P' } as ImportRecord,
    { type: 'comment', externalId: 'C', taskNumber: 'E-1', body: 'Hello', author: 'u7' },
    { type: 'relation', kind: 'related', from: 'E-1', to: 'E-2' },
    ...many,
  ];
  await add(id, ...records);
  expect(await undone(id)).toMatchObject({
    undo: { removed: { task: 32, project: 1, label: 1, member: 2 }, left: [], leftCount: 0 },
  });
  expect((await tasks()).map(({ title }) => title)).toStrictEqual(['Mine']);
  expect((await w.tandem.members.list(w.admin, {})).items).toStrictEqual(before);
  expect((await w.tandem.labels.list(w.admin, {})).items).toStrictEqual([]);
  expect(await outcome(() => add(id, EPIC))).toBe('IMPORT_CLOSED');
  expect(await outcome(() => w.tandem.imports.finish(w.admin, id))).toBe('IMPORT_CLOSED');

  const second = await began();
  const results = await add(second, ...records);
  expect(new Set(results.map(({ outcome }) => outcome))).toStrictEqual(new Set(['created']));
  const { taskNumber: parent } = results[1] as { taskNumber: number };
  const { taskNumber: child } = results[2] as { taskNumber: number };
  await w.tandem.comments.create(w.member, child, { body: 'Mine now' });
  const { undo } = await undone(second);
  expect(undo?.left.map(({ type, externalId }) => `${type} ${externalId}`)).toStrictEqual([
    'task E-2',
    'label red',
    'member ada@example.com',
    'member u7',
    'task E-1',
    'project P',
  ]);
  expect(undo?.left[0]?.reason).toBe('It was changed here.');
  expect((await tasks()).map(({ taskNumber }) => taskNumber)).toStrictEqual([child, parent, 1]);
  expect((await take(EPIC)).map(({ outcome }) => outcome)).toStrictEqual(['unchanged']);
});

describe('checks of imported tasks', () => {
  const ARTIFACT = { kind: 'git', repository: 'https://git.example/a', commit: 'a'.repeat(40) } as const;
  const checked = (task: string, status: string): ImportRecord[] => [
    { type: 'task', externalId: task, title: task, status },
    {
      type: 'criterion',
      externalId: `C-${task}`,
      taskNumber: task,
      text: 'It works',
      check: { command: 'make' },
    },
    {
      type: 'result',
      externalId: `R-${task}`,
      taskNumber: task,
      outcome: 'succeeded',
      summary: 'Done',
      artifact: ARTIFACT,
    },
  ];
  const pending = async () => (await w.tandem.verifications.list(w.admin, { state: 'pending' })).items;
  const requested = async () =>
    (await w.tandem.events.list(w.admin, { types: ['verification.requested'] })).items;

  test('are requested for open tasks when the import is finished, and not before', async () => {
    const id = await began();
    await add(id, ...checked('A', 'in_progress'), ...checked('B', 'done'));
    expect([await pending(), await requested()]).toEqual([[], []]);
    await w.tandem.imports.finish(w.admin, id);
    await w.tandem.imports.finish(w.admin, id);
    expect(await pending()).toMatchObject([{ taskTitle: 'A', artifact: ARTIFACT }]);
    expect(await requested()).toHaveLength(1);
  });

  test('do not keep a task from being removed with the import', async () => {
    const id = await began();
    await add(id, ...checked('A', 'in_progress'));
    await w.tandem.imports.finish(w.admin, id);
    expect((await undone(id)).undo).toMatchObject({ removed: { task: 1 }, left: [] });
    expect(await pending()).toEqual([]);
  });
});

test('an open task of a verifier is imported unassigned, with a warning', async () => {
  const owl = { type: 'member', id: 'u1', name: 'owl', memberType: 'agent', verifier: true } as const;
  const task = { type: 'task', id: 't1', title: 'A', status: 'todo', assignedTo: 'u1' } as const;
  const [, taken] = await take(owl, task);
  expect(taken?.warnings).toEqual(['Its assignee is a verifier, so it is unassigned.']);
  expect((await tasks())[0]?.assignee).toBeNull();
});

test('undoes an import with the ids of an undone one, and one that a later import repeated', async () => {
  const records: ImportRecord[] = [
    { type: 'member', id: 'grace', memberType: 'human', name: 'grace' },
    { type: 'label', id: 'red', name: 'red' },
    { type: 'project', id: 'p', title: 'Garden' },
    { type: 'task', id: 't', title: 'Dig', projectId: 'p', labels: ['red'], createdBy: 'grace' },
  ];
  const undo = { removed: { member: 1, label: 1, project: 1, task: 1 }, left: [] };
  for (let i = 0; i < 2; i++) {
    const id = await began();
    expect((await add(id, ...records)).map((each) => each.id)).toStrictEqual(['grace', 'red', 'p', 't']);
    await take(...records);
    expect(await undone(id)).toMatchObject({ undo });
  }
});

test('holds the tasks of an import until it is finished, or undone and left', async () => {
  const id = await began();
  const child = { ...CHILD, status: 'todo', completedAt: null, assignedTo: null } as ImportRecord;
  await take(EPIC);
  await add(id, EPIC, child);
  const next = () => w.tandem.claims.next(w.agent, {});
  const ready = async () => (await w.tandem.tasks.list(w.admin, { ready: true })).items.length;
  expect(await next()).toBeNull();
  expect(await ready()).toBe(0);
  expect(await outcome(() => w.tandem.claims.claim(w.agent, 1, {}))).toBe('ANCESTOR_BLOCKED');
  for (const to of ['backlog', 'todo'] as const) await w.tandem.tasks.transition(w.admin, 1, { to });
  expect(await ready()).toBe(0);
  await w.tandem.imports.finish(w.admin, id);
  expect(await ready()).toBe(1);
  expect(await next()).toMatchObject({ task: { taskNumber: 2 } });

  const other = await began();
  await add(other, { ...EPIC, externalId: 'E-3' } as ImportRecord);
  await w.tandem.tasks.update(w.admin, 3, { title: 'Mine' });
  expect(await ready()).toBe(0);
  await w.tandem.imports.undo(w.admin, other);
  expect(await ready()).toBe(1);
});

test('a parent that waits for its last child is woken only when the import is finished', async () => {
  await take(EPIC, { ...CHILD, status: 'todo', completedAt: null } as ImportRecord);
  const waitingFor = { kind: 'children', who: null, what: 'x', since: 1 } as const;
  await w.storage.write(w.workspaceId, async ({ tasks }) => {
    const parent = (await tasks.byNumber(1)) as Task;
    await tasks.update({ ...parent, status: 'waiting', waitingFor }, parent);
  });
  const id = await began();
  await add(id, CHILD);
  expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({ status: 'waiting' });
  await w.tandem.imports.finish(w.admin, id);
  expect(await w.tandem.tasks.get(w.admin, 1)).toMatchObject({ status: 'todo' });
});

test('refuses everyone but admins with their own keys, and the source of the host', async () => {
  for (const by of [w.member, w.agent])
    expect(await outcome(() => w.tandem.imports.create(by, { source: 'linear' }))).toBe('FORBIDDEN');
  expect(await outcome(() => w.tandem.imports.create(w.admin, { source: 'host' }))).toBe('VALIDATION_ERROR');
  const id = await began();
  expect(await outcome(() => w.tandem.imports.get(w.other.admin, id))).toBe('NOT_FOUND');
  expect(await outcome(() => w.tandem.imports.add(w.admin, id, { records: [] }))).toBe('VALIDATION_ERROR');
});
