import { operations } from '@tandem/contract';
import { TIME_FILTERS } from '@tandem/core';
import * as z from 'zod';
import { exampleOf, holderFor, open } from '../testing/examples.ts';
import { type Seed, seed } from '../testing/seed.ts';
import { type Body, outcome, START, type World, world } from '../testing/world.ts';

let w: World;
let seeded: Seed;

beforeAll(async () => {
  w = await world();
  seeded = await seed(w);
});

const DATES = [
  ['tasks.create', 'dueDate'],
  ['tasks.put', 'dueDate'],
  ['tasks.update', 'dueDate'],
  ['tasks.split', 'tasks.0.dueDate'],
  ...TIME_FILTERS.flatMap((name) =>
    ['views.create', 'views.update'].map((id) => [id, `query.filters.${name}`] as const),
  ),
  ['projects.create', 'targetDate'],
  ['projects.update', 'targetDate'],
  ['goals.create', 'targetDate'],
  ['goals.update', 'targetDate'],
  ['keys.create', 'expiresAt'],
  ['agents.pushSessions', 'sessions.0.lastActivity'],
] as const;

/** Sends the example of an operation with this value at the path of its date. */
async function sendDate(id: string, path: string, value: unknown) {
  const operation = operations.find((each) => each.id === id) as (typeof operations)[number];
  const example = exampleOf(operation, seeded);
  const body = structuredClone(example.body);
  const steps = path.split('.');
  const last = steps.pop() as string;
  steps.reduce((inside, step) => {
    inside[step] ??= {};
    return inside[step];
  }, body)[last] = value;
  return open(holderFor(w, example), operation, example).send(body);
}

/** Before the stopped clock of the world. */
const SOON = Date.parse('2026-11-30T17:00:00.000Z');

/** The date at a path of a body, where the response shows it. */
const shownDate = (body: Body, path: string) => {
  if (path.startsWith('query.')) return body.query.filters[path.split('.').at(-1) as string];
  if (path.startsWith('sessions.0')) return body.data[0].lastActivity;
  return path.startsWith('tasks.0') ? body.children[0].dueDate : body[path];
};

describe.each(DATES)('%s', (id, path) => {
  test.each([
    ['milliseconds', SOON, SOON],
    ['a moment in UTC', '2026-11-30T17:00:00.000Z', SOON],
    ['a moment without seconds', '2026-11-30T17:00Z', SOON],
    ['a moment with an offset', '2026-11-30T19:00:00+02:00', SOON],
    ['a moment without an offset, in UTC', '2026-11-30T17:00:00', SOON],
    ['a day, at midnight in UTC', '2026-11-30', Date.UTC(2026, 10, 30)],
    ['the last moment', '9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ])(
    `a request with ${path} as %s is accepted, and so is the date in its response`,
    async (_what, value, ms) => {
      const answer = await sendDate(id, path, value);
      expect(answer.status).toBeLessThan(300);
      const date = shownDate(answer.body, path);
      expect(date).toBe(new Date(ms).toISOString());
      expect(shownDate((await sendDate(id, path, date)).body, path)).toBe(date);
    },
  );

  test.each([
    ['milliseconds in quotes', '1772323200000', 1_772_323_200_000],
    ['seconds with a fraction', 1_772_323_200.5, 1_772_323_200_500],
  ])(
    `a request with ${path} as %s is refused with the number that was probably meant`,
    async (_what, value, number) => {
      const answer = await sendDate(id, path, value);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      const problem = `must be milliseconds since 1970; the date given is ${number}`;
      expect(answer.body.error.fields).toStrictEqual({ [path]: [problem] });
      expect(answer.body.error.message).toContain(`${path} ${problem}`);
    },
  );

  test.each([
    ['a word', 'soon'],
    ['a long text', 'x'.repeat(1000)],
    ['a day that does not exist', '2026-02-30'],
    ['a time that does not exist', '2026-03-01T25:00:00Z'],
    ['true', true],
    ['an object', {}],
    ['an array', []],
  ])(
    `a request with ${path} as %s is refused with the accepted forms, without repeating the value`,
    async (_what, value) => {
      const answer = await sendDate(id, path, value);
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.error.fields).toStrictEqual({
        [path]: [
          'must be milliseconds since 1970, or an ISO 8601 date such as 2026-03-01 or 2026-03-01T09:00:00Z',
        ],
      });
    },
  );

  test.each([
    253_402_300_800_000,
    8.64e15,
    1e300,
    '+010000-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59-02:00',
    '-000001-12-31T00:00:00Z',
  ])(`a request with ${path} beyond the years of four digits is refused: %s`, async (value) => {
    const answer = await sendDate(id, path, value);
    expect(answer.body.error.fields).toStrictEqual({ [path]: ['must be in the years 0000 to 9999'] });
  });
});

test('a small number is still accepted as milliseconds', async () => {
  expect((await sendDate('tasks.create', 'dueDate', 1_772_323_200)).body.dueDate).toBe(
    '1970-01-21T12:18:43.200Z',
  );
});

test('an expiry date in seconds lies in the past, and the error suggests milliseconds', async () => {
  const later = START / 1000 + 3600;
  const answer = await sendDate('keys.create', 'expiresAt', later);
  expect(answer.body.error.fields).toStrictEqual({
    expiresAt: [`must be in the future, in milliseconds since 1970; perhaps you meant ${later * 1000}`],
  });
});

test('a missing required date is reported', async () => {
  const answer = await sendDate('agents.pushSessions', 'sessions.0.lastActivity', undefined);
  expect(answer.body.error.fields).toStrictEqual({ 'sessions.0.lastActivity': ['is required'] });
});

/** Dates with the same schemas in requests that can be sent only once. */
const ONCE = ['claims.release notBefore', 'questions.ask dueAt'];

test("every date in the contract's bodies is tested here", () => {
  const found = operations
    .flatMap(({ id, body }) => datesIn(body).map((path) => `${id} ${path}`))
    .filter((each) => !ONCE.includes(each));
  expect(found.sort()).toEqual(DATES.map(([id, path]) => `${id} ${path}`).sort());
});

/** The paths of all dates in a body. */
function datesIn(schema: unknown, path: readonly string[] = []): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable)
    return datesIn(schema.unwrap(), path);
  if (schema instanceof z.ZodPipe) return [path.join('.')];
  if (schema instanceof z.ZodArray) return datesIn(schema.element, [...path, '0']);
  if (!(schema instanceof z.ZodObject)) return [];
  return Object.entries(schema.shape).flatMap(([name, of]) => datesIn(of, [...path, name]));
}

describe('the days of usage', () => {
  const usage = (from: string) => w.admin.get('/usage', { from });

  test.each(['1772323200000', '2026-03-01', '2026-03-01T09:00:00Z', '2026-03-01T09:00:00+02:00'])(
    'the days of usage start at %s',
    async (from) => expect((await usage(from)).status).toBe(200),
  );

  test.each(['soon', '2026-02-30', '+010000-01-01T00:00:00Z', '-5', '1.5'])(
    'the days of usage cannot start at %s',
    async (from) => expect(outcome(await usage(from))).toBe('400 VALIDATION_ERROR'),
  );
});
