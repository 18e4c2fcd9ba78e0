import { refusal, type World, world } from '../../../testing/world.ts';
import { Refusal } from '../../shared/refusal.ts';
import type { TaskStatus } from '../status.ts';
import { type BulkOperation, type BulkStep, bulkResults, MAX_BULK } from './bulk.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (n: number) =>
  Promise.all(Array.from({ length: n }, (_, i) => w.tandem.tasks.create(w.admin, { title: `T${i + 1}` })));
const bulk = (operations: readonly BulkStep[], atomic = false) =>
  w.tandem.tasks.bulk(w.admin, { atomic, operations });
const statuses = async () =>
  (await w.tandem.tasks.list(w.admin, { archived: true })).items.map(({ status }) => status).reverse();
const move = (task: number, to: TaskStatus): BulkOperation => ({ op: 'transition', task, to });

test('each operation does what the single operation does', async () => {
  const tasks = await create(7);
  await w.tandem.labels.create(w.admin, { name: 'bug' });
  const results = await bulk([
    { op: 'update', task: 1, priority: 'p0', metadata: { team: 'blue' } },
    { op: 'transition', task: 2, to: 'in_progress', reason: 'Now' },
    { op: 'archive', task: 3 },
    { op: 'assign', task: tasks[3]?.id ?? '', assignedTo: 'ada' },
    { op: 'addLabels', task: 5, labels: ['BUG', 'new'], createMissing: true },
    { op: 'addLabels', task: 5, labels: ['bug'] },
    { op: 'removeLabels', task: 5, labels: ['Bug', 'unknown'] },
    { op: 'comment', task: 6, body: 'Hello' },
    { op: 'archive', task: 7 },
    { op: 'unarchive', task: 7 },
    { op: 'assign', task: 4, assignedTo: null },
    { op: 'setParent', task: 2, parentTaskNumber: 1 },
    { op: 'archive', task: 1, children: 'detach' },
  ]);
  expect(results.map((result) => (result.ok ? result.task : result.refusal))).toMatchObject([
    { taskNumber: 1, priority: 'p0', metadata: { team: 'blue' } },
    { taskNumber: 2, status: 'in_progress' },
    { taskNumber: 3, archived: true },
    { taskNumber: 4, assignee: { name: 'ada' } },
    { taskNumber: 5, labels: [{ name: 'bug' }, { name: 'new' }] },
    { taskNumber: 5, labels: [{ name: 'bug' }, { name: 'new' }] },
    { taskNumber: 5, labels: [{ name: 'new' }] },
    { taskNumber: 6, title: 'T6' },
    { taskNumber: 7, archived: true },
    { taskNumber: 7, archived: false },
    { taskNumber: 4, assignee: null },
    { taskNumber: 2, parent: { taskNumber: 1 } },
    { taskNumber: 1, archived: true },
  ]);
  expect((await w.tandem.comments.list(w.admin, 6, {})).items).toHaveLength(1);
});

const REFUSED: readonly [string, BulkStep, () => Promise<unknown>][] = [
  ['an unknown task', move(99, 'done'), () => w.tandem.tasks.transition(w.admin, 99, { to: 'done' })],
  [
    'a move that is not allowed',
    move(1, 'todo'),
    () => w.tandem.tasks.transition(w.admin, 1, { to: 'todo' }),
  ],
  [
    'a field with a problem',
    { op: 'update', task: 1, title: ' ' },
    () => w.tandem.tasks.update(w.admin, 1, { title: ' ' }),
  ],
  [
    'unknown labels',
    { op: 'addLabels', task: 1, labels: ['none'] },
    () => w.tandem.tasks.update(w.admin, 1, { labels: ['none'] }),
  ],
  [
    'a field that does not exist',
    { op: 'update', task: 1, titel: 'x' } as unknown as BulkOperation,
    () => w.tandem.tasks.update(w.admin, 1, { titel: 'x' } as never),
  ],
];

describe.each(REFUSED)('an operation with %s', (_what, step, single) => {
  test('has the refusal of the single operation, and affects no other', async () => {
    await create(3);
    const [first, second, third] = await bulk([move(2, 'in_progress'), step, move(3, 'in_progress')]);
    const { code, message, fields, details } = await refusal(single);
    expect([first?.ok, third?.ok]).toEqual([true, true]);
    expect(second).toMatchObject({ index: 1, ok: false, refusal: { code, message, details } });
    if (!second?.ok) expect(second?.refusal.fields).toEqual(fields);
    expect(await statuses()).toEqual(['todo', 'in_progress', 'in_progress']);
  });

  test('refuses an atomic change as a whole, with its index and error', async () => {
    await create(3);
    const refused = await refusal(() =>
      bulk([move(2, 'in_progress'), step, move(3, 'in_progress'), step], true),
    );
    const { code } = await refusal(single);
    expect(refused.code).toBe('BULK_REFUSED');
    expect(refused.details.failed).toMatchObject([
      { index: 1, error: { code } },
      { index: 3, error: { code } },
    ]);
    expect(await statuses()).toEqual(['todo', 'todo', 'todo']);
  });
});

test.each<[string, unknown, string]>([
  ['an unknown operation', { op: 'delete', task: 1 }, 'op'],
  ['no task', { op: 'archive' }, 'task'],
  ['no assignee', { op: 'assign', task: 1 }, 'assignedTo'],
  ['no parent', { op: 'setParent', task: 1 }, 'parentTaskNumber'],
  ['labels that are no list', { op: 'removeLabels', task: 1, labels: 'bug' }, 'labels'],
  ['a field that it does not have', { op: 'archive', task: 1, reason: 'x' }, 'reason'],
])('a malformed operation with %s has its own error', async (_what, step, field) => {
  await create(1);
  const [malformed, other] = await bulk([step as BulkOperation, move(1, 'in_progress')]);
  expect(malformed?.ok === false && Object.keys(malformed.refusal.fields ?? {})).toEqual([field]);
  expect(other?.ok).toBe(true);
});

test('operations run in order, also when they are about the same task', async () => {
  await create(1);
  const there: BulkOperation[] = Array.from({ length: 60 }, (_, i) =>
    move(1, i % 2 === 0 ? 'in_progress' : 'todo'),
  );
  expect((await bulk(there)).every(({ ok }) => ok)).toBe(true);
  expect((await bulk(there, true)).every(({ ok }) => ok)).toBe(true);
  expect(await statuses()).toEqual(['todo']);
});

test('a refusal in place of an operation is its result', async () => {
  await create(1);
  const given = new Refusal('FORBIDDEN', 'No.');
  expect(await bulk([given, move(1, 'done')])).toMatchObject([
    { index: 0, ok: false, refusal: given },
    { ok: false },
  ]);
});

test.each([0, MAX_BULK + 1])('a change of %i operations is 400', async (n) => {
  const operations = Array.from({ length: n }, () => move(1, 'done'));
  expect((await refusal(() => bulk(operations))).fields).toEqual({
    operations: ['must be 1 to 500 operations'],
  });
});

test('an agent changes the tasks whose tokens it sends, and no other claimed one', async () => {
  await create(2);
  const bot = await w.tandem.agents.create(w.admin, {
    name: 'bot',
    displayName: 'Bot',
    emoji: '*',
    model: 'm',
  });
  await w.tandem.agents.update(w.admin, bot.id, { maxClaims: 2 });
  const host = await w.tandem.operator.callerFor(w.admin.workspaceId, 'bot');
  const claims = [await w.tandem.claims.claim(host, 1, {}), await w.tandem.claims.claim(host, 2, {})];
  const note = (task: number, token?: string) => ({
    op: 'update' as const,
    task,
    priority: 'p0' as const,
    token,
  });
  const results = await w.tandem.tasks.bulk(host, {
    operations: [note(1, claims[0]?.lease.token), note(2, claims[0]?.lease.token), note(2)],
  });
  expect(results.map((result) => (result.ok ? 'ok' : result.refusal.code))).toEqual([
    'ok',
    'TASK_CLAIMED',
    'TASK_CLAIMED',
  ]);
});

test('hooks of the single operations run, and follow the commit', async () => {
  await create(3);
  const seen: unknown[] = [];
  w.tandem.before('tasks.transition', ({ ids, refuse }) => {
    if (ids[0] === 2) refuse('X_NO', 'Not this one.');
  });
  w.tandem.after('tasks.transition', ({ ids }) => void seen.push(ids[0]));
  const results = await bulk([move(1, 'in_progress'), move(2, 'in_progress'), move(3, 'in_progress')]);
  expect(results.map((result) => (result.ok ? 'ok' : result.refusal.code))).toEqual(['ok', 'X_NO', 'ok']);
  expect(seen).toEqual([1, 3]);
  expect((await refusal(() => bulk([move(1, 'todo'), move(2, 'in_progress')], true))).code).toBe(
    'BULK_REFUSED',
  );
  expect(seen).toEqual([1, 3]);
});

test('an operation with children runs alone', async () => {
  const cancel = (task: number): BulkOperation => ({
    op: 'transition',
    task,
    to: 'canceled',
    children: 'cancel',
  });
  const steps = [move(1, 'done'), move(2, 'done'), cancel(3), cancel(4), move(5, 'done'), move(6, 'done')];
  const running = new Set<number>();
  const beside = steps.map(() => 0);
  await bulkResults(steps, async (_step, index) => {
    running.add(index);
    await Promise.resolve();
    for (const each of running) beside[each] = Math.max(beside[each] ?? 0, running.size);
    running.delete(index);
  });
  expect(beside).toEqual([2, 2, 1, 1, 2, 2]);
});

test('an atomic change with children concerns at most 1,000 tasks', async () => {
  const cancel = (task: number): BulkOperation => ({
    op: 'transition',
    task,
    to: 'canceled',
    children: 'cancel',
  });
  const closeAll: BulkOperation[] = [];
  for (const size of [200, 200, 200, 200, 195]) {
    const { taskNumber } = await w.tandem.tasks.create(w.admin, { title: 'Root' });
    closeAll.push(cancel(taskNumber));
    for (let left = size; left > 0; left -= 100) {
      const tasks = Array.from({ length: Math.min(left, 100) }, () => ({ title: 'T' }));
      await w.tandem.tasks.split(w.admin, taskNumber, { tasks });
    }
  }
  const { taskNumber: extra } = await w.tandem.tasks.create(w.admin, { title: 'Extra' });
  const refused = await refusal(() => bulk([...closeAll, cancel(extra)], true));
  expect([refused.code, refused.message]).toEqual([
    'LIMIT_REACHED',
    expect.stringContaining('at most 1000 tasks'),
  ]);
  const isCanceled = async () => (await w.tandem.tasks.get(w.admin, 1)).status === 'canceled';
  expect(await isCanceled()).toBe(false);
  expect((await bulk(closeAll, true)).every(({ ok }) => ok)).toBe(true);
  expect(await isCanceled()).toBe(true);
});
