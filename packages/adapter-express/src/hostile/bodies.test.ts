import { gzipSync } from 'node:zlib';
import { operations } from '@tandem/contract';
import { checkAnswer } from '../testing/check-answer.ts';
import type { Answer } from '../testing/client.ts';
import { type Example, exampleOf, holderFor, open } from '../testing/examples.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { type Body, type Holder, outcome, type World } from '../testing/world.ts';

const nextWorld = seededWorlds();
let w: World;
let seeded: Seed;

beforeAll(async () => {
  ({ w, seeded } = await nextWorld());
});

afterEach(() => expect(w.faults).toEqual([]));

type Verb = 'post' | 'put' | 'patch';

async function sendText(by: Holder, verb: Verb, path: string, text: string, prefer = ''): Promise<Answer> {
  const answer = await by
    .request(verb, path)
    .set({ 'Content-Type': 'application/json', Prefer: prefer })
    .send(text);
  checkAnswer(answer);
  return answer;
}

describe('names with a meaning in JavaScript', () => {
  const POISON = { polluted: 'yes', title: 'polluted', status: 'done', admin: true, role: 'admin' };
  /** All names that objects inherit. */
  const inherited = () => Reflect.ownKeys(Object.prototype);
  const before = inherited();

  /** Operations that take usage or its limits with any name. */
  const ANY_NAME = [
    'agents.pushTelemetry',
    'agents.update',
    'claims.heartbeat',
    'imports.create',
    'imports.preview',
    'results.post',
    'turns.reply',
    'verifications.report',
  ];

  /** A copy of a value with a poisoned name in each object. */
  function poisoned(value: Body): string {
    if (Array.isArray(value)) return `[${value.map(poisoned).join(',')}]`;
    if (value === null || typeof value !== 'object') return JSON.stringify(value);
    const own = Object.entries(value).map(([name, inside]) => `${JSON.stringify(name)}:${poisoned(inside)}`);
    const poison = JSON.stringify(POISON);
    return `{${[...own, `"__proto__":${poison}`, `"constructor":{"prototype":${poison}}`, `"prototype":${poison}`].join(',')}}`;
  }

  afterEach(async () => {
    expect(inherited()).toEqual(before);
    expect(({} as Body).polluted).toBeUndefined();
    expect(([] as Body).polluted).toBeUndefined();
    // A later request without poisoned names.
    expect(await w.admin.creates('/tasks', { title: 'Later' })).toMatchObject({
      status: 'todo',
      priority: 'p2',
    });
  });

  test.each(operations.filter(({ body }) => body !== undefined).map(({ id }) => [id]))(
    '%s ignores names of built-in properties in a body',
    async (id) => {
      const operation = operations.find((each) => each.id === id) as (typeof operations)[number];
      const { w: fresh, seeded } = await nextWorld();
      const example: Example = exampleOf(operation, seeded);
      const test = open(holderFor(fresh, example), operation, example).set(
        'Content-Type',
        'application/json',
      );
      const answer = await test.send(poisoned(example.body));
      checkAnswer(answer);
      // Where any name is allowed, as in usage, values must be numbers.
      expect([200, 201, ...(ANY_NAME.includes(id) ? [400] : [])]).toContain(answer.status);
      expect(JSON.stringify(answer.body)).not.toContain('polluted');
    },
  );

  test.each([
    '__proto__[polluted]=yes',
    '__proto__.polluted=yes',
    '__proto__=yes',
    'constructor[prototype][polluted]=yes',
    'constructor=yes&prototype=yes&toString=yes&hasOwnProperty=yes&then=yes',
    'limit[__proto__][polluted]=5',
    'status[constructor]=todo',
  ])('a query of %s with names of built-in properties has unknown parameters', async (query) => {
    expect((await w.admin.get(`/tasks?${query}`)).status).toBe(200);
    const strict = await w.admin.request('get', `/tasks?${query}`).set('Prefer', 'handling=strict');
    expect(outcome(strict)).toBe('400 VALIDATION_ERROR');
  });

  test('telemetry metrics may have names of built-in properties, without side effects', async () => {
    const usage = '{"constructor":1,"toString":2,"hasOwnProperty":3,"__proto__":4,"valueOf":5}';
    const text = `{"status":"idle","model":"m","contextTokens":1,"contextLimit":1,"activeSessions":1,"usage":${usage}}`;
    expect((await sendText(w.runtime, 'post', `/agents/${w.agent.id}/telemetry`, text)).status).toBe(201);
    const { usage: stored } = await w.admin.reads(`/agents/${w.agent.id}/telemetry`);
    expect(stored).toMatchObject({ constructor: 1, toString: 2, hasOwnProperty: 3, valueOf: 5 });
  });

  test('labels, tags, message keys and ids may have names of built-in properties', async () => {
    for (const name of ['__proto__', 'constructor', 'toString']) {
      const task = { title: name, tags: [name], labels: [name], createMissing: true };
      expect(await w.admin.creates('/tasks', task)).toMatchObject({ tags: [name], labels: [{ name }] });
      expect((await w.admin.reads('/tasks', { tags: name, label: name })).data).toHaveLength(1);
      for (const created of [true, false]) {
        const message = { agentId: w.agent.id, body: 'Hello', clientMessageId: name };
        expect((await w.admin.post('/chats', message)).body.created).toBe(created);
      }
      for (const path of ['tasks', 'chats', 'projects', 'agents', 'members', 'files'])
        expect(outcome(await w.admin.get(`/${path}/${name}`))).toBe('404 NOT_FOUND');
    }
  });
});

/**
 * CPU time in milliseconds: far more than any of these requests needs, and far less than quadratic time would take. A
 * request that computes for longer blocks all others.
 */
const SOON_MS = 2_000;

async function soon<T>(what: string, work: () => PromiseLike<T>): Promise<T> {
  const began = process.cpuUsage();
  const done = await work();
  const { user, system } = process.cpuUsage(began);
  const took = (user + system) / 1_000;
  if (took > SOON_MS) throw new Error(`${what} took ${Math.round(took)} ms`);
  return done;
}

const times = (count: number, each: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => each(i)).join(',');
const nested = (open: string, close: string, depth: number) => open.repeat(depth) + close.repeat(depth);

describe('a slow body of 1 MiB is rejected quickly', () => {
  const telemetry = (usage: string) =>
    `{"status":"idle","model":"m","contextTokens":1,"contextLimit":1,"activeSessions":1,"usage":${usage}}`;
  const TELEMETRY = () => `/agents/${w.agent.id}/telemetry`;
  const SESSIONS = () => `/agents/${w.agent.id}/sessions`;

  test.each<[string, Verb, () => string, string]>([
    [
      'objects in objects',
      'post',
      () => '/tasks',
      `{"title":"A","x":${'{"a":'.repeat(170_000)}1${'}'.repeat(170_000)}}`,
    ],
    ['arrays in arrays', 'post', () => '/tasks', `{"title":"A","x":${nested('[', ']', 500_000)}}`],
    [
      'arrays and objects in each other, with an escape',
      'post',
      () => '/tasks',
      `{"title":"\\u0041","x":${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}}`,
    ],
    ['a deep value where a text should be', 'post', () => '/tasks', `{"title":${nested('[', ']', 500_000)}}`],
    ['a deep measure', 'post', TELEMETRY, telemetry(`{"a":${nested('[', ']', 500_000)}}`)],
    ['80,000 measures', 'post', TELEMETRY, telemetry(`{${times(80_000, (i) => `"m${i}":1`)}}`)],
    [
      '60,000 measures that are none',
      'post',
      TELEMETRY,
      telemetry(`{${times(60_000, (i) => `"m${i}":""`)}}`),
    ],
    ['80,000 unknown fields', 'post', () => '/tasks', `{"title":"A",${times(80_000, (i) => `"f${i}x":1`)}}`],
    [
      '18,000 unknown fields with long names',
      'post',
      () => '/tasks',
      `{"title":"A",${times(18_000, (i) => `"${String(i).padStart(45, 'desc')}":1`)}}`,
    ],
    [
      '500,000 tags that are none',
      'post',
      () => '/tasks',
      `{"title":"A","tags":[${times(500_000, () => '1')}]}`,
    ],
    ['250,000 labels', 'post', () => '/tasks', `{"title":"A","labels":[${times(250_000, () => '"a"')}]}`],
    ['300,000 sessions that are none', 'put', SESSIONS, `{"sessions":[${times(300_000, () => '{}')}]}`],
    [
      '60,000 sessions with unknown fields',
      'put',
      SESSIONS,
      `{"sessions":[${times(60_000, () => '{"kay":1,"b":2}')}]}`,
    ],
    [
      '250,000 scopes',
      'post',
      () => '/keys',
      `{"name":"A","kind":"service","scopes":[${times(250_000, () => '"x"')}]}`,
    ],
    ['a number of 900,000 digits', 'post', () => '/tasks', `{"title":"A","dueDate":${'9'.repeat(900_000)}}`],
    [
      'a fraction of 900,000 digits',
      'post',
      () => '/tasks',
      `{"title":"A","dueDate":0.${'1'.repeat(900_000)}}`,
    ],
    ['a number with an exponent', 'post', () => '/tasks', `{"title":"A","dueDate":1e${'9'.repeat(900_000)}}`],
    ['170,000 escapes', 'post', () => '/tasks', `{"title":"${'\\u0041'.repeat(170_000)}"}`],
    ['a name of 1,000,000 letters', 'post', () => '/tasks', `{"title":"A","${'x'.repeat(1_000_000)}":1}`],
    ['the same name 90,000 times', 'post', () => '/tasks', `{${times(90_000, () => '"title":""')}}`],
  ])('%s', async (what, verb, path, text) => {
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    const by = verb === 'put' || path() === TELEMETRY() ? w.runtime : w.admin;
    for (const prefer of ['', 'handling=strict']) {
      const answer = await soon(`${what}, ${prefer}`, () => sendText(by, verb, path(), text, prefer));
      expect([201, 400]).toContain(answer.status);
      expect(answer.text.length).toBeLessThan(10_000);
    }
  });

  test('a compressed body that expands to far more than its size is rejected with 413 before it is expanded', async () => {
    const bomb = gzipSync(`{"title":"${'a'.repeat(50 * 1024 * 1024)}"}`);
    const answer = await soon('a bomb', () =>
      w.admin
        .request('post', '/tasks')
        .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'gzip' })
        .serialize((value) => value)
        .send(bomb as unknown as string),
    );
    expect(outcome(answer)).toBe('413 PAYLOAD_TOO_LARGE');
  });
});

/** The minimum processor time of several runs, in milliseconds: the cost of the work itself. */
async function processorTime(work: () => Promise<unknown>): Promise<number> {
  let min = Number.POSITIVE_INFINITY;
  for (let i = 0; i < 3; i++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    min = Math.min(min, (user + system) / 1000);
  }
  return min;
}

describe('a body of 1 MiB with very many errors is rejected after the first few', () => {
  const telemetry = (usage: string) =>
    `{"status":"idle","model":"m","contextTokens":1,"contextLimit":1,"activeSessions":1,"usage":${usage}}`;
  const TELEMETRY = () => `/agents/${w.agent.id}/telemetry`;
  const SESSIONS = () => `/agents/${w.agent.id}/sessions`;
  const session = (i: number) =>
    `{"key":"k${i}","kind":"task","displayName":"${'d'.repeat(800)}","model":"m","contextTokens":1,"contextLimit":2,"lastActivity":1}`;
  /** The time for the largest valid body. */
  let usual: number;

  beforeAll(async () => {
    const wellFormed = `{"sessions":[${times(1_000, session)}]}`;
    usual = await processorTime(() => sendText(w.runtime, 'put', SESSIONS(), wellFormed));
  });

  /** Contains an escaped surrogate, so that every text is checked. */
  const OWL = '"title":"\\ud83e\\udd89"';

  test.each<[string, Verb, () => string, string]>([
    [
      '60,000 measures that are none',
      'post',
      TELEMETRY,
      telemetry(`{${times(60_000, (i) => `"m${i}":""`)}}`),
    ],
    ['80,000 measures', 'post', TELEMETRY, telemetry(`{${times(80_000, (i) => `"m${i}":1`)}}`)],
    [
      '80,000 fields that are not known',
      'post',
      () => '/tasks',
      `{"title":"A",${times(80_000, (i) => `"f${i}x":1`)}}`,
    ],
    [
      'as many in a metric',
      'post',
      () => '/goals',
      `{"title":"A","metric":{${times(80_000, (i) => `"f${i}x":1`)}}}`,
    ],
    ['340,000 empty sessions', 'put', SESSIONS, `{"sessions":[${times(340_000, () => '{}')}]}`],
    ['500,000 numbers and an escape', 'post', () => '/tasks', `{${OWL},"x":[${times(500_000, () => '1')}]}`],
    [
      'arrays 31 deep and an escape',
      'post',
      () => '/tasks',
      `{${OWL},"x":[${times(17_000, () => nested('[', ']', 29))}]}`,
    ],
    ['arrays 500,000 deep', 'post', () => '/tasks', `{"title":"A","x":${nested('[', ']', 500_000)}}`],
  ])('%s', async (_what, verb, path, text) => {
    expect(text.length).toBeLessThanOrEqual(1024 * 1024);
    for (const prefer of ['', 'handling=strict']) {
      const took = await processorTime(() => sendText(w.runtime, verb, path(), text, prefer));
      // It used to be 9 to 18 times as much.
      if (took > 4 * usual) throw new Error(`${took} ms of processor time, a well-formed body ${usual} ms`);
    }
  });

  test('a JSON body may have 20,000 parts, and one more is 400', async () => {
    const numbers = (count: number) => `{"title":"A","x":{${times(count, (i) => `"${i}":1`)}}}`;
    expect((await sendText(w.admin, 'post', '/tasks', numbers(19_996))).status).toBe(201);
    const refused = await sendText(w.admin, 'post', '/tasks', numbers(19_997));
    expect(refused.body.error.fields).toEqual({
      x: ['must not bring the body over 20000 members, arrays and objects'],
    });
  });

  test('a JSON body may have 32 levels, and one more is 400', async () => {
    const levels = (count: number) => `{"title":"A","x":${nested('[', ']', count - 1)}}`;
    expect((await sendText(w.admin, 'post', '/tasks', levels(32))).status).toBe(201);
    const refused = await sendText(w.admin, 'post', '/tasks', levels(33));
    expect(refused.body.error.fields).toEqual({ x: ['must not be nested so deeply'] });
  });

  test.each([
    ['a NUL in a text', '{"title":"\\u0000"}', 'title'],
    ['half a character in a list', '{"title":"A","tags":["a","\\ud83e"]}', 'tags.1'],
    ['a NUL in the name of a member', '{"title":"A","x":{"y":[{"\\u0000":1}]}}', 'x.y.0'],
    ['half a character in the name of a field', '{"title":"A","\\udd89":1}', 'body'],
  ])('%s in a body is named with its position', async (_what, text, field) => {
    const refused = await sendText(w.admin, 'post', '/tasks', text);
    expect(Object.keys(refused.body.error.fields)).toEqual([field]);
  });
});

test('returns 413 after 1 MiB for a compressed body that expands to nothing', async () => {
  // An empty deflate block, repeated.
  const endless = Buffer.concat([
    Buffer.from([0x78, 0x9c]),
    Buffer.alloc(2_000_000, '\0\0\0\xff\xff', 'latin1'),
  ]);
  const answer = await soon('nothing', () =>
    w.admin
      .request('post', '/tasks')
      .set({ 'Content-Type': 'application/json', 'Content-Encoding': 'deflate' })
      .serialize((value) => value)
      .send(endless as unknown as string),
  );
  expect(outcome(answer)).toBe('413 PAYLOAD_TOO_LARGE');
});

/** Texts of 100 kB that are slow for overlapping patterns or for Unicode case folding. */
const LONG = 100_000;
const SLOW: readonly (readonly [string, string])[] = [
  ['letters, then a space', `${'a'.repeat(LONG)} `],
  ['an address, then a space', `https://${'a'.repeat(LONG)} `],
  ['an address of slashes', `https://${'/'.repeat(LONG)}\n`],
  ['schemes', 'http://'.repeat(LONG / 7)],
  ['an e-mail address of dots', `a@${'a.'.repeat(LONG / 2)}@`],
  ['at signs', '@'.repeat(LONG)],
  ['an e-mail address, almost', `${'a'.repeat(64)}@${'.'.repeat(LONG)}`],
  ['spaces, then a letter', `${' '.repeat(LONG)}a`],
  ['a letter between spaces', `a${' \t\n\u00a0'.repeat(LONG / 4)}a`],
  ['hexadecimal digits', `#${'f'.repeat(LONG)}`],
  ['dots and hyphens', `${'a.-_'.repeat(LONG / 4)}!`],
  ['a key, almost', `tdm_${'a'.repeat(LONG)}_${'b'.repeat(49)}`],
  ['parts of a key', 'tdm_'.repeat(LONG / 4)],
  ['a number, almost', `${'1'.repeat(LONG)}x`],
  ['commas', ','.repeat(LONG)],
  ['quotation marks', '"\\'.repeat(LONG / 2)],
  ['combining marks in the wrong order', `a${'\u0316\u0301'.repeat(LONG / 2)}`],
  ['combining marks of two kinds', `a${'\u0345'.repeat(LONG / 2)}${'\u0334'.repeat(LONG / 2)}`],
  ['half characters', '\ud83e'.repeat(LONG)],
  ['letters that grow in lower case', 'İ'.repeat(LONG)],
];

jest.setTimeout(30_000);

/** Stands for the text, so that it is written as JSON only once. */
const SLOT = 'SLOT';

describe('a slow text is handled quickly in every field', () => {
  test.each(SLOW)('%s', async (what, text) => {
    const json = JSON.stringify(text);
    const seen = new Set<string>();
    for (const operation of operations) {
      const shape = operation.body?.shape as Record<string, unknown> | undefined;
      if (!shape) continue;
      const example = exampleOf(operation, seeded);
      for (const field of Object.keys(shape)) {
        const good = example.body?.[field];
        // Skips fields without texts, and updates that are like their create.
        const subject = `${operation.id.split('.')[0]} ${field}`;
        if (!['string', 'undefined', 'object'].includes(typeof good) || seen.has(subject)) continue;
        seen.add(subject);
        const value = Array.isArray(good) && typeof good[0] !== 'object' ? [SLOT] : SLOT;
        const path = `${operation.id} ${field} of ${what}`;
        const answer = await soon(path, () =>
          open(holderFor(w, example), operation, example)
            .set('Content-Type', 'application/json')
            .send(
              JSON.stringify({ ...example.body, [field]: value }).replace(JSON.stringify(SLOT), () => json),
            ),
        );
        checkAnswer(answer);
      }
    }
  });
});
