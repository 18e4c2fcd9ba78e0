import { outcome, START, type World, world } from '../../../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

describe('notifications', () => {
  const of = async (by = w.admin, unread?: boolean) =>
    (await w.tandem.notifications.list(by, { unread })).items;
  const move = (by = w.agent, to: 'waiting' | 'todo' = 'waiting', reason?: string) =>
    w.tandem.tasks.transition(by, 1, { to, reason });

  beforeEach(async () => {
    await w.tandem.tasks.create(w.admin, { title: 'A task' });
    await w.tandem.subscriptions.subscribe(w.member, 1);
  });

  test('every subscriber gets a notification for each transition, newest first', async () => {
    await move(w.agent, 'waiting');
    await move(w.agent, 'todo');
    for (const by of [w.admin, w.member]) {
      expect((await of(by)).map(({ from, to }) => `${from} ${to}`)).toStrictEqual([
        'waiting todo',
        'todo waiting',
      ]);
    }
    expect(await of(w.agent)).toStrictEqual([]);
  });

  test('a notification has the actor, both statuses and the reason', async () => {
    w.time.advance(5);
    await move(w.agent, 'waiting', 'Needs a person');
    expect(await of(w.member)).toStrictEqual([
      {
        id: expect.any(String),
        kind: 'moved',
        task: { taskNumber: 1, title: 'A task', status: 'waiting' },
        actor: { name: 'scout', type: 'agent' },
        from: 'todo',
        to: 'waiting',
        reason: 'Needs a person',
        commentId: null,
        excerpt: null,
        readAt: null,
        createdAt: START + 5,
      },
    ]);
  });

  test("the mover's own notification is already read", async () => {
    await move(w.admin);
    expect((await of(w.admin))[0]?.readAt).toBe(START);
    expect(await of(w.admin, true)).toStrictEqual([]);
    expect(await of(w.member, true)).toHaveLength(1);
  });

  test('changes that concern nobody notify nobody', async () => {
    await w.tandem.tasks.update(w.agent, 1, { title: 'New' });
    await w.tandem.tasks.archive(w.agent, 1);
    expect(await of()).toStrictEqual([]);
  });

  test('a refused transition notifies nobody', async () => {
    await outcome(() => w.tandem.tasks.transition(w.agent, 1, { to: 'done' }));
    expect(await of()).toStrictEqual([]);
  });

  test('notifications show the current task', async () => {
    await move();
    await w.tandem.tasks.update(w.admin, 1, { title: 'New' });
    expect((await of())[0]?.task).toStrictEqual({ taskNumber: 1, title: 'New', status: 'waiting' });
  });

  test('notifications are marked read one by one, repeatably', async () => {
    await move();
    const [notification] = await of();
    const id = notification?.id ?? '';
    w.time.advance(5);
    expect((await w.tandem.notifications.markRead(w.admin, id)).readAt).toBe(START + 5);
    w.time.advance(5);
    expect((await w.tandem.notifications.markRead(w.admin, id)).readAt).toBe(START + 5);
    expect((await of())[0]?.readAt).toBe(START + 5);
    expect(await of(w.admin, true)).toStrictEqual([]);
  });

  test('notifications are marked read all at once, for the caller only', async () => {
    await move(w.agent, 'waiting');
    await move(w.agent, 'todo');
    await w.tandem.notifications.markAllRead(w.admin);
    expect(await of(w.admin, true)).toStrictEqual([]);
    expect(await of(w.admin)).toHaveLength(2);
    expect(await of(w.member, true)).toHaveLength(2);
  });

  test("another member's notification is 404, like an unknown one", async () => {
    await move();
    const [notification] = await of(w.member);
    const eve = await w.newPerson('eve');
    for (const id of [notification?.id ?? '', 'none']) {
      expect(await outcome(() => w.tandem.notifications.markRead(eve, id))).toBe('NOT_FOUND');
    }
  });

  test('notifications are paged', async () => {
    for (const to of ['waiting', 'todo', 'waiting'] as const) await move(w.agent, to);
    const first = await w.tandem.notifications.list(w.admin, { limit: 2 });
    const rest = await w.tandem.notifications.list(w.admin, { limit: 2, after: first.next ?? undefined });
    expect([first.items.length, rest.items.length, rest.next]).toStrictEqual([2, 1, null]);
  });

  test('an assigned agent gets notifications like a person', async () => {
    await w.tandem.tasks.update(w.admin, 1, { assignedTo: 'scout' });
    await move(w.admin);
    expect((await of(w.agent, true)).map(({ kind }) => kind)).toStrictEqual(['moved', 'assigned']);
  });
});
