import { type World, world } from '../../testing/world.ts';
import type { Briefing } from '../steps/briefing.ts';

/* The waiting states of tasks: their causes and outcomes (docs/rules.md, Inbox). */

let w: World;
beforeEach(async () => {
  w = await world();
  await w.tandem.tasks.create(w.admin, { title: 'A task' });
});

const claimed = async (): Promise<Briefing> => {
  const briefing = await w.tandem.claims.next(w.agent, {});
  if (!briefing) throw new Error('Nothing is ready');
  return briefing;
};
const finished = async (input: object) => {
  const { lease } = await claimed();
  const result = { outcome: 'succeeded', summary: 'Done', token: lease.token } as const;
  return w.tandem.results.post(w.agent, 1, { ...result, ...input });
};
const asked = async (more: object = {}) => {
  const { lease } = await claimed();
  return w.tandem.questions.ask(w.agent, 1, { token: lease.token, kind: 'text', text: 'Which?', ...more });
};
const move = (to: 'todo' | 'waiting' | 'in_progress' | 'done') =>
  w.tandem.tasks.transition(w.admin, 1, { to });
const review = (verdict: 'accepted' | 'returned') =>
  w.tandem.results.review(w.admin, 1, { verdict, comment: 'Seen' });

const WAITS = {
  other: () => w.tandem.tasks.transition(w.admin, 1, { to: 'waiting', reason: 'For spring' }),
  review: () => finished({}),
  'attention of a failed result': () => finished({ outcome: 'failed', to: 'waiting' }),
  'attention of three failures': async () => {
    for (let i = 0; i < 3; i++) {
      await finished({ outcome: 'failed' });
      w.time.advance(300_000);
    }
  },
  'attention of three leases that ran out': async () => {
    for (let i = 0; i < 3; i++) {
      await claimed();
      w.time.advance(300_000);
      await w.tandem.claims.tidy();
      w.time.advance(300_000);
    }
  },
  'attention of a loop': async () => {
    for (let i = 0; i < 10; i++) {
      const { lease } = await claimed();
      await w.tandem.claims.release(w.agent, 1, { token: lease.token });
    }
    await w.tandem.claims.next(w.agent, {});
  },
  answer: () => asked(),
  'attention of a question that nobody answered': async () => {
    await asked({ dueAt: w.time.now() + 60_000 });
    w.time.advance(60_000);
    await w.tandem.questions.tidy();
  },
};
type Wait = keyof typeof WAITS;

// biome-ignore format: a table
test.each<[Wait, string, string | null]>([
  ['other',                                        'other',     'For spring'],
  ['review',                                       'review',    'Done'],
  ['attention of a failed result',                 'attention', 'Done'],
  ['attention of three failures',                  'attention', null],
  ['attention of three leases that ran out',       'attention', null],
  ['attention of a loop',                          'attention', null],
  ['answer',                                       'answer',    'Which?'],
  ['attention of a question that nobody answered', 'attention', 'Not answered in time: Which?'],
])('%s: a task waits for %s, with the reason', async (wait, kind, what) => {
  await WAITS[wait]();
  const { status, waitingFor, claim } = await w.tandem.tasks.get(w.admin, 1);
  expect([status, waitingFor?.kind, claim]).toStrictEqual(['waiting', kind, null]);
  if (what !== null) expect(waitingFor?.what).toBe(what);
});

/** Closes the only question. */
const question = async () => (await w.tandem.questions.list(w.admin, {})).items[0]?.id ?? '';
const LEADS = {
  'is accepted': () => review('accepted'),
  'is returned': () => review('returned'),
  'is answered': async () => w.tandem.questions.answer(w.member, await question(), { text: 'This' }),
  'is withdrawn': async () => w.tandem.questions.withdraw(w.agent, await question()),
  'is moved by a person': () => move('todo'),
};

// biome-ignore format: a table
test.each<[Wait, keyof typeof LEADS, string, string | null]>([
  ['review',                                       'is accepted',          'done', 'scout'],
  ['review',                                       'is returned',          'todo', 'scout'],
  ['review',                                       'is moved by a person', 'todo', 'scout'],
  ['attention of a failed result',                 'is returned',          'todo', 'scout'],
  ['attention of a failed result',                 'is accepted',          'done', 'scout'],
  ['attention of three failures',                  'is moved by a person', 'todo', null],
  ['attention of three leases that ran out',       'is moved by a person', 'todo', null],
  ['attention of a loop',                          'is moved by a person', 'todo', null],
  ['answer',                                       'is answered',          'todo', 'scout'],
  ['answer',                                       'is withdrawn',         'todo', 'scout'],
  ['answer',                                       'is moved by a person', 'todo', 'scout'],
  ['attention of a question that nobody answered', 'is moved by a person', 'todo', 'scout'],
  ['other',                                        'is moved by a person', 'todo', null],
])('%s: the task %s, and is then %s of %s; nothing is left in the inbox', async (wait, lead, status, assignee) => {
  await WAITS[wait]();
  await LEADS[lead]();
  const after = await w.tandem.tasks.get(w.admin, 1);
  expect([after.status, after.assignee?.name ?? null, after.waitingFor]).toStrictEqual([status, assignee, null]);
  const { items } = await w.tandem.inbox.list(w.admin, {});
  expect(items.filter(({ kind }) => kind !== 'question')).toStrictEqual([]);
  if (status === 'todo') expect(await claimed()).toMatchObject({ task: { taskNumber: 1 } });
});
