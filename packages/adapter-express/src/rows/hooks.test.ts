import { type Operation, operations } from '@tandem/contract';
import type { Operation as HookedOperation } from '@tandem/core';
import { exampleOf, holderFor, send } from '../testing/examples.ts';
import type { Seed } from '../testing/seed.ts';
import { seededWorlds } from '../testing/seeded-worlds.ts';
import { outcome, type World } from '../testing/world.ts';

/** The operation of the core behind each operation of the contract, where the names differ. */
const CORE: Readonly<Record<string, string>> = {
  'tasks.relate': 'relations.relate',
  'tasks.unrelate': 'relations.unrelate',
  'tasks.comments': 'comments.list',
  'tasks.comment': 'comments.create',
  'tasks.editComment': 'comments.update',
  'tasks.deleteComment': 'comments.delete',
  'tasks.attachments': 'attachments.list',
  'tasks.attach': 'attachments.attach',
  'tasks.detach': 'attachments.detach',
  'tasks.subscription': 'subscriptions.get',
  'tasks.subscribe': 'subscriptions.subscribe',
  'tasks.unsubscribe': 'subscriptions.unsubscribe',
  'inbox.answer': 'questions.answer',
  'agents.stop': 'claims.stop',
  'agents.activity': 'monitoring.activity',
  'agents.sessions': 'monitoring.sessions',
  'agents.pushSessions': 'monitoring.pushSessions',
  'agents.telemetry': 'monitoring.telemetry',
  'agents.pushTelemetry': 'monitoring.pushTelemetry',
  'usage.list': 'usage.sums',
  'events.stream': 'events.begin',
  'files.content': 'files.get',
  'sessions.link': 'sessions.createLink',
};
/** Shows the caller without an operation of the core. */
const WITHOUT = ['workspace.me', 'tasks.bulk'];

/** Operations that name nothing by a path, and subjects whose entities hold secrets or belong to one reader. */
const WITHOUT_CURRENT = /^(tasks\.put$|keys|sessions|webhooks|notifications|imports)/;
const hasCurrent = (name: string, { path }: Operation): boolean =>
  /^workspace|^questions\.answer$/.test(name) || (path.includes(':') && !WITHOUT_CURRENT.test(name));

const nextWorld = seededWorlds();
let w: World;
let seeded: Seed;

beforeEach(async () => {
  ({ w, seeded } = await nextWorld(w));
});

const table = operations
  .filter(({ access, id }) => access !== 'no key' && !WITHOUT.includes(id))
  .map((operation): [string, Operation] => [operation.id, operation]);

test.each(table)('hooks of %s refuse it, see it and get its result', async (id, operation) => {
  const ran: string[] = [];
  const name = (CORE[id] ?? id) as HookedOperation;
  const example = exampleOf(operation, seeded);
  const by = holderFor(w, example);
  const stop = w.tandem.before(name, ({ refuse }) => refuse('X_NO', 'Ask Ada.', { who: 'ada' }, 'conflict'));
  w.tandem.after(name, () => void ran.push('after'));
  const refused = await send(by, operation, example);
  expect(outcome(refused)).toBe('409 X_NO');
  expect(refused.body.error).toMatchObject({ message: 'Ask Ada.', who: 'ada' });
  expect(ran).toEqual([]);
  stop();
  w.tandem.before(name, ({ current }) => {
    ran.push('before');
    expect(current !== null).toBe(hasCurrent(name, operation));
  });
  expect(outcome(await send(by, operation, example))).toMatch(/^20[0-4]$/);
  // An operation may open several units.
  expect([...new Set(ran)]).toEqual(['before', 'after']);
});

test('an error in a hook is a 500 that does not show it', async () => {
  w.tandem.before('tasks.create', () => {
    throw new Error('a secret of the host');
  });
  const { status, body } = await w.admin.post('/tasks', { title: 'A' });
  expect([status, body.error.code]).toEqual([500, 'INTERNAL_ERROR']);
  expect(JSON.stringify(body)).not.toContain('secret');
  expect(w.faults).toEqual([expect.objectContaining({ message: 'a secret of the host' })]);
});

test('a refusal without a kind is a 403', async () => {
  w.tandem.before('tasks.create', ({ refuse }) => refuse('X_NO', 'Ask Ada.'));
  expect(outcome(await w.admin.post('/tasks', { title: 'A' }))).toBe('403 X_NO');
});

test('a request that is repeated under its key runs no hook again', async () => {
  const ran: string[] = [];
  w.tandem.before('tasks.create', () => void ran.push('before'));
  w.tandem.after('tasks.create', ({ result }) => void ran.push(result.title));
  for (let i = 0; i < 2; i++) {
    await w.admin.request('post', '/tasks').set('Idempotency-Key', 'k').send({ title: 'A' }).expect(201);
  }
  expect(ran).toEqual(['before', 'A']);
});
