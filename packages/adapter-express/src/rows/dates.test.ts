import { operations } from '@tandem/contract';
import { exampleOf, holderFor, open } from '../testing/examples.ts';
import { type Seed, seed } from '../testing/seed.ts';
import { outcome, START, type World, world } from '../testing/world.ts';

let w: World;
let seeded: Seed;

beforeAll(async () => {
  w = await world();
  seeded = await seed(w);
});

const DATES = [
  ['tasks.create', 'dueDate'],
  ['tasks.update', 'dueDate'],
  ['projects.create', 'targetDate'],
  ['projects.update', 'targetDate'],
  ['goals.create', 'targetDate'],
  ['goals.update', 'targetDate'],
  ['keys.create', 'expiresAt'],
  ['agents.pushSessions', 'sessions.0.lastActivity'],
] as const;

/** Sends the example of an operation with this at the path of its date. */
async function sendDate(id: string, path: string, value: unknown) {
  const operation = operations.find((each) => each.id === id) as (typeof operations)[number];
  const example = exampleOf(operation, seeded);
  const body = structuredClone(example.body);
  const steps = path.split('.');
  const last = steps.pop() as string;
  steps.reduce((inside, step) => inside[step], body)[last] = value;
  return open(holderFor(w, example), operation, example).send(body);
}

describe.each(DATES)('%s', (id, path) => {
  test.each([
    ['an ISO date', '2026-03-01T00:00:00Z', 1_772_323_200_000],
    ['a day', '2026-03-01', 1_772_323_200_000],
    ['milliseconds in quotes', '1772323200000', 1_772_323_200_000],
    ['seconds with a fraction', 1_772_323_200.5, 1_772_323_200_500],
  ])(`answers ${path} as %s with the number that was probably meant`, async (_what, value, number) => {
    const answer = await sendDate(id, path, value);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    const problem = `must be milliseconds since 1970; the date given is ${number}`;
    expect(answer.body.error.fields).toStrictEqual({ [path]: [problem] });
    expect(answer.body.error.message).toContain(`${path} ${problem}`);
    expect(answer.body.error.message).not.toContain('2026');
  });

  test.each([
    ['a word', 'soon'],
    ['a long text', 'x'.repeat(1000)],
    ['true', true],
    ['an object', {}],
    ['an array', []],
  ])(`answers ${path} as %s with what a date is, and repeats nothing`, async (_what, value) => {
    const answer = await sendDate(id, path, value);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(answer.body.error.fields).toStrictEqual({
      [path]: ['must be milliseconds since 1970: a number, and an integer that a date can hold'],
    });
  });
});

test('a small number is a date, as it was: seconds are not refused', async () => {
  expect((await sendDate('tasks.create', 'dueDate', 1_772_323_200)).body.dueDate).toBe(
    '1970-01-21T12:18:43.200Z',
  );
});

test('the end of a key in seconds has passed, and the refusal says which number was meant', async () => {
  const later = START / 1000 + 3600;
  const answer = await sendDate('keys.create', 'expiresAt', later);
  expect(answer.body.error.fields).toStrictEqual({
    expiresAt: [`must be in the future, in milliseconds since 1970; perhaps ${later * 1000} was meant`],
  });
});

test('a date that is required says so when it is not there', async () => {
  const answer = await sendDate('agents.pushSessions', 'sessions.0.lastActivity', undefined);
  expect(answer.body.error.fields).toStrictEqual({ 'sessions.0.lastActivity': ['is required'] });
});
