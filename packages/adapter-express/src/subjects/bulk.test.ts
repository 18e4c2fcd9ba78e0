import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  for (const title of ['One', 'Two', 'Three']) await w.admin.creates('/tasks', { title });
});
afterEach(() => expect(w.faults).toEqual([]));

const send = (body: object, headers: Record<string, string> = {}) =>
  w.admin.request('post', '/tasks/bulk').set(headers).send(body);
const move = (task: number, to = 'in_progress') => ({ op: 'transition', task, to });
const codes = ({ body }: { body: Body }): string[] =>
  body.results.map(({ ok, error }: Body) => (ok ? 'ok' : error.code));
const statuses = async () => (await w.admin.readsAll('/tasks')).map(({ status }) => status).reverse();

test('results are in order, with the task without its description', async () => {
  const answer = await send({
    operations: [move(1), { op: 'update', task: '2', description: 'Long', dueDate: 0 }],
  });
  expect(answer.body.results).toMatchObject([
    { index: 0, ok: true, task: { taskNumber: 1, status: 'in_progress' } },
    { index: 1, ok: true, task: { taskNumber: 2, dueDate: '1970-01-01T00:00:00.000Z' } },
  ]);
  expect(answer.body.results[1].task).not.toHaveProperty('description');
});

const SINGLES: readonly [string, object, 'patch' | 'post', string, object | undefined][] = [
  ['update', { task: 1, title: 7, dueDate: 'x' }, 'patch', '/tasks/1', { title: 7, dueDate: 'x' }],
  ['update', { task: 1, status: 'done' }, 'patch', '/tasks/1', { status: 'done' }],
  ['update', { task: 99, title: 'x' }, 'patch', '/tasks/99', { title: 'x' }],
  ['update', { task: 1, labels: ['none'] }, 'patch', '/tasks/1', { labels: ['none'] }],
  ['transition', { task: 1 }, 'post', '/tasks/1/transition', {}],
  ['transition', { task: 1, to: 'todo' }, 'post', '/tasks/1/transition', { to: 'todo' }],
  ['archive', { task: 99 }, 'post', '/tasks/99/archive', undefined],
  ['assign', { task: 1, assignedTo: 'nobody' }, 'patch', '/tasks/1', { assignedTo: 'nobody' }],
  ['comment', { task: 1, body: ' ' }, 'post', '/tasks/1/comments', { body: ' ' }],
];

test.each(SINGLES)('%s of %j has the error of the single operation', async (op, given, verb, path, body) => {
  const single = await w.admin[verb](path, body);
  const { requestId, ...error } = single.body.error;
  const { results } = (await send({ operations: [{ op, ...given }, move(2)] })).body;
  expect(results).toMatchObject([
    { index: 0, ok: false, error },
    { index: 1, ok: true },
  ]);
  expect(results[0].error).toEqual(error);
  const refused = await send({ operations: [move(3), { op, ...given }], atomic: true });
  expect(outcome(refused)).toBe('422 BULK_REFUSED');
  expect(refused.body.error.failed).toEqual([{ index: 1, error }]);
  expect(await statuses()).toEqual(['todo', 'in_progress', 'todo']);
});

test.each<[unknown, string]>([
  [{ task: 1 }, 'op'],
  [{ op: 'delete', task: 1 }, 'op'],
  [{ op: 'archive' }, 'task'],
  [{ op: 'assign', task: 1 }, 'assignedTo'],
  [7, 'op'],
  [null, 'op'],
])('a malformed operation %j has its own error', async (malformed, field) => {
  const { results } = (await send({ operations: [malformed, move(1)] })).body;
  expect(results).toMatchObject([{ ok: false, error: { code: 'VALIDATION_ERROR' } }, { ok: true }]);
  expect(Object.keys(results[0].error.fields)).toEqual([field]);
});

test.each([
  [{}],
  [{ operations: [] }],
  [{ operations: {} }],
  [{ operations: [move(1)], atomic: 'yes' }],
  [{ operations: Array.from({ length: 501 }, () => move(1)) }],
])('a malformed request is 400', async (body) => {
  expect(outcome(await send(body))).toBe('400 VALIDATION_ERROR');
  expect(await statuses()).toEqual(['todo', 'todo', 'todo']);
});

test('unknown fields of an operation are listed as ignored, or refuse it under handling=strict', async () => {
  const operations = [{ ...move(1), why: 'x' }, move(2)];
  const strict = await send({ operations }, { Prefer: 'handling=strict' });
  expect(codes(strict)).toEqual(['VALIDATION_ERROR', 'ok']);
  const lenient = await send({ operations: [{ ...move(1), why: 'x' }] });
  expect([codes(lenient), lenient.headers['tandem-ignored']]).toEqual([['ok'], 'operations.0.why']);
});

test('a repeated request with an idempotency key repeats nothing and retries what was refused', async () => {
  const key = { 'Idempotency-Key': 'bulk' };
  const body = {
    operations: [
      { op: 'comment', task: 1, body: 'Once' },
      { op: 'addLabels', task: 2, labels: ['new'] },
    ],
  };
  expect(codes(await send(body, key))).toEqual(['ok', 'UNKNOWN_LABELS']);
  await w.admin.creates('/labels', { name: 'new' });
  const again = await send(body, key);
  expect([codes(again), again.headers['idempotent-replayed']]).toEqual([['ok', 'ok'], 'true']);
  expect((await w.admin.reads('/tasks/1/comments')).data).toHaveLength(1);
  expect(outcome(await send({ operations: [move(1)] }, key))).toBe('409 IDEMPOTENCY_KEY_REUSED');
});

test('a repeated atomic request with an idempotency key returns its first response', async () => {
  const key = { 'Idempotency-Key': 'atomic' };
  const body = { atomic: true, operations: [move(1), { op: 'comment', task: 1, body: 'Once' }] };
  const first = await send(body, key);
  await w.admin.does('post', '/tasks/1/transition', { to: 'todo' });
  expect((await send(body, key)).body).toEqual(first.body);
  expect((await w.admin.reads('/tasks/1/comments')).data).toHaveLength(1);
});

test('a refused atomic request leaves its idempotency key unused', async () => {
  const key = { 'Idempotency-Key': 'atomic' };
  const body = { atomic: true, operations: [{ op: 'addLabels', task: 1, labels: ['new'] }] };
  expect(outcome(await send(body, key))).toBe('422 BULK_REFUSED');
  await w.admin.creates('/labels', { name: 'new' });
  expect(codes(await send(body, key))).toEqual(['ok']);
});

test('needs the scope of the single operations', async () => {
  const reader = await w.adminWith('tasks:read');
  expect(outcome(await reader.post('/tasks/bulk', { operations: [move(1)] }))).toBe('403 INSUFFICIENT_SCOPE');
});
