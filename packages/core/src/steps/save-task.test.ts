import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type World, world } from '../../testing/world.ts';
import type { Briefing } from './briefing.ts';
import { CONSEQUENCES, type Consequence } from './save-task.ts';

/* Every use case that changes a task runs the same consequences (docs/decisions/0130). */

let w: World;
let seen: string[];
const spy: Consequence = ({ before, after }) => {
  if (before !== after) seen.push(`${before?.status ?? 'none'} > ${after?.status ?? 'none'}`);
};

beforeEach(async () => {
  w = await world();
  seen = [];
  await w.tandem.tasks.create(w.admin, { title: 'A task' });
  (CONSEQUENCES as Consequence[]).push(spy);
});
afterEach(() => {
  (CONSEQUENCES as Consequence[]).pop();
});

const claimed = async () => (await w.tandem.claims.next(w.agent, {})) as Briefing;
const move = (to: 'todo' | 'in_progress' | 'waiting' | 'done') =>
  w.tandem.tasks.transition(w.admin, 1, { to });
const posted = async (outcome: 'succeeded' | 'failed' = 'succeeded') => {
  const { token } = (await claimed()).lease;
  await w.tandem.results.post(w.agent, 1, { outcome, summary: 'Done', token });
};
const asked = async (dueAt?: number) => {
  const { token } = (await claimed()).lease;
  return w.tandem.questions.ask(w.agent, 1, { kind: 'text', text: 'Which?', token, dueAt });
};
const review = (verdict: 'accepted' | 'returned') =>
  w.tandem.results.review(w.admin, 1, { verdict, comment: 'Seen' });

/** A use case, what comes before it, and the change that the added consequence sees. */
const USE_CASES: Record<string, readonly [prepare: () => unknown, run: () => unknown, sees: string]> = {
  create: [() => 0, () => w.tandem.tasks.create(w.agent, { title: 'Another' }), 'none > todo'],
  update: [() => 0, () => w.tandem.tasks.update(w.admin, 1, { title: 'Renamed' }), 'todo > todo'],
  reassign: [
    claimed,
    () => w.tandem.tasks.update(w.admin, 1, { assignedTo: 'ada' }),
    'in_progress > in_progress',
  ],
  transition: [() => 0, () => move('in_progress'), 'todo > in_progress'],
  archive: [() => 0, () => w.tandem.tasks.archive(w.admin, 1), 'todo > todo'],
  unarchive: [
    () => w.tandem.tasks.archive(w.admin, 1),
    () => w.tandem.tasks.unarchive(w.admin, 1),
    'todo > todo',
  ],
  delete: [() => w.tandem.tasks.archive(w.admin, 1), () => w.tandem.tasks.delete(w.admin, 1), 'todo > none'],
  'claim the next task': [() => 0, claimed, 'todo > in_progress'],
  'claim a task': [() => 0, () => w.tandem.claims.claim(w.agent, 1, {}), 'todo > in_progress'],
  'take over': [
    claimed,
    () => w.tandem.claims.claim(w.agent, 1, { takeOver: true }),
    'in_progress > in_progress',
  ],
  release: [
    () => 0,
    async () => w.tandem.claims.release(w.agent, 1, { token: (await claimed()).lease.token }),
    'todo > in_progress, in_progress > todo',
  ],
  stop: [claimed, () => w.tandem.claims.stop(w.admin, w.agent.id), 'in_progress > todo'],
  'expire a lease': [
    async () => {
      await claimed();
      w.time.advance(300_000);
    },
    () => w.tandem.claims.tidy(),
    'in_progress > todo',
  ],
  'delete an agent': [claimed, () => w.tandem.agents.delete(w.admin, w.agent.id), 'in_progress > todo'],
  'post a result': [() => 0, () => posted(), 'todo > in_progress, in_progress > waiting'],
  'post a failed result': [() => 0, () => posted('failed'), 'todo > in_progress, in_progress > todo'],
  'post a result on a waiting task': [
    () => move('waiting'),
    () => w.tandem.results.post(w.admin, 1, { outcome: 'succeeded', summary: 'Done', to: 'waiting' }),
    'waiting > waiting',
  ],
  'accept a result': [() => posted(), () => review('accepted'), 'waiting > done'],
  'return a result': [() => posted(), () => review('returned'), 'waiting > todo'],
  'return a result of a task in todo': [
    async () => {
      await posted();
      await move('todo');
    },
    () => review('returned'),
    'todo > todo',
  ],
  ask: [() => 0, () => asked(), 'todo > in_progress, in_progress > waiting'],
  answer: [
    () => 0,
    async () => w.tandem.questions.answer(w.admin, (await asked()).id, { text: 'This' }),
    'todo > in_progress, in_progress > waiting, waiting > todo',
  ],
  'withdraw a question': [
    () => 0,
    async () => w.tandem.questions.withdraw(w.agent, (await asked()).id),
    'todo > in_progress, in_progress > waiting, waiting > todo',
  ],
  'expire a question': [
    async () => {
      await asked(w.time.now() + 3_600_000);
      w.time.advance(3_600_000);
    },
    () => w.tandem.questions.tidy(),
    'waiting > waiting',
  ],
};

test.each(Object.entries(USE_CASES))('%s runs an added consequence', async (_name, [prepare, run, sees]) => {
  await prepare();
  seen = [];
  await run();
  expect(seen.join(', ')).toBe(sees);
});

test('no other file writes tasks, or signals that one is ready', () => {
  const src = join(__dirname, '..');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /(?<!\.test)\.ts$/.test(file) && !file.startsWith('in-memory'),
  );
  // A use case, unlike a store, takes the caller first.
  const writes =
    /\btasks\.(insert|update|delete)\((?!caller\b)|\breadySignal\(|\bsyncInboxForTask\(|\.(forgive|freedBy)\(/;
  const found = files.filter((file) => writes.test(readFileSync(join(src, file), 'utf8')));
  expect(found.sort()).toEqual([join('steps', 'save-task.ts'), join('steps', 'update-inbox.ts')]);
});

test('a returned result makes the task available again to an agent that declined it', async () => {
  await posted();
  await move('todo');
  await w.tandem.claims.release(w.agent, 1, { token: (await claimed()).lease.token, declined: true });
  expect(await w.tandem.claims.next(w.agent, {})).toBeNull();
  await review('returned');
  expect((await claimed()).task.taskNumber).toBe(1);
});
