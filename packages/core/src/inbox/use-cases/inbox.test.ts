import { type CallerName, outcome, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { NewTask } from '../../tasks/task.ts';
import type { InboxQuery } from './inbox.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = async (input: Partial<NewTask> = {}, by: Caller = w.admin) =>
  (await w.tandem.tasks.create(by, { title: 'A task', assignedTo: 'scout', ...input })).taskNumber;
const inbox = (by: Caller = w.admin, query: InboxQuery = {}) => w.tandem.inbox.list(by, query);
/** The inbox of a caller, as `kind task`. */
const waiting = async (by: Caller = w.admin, query: InboxQuery = {}) => {
  const { items, total } = await inbox(by, query);
  expect(total).toBe(items.length);
  return items.map(({ kind, task, goal }) => `${kind} ${task?.taskNumber ?? goal?.title}`);
};
const ask = (number: number, input: object = {}, by: Caller = w.agent) =>
  w.tandem.questions.ask(by, number, { kind: 'approval', text: 'May I?', ...input });
const post = (number: number, by: Caller = w.agent, input: object = {}) =>
  w.tandem.results.post(by, number, { outcome: 'succeeded', summary: 'Done', ...input });
const started = (by: Caller = w.admin) => create({ status: 'in_progress' }, by);
const fail = async (number: number) => post(number, w.agent, { outcome: 'failed', to: 'waiting' });

// biome-ignore format: a table
test.each<[CallerName, string]>([
  ['admin',          'ok'],
  ['member',         'ok'],
  ['service',        'ok'],
  ['agent',          'FORBIDDEN'],
  ['runtime',        'FORBIDDEN'],
  ['actingAsMember', 'FORBIDDEN'],
  ['actingAsAgent',  'FORBIDDEN'],
])('the inbox of %s: %s', async (who, expected) => {
  expect(await outcome(() => inbox(w[who]))).toBe(expected);
});

test('the inbox lists items oldest first, each with its context', async () => {
  const [one, two, three] = [await create(), await started(), await started()];
  const question = await ask(one);
  w.time.advance(1);
  const result = await post(two);
  w.time.advance(1);
  const failed = await fail(three);
  w.time.advance(1);
  const goal = await w.tandem.goals.create(w.admin, { title: 'G' });
  await w.tandem.goals.verify(w.agent, goal.id, { passed: true, evidence: 'See' });
  const { items, total } = await inbox();
  expect(total).toBe(4);
  expect(items).toMatchObject([
    { kind: 'question', task: { taskNumber: one }, question: { id: question.id }, since: question.createdAt },
    {
      kind: 'review',
      task: { taskNumber: two, status: 'waiting' },
      result: { id: result.id },
      waitingFor: { kind: 'review' },
    },
    {
      kind: 'attention',
      task: { taskNumber: three },
      result: { id: failed.id },
      waitingFor: { kind: 'attention' },
    },
    { kind: 'goal', task: null, goal: { title: 'G', status: 'verification_pending' } },
  ]);
  expect(await waiting(w.admin, { kind: 'review' })).toStrictEqual([`review ${two}`]);
  const first = await inbox(w.admin, { limit: 1 });
  const rest = await inbox(w.admin, { limit: 3, after: first.next ?? undefined });
  expect([first.total, rest.items.length, rest.next]).toStrictEqual([4, 3, null]);
});

test('a question is in the inbox of its addressee, or of everyone, until it is closed', async () => {
  const number = await create();
  await ask(number, { to: 'bob' });
  const { id } = await ask(number);
  expect([await waiting(), await waiting(w.member)]).toStrictEqual([
    ['question 1'],
    ['question 1', 'question 1'],
  ]);
  expect(await waiting(w.service)).toStrictEqual(['question 1']);
  await w.tandem.questions.answer(w.member, id, { approved: true });
  expect([await waiting(), await waiting(w.member)]).toStrictEqual([[], ['question 1']]);
  expect(await waiting(w.other.admin)).toStrictEqual([]);
});

describe('a review is for', () => {
  test('a review is for the creator of the task and its subscribed people', async () => {
    await post(await started());
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([['review 1'], []]);
    await w.tandem.subscriptions.subscribe(w.member, 1);
    expect(await waiting(w.member)).toStrictEqual(['review 1']);
    await w.tandem.subscriptions.unsubscribe(w.member, 1);
    await w.tandem.subscriptions.unsubscribe(w.admin, 1);
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([['review 1'], []]);
    await w.tandem.comments.create(w.member, 1, { body: 'I look' });
    expect(await waiting(w.member)).toStrictEqual(['review 1']);
  });

  test('a review is for everyone, if there is no creator or subscriber', async () => {
    await post(await started(w.agent));
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([['review 1'], ['review 1']]);
    await w.tandem.subscriptions.subscribe(w.member, 1);
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([[], ['review 1']]);
  });

  test('a review is not for the author of the result', async () => {
    await post(await started(), w.admin);
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([['review 1'], ['review 1']]);
    await w.tandem.subscriptions.subscribe(w.member, 1);
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([[], ['review 1']]);
  });

  test('a review is for others after its reviewer is removed', async () => {
    await post(await started(w.member));
    expect([await waiting(), await waiting(w.member)]).toStrictEqual([[], ['review 1']]);
    await w.tandem.members.delete(w.admin, w.member.id);
    expect(await waiting()).toStrictEqual(['review 1']);
  });
});

// biome-ignore format: a table
test.each<[string, (number: number) => Promise<unknown>]>([
  ['is accepted',  (number) => w.tandem.results.review(w.admin, number, { verdict: 'accepted' })],
  ['is returned',  (number) => w.tandem.results.review(w.admin, number, { verdict: 'returned', comment: 'No' })],
  ['is moved on',  (number) => w.tandem.tasks.transition(w.admin, number, { to: 'done' })],
  ['is archived',  (number) => w.tandem.tasks.archive(w.admin, number)],
  ['is deleted',   async (number) => { await w.tandem.tasks.archive(w.admin, number); await w.tandem.tasks.delete(w.admin, number); }],
])('an item leaves the inbox when its task %s', async (_, act) => {
  await post(await started());
  await act(1);
  expect(await waiting()).toStrictEqual([]);
});

test('questions of a deleted task leave the inbox', async () => {
  const number = await create();
  await ask(number);
  await w.tandem.tasks.archive(w.admin, number);
  expect(await waiting()).toStrictEqual(['question 1']);
  await w.tandem.tasks.delete(w.admin, number);
  expect(await waiting()).toStrictEqual([]);
});

test('a question not answered in time asks for attention', async () => {
  const number = await started();
  await w.tandem.tasks.update(w.admin, number, { assignedTo: 'scout' });
  const { id } = await ask(number, { dueAt: w.time.now() + 60_000 });
  w.time.advance(60_000);
  await w.tandem.questions.tidy();
  const { items } = await inbox();
  expect(items).toMatchObject([{ kind: 'attention', question: { id, kind: 'approval', status: 'expired' } }]);
});

test('a page of the inbox ends at its size limit', async () => {
  for (let i = 0; i < 8; i++) {
    await post(await started(), w.agent, { evidence: Array(20).fill({ text: 'x'.repeat(10_000) }) });
  }
  const seen: unknown[] = [];
  let pages = 0;
  for (let after: number | string | null | undefined; after !== null; pages++) {
    const page = await inbox(w.admin, { after });
    expect(page.total).toBe(8);
    seen.push(...page.items.map(({ task }) => task?.taskNumber));
    after = page.next;
  }
  expect([seen, pages > 1]).toStrictEqual([[1, 2, 3, 4, 5, 6, 7, 8], true]);
});

test('an unarchived task returns to the inbox with its original time', async () => {
  await fail(await started());
  const [before] = (await inbox()).items;
  await w.tandem.tasks.archive(w.admin, 1);
  w.time.advance(1_000);
  await w.tandem.tasks.unarchive(w.admin, 1);
  expect((await inbox()).items[0]?.since).toBe(before?.since);
});

describe('a goal waits for confirmation', () => {
  const proposed = async () => {
    const { id } = await w.tandem.goals.create(w.admin, { title: 'G' });
    await w.tandem.goals.verify(w.agent, id, { passed: true, evidence: 'See' });
    expect(await waiting(w.member)).toStrictEqual(['goal G']);
    return id;
  };

  // biome-ignore format: a table
  test.each<[string, (id: string) => Promise<unknown>]>([
    ['it is met',       (id) => w.tandem.goals.update(w.admin, id, { status: 'met' })],
    ['it is another',   (id) => w.tandem.goals.update(w.admin, id, { title: 'H' })],
    ['it fails',        (id) => w.tandem.goals.verify(w.admin, id, { passed: false, evidence: 'No' })],
    ['it is archived',  (id) => w.tandem.goals.archive(w.admin, id)],
    ['it is deleted',   (id) => w.tandem.goals.delete(w.admin, id)],
  ])('a goal waits for confirmation until %s', async (_, act) => {
    await act(await proposed());
    expect(await waiting(w.member)).toStrictEqual([]);
  });
});

describe('an agent at its usage limit', () => {
  const limit = (perDay: number) =>
    w.tandem.agents.update(w.admin, w.agent.id, { limits: { usage: { tokens: { perDay } } } });
  const reached = async () => {
    await limit(5);
    const number = await create();
    await post(number, w.agent, { usage: { tokens: 6 } });
    const { items } = await inbox(w.member);
    expect(items).toMatchObject([
      { kind: 'attention', task: null, agent: { name: 'scout' }, waitingFor: { kind: 'attention' } },
    ]);
    expect(items[0]?.waitingFor?.what).toContain('6 of 5 (tokens)');
  };

  test('an agent at its usage limit is in the inbox until a person raises the limit', async () => {
    await reached();
    await limit(7);
    expect((await inbox()).total).toBe(0);
  });

  test('an agent at its usage limit is in the inbox until the day ends', async () => {
    await reached();
    w.time.advance(24 * 60 * 60_000);
    expect((await inbox()).items).toStrictEqual([]);
    await w.tandem.usage.tidy();
    expect((await inbox()).total).toBe(0);
  });

  test('an agent at its usage limit is in the inbox until it is removed', async () => {
    await reached();
    await w.tandem.agents.delete(w.admin, w.agent.id);
    expect((await inbox()).total).toBe(0);
  });
});

test('the inbox is filtered by asker: by name, by id, and by the id of a service', async () => {
  const fox = await w.newAgent('fox');
  const [one, two] = [await create(), await create({ assignedTo: 'fox' })];
  await ask(one);
  await ask(two, { to: 'bob' }, fox);
  await ask(two, {}, w.service);
  await post(await started());
  expect(await waiting(w.admin, { asker: ' scout' })).toStrictEqual(['question 1']);
  expect(await waiting(w.admin, { asker: 'fox' })).toStrictEqual([]);
  expect(await waiting(w.member, { asker: fox.id })).toStrictEqual(['question 2']);
  expect(await waiting(w.member, { asker: w.service.id })).toStrictEqual(['question 2']);
  expect(await waiting(w.admin, { asker: 'scout', kind: 'review' })).toStrictEqual([]);
  expect(await waiting(w.admin, { asker: 'nobody' })).toStrictEqual([]);
});

test('the inbox filtered by asker continues after a page', async () => {
  const number = await create();
  for (let n = 0; n < 5; n++) await ask(number, { text: `${n}` });
  const texts: (string | undefined)[] = [];
  for (let after: InboxQuery['after'] | null; after !== null; ) {
    const page = await inbox(w.admin, { asker: 'scout', limit: 2, after });
    expect(page.total).toBe(5);
    texts.push(...page.items.map(({ question }) => question?.text));
    after = page.next;
  }
  expect(texts).toStrictEqual(['0', '1', '2', '3', '4']);
});
