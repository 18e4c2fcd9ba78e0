import { isDeepStrictEqual } from 'node:util';
import { type Operation, operations } from '@tandem/contract';
import type { Test } from 'supertest';
import type * as z from 'zod';
import { badBodies, MARK } from '../testing/bad-values.ts';
import { checkAnswer } from '../testing/check-answer.ts';
import type { Answer } from '../testing/client.ts';
import { type CountingStored, countingStored } from '../testing/counting-kept.ts';
import { type Example, exampleOf, holderFor, NEEDED, open, pathOf } from '../testing/examples.ts';
import { asWhole } from '../testing/parts.ts';
import { dump, type Seed, seed } from '../testing/seed.ts';
import { testStorages } from '../testing/storages.ts';
import { type Body, outcome, type World, world } from '../testing/world.ts';

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
/**
 * Chats and turns do not disclose whether they exist, so 404 comes before any 400 (docs/rules.md, Requests).
 */
const hides = ({ path }: Operation) => path.startsWith('/api/v1/chats/:id') || path.includes('/turns/');

let w: World;
let seeded: Seed;
let before: Body;
/** The storage, which counts committed changes. */
let counting: CountingStored;
/** The number of commits at the last full read. */
let readAt: number;

async function begin(): Promise<void> {
  counting = countingStored(await testStorages().empty());
  w = await world({ storage: counting.storage });
  seeded = await seed(w);
  before = await dump(w);
  readAt = counting.stored();
}

beforeAll(begin);

/** Bad input must not change anything or cause an internal error. */
afterEach(async () => {
  expect(w.faults).toEqual([]);
  if (counting.stored() !== readAt) await everythingIsAsItWas();
});

async function everythingIsAsItWas(): Promise<void> {
  readAt = counting.stored();
  const [was, is] = [before, await dump(w)];
  // Jest is slow to compare equal objects.
  if (isDeepStrictEqual(is, was)) return;
  await begin();
  expect(is).toStrictEqual(was);
}

const rows = (of: (operation: Operation) => boolean) =>
  operations.filter(of).map((operation): [string, Operation] => [operation.id, operation]);

const openExample = (operation: Operation, example: Example): Test =>
  open(holderFor(w, example), operation, example);

/** Sends an example with this text as its body. */
async function sendText(operation: Operation, text: string, type = 'application/json'): Promise<Answer> {
  const send = () =>
    openExample(operation, exampleOf(operation, seeded)).set('Content-Type', type).send(text);
  let answer = await send();
  if (answer.status === 429) {
    // Requests without a key are limited to a few per minute; a new world counts from zero.
    await begin();
    answer = await send();
  }
  checkAnswer(answer);
  return answer;
}

const withBody = rows(({ body }) => body !== undefined);

describe('an invalid body', () => {
  test.each(withBody)('%s returns 400 INVALID_JSON for malformed JSON', async (_id, operation) => {
    for (const text of ['{', '{"a":1', "{'a':1}", '{"a":1}}', '{"a":}', 'nonsense', '\u0000', '{"a":"\n"}']) {
      expect([text, outcome(await sendText(operation, text))]).toEqual([text, '400 INVALID_JSON']);
    }
  });

  test.each(withBody)('%s returns 400 for JSON that is not an object', async (_id, operation) => {
    const deep = '['.repeat(100_000) + ']'.repeat(100_000);
    for (const text of ['[]', '[{}]', 'null', 'true', '7', '"text"', '1e400', deep]) {
      const answer = await sendText(operation, text);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['body']);
    }
  });

  test.each(withBody)('%s returns 415 for a body of another type', async (_id, operation) => {
    for (const type of [
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
    ]) {
      expect(outcome(await sendText(operation, '{"a":1}', type))).toBe('415 UNSUPPORTED_MEDIA_TYPE');
    }
  });

  test.each(withBody)('%s returns 413 for a body of more than 1 MiB', async (_id, operation) => {
    const text = JSON.stringify({ ignored: 'x'.repeat(1024 * 1024) });
    expect(outcome(await sendText(operation, text))).toBe('413 PAYLOAD_TOO_LARGE');
  });

  test.each(rows(({ body, bodyOptional }) => body !== undefined && !bodyOptional))(
    '%s returns 400 without a body, if any of its fields is required',
    async (_id, operation) => {
      const answer = await openExample(operation, exampleOf(operation, seeded));
      checkAnswer(answer);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    },
  );

  test.each(rows(({ multipart }) => multipart))(
    '%s returns 415 or 400 for anything but a file upload',
    async (_id, operation) => {
      const example = exampleOf(operation, seeded);
      const attempts: [Test, string][] = [
        [openExample(operation, example).send({ file: MARK }), '415 UNSUPPORTED_MEDIA_TYPE'],
        [openExample(operation, example), '415 UNSUPPORTED_MEDIA_TYPE'],
        [openExample(operation, example).field('other', MARK), '400 VALIDATION_ERROR'],
        [openExample(operation, example).attach('other', Buffer.from(MARK), 'a.txt'), '400 VALIDATION_ERROR'],
        [
          openExample(operation, example).set('Content-Type', 'multipart/form-data').send('x'),
          '400 VALIDATION_ERROR',
        ],
        [
          openExample(operation, example)
            .set('Content-Type', 'multipart/form-data; boundary=x')
            .send('--x\r\nbroken'),
          '400 VALIDATION_ERROR',
        ],
      ];
      for (const [test, expected] of attempts) {
        const answer = await test;
        checkAnswer(answer);
        expect(outcome(answer)).toBe(expected);
      }
    },
  );
});

/** Fields with wrong values that return a status other than 400: codes and tokens. */
const NOT_A_MISTAKE: Record<string, string> = {
  'members.acceptInvitation code': '404 NOT_FOUND',
  'sessions.create code': '404 NOT_FOUND',
  'sessions.preview code': '404 NOT_FOUND',
  'sessions.create key': '401 UNAUTHENTICATED',
  'results.review resultId': '409 RESULT_CHANGED',
  'questions.answer version': '409 RESULT_CHANGED',
  'inbox.answer answers.0.questionId': '404 NOT_FOUND',
  'inbox.answer answers.0.version': '409 RESULT_CHANGED',
  'turns.heartbeat token': '409 LEASE_LOST',
  'turns.reply token': '409 LEASE_LOST',
  'turns.fail token': '409 LEASE_LOST',
  'turns.release token': '409 LEASE_LOST',
  'claims.heartbeat token': '409 LEASE_LOST',
  'claims.release token': '409 LEASE_LOST',
  'results.post token': '409 LEASE_LOST',
  'verifications.heartbeat token': '409 LEASE_LOST',
  'verifications.release token': '409 LEASE_LOST',
  'verifications.report token': '409 LEASE_LOST',
  'questions.ask token': '409 LEASE_LOST',
  'tasks.bulk operations.0.task': '404 NOT_FOUND',
  'webhooks.replay after': '400 INVALID_CURSOR',
};

/** Texts that may be blank, unlike names, titles and messages. */
const MAY_BE_BLANK = [
  'tasks.create description',
  'tasks.create metadata.team',
  'tasks.put description',
  'tasks.put metadata.team',
  'tasks.update description',
  'tasks.update metadata.team',
  'tasks.split tasks.0.description',
  'tasks.split tasks.0.metadata.team',
  'tasks.bulk operations.0.description',
  'tasks.bulk operations.0.metadata.team',
  'tasks.transition reason',
  'projects.create description',
  'projects.update description',
  'initiatives.create description',
  'initiatives.update description',
  'goals.create description',
  'goals.create test',
  'goals.create metric.unit',
  'goals.update description',
  'goals.update test',
  'goals.update metric.unit',
  'agents.create title',
  'agents.update title',
  'agents.pushSessions sessions.0.label',
  'agents.pushSessions sessions.0.displayName',
  'agents.pushSessions sessions.0.model',
  'agents.pushTelemetry model',
  'turns.fail message',
  'claims.heartbeat progress.note',
  'claims.heartbeat checkpoint',
  'claims.release note',
  'results.post evidence.0.output',
  'results.review comment',
  'verifications.heartbeat output',
  'verifications.report output',
  'verifications.report files.0',
  'verifications.report environment.os',
  'results.review criteria.0.comment',
  'questions.ask options.0.consequence',
  'questions.answer comment',
  'inbox.answer answers.0.comment',
  'webhooks.create description',
  'webhooks.update description',
  // A view's filters find nothing then.
  ...['assigned', 'projectId', 'parent', 'tags.0', 'label.0', 'createdBy', 'metadata.team'].flatMap(
    (name) => [`views.create query.filters.${name}`, `views.update query.filters.${name}`],
  ),
];

/** Fields for one text or an array of texts. */
const ONE_OR_SEVERAL = ['assigned', 'projectId'].flatMap((name) => [
  `views.create query.filters.${name}`,
  `views.update query.filters.${name}`,
]);

/** Records of other trackers: each is judged alone, and its result says what is wrong (imports.test.ts). */
const JUDGED_ALONE = /^imports\.(add|preview) records\.0/;

/** Tokens of claims, which are compared only on a task that is claimed. */
const NOT_COMPARED = ['tasks.split token', 'tasks.bulk operations.0.token'];

describe('an invalid field', () => {
  test.each(withBody)(
    '%s returns 400 for each invalid field, naming the field without its value',
    async (id, operation) => {
      const bodies = badBodies(operation.body as never, exampleOf(operation, seeded).body);
      expect(bodies.length).toBeGreaterThan(0);
      const taken: string[] = [];
      for (const { what, text, field, path, blank, overlong } of bodies) {
        if (JUDGED_ALONE.test(`${id} ${path}`)) continue;
        if (blank && MAY_BE_BLANK.includes(`${id} ${path}`)) continue;
        if (ONE_OR_SEVERAL.includes(`${id} ${path}`) && / is (a text|an array)$/.test(what)) continue;
        if ((blank || overlong) && NOT_COMPARED.includes(`${id} ${path}`)) continue;
        const answer = asWhole(operation, await sendText(operation, text));
        const actual = outcome(answer);
        const named = Object.keys(answer.body?.error?.fields ?? {}).map((path) => path.split('.')[0]);
        const refused =
          actual === '400 VALIDATION_ERROR'
            ? named.length === 1 && named[0] === field
            : [
                '400 STATUS_NOT_PATCHABLE',
                NOT_A_MISTAKE[`${id} ${path}`] ?? NOT_A_MISTAKE[`${id} ${field}`],
              ].includes(actual);
        if (!refused || answer.text.includes(MARK)) taken.push(`${what}: ${answer.text}`);
      }
      expect(taken).toEqual([]);
    },
  );
});

const REFERENCES = [
  'projectId',
  'initiativeId',
  'goalId',
  'assignedTo',
  'reportsTo',
  'agentId',
  'memberId',
  'fileId',
  'to',
];

describe('an unknown id', () => {
  // A PUT to an unknown external id creates the task.
  test.each(rows(({ path }) => path.includes('/:') && !path.includes('/external/')))(
    '%s returns 404 for an unknown id in the path, in any form',
    async (_id, operation) => {
      const example = exampleOf(operation, seeded);
      for (const name of Object.keys(example.params ?? {})) {
        for (const value of [
          UNKNOWN,
          '0',
          MARK,
          `${MARK}🦉`,
          "' OR 1=1 --",
          '../../etc/passwd',
          'x'.repeat(3000),
        ]) {
          const params = { ...example.params, [name]: value };
          const test = openExample(operation, { ...example, params });
          const answer = await (example.body === undefined ? test : test.send(example.body));
          checkAnswer(answer);
          expect([value, outcome(answer)]).toEqual([value, '404 NOT_FOUND']);
          expect(answer.text).not.toContain(MARK);
        }
      }
    },
  );

  test.each(rows(({ path }) => path.includes('/:')))(
    '%s returns 400 for a NUL or invalid encoding in the path',
    async (_id, operation) => {
      const example = exampleOf(operation, seeded);
      for (const name of Object.keys(example.params ?? {})) {
        for (const value of ['%00', 'a%00b', '%ED%A0%80', '%E0%A4', '%ZZ']) {
          const path = pathOf(operation, { ...example.params, [name]: 'HERE' }).replace('HERE', value);
          const test = holderFor(w, example).request(operation.method, path);
          const answer = await (example.body === undefined ? test : test.send(example.body));
          checkAnswer(answer);
          const allowed = ['400 VALIDATION_ERROR', ...(hides(operation) ? ['404 NOT_FOUND'] : [])];
          expect(allowed).toContain(outcome(answer));
        }
      }
    },
  );

  test.each(withBody)(
    '%s returns 400 for an unknown id in a reference of the body, naming the field',
    async (_id, operation) => {
      const example = exampleOf(operation, seeded);
      for (const name of Object.keys((operation.body as never as { shape: object }).shape)) {
        if (!REFERENCES.includes(name)) continue;
        const answer = await sendText(operation, JSON.stringify({ ...example.body, [name]: UNKNOWN }));
        expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
        expect(Object.keys(answer.body.error.fields)).toEqual([name]);
      }
    },
  );
});

describe('an invalid query', () => {
  const withQuery = rows(({ query }) => Object.keys(query.shape).length > 0);

  const ask = async (operation: Operation, query: string): Promise<Answer> => {
    const example = exampleOf(operation, seeded);
    const needed = Object.entries(NEEDED[operation.id] ?? {})
      .filter(([name]) => !query.startsWith(`${name}=`))
      .map(([name, value]) => `&${name}=${value}`);
    const answer = await holderFor(w, example).request(
      operation.method,
      `${pathOf(operation, example.params)}?${query}${needed.join('')}`,
    );
    checkAnswer(answer);
    return answer;
  };

  const takesSeveral = ({ query }: Operation, name: string) =>
    (query.shape as Record<string, z.ZodType>)[name]?.safeParse(['a', 'b']).success;

  test.each(withQuery)(
    '%s returns 400 for a NUL in a parameter and for a repeated parameter',
    async (_id, operation) => {
      for (const name of Object.keys(operation.query.shape)) {
        const repeated = takesSeveral(operation, name) ? [] : [`${name}=${MARK}&${name}=${MARK}`];
        for (const query of [`${name}=a%00b`, `${name}=%00`, ...repeated]) {
          const answer = await ask(operation, query);
          expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
          expect(Object.keys(answer.body.error.fields)).toEqual([name]);
          expect(answer.text).not.toContain(MARK);
        }
      }
    },
  );

  /** Parameters that take any text: unknown values find nothing. */
  const FREE = [
    'agentId',
    'assigned',
    'projectId',
    'initiativeId',
    'tags',
    'label',
    'createdBy',
    'to',
    'task',
    'asker',
  ];
  /** Usage sums take a range of dates. */
  const isFree = ({ id }: Operation, name: string) =>
    FREE.includes(name) && !(id === 'usage.list' && name === 'to');

  test.each(withQuery)(
    '%s returns 400 for an invalid parameter, naming it without its value',
    async (_id, operation) => {
      for (const name of Object.keys(operation.query.shape)) {
        if (isFree(operation, name) || name === 'q' || name === 'parent') continue;
        for (const value of [MARK, '', '-1', MARK.repeat(1000), '%F0%9F%A6%89', '%FF%FE']) {
          const answer = await ask(operation, `${name}=${value}`);
          expect([name, value, answer.status]).toEqual([name, value, 400]);
          expect(Object.keys(answer.body.error.fields)).toEqual([name]);
          expect(answer.text).not.toContain(MARK);
        }
      }
    },
  );

  test('tasks.list returns 404 for an unknown parent', async () => {
    const [operation] = operations.filter(({ id }) => id === 'tasks.list') as [Operation];
    for (const value of [UNKNOWN, MARK, '', '-1', MARK.repeat(1000), '%F0%9F%A6%89', '%FF%FE']) {
      const answer = await ask(operation, `parent=${value}`);
      expect([value, outcome(answer)]).toEqual([value, '404 NOT_FOUND']);
      expect(answer.text).not.toContain(MARK);
    }
  });

  test.each(withQuery)(
    '%s finds nothing for an unknown value of a free parameter',
    async (_id, operation) => {
      for (const name of Object.keys(operation.query.shape)) {
        if (!isFree(operation, name)) continue;
        for (const value of [MARK, UNKNOWN, MARK.repeat(1000), '%F0%9F%A6%89', '%FF%FE', "'%20OR%201=1"]) {
          const answer = await ask(operation, `${name}=${value}`);
          const found = operation.id === 'tasks.counts' ? answer.body.total : answer.body.data?.length;
          expect([name, value, answer.status, found]).toEqual([name, value, 200, 0]);
        }
      }
    },
  );
});

test('invalid requests have not changed the workspace', everythingIsAsItWas);
