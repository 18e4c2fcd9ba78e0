import { type Operation, operations } from '@tandem/contract';
import { exampleOf, holderFor, send } from '../testing/examples.ts';
import { dump, type Seed, seed } from '../testing/seed.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

/*
 * Complements isolation.test.ts, which tests ids of another workspace: names, numbers, codes, tokens and message keys,
 * and a whole session of an admin next to another workspace.
 */

let w: World;
let ours: Seed;
let theirs: Seed;
let theirState: Body;

beforeAll(async () => {
  w = await world();
  ours = await seed(w);
  theirs = await seed(w.other);
  await w.other.admin.creates('/members', { name: 'zoe', displayName: 'Zoe Only-There' });
  await w.other.admin.creates('/labels', { name: 'only-there' });
  await w.other.admin.creates('/tasks', { title: 'Only there', tags: ['only-there'] });
  theirState = await dump(w.other);
});

afterEach(async () => {
  expect(w.faults).toEqual([]);
  expect(await dump(w.other)).toStrictEqual(theirState);
});

test('a name or display name from another workspace matches no member', async () => {
  for (const name of ['zoe', 'Zoe Only-There']) {
    for (const answer of [
      await w.admin.post('/tasks', { title: 'A', assignedTo: name }),
      await w.admin.patch(`/tasks/${ours.taskId}`, { assignedTo: name }),
      await w.admin.patch(`/agents/${ours.agentId}`, { reportsTo: name }),
    ]) {
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    }
    expect(await w.admin.readsAll('/tasks', { assigned: name })).toEqual([]);
    expect(await w.admin.readsAll('/tasks', { createdBy: name })).toEqual([]);
  }
});

test('a label, a tag and a title of another workspace are unknown here, and can be created', async () => {
  const unknown = await w.admin.post('/tasks', { title: 'A', labels: ['only-there'] });
  expect(outcome(unknown)).toBe('400 UNKNOWN_LABELS');
  expect(await w.admin.readsAll('/tasks', { tags: 'only-there' })).toEqual([]);
  expect(await w.admin.readsAll('/tasks', { label: 'only-there' })).toEqual([]);
  expect((await w.admin.post('/labels', { name: 'only-there' })).status).toBe(201);
  expect((await w.admin.post('/members', { name: 'zoe', displayName: 'Z' })).status).toBe(201);
});

test('the number of a task refers to this workspace', async () => {
  const { id, taskNumber } = (await w.other.admin.readsAll('/tasks'))[0];
  const answer = await w.admin.get(`/tasks/${taskNumber}`);
  if (answer.status === 200) expect(answer.body.id).not.toBe(id);
  else expect(outcome(answer)).toBe('404 NOT_FOUND');
  const related = { type: 'related', taskNumber: 4_000_000 };
  expect(outcome(await w.admin.post(`/tasks/${ours.taskId}/relations`, related))).toBe(
    '400 VALIDATION_ERROR',
  );
});

test('a lease token from another workspace is not accepted', async () => {
  const path = `/agents/${ours.agentId}/turns/${ours.turnId}`;
  for (const [verb, body] of [
    ['heartbeat', {}],
    ['reply', { body: 'Stolen' }],
    ['fail', { errorCode: 'stolen' }],
    ['release', {}],
  ] as const) {
    const answer = await w.runtime.post(`${path}/${verb}`, { token: theirs.token, ...body });
    expect(outcome(answer)).toBe('409 LEASE_LOST');
  }
  const theirTurn = `/agents/${theirs.agentId}/turns/${theirs.turnId}/reply`;
  expect(outcome(await w.runtime.post(theirTurn, { token: theirs.token, body: 'Stolen' }))).toBe(
    '404 NOT_FOUND',
  );
});

test('a message key used in another workspace is new here', async () => {
  const message = { agentId: w.other.agent.id, body: 'Hello', clientMessageId: 'shared' };
  await w.other.admin.creates('/chats', message);
  theirState = await dump(w.other);
  const here = await w.admin.post('/chats', { ...message, agentId: w.agent.id });
  expect([here.status, here.body.created]).toEqual([201, true]);
});

test('a wait for a turn of another workspace returns at once', async () => {
  const answer = await w.admin.get(`/chats/${theirs.chatId}/turns/${theirs.answeredTurnId}?wait=25`);
  expect(outcome(answer)).toBe('404 NOT_FOUND');
  const claim = await w.runtime.post(`/agents/${theirs.agentId}/turns/claim`, { wait: 25 });
  expect(outcome(claim)).toBe('404 NOT_FOUND');
  expect(w.tandem.waiting()).toBe(0);
});

test('an admin who performs every operation does not change another workspace', async () => {
  // Deletions come last, so that other operations have data.
  const last = ({ method }: Operation) => Number(method === 'delete');
  const done: string[] = [];
  for (const operation of [...operations].sort((a, b) => last(a) - last(b))) {
    const example = exampleOf(operation, ours);
    const { status } = await send(holderFor(w, example), operation, example);
    if (status < 300) done.push(operation.id);
  }
  // Some conflict with others, such as a reply to a turn and its release.
  expect(done.length).toBeGreaterThan(operations.length * 0.75);
});
