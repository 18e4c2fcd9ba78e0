import { isKeyed, type Operation, operations } from '@tandem/contract';
import { type Example, exampleOf, holderFor, keyFor, send } from '../testing/examples.ts';
import { runningAgain } from '../testing/running-again.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { type Body, outcome, type World } from '../testing/world.ts';

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const KEY = { 'Idempotency-Key': 'once' };

const keyed = operations.filter(isKeyed).map((operation): [string, Operation] => [operation.id, operation]);

// Each unit of work may be rerun before it is committed.
const nextWorld = seededWorlds({ around: runningAgain });
let w: World;
let seeded: Seed;
/** The number of committed changes. */
let stored: () => number;

beforeEach(async () => {
  ({ w, seeded, stored } = await nextWorld(w));
});
afterEach(() => expect(w.faults).toEqual([]));

const sent = (operation: Operation, example: Example) => send(holderFor(w, example), operation, example, KEY);

test('every changing operation takes an idempotency key, except chats, PUT and those without an API key', () => {
  const others = operations.filter((operation) => operation.method !== 'get' && !isKeyed(operation));
  expect(others.map(({ id }) => id)).toEqual([
    'tasks.subscribe',
    'attempts.putTranscript',
    'agents.pushSessions',
    ...others.filter(({ id }) => /^(chats|turns)\./.test(id)).map(({ id }) => id),
    'members.acceptInvitation',
    'sessions.create',
    'sessions.preview',
  ]);
});

/** Bodies with a different meaning: one field less, or another value. */
function otherBodies(body: Record<string, Body>): object[] {
  return Object.entries(body).flatMap(([name, value]) => {
    const { [name]: _, ...less } = body;
    if (Array.isArray(value) && value[0] instanceof Object)
      return [
        less,
        ...otherBodies(value[0]).map((other) => ({ ...body, [name]: [other, ...value.slice(1)] })),
      ];
    const another = typeof value === 'string' ? `${value}s` : typeof value === 'number' ? value + 1 : !value;
    return [less, { ...body, [name]: another }];
  });
}

/** Requests rejected for an invalid key, a missing scope and an unknown path. */
async function refused(operation: Operation, example: Example): Promise<void> {
  expect(outcome(await send(w.as('nobody'), operation, example, KEY))).toBe('401 UNAUTHENTICATED');
  if (operation.access !== 'any key') {
    const without = await keyFor(w, example, ['agents:read']);
    const unscoped = await send(without, operation, example, KEY);
    expect(outcome(unscoped)).toBe('403 INSUFFICIENT_SCOPE');
  }
  const params = Object.fromEntries(Object.keys(example.params ?? {}).map((name) => [name, UNKNOWN]));
  // A PUT creates what is missing.
  if (example.params && operation.method !== 'put')
    expect(outcome(await sent(operation, { ...example, params }))).toBe('404 NOT_FOUND');
}

test.each(keyed)(
  '%s runs once under its key: repeats get the stored response, other payloads 409, and errors do not use up the key',
  async (_id, operation) => {
    const example = exampleOf(operation, seeded);
    await refused(operation, example);

    const first = await sent(operation, example);
    expect(first.status).toBeLessThan(300);
    expect(first.headers).not.toHaveProperty('idempotent-replayed');
    const before = stored();
    w.clock.advance(1_000);

    const again = await sent(operation, example);
    if (operation.secretOnce === undefined) {
      expect([again.status, again.text]).toEqual([first.status, first.text]);
      expect(again.headers).toMatchObject({ 'idempotent-replayed': 'true' });
      expect(again.headers.etag).toBe(first.headers.etag);
    } else {
      expect(outcome(again)).toBe('409 IDEMPOTENCY_KEY_REUSED');
      expect(again.body.error.message).toContain(operation.secretOnce);
    }
    if (operation.body || operation.multipart) expect(await othersAt(operation, example)).toEqual(REUSED);
    expect(stored()).toBe(before);
  },
);

const REUSED = ['409 IDEMPOTENCY_KEY_REUSED'];

/** The responses to other payloads under the same key, except malformed ones. */
async function othersAt(operation: Operation, example: Example): Promise<string[]> {
  const others: Example[] = example.file
    ? [{ ...example, file: 'Another text' }]
    : otherBodies(example.body).map((body) => ({ ...example, body }));
  const outcomes = new Set<string>();
  for (const other of others) outcomes.add(outcome(await sent(operation, other)));
  outcomes.delete('400 VALIDATION_ERROR');
  return [...outcomes];
}
