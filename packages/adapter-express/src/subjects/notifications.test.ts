import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const at = () => new Date(w.clock.now()).toISOString();

/** Creates an unassigned task, by Bob unless told otherwise. */
const task = (title = 'Plan', by: Holder = w.person): Promise<Body> => by.creates('/tasks', { title });
const move = ({ id }: Body, to: string, by: Holder = w.admin, reason?: string): Promise<Body> =>
  by.does('post', `/tasks/${id}/transition`, { to, reason });
const inbox = (by: Holder, query = {}): Promise<Body[]> => by.readsAll('/notifications', query);

describe('a transition', () => {
  test('a notification has the task, the actor, both statuses and the reason', async () => {
    const plan = await task();
    w.clock.advance(1000);
    await move(plan, 'in_progress', w.admin, 'Started today');
    expect(await w.person.reads('/notifications')).toStrictEqual({
      data: [
        {
          id: expect.any(String),
          kind: 'moved',
          task: { taskNumber: plan.taskNumber, title: 'Plan', status: 'in_progress' },
          actor: { name: 'ada', type: 'human' },
          from: 'todo',
          to: 'in_progress',
          reason: 'Started today',
          commentId: null,
          excerpt: null,
          readAt: null,
          createdAt: at(),
        },
      ],
      cursor: null,
      hasMore: false,
    });
  });

  test('a move by an acting key counts as the member’s own', async () => {
    await move(await task(), 'in_progress', w.actingAsPerson);
    const [notification] = await inbox(w.person);
    expect(notification.actor).toEqual({ name: 'bob', type: 'human' });
    expect(notification.readAt).not.toBeNull();
  });

  test('a person who unsubscribes gets no notifications until they subscribe again', async () => {
    const plan = await task();
    const subscription = `/tasks/${plan.id}/subscription`;
    expect(await w.person.reads(subscription)).toEqual({ subscribed: true });
    expect((await w.person.delete(subscription)).status).toBe(204);
    expect(await w.person.reads(subscription)).toEqual({ subscribed: false });
    await move(plan, 'in_progress');
    expect(await inbox(w.person)).toEqual([]);
    expect((await w.person.put(subscription)).status).toBe(204);
    await move(plan, 'waiting');
    expect(await inbox(w.person)).toHaveLength(1);
  });
});

describe('the list of notifications', () => {
  /** Three moves of two tasks, none by Bob. */
  const three = async () => {
    const [one, two] = [await task('One'), await task('Two')];
    await move(one, 'in_progress');
    await move(two, 'backlog');
    await move(one, 'done');
  };
  const seen = (list: Body[]) => list.map(({ task: { title }, to }) => `${title} ${to}`);

  test('the list of notifications is filtered by unread', async () => {
    await three();
    const [newest] = await inbox(w.person);
    await w.person.post(`/notifications/${newest.id}/read`);
    expect(seen(await inbox(w.person, { unread: true }))).toEqual(['Two backlog', 'One in_progress']);
    expect(await inbox(w.person, { unread: false })).toHaveLength(3);
    expect(outcome(await w.person.get('/notifications', { unread: 'yes' }))).toBe('400 VALIDATION_ERROR');
  });

  test('a service sees and marks the notifications of its person', async () => {
    const plan = await task('Plan', w.admin);
    await move(plan, 'in_progress', w.person);
    const [seenByService] = await inbox(w.service);
    expect([seenByService]).toEqual(await inbox(w.admin));
    expect((await w.service.post(`/notifications/${seenByService.id}/read`)).status).toBe(200);
    expect(await inbox(w.admin, { unread: true })).toEqual([]);
  });

  test('an agent has its own notifications', async () => {
    const plan = await w.person.creates('/tasks', { title: 'Plan', assignedTo: 'scout' });
    await move(plan, 'in_progress');
    for (const by of [w.agent, w.actingAsAgent])
      expect((await inbox(by)).map(({ kind }: Body) => kind)).toEqual(['moved', 'assigned']);
  });

  test('notifications are 403 for a runtime key, which stands for no member', async () => {
    expect(outcome(await w.runtime.get('/notifications'))).toBe('403 FORBIDDEN');
    expect(outcome(await w.runtime.post('/notifications/read-all'))).toBe('403 FORBIDDEN');
    expect(outcome(await w.runtime.post(`/notifications/${UNKNOWN}/read`))).toBe('403 FORBIDDEN');
  });
});

describe('marking as read', () => {
  test('marking a notification as read returns it with the time of the first marking', async () => {
    await move(await task(), 'in_progress');
    const [notification] = await inbox(w.person);
    w.clock.advance(1000);
    const read = { ...notification, readAt: at() };
    expect(await w.person.does('post', `/notifications/${notification.id}/read`)).toEqual(read);
    w.clock.advance(1000);
    expect(await w.person.does('post', `/notifications/${notification.id}/read`)).toEqual(read);
    expect(await inbox(w.person)).toEqual([read]);
  });
});

test('deleting a task deletes its notifications', async () => {
  const plan = await task();
  await move(plan, 'in_progress');
  await w.admin.does('post', `/tasks/${plan.id}/archive`);
  await w.admin.delete(`/tasks/${plan.id}`);
  expect(await inbox(w.person)).toEqual([]);
});
