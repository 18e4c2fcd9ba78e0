import { type Operation, operations } from '@tandem/contract';
import { openApiDocument } from '@tandem/contract/openapi';
import { EFFORTS, PRIORITIES, TASK_STATUSES, WAITING_KINDS } from '@tandem/core';
import { checkAnswer } from '../testing/check-answer.ts';
import { exampleOf, holderFor, NEEDED, open } from '../testing/examples.ts';
import { isOf, placesIn, type Schema, type SchemaField, takes, withAt } from '../testing/limits.ts';
import { asWhole } from '../testing/parts.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { type Body, outcome, type World } from '../testing/world.ts';

/*
 * Checks that the server accepts exactly what the document allows: values up to each documented limit, and no further.
 * Fields without a limit are unlimited, or refer to existing data.
 */

// Some operations need dozens of values, each in its own world.
jest.setTimeout(60_000);

const document: Body = JSON.parse(JSON.stringify(openApiDocument(operations)));

const resolve = (schema: Schema): Schema =>
  schema.$ref
    ? schema.$ref
        .split('/')
        .slice(1)
        .reduce((inside: Body, step) => inside[step], document)
    : schema;

const documented = ({ path, method }: Operation): Body =>
  document.paths[path.replace(/:(\w+)/g, '{$1}')][method];

const bodySchema = (operation: Operation): Schema =>
  resolve(documented(operation).requestBody.content['application/json'].schema);

const rows = operations
  .filter(({ body }) => body)
  .map((operation): [string, Operation] => [operation.id, operation]);

/** Fields that refer to something: unknown values return 400, 404 or 409. */
const REFERENCES =
  /^(parentTaskNumber|tasks\.0\.projectId|projectId|initiativeId|goalId|agentId|memberId|fileId|fileIds\.0|sourceMessageId|sourceSuggestionId|taskNumber|token|code)$/;

/** The same for single operations: parts of a task or question, and answers by kind. */
const MEANT: readonly string[] = [
  // Empty only for a wait.
  'tasks.split tasks',
  'tasks.split tasks.0.blockedBy',
  'tasks.split tasks.0.blockedBy.0',
  'tasks.update criteria.0.id',
  'tasks.update before',
  'tasks.update after',
  'tasks.put criteria.0.id',
  'tasks.put externalId.source',
  'tasks.put externalId.id',
  'results.post evidence.0.criterionId',
  'results.post evidence.0.fileId',
  'results.review resultId',
  'results.review criteria',
  'results.review criteria.0.id',
  'questions.ask default',
  'questions.answer version',
  'questions.answer choice',
  'questions.answer text',
  'inbox.answer answers.0.questionId',
  'inbox.answer answers.0.version',
  'inbox.answer answers.0.choice',
  'inbox.answer answers.0.text',
  'preferences.update timeZone',
  'webhooks.replay after',
  'sessions.create key',
  ...['views.create', 'views.update'].flatMap((id) =>
    ['assigned', 'projectId', 'parent', 'createdBy', 'externalId', 'metadata', 'tags.0', 'label.0'].map(
      (filter) => `${id} query.filters.${filter}`,
    ),
  ),
];
const isReference = ({ id }: Operation, path: string): boolean =>
  REFERENCES.test(path) || MEANT.includes(`${id} ${path}`);

/** Unlimited numbers, lists limited by their enumeration, and operations with the limits of single ones. */
const UNLIMITED =
  /^(operations\.0|records\.0|metric\.(target|current)|metricCurrent|scopes|priority|kinds|types|query\.filters\.(status|priority|effort|waitingFor))$/;

/** Larger values count as the maximum. */
const CLAMPED = /^(wait|limit)$/;

test.each(rows)('%s documents the limits of all its inputs', (_id, operation) => {
  const undocumented = placesIn(bodySchema(operation), resolve).filter(({ path, schema }) => {
    if (isReference(operation, path.join('.')) || UNLIMITED.test(path.join('.')) || schema.enum) return false;
    if (isOf(schema, 'string')) return schema.maxLength === undefined;
    if (isOf(schema, 'integer')) return schema.maximum === undefined;
    if (isOf(schema, 'array')) return schema.maxItems === undefined;
    return isOf(schema, 'object') ? schema.maxProperties === undefined : !isOf(schema, 'boolean');
  });
  expect(undocumented.map(({ path }) => path.join('.'))).toEqual([]);
});

/** Texts of a length that match the pattern, or else consist of characters with two UTF-16 units. */
const PATTERNED: Readonly<Record<string, (length: number) => string>> = {
  email: (length) => `a@${'b'.repeat(Math.max(1, length - 5))}.de`.slice(-length),
  url: (length) => `https://example.org/${'x'.repeat(length)}`.slice(0, length),
  avatar: (length) => `https://example.org/${'x'.repeat(length)}`.slice(0, length),
  'evidence.0.url': (length) => `https://example.org/${'x'.repeat(length)}`.slice(0, length),
  'artifact.repository': (length) => `https://example.org/${'x'.repeat(length)}`.slice(0, length),
  'criteria.0.check.protect.0': (length) => 'p'.repeat(length),
  'artifact.commit': (length) => 'a'.repeat(length),
  'artifact.base': (length) => 'a'.repeat(length),
  'artifact.branch': (length) => 'b'.repeat(length),
  'suggestions.0.kind': (length) => 'k'.repeat(length),
  source: (length) => 's'.repeat(length),
  outputDigest: (length) => 'a'.repeat(length),
  name: (length) => 'n'.repeat(length),
  color: () => '#6B7280',
  'externalId.source': (length) => 's'.repeat(length),
  'externalId.url': (length) => `https://example.org/${'x'.repeat(length)}`.slice(0, length),
};

/** The path of a field of a task, also within a split. */
const ofTask = (path: readonly (string | number)[]) => path.join('.').replace(/^tasks\.0\./, '');

const isFree = ({ pattern }: Schema) => pattern === undefined || pattern === '\\S';

function textsFor({ path, schema }: SchemaField): string[] {
  const max = schema.maxLength ?? 0;
  const make = isFree(schema)
    ? (length: number) => '🦉'.repeat(length)
    : (PATTERNED[ofTask(path)] as (length: number) => string);
  return [...new Set(['', ' ', '\u3000\n', 'a b', 'ä', '🦉', make(max), make(max + 1)])];
}

const numbersFor = ({ minimum, maximum }: Schema): number[] =>
  [minimum, maximum].flatMap((limit) =>
    limit === undefined ? [] : [limit, limit - 1, limit + 1, limit + 0.5],
  );

/** Creates a value on demand, because the data it refers to must exist. */
type Make = () => Promise<unknown> | unknown;

const operationOf = (id: string) => operations.find((each) => each.id === id) as Operation;

async function upload(operation: Operation): Promise<string> {
  const uploader = holderFor(w, exampleOf(operation, seeded));
  return (await uploader.request('post', '/files').attach('file', Buffer.from('x'), 'x.txt')).body.id;
}

/** A list of a length with distinct entries. */
function listOf(operation: Operation, path: string, length: number): Promise<unknown[]> {
  const session = exampleOf(operationOf('agents.pushSessions'), seeded).body.sessions[0];
  const entries: Record<string, (n: number) => unknown> = {
    fileIds: () => upload(operation),
    priority: (n) => ['p0', 'p1', 'p2', 'p3'][n],
    'query.filters.status': (n) => TASK_STATUSES[n],
    'query.filters.priority': (n) => PRIORITIES[n],
    'query.filters.effort': (n) => EFFORTS[n],
    'query.filters.waitingFor': (n) => WAITING_KINDS[n],
    kinds: (n) => ['turn', 'task', 'turn', 'task'][n],
    scopes: (n) => ['tasks:read', 'tasks:write', 'agents:read'][n],
    types: (n) => ['task.created', 'task.updated', 'key.revoked'][n],
    sessions: (n) => ({ ...session, key: `s${n}` }),
    suggestions: (n) => ({ kind: 'reply', text: `${n}` }),
    criteria: (n) => ({ text: `${n}` }),
    evidence: (n) => ({ text: `${n}` }),
    options: (n) => ({ text: `${n}` }),
    favorites: (n) => ({ kind: 'project', id: `p${n}` }),
    operations: () => ({ op: 'update', task: seeded.taskId }),
    records: (n) => ({ type: 'task', externalId: `r${n}`, title: 'Imported' }),
    answers: (n) => ({ questionId: n === 0 ? seeded.questionId : `q${n}`, choice: '1' }),
  };
  const entry = entries[path] ?? ((n: number) => `entry ${n}`);
  return Promise.all(Array.from({ length }, (_, n) => entry(n)));
}

/** The values of objects with any keys; numbers by default. */
const VALUES: Readonly<Record<string, unknown>> = {
  'limits.usage': { perDay: 1 },
  metadata: 'x',
  environment: 'x',
  'options.map.status': 'todo',
  'options.map.priority': 'p1',
  'options.map.labels': 'x',
};

function valuesFor(operation: Operation, place: SchemaField): Make[] {
  const { path, schema } = place;
  if (isOf(schema, 'string')) return textsFor(place).map((text) => () => text);
  if (isOf(schema, 'integer')) return numbersFor(schema).map((number) => () => number);
  if (isOf(schema, 'array')) {
    const { minItems = 0, maxItems = 2 } = schema;
    const lengths = [minItems - 1, minItems, maxItems, maxItems + 1].filter((length) => length >= 0);
    return lengths.map((length) => () => listOf(operation, ofTask(path), length));
  }
  if (!isOf(schema, 'object')) return [];
  const longest = schema.propertyNames?.maxLength ?? 0;
  const value = VALUES[ofTask(path)] ?? 1;
  const usage = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [`m${n}`, value]));
  const names = ['', ' ', 'a b', '🦉'.repeat(longest), '🦉'.repeat(longest + 1)];
  const named = names.map((name) => ({ [name]: value }));
  const { maxProperties = 0 } = schema;
  return [usage(maxProperties), usage(maxProperties + 1), ...named].map((made) => () => made);
}

const nextWorld = seededWorlds();
let w: World;
let seeded: Seed;

/** Whether a request has succeeded in this world. */
let isTaken = false;

async function begin(): Promise<void> {
  isTaken = false;
  ({ w, seeded } = await nextWorld(w));
}

beforeAll(begin);
afterEach(() => expect(w.faults).toEqual([]));

/** Changes to the rest of a body that a value requires. */
const FITTING: Readonly<Record<string, (operation: Operation) => Promise<Body> | Body>> = {
  'chats.start body': async (operation) => ({ fileIds: [await upload(operation)] }),
  'chats.send body': async (operation) => ({
    fileIds: [await upload(operation)],
    sourceMessageId: undefined,
    sourceSuggestionId: undefined,
  }),
  'turns.reply body': async (operation) => ({ fileIds: [await upload(operation)] }),
  'keys.create scopes': () => ({ kind: 'service', memberId: undefined }),
  'questions.ask options': () => ({ default: undefined }),
  'questions.ask options.0.id': () => ({ default: undefined }),
  'tasks.create labels': () => ({ createMissing: true }),
  'tasks.update labels': () => ({ createMissing: true }),
  'tasks.put labels': () => ({ createMissing: true }),
};

/** A member's name must exist where one is expected. */
async function befriend(path: string, value: unknown): Promise<void> {
  if (!['assignedTo', 'reportsTo', 'to', 'into'].includes(path)) return;
  await w.admin.post('/members', { name: `m${performance.now()}`, displayName: value });
}

/** `taken`, `refused` at this path, or any other response. */
async function judged(operation: Operation, { path: steps }: SchemaField, value: unknown): Promise<string> {
  const path = steps.join('.');
  const example = exampleOf(operation, seeded);
  const fitting = await FITTING[`${operation.id} ${path.replace(/\.0$/, '')}`]?.(operation);
  // The path of a PUT names the external id.
  const id = example.params?.source === undefined ? `${performance.now()}` : example.params.id;
  const externalId = { source: 'jira', id };
  const identity =
    steps[0] === 'externalId'
      ? { externalId }
      : steps[2] === 'externalId' && { tasks: [{ ...example.body.tasks[0], externalId }] };
  const body = withAt({ ...example.body, ...fitting, ...identity }, steps, value) as object;
  await befriend(ofTask(steps), value);
  const sent = await open(holderFor(w, example), operation, example).send(body);
  checkAnswer(sent);
  const answer = asWhole(operation, sent);
  isTaken ||= answer.status < 400;
  if (answer.status < 400) return 'taken';
  const fields = Object.keys(answer.body?.error?.fields ?? {});
  return answer.status === 400 && fields.length === 1 && fields[0] === path ? 'refused' : outcome(answer);
}

const inShort = (value: unknown) => JSON.stringify(value).slice(0, 60);

test.each(rows)('%s accepts values up to each documented limit, and none beyond', async (_id, operation) => {
  const wrong: string[] = [];
  for (const place of placesIn(bodySchema(operation), resolve)) {
    const path = place.path.join('.');
    if (isReference(operation, path) || path === 'operations.0' || path === 'records.0' || place.schema.enum)
      continue;
    for (const make of valuesFor(operation, place)) {
      // A turn, task or question can be claimed and answered only once.
      if (isTaken && /^(turns|claims|work|results|verifications|questions|inbox)\./.test(operation.id))
        await begin();
      const value = await make();
      const clamped = CLAMPED.test(path) && Number.isInteger(value) && (value as number) > 0;
      const expected = clamped || takes(place.schema, value) ? 'taken' : 'refused';
      let actual = await judged(operation, place, value);
      if (actual !== expected) {
        // Earlier requests may conflict with this one.
        await begin();
        actual = await judged(operation, place, await make());
      }
      if (actual !== expected) wrong.push(`${path} ${inShort(value)} is ${actual}, and not ${expected}`);
    }
  }
  expect(wrong).toEqual([]);
});

describe('the default', () => {
  const defaults = rows.flatMap(([id, operation]) =>
    Object.entries(bodySchema(operation).properties ?? {})
      .filter(([field, schema]) => 'default' in schema && !['wait', 'createMissing'].includes(field))
      .map(([field, schema]) => [id, field, schema.default, operation] as const),
  );

  test.each(defaults)(
    'the default of %s for %s is %j, as documented',
    async (_id, field, value, operation) => {
      await begin();
      const example = exampleOf(operation, seeded);
      const { [field]: _, ...body } = example.body;
      const answer = await open(holderFor(w, example), operation, example).send(body);
      const stored = field === 'leaseSeconds' ? leaseSecondsOf(answer.body) : answer.body[field];
      expect([answer.status < 400, stored]).toEqual([true, value]);
    },
  );

  const leaseSecondsOf = ({ lease }: Body) => (Date.parse(lease.expiresAt) - w.clock.now()) / 1000;

  test('defaults are documented for all creations', () => {
    expect(defaults.map(([id, field]) => `${id} ${field}`)).toEqual([
      'tasks.create status',
      'tasks.create priority',
      'claims.next leaseSeconds',
      'claims.claim leaseSeconds',
      'verifications.next leaseSeconds',
      'verifications.claim leaseSeconds',
      'labels.create color',
      'views.create shared',
      'projects.create status',
      'projects.create color',
      'initiatives.create status',
      'goals.create status',
      'agents.create status',
      'turns.claim leaseSeconds',
      'members.create role',
    ]);
  });
});

describe('parameters', () => {
  const parametersOf = (operation: Operation): { name: string; in: string; schema: Schema }[] =>
    documented(operation).parameters.map(resolve);

  const counted = operations.flatMap((operation) =>
    parametersOf(operation)
      .filter(({ schema }) => schema.minimum !== undefined || schema.maxItems !== undefined)
      .map(({ name, schema }) => [operation.id, name, schema, operation] as const),
  );

  test.each(counted)(
    'the parameters of %s: %s stays within its limits',
    async (_id, name, { minimum = 0, maximum, maxItems }, operation) => {
      const statusOf = async (value: string) => {
        const example = exampleOf(operation, seeded);
        return (
          await open(holderFor(w, example), operation, {
            ...example,
            query: { ...NEEDED[operation.id], [name]: value },
          })
        ).status;
      };
      if (maxItems !== undefined) {
        const list = (length: number) => Array.from({ length }, (_, n) => `t${n}`).join(',');
        expect([await statusOf(list(maxItems)), await statusOf(list(maxItems + 1))]).toEqual([200, 400]);
        return;
      }
      for (const fine of [minimum, maximum, Number(maximum) + 1])
        expect(await statusOf(String(fine))).toBe(200);
      for (const bad of [minimum - 1, minimum + 0.5]) expect(await statusOf(String(bad))).toBe(400);
    },
  );

  test('an idempotency key in the header has the documented maximum length', async () => {
    const start = operationOf('chats.start');
    const { schema } = parametersOf(start).find(({ name }) => name === 'Idempotency-Key') ?? {};
    const { maxLength = 0 } = schema as Schema;
    const statusOf = async (key: string) => {
      const { clientMessageId: _, ...body } = exampleOf(start, seeded).body;
      return (await w.admin.request('post', '/chats').set('Idempotency-Key', key).send(body)).status;
    };
    expect(await statusOf('k'.repeat(maxLength))).toBe(201);
    expect(await statusOf('k'.repeat(maxLength + 1))).toBe(400);
  });
});
