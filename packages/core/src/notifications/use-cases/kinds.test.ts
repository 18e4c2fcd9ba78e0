import { type CallerName, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import { inMemoryStorage } from '../../in-memory/index.ts';
import { NOTIFICATION_KINDS } from '../notification.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

/** `kind by actor` of a member's notifications, oldest first. */
const kindsOf = async (by: CallerName | Caller) => {
  const caller = typeof by === 'string' ? w[by] : by;
  const { items } = await w.tandem.notifications.list(caller, { limit: 100 });
  return items
    .map(({ kind, actor, readAt }) => `${kind} by ${actor.name}${readAt ? ', read' : ''}`)
    .reverse();
};
const create = (input: object = {}, by = w.admin) =>
  w.tandem.tasks.create(by, { title: 'A task', ...input }).then(({ taskNumber }) => taskNumber);
const off = (by: Caller, ...kinds: readonly (typeof NOTIFICATION_KINDS)[number][]) =>
  w.tandem.preferences.update(by, {
    notifications: Object.fromEntries(kinds.map((kind) => [kind, 'off'])),
  });

test('another assignee is notified of the assignment, on creation and in a change', async () => {
  const task = await create({ assignedTo: 'bob' });
  await w.tandem.tasks.update(w.agent, task, { assignedTo: 'ada' });
  await w.tandem.tasks.update(w.admin, task, { title: 'Renamed' });
  await create({ assignedTo: 'ada' });
  expect([await kindsOf('member'), await kindsOf('admin')]).toEqual([
    ['assigned by ada'],
    ['assigned by scout'],
  ]);
});

test('a claim by the agent itself notifies it of nothing', async () => {
  const task = await create();
  await w.tandem.claims.claim(w.agent, task, {});
  expect([await kindsOf('agent'), await kindsOf('admin')]).toEqual([
    ['moved by scout, read'],
    ['moved by scout'],
  ]);
});

test('a comment notifies the subscribers except its author, with its beginning', async () => {
  const task = await create({ assignedTo: 'bob' });
  const body = `${'🦉'.repeat(200)} and more`;
  const { id } = await w.tandem.comments.create(w.agent, task, { body });
  await w.tandem.comments.create(w.service, task, { body: 'By the service of Ada' });
  expect([await kindsOf('admin'), await kindsOf('member'), await kindsOf('agent')]).toEqual([
    ['commented by scout'],
    ['assigned by ada', 'commented by scout', 'commented by CI'],
    ['commented by CI'],
  ]);
  const [found] = (await w.tandem.notifications.list(w.admin, {})).items;
  expect(found).toMatchObject({ commentId: id, excerpt: '🦉'.repeat(200), from: null, to: null });
  await w.tandem.comments.delete(w.agent, task, id);
  const [after] = (await w.tandem.notifications.list(w.admin, {})).items;
  expect(after).toMatchObject({ kind: 'commented', commentId: null, excerpt: null });
});

test('a mention in a description or a comment notifies and subscribes the member', async () => {
  const eve = await w.newPerson('eve');
  const task = await create({ description: 'For @Eve. and `@bob`' });
  expect([await kindsOf(eve), await kindsOf('member')]).toEqual([['mentioned by ada'], []]);
  expect(await w.tandem.subscriptions.get(eve, task)).toBe(true);
  await w.tandem.comments.create(w.admin, task, { body: 'See @bob, @ada, @nobody' });
  expect(await kindsOf(eve)).toEqual(['mentioned by ada', 'commented by ada']);
  expect([await kindsOf('member'), await kindsOf('admin')]).toEqual([['mentioned by ada'], []]);
  expect(await w.tandem.subscriptions.get(w.member, task)).toBe(true);
});

test('an edit notifies only those that the text did not mention before', async () => {
  const eve = await w.newPerson('eve');
  const task = await create({ description: '@bob' });
  await w.tandem.tasks.update(w.admin, task, { description: 'Ask @bob.' });
  await w.tandem.tasks.update(w.admin, task, { description: '@bob and @eve' });
  const { id } = await w.tandem.comments.create(w.admin, task, { body: '@BOB' });
  await w.tandem.comments.update(w.admin, task, id, { body: '@bob, and @eve' });
  expect(await kindsOf('member')).toEqual(['mentioned by ada', 'mentioned by ada']);
  expect(await kindsOf(eve)).toEqual(['mentioned by ada', 'commented by ada', 'mentioned by ada']);
});

test('a removed member is not mentioned, and a new one with its name is', async () => {
  await w.tandem.members.delete(w.admin, w.member.id);
  const task = await create({ description: '@bob' });
  expect(await kindsOf('member')).toEqual([]);
  await w.newPerson('bob').then(async (bob) => {
    await w.tandem.comments.create(w.admin, task, { body: '@bob' });
    expect(await kindsOf(bob)).toEqual(['mentioned by ada']);
  });
});

test('an event notifies a member once, by the strongest kind', async () => {
  await create({ description: '@bob', assignedTo: 'bob' });
  expect(await kindsOf('member')).toEqual(['mentioned by ada']);
});

test('the author of a result gets its review and no second notification of the move', async () => {
  const task = await create();
  const { lease } = await w.tandem.claims.claim(w.agent, task, {});
  await w.tandem.results.post(w.agent, task, { token: lease.token, outcome: 'succeeded', summary: 'Done' });
  await w.tandem.results.review(w.admin, task, { verdict: 'returned', comment: 'More' });
  expect((await kindsOf('agent')).at(-1)).toBe('reviewed by ada');
  const [found] = (await w.tandem.notifications.list(w.agent, {})).items;
  expect(found).toMatchObject({ from: 'waiting', to: 'todo', reason: 'More' });
});

test('the asker gets the answer, also when it moves no task', async () => {
  const task = await create();
  const { lease } = await w.tandem.claims.claim(w.agent, task, {});
  const ask = (blocking: boolean) =>
    w.tandem.questions.ask(w.agent, task, { token: lease.token, kind: 'text', text: 'Which?', blocking });
  const [aside, blocking] = [await ask(false), await ask(true)];
  await w.tandem.questions.answer(w.member, aside.id, { text: 'This' });
  await w.tandem.questions.answer(w.member, blocking.id, { text: 'That' });
  expect((await kindsOf('agent')).slice(-2)).toEqual(['answered by bob', 'answered by bob']);
  const moves = (await w.tandem.notifications.list(w.agent, {})).items.map(({ to }) => to);
  expect(moves.slice(0, 2)).toEqual(['todo', null]);
});

test('a kind that is off writes nothing, and a weaker one takes its place', async () => {
  const task = await create({ assignedTo: 'bob' });
  await off(w.member, 'commented', 'mentioned');
  await w.tandem.comments.create(w.admin, task, { body: 'To @bob' });
  expect(await kindsOf('member')).toEqual(['assigned by ada']);
  await w.tandem.preferences.update(w.member, { notifications: { commented: 'page' } });
  await w.tandem.comments.create(w.admin, task, { body: 'To @bob' });
  expect(await kindsOf('member')).toEqual(['assigned by ada', 'commented by ada']);
  await off(w.member, 'moved');
  await w.tandem.tasks.transition(w.admin, task, { to: 'backlog' });
  expect(await kindsOf('member')).toHaveLength(2);
  expect(await kindsOf('admin')).toEqual(['moved by ada, read']);
});

test('every kind can be switched off', async () => {
  const { notifications } = await off(w.member, ...NOTIFICATION_KINDS);
  expect(new Set(Object.values(notifications))).toEqual(new Set(['off']));
  const task = await create({ assignedTo: 'bob', description: '@bob' });
  await w.tandem.comments.create(w.admin, task, { body: '@bob' });
  await w.tandem.tasks.transition(w.admin, task, { to: 'backlog' });
  expect(await kindsOf('member')).toEqual([]);
});

test('a change without mentions, a new assignee or subscribers reads and writes nothing for notifications', async () => {
  const calls: string[] = [];
  const storage = inMemoryStorage();
  const { write } = storage;
  storage.write = (workspaceId, work) =>
    write(workspaceId, (stores) => {
      const notify = stores.notifications.notify.bind(stores.notifications);
      const byNames = stores.members.byNames.bind(stores.members);
      stores.notifications.notify = (notice) => {
        calls.push(`notify of ${notice.subscribers}`);
        return notify(notice);
      };
      stores.members.byNames = (names) => {
        calls.push('byNames');
        return byNames(names);
      };
      return work(stores);
    });
  w = await world({ storage });
  const task = await create({ description: 'Mail a@b.c', assignedTo: 'ada' });
  await w.tandem.tasks.update(w.admin, task, { title: 'New', description: '`@bob`' });
  await w.tandem.tasks.archive(w.admin, task);
  expect(calls).toEqual([]);
  await w.tandem.tasks.transition(w.admin, task, { to: 'backlog' });
  await w.tandem.comments.create(w.admin, task, { body: 'Hi @bob' });
  expect(calls).toEqual(['notify of moved', 'byNames', 'notify of commented']);
});
