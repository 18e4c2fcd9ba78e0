import { operations } from '@tandem/contract';
import * as z from 'zod';
import { exampleOf, holderFor, send } from '../testing/examples.ts';
import { type Seed, seed } from '../testing/seed.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

/** Where the resource shows a field of the body under another name. */
const SHOWN_AS: Record<string, string> = {
  projectId: 'project',
  parentTaskNumber: 'parent',
  initiativeId: 'initiative',
  goalId: 'goal',
};

/** The resource in a response. */
const RESOURCE_OF: Record<string, (answer: Body) => Body> = {
  'chats.start': ({ message }) => message,
  'chats.send': ({ message }) => message,
  'turns.fail': (turn) => ({ ...turn, message: turn.errorMessage }),
  'agents.pushSessions': ({ data }) => data[0],
};

let w: World;
let seeded: Seed;

beforeAll(async () => {
  w = await world();
  seeded = await seed(w);
});

/** Claim fields that are not shown, or that only narrow down the choice. */
const NOT_SHOWN = [
  'claims.next projectId',
  'work.next projectId',
  'claims.heartbeat checkpoint',
  'claims.release note',
  'claims.release notBefore',
  'claims.release failure',
  'tasks.split token',
];

const isOptional = (schema: unknown) => schema instanceof z.ZodOptional;
const isNullable = (schema: unknown) =>
  isOptional(schema) && (schema as z.ZodOptional).unwrap() instanceof z.ZodNullable;

const fields = operations.flatMap((operation) =>
  Object.entries(operation.body?.shape ?? {}).map(([field, schema]) => ({ operation, field, schema })),
);

const nullable = fields
  .filter(({ schema }) => isNullable(schema))
  .filter(({ operation }) => !/^(results|questions|verifications)\./.test(operation.id))
  .filter(({ operation, field }) => !NOT_SHOWN.includes(`${operation.id} ${field}`))
  .map(({ operation, field }) => [operation.id, field, operation] as const);

test.each(nullable)('%s accepts null for %s as absent', async (id, field, operation) => {
  const example = exampleOf(operation, seeded);
  // Other fields may require this one; that is tested elsewhere.
  const unique = ['agents.create', 'members.create'].includes(id) && { name: `${id}-${field}` };
  const asService = id === 'keys.create' && { kind: 'service' };
  const body = { ...example.body, ...unique, ...asService, [field]: null };
  const answer = await send(holderFor(w, example), operation, { ...example, body });
  expect(outcome(answer)).toMatch(/^20[01]$/);
  const resource = (RESOURCE_OF[id] ?? ((body: Body) => body))(answer.body);
  if (field === 'reason') {
    expect((await w.admin.reads('/notifications')).data[0].reason).toBeNull();
    return;
  }
  expect(resource[SHOWN_AS[field] ?? field]).toBeNull();
});

test('every nullable field of a resource accepts null in requests', () => {
  const wrong = fields.filter(({ operation, field, schema }) => {
    // The role of a person is never null; that of an agent always is. The path of a PUT names the external id.
    const isNeverNull = field === 'role' || operation.method === 'put';
    if (!isOptional(schema) || isNullable(schema) || isNeverNull) return false;
    const [reply] = Object.values(operation.responses);
    const shape = reply instanceof z.ZodObject ? (reply.shape as Record<string, unknown>) : {};
    return shape[SHOWN_AS[field] ?? field] instanceof z.ZodNullable;
  });
  expect(wrong.map(({ operation, field }) => `${operation.id} ${field}`)).toEqual([]);
});

test('null clears the description of a task', async () => {
  const { taskNumber } = await w.admin.creates('/tasks', { title: 'A', description: 'Long' });
  expect((await w.admin.does('patch', `/tasks/${taskNumber}`, { description: null })).description).toBeNull();
  expect((await w.admin.reads(`/tasks/${taskNumber}`)).description).toBeNull();
  const [entry] = (await w.admin.reads(`/tasks/${taskNumber}/activity`)).data;
  expect(entry).toMatchObject({ field: 'description', oldValue: 'Long', newValue: null });
});

test('null means absent in heartbeats and reports of verifications', async () => {
  const verifier = w.as(seeded.verifier.secret);
  const path = `/verifications/${seeded.runningVerificationId}`;
  const token = seeded.verificationToken;
  await verifier.does('post', `${path}/heartbeat`, { token, output: null });
  const reported = await verifier.does('post', `${path}/report`, {
    token,
    outcome: 'passed',
    durationMs: 1,
    ...{
      exitCode: null,
      output: null,
      outputLength: null,
      outputDigest: null,
      environment: null,
      files: null,
    },
  });
  expect(reported).toMatchObject({
    state: 'passed',
    report: { exitCode: null, output: '', outputLength: 0, outputDigest: null, environment: {}, files: [] },
  });
});

test('null means absent in questions, answers, results and reviews', async () => {
  const { taskNumber } = await w.admin.creates('/tasks', {
    title: 'A',
    status: 'in_progress',
    assignedTo: 'scout',
  });
  const path = `/tasks/${taskNumber}`;
  const question = await w.agent.creates(`${path}/questions`, {
    kind: 'text',
    text: 'Which?',
    ...{ token: null, options: null, default: null, dueAt: null, to: null, blocking: null },
  });
  expect(question).toMatchObject({ options: [], default: null, dueAt: null, to: null });
  const none = { choice: null, approved: null, comment: null };
  const { answer } = await w.admin.does('post', `/questions/${question.id}/answer`, {
    text: 'This',
    ...none,
  });
  expect(answer).toMatchObject({ text: 'This', comment: null });
  // The answer returned the task to its agent.
  await w.agent.does('post', `${path}/transition`, { to: 'in_progress' });
  const empty = { criterionId: null, url: null, fileId: null, command: null, output: null, exitCode: null };
  const given = { outcome: 'partial', summary: 'Half', evidence: [{ text: 'Seen', ...empty }] };
  const result = await w.agent.creates(`${path}/results`, { ...given, token: null, usage: null, to: null });
  expect(result).toMatchObject({ evidence: [{ text: 'Seen' }], usage: null });
  const nothing = { outcome: 'partial', summary: 'Half', evidence: null };
  expect((await w.agent.creates(`${path}/results`, nothing)).evidence).toEqual([]);
  const verdict = { verdict: 'accepted', comment: null, criteria: null };
  expect(await w.admin.creates(`${path}/reviews`, verdict)).toMatchObject({ comment: null, criteria: [] });
});

test('a null idempotency key means absent: the header counts, if any', async () => {
  const message = { agentId: seeded.agentId, body: 'Hi', clientMessageId: null };
  const start = () => w.admin.request('post', '/chats').set('Idempotency-Key', 'k').send(message);
  expect([(await start()).status, (await start()).status]).toEqual([201, 200]);
  expect((await w.admin.post('/chats', message)).status).toBe(201);
});
