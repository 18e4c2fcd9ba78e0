import { type Body, type Holder, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const at = () => new Date(w.clock.now()).toISOString();

/** A task of Bob's, assigned to nobody. */
const task = (title = 'Plan', by: Holder = w.person): Promise<Body> => by.creates('/tasks', { title });
const move = ({ id }: Body, to: string, by: Holder = w.admin, reason?: string): Promise<Body> =>
  by.does('post', `/tasks/${id}/transition`, { to, reason });
const inbox = (by: Holder, query = {}): Promise<Body[]> => by.readsAll('/notifications', query);

describe('a transition', () => {
  test('notifies the subscriber: of what, by whom, from where to where, and why', async () => {
    const plan = await task();
    w.clock.advance(1000);
    await move(plan, 'in_progress', w.admin, 'Started today');
    expect(await w.person.reads('/notifications')).toStrictEqual({
      data: [
        {
          id: expect.any(String),
          kind: 'task_transitioned',
          task: { taskNumber: plan.taskNumber, title: 'Plan', status: 'in_progress' },
          actor: { name: 'ada', type: 'human' },
          from: 'todo',
          to: 'in_progress',
          reason: 'Started today',
          readAt: null,
          createdAt: at(),
        },
      ],
      cursor: null,
      hasMore: false,
    });
  });

  test('without a reason has none', async () => {
    await move(await task(), 'backlog');
    expect((await inbox(w.person))[0].reason).toBeNull();
  });

  test('notifies every subscriber: creator, assignee, whoever comments, whoever subscribes', async () => {
    const plan = await w.person.creates('/tasks', { title: 'Plan', assignedTo: 'scout' });
    const carl = await w.admin.creates('/members', { name: 'carl', displayName: 'Carl' });
    const accepted = await w.as().post('/invitations/accept', { code: carl.invitation.code });
    const carls = { ...w.as(accepted.body.secret), id: carl.id, name: 'carl', secret: '' };
    await w.admin.creates(`/tasks/${plan.id}/comments`, { body: 'Mine too' });
    await carls.put(`/tasks/${plan.id}/subscription`);
    await move(plan, 'in_progress', w.agent);
    for (const by of [w.person, w.agent, w.admin, carls]) {
      expect([by.name, (await inbox(by)).length]).toEqual([by.name, 1]);
    }
  });

  test('gives the mover’s own too, read from the start', async () => {
    const plan = await task();
    w.clock.advance(1000);
    await move(plan, 'in_progress', w.person);
    expect(await inbox(w.person)).toMatchObject([{ actor: { name: 'bob' }, readAt: at() }]);
    expect(await inbox(w.person, { unread: true })).toEqual([]);
  });

  test('by an acting key is the member’s own move', async () => {
    await move(await task(), 'in_progress', w.actingAsPerson);
    const [notification] = await inbox(w.person);
    expect(notification.actor).toEqual({ name: 'bob', type: 'human' });
    expect(notification.readAt).not.toBeNull();
  });

  test.each([
    ['agent', { name: 'scout', type: 'agent' }],
    ['service', { name: 'CI', type: 'service' }],
    ['runtime', { name: 'Host', type: 'service' }],
    ['actingAsAgent', { name: 'scout', type: 'agent' }],
  ] as const)('by the key %s names its caller as the actor', async (kind, actor) => {
    await move(await task(), 'in_progress', w[kind]);
    expect((await inbox(w.person))[0]).toMatchObject({ actor, readAt: null });
  });

  test('notifies nobody else', async () => {
    await move(await task(), 'in_progress', w.agent);
    expect(await inbox(w.admin)).toEqual([]);
    expect(await inbox(w.agent)).toEqual([]);
    expect(await inbox(w.other.person)).toEqual([]);
  });

  test('notifies nobody who has unsubscribed, and again whoever has come back', async () => {
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

  test('notifies once each time, whatever one is subscribed by', async () => {
    const plan = await w.person.creates('/tasks', { title: 'Plan', assignedTo: 'bob' });
    await w.person.creates(`/tasks/${plan.id}/comments`, { body: 'Mine' });
    await w.person.put(`/tasks/${plan.id}/subscription`);
    await move(plan, 'in_progress');
    await move(plan, 'waiting');
    expect((await inbox(w.person)).map(({ to }) => to)).toEqual(['waiting', 'in_progress']);
  });

  test('that is refused notifies nobody', async () => {
    const plan = await task();
    const refused = await w.admin.post(`/tasks/${plan.id}/transition`, { to: 'done' });
    expect(outcome(refused)).toBe('422 INVALID_TRANSITION');
    expect(await inbox(w.person)).toEqual([]);
  });

  test('alone notifies: no other change of the task does', async () => {
    const plan = await task();
    await w.admin.does('patch', `/tasks/${plan.id}`, { title: 'New plan', assignedTo: 'ada' });
    await w.admin.creates(`/tasks/${plan.id}/comments`, { body: 'Hello' });
    await w.admin.does('post', `/tasks/${plan.id}/archive`);
    await w.admin.does('post', `/tasks/${plan.id}/unarchive`);
    expect(await inbox(w.person)).toEqual([]);
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

  test('is newest first, also within a millisecond', async () => {
    await three();
    expect(seen(await inbox(w.person))).toEqual(['One done', 'Two backlog', 'One in_progress']);
  });

  test('shows the task as it is now, and the move as it was', async () => {
    await three();
    const list = await inbox(w.person);
    expect(list.map(({ from, to }) => [from, to])).toEqual([
      ['in_progress', 'done'],
      ['todo', 'backlog'],
      ['todo', 'in_progress'],
    ]);
    expect(list.map((each) => each.task.status)).toEqual(['done', 'backlog', 'done']);
  });

  test('comes in pages, whatever happens meanwhile', async () => {
    await three();
    const first = await w.person.reads('/notifications', { limit: 2 });
    expect(Object.keys(first)).toEqual(['data', 'cursor', 'hasMore']);
    expect(first.hasMore).toBe(true);
    await move(await task('Three'), 'backlog');
    const rest = await w.person.reads('/notifications', { limit: 2, cursor: first.cursor });
    expect(seen([...first.data, ...rest.data])).toEqual(['One done', 'Two backlog', 'One in_progress']);
    expect(rest).toMatchObject({ cursor: null, hasMore: false });
  });

  test('has 25 on a page unless limit says otherwise', async () => {
    const plan = await task();
    for (let n = 0; n < 14; n++) {
      await move(plan, 'backlog');
      await move(plan, 'todo');
    }
    expect((await w.person.reads('/notifications')).data).toHaveLength(25);
    expect(await inbox(w.person, { limit: 10 })).toHaveLength(28);
  });

  test('with unread=true has only what is not read yet', async () => {
    await three();
    const [newest] = await inbox(w.person);
    await w.person.post(`/notifications/${newest.id}/read`);
    expect(seen(await inbox(w.person, { unread: true }))).toEqual(['Two backlog', 'One in_progress']);
    expect(await inbox(w.person, { unread: false })).toHaveLength(3);
    expect(outcome(await w.person.get('/notifications', { unread: 'yes' }))).toBe('400 VALIDATION_ERROR');
  });

  test('a cursor goes with its filter', async () => {
    await three();
    const { cursor } = await w.person.reads('/notifications', { limit: 1 });
    const other = await w.person.get('/notifications', { unread: true, cursor });
    expect(outcome(other)).toBe('400 INVALID_CURSOR');
  });

  test('a service sees and marks those of its person', async () => {
    const plan = await task('Plan', w.admin);
    await move(plan, 'in_progress', w.person);
    const [seenByService] = await inbox(w.service);
    expect([seenByService]).toEqual(await inbox(w.admin));
    expect((await w.service.post(`/notifications/${seenByService.id}/read`)).status).toBe(200);
    expect(await inbox(w.admin, { unread: true })).toEqual([]);
  });

  test('an agent has its own', async () => {
    const plan = await w.person.creates('/tasks', { title: 'Plan', assignedTo: 'scout' });
    await move(plan, 'in_progress');
    for (const by of [w.agent, w.actingAsAgent]) expect(await inbox(by)).toHaveLength(1);
  });

  test('a runtime key speaks for no member: 403', async () => {
    expect(outcome(await w.runtime.get('/notifications'))).toBe('403 FORBIDDEN');
    expect(outcome(await w.runtime.post('/notifications/read-all'))).toBe('403 FORBIDDEN');
    expect(outcome(await w.runtime.post(`/notifications/${UNKNOWN}/read`))).toBe('403 FORBIDDEN');
  });
});

describe('marking as read', () => {
  test('answers the notification with the time, and can be repeated: the first time stays', async () => {
    await move(await task(), 'in_progress');
    const [notification] = await inbox(w.person);
    w.clock.advance(1000);
    const read = { ...notification, readAt: at() };
    expect(await w.person.does('post', `/notifications/${notification.id}/read`)).toEqual(read);
    w.clock.advance(1000);
    expect(await w.person.does('post', `/notifications/${notification.id}/read`)).toEqual(read);
    expect(await inbox(w.person)).toEqual([read]);
  });

  test('another’s notification is 404, as one that is not there, and stays unread', async () => {
    const plan = await task();
    await w.admin.put(`/tasks/${plan.id}/subscription`);
    await move(plan, 'in_progress', w.agent);
    const [bobs] = await inbox(w.person);
    const [adas] = await inbox(w.admin);
    expect(bobs.id).not.toBe(adas.id);
    for (const by of [w.admin, w.agent, w.other.admin]) {
      expect(outcome(await by.post(`/notifications/${bobs.id}/read`))).toBe('404 NOT_FOUND');
    }
    expect(outcome(await w.person.post(`/notifications/${UNKNOWN}/read`))).toBe('404 NOT_FOUND');
    expect(await inbox(w.person)).toEqual([bobs]);
  });

  test('all at once leaves nothing unread, what was read before as it was, and others’ untouched', async () => {
    const plan = await task();
    await w.admin.put(`/tasks/${plan.id}/subscription`);
    await move(plan, 'in_progress', w.agent);
    await move(plan, 'waiting', w.agent);
    const [newest] = await inbox(w.person);
    w.clock.advance(1000);
    const { readAt } = await w.person.does('post', `/notifications/${newest.id}/read`);
    w.clock.advance(1000);
    const answer = await w.person.post('/notifications/read-all');
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await inbox(w.person)).map((each) => each.readAt)).toEqual([readAt, at()]);
    expect(await inbox(w.admin, { unread: true })).toHaveLength(2);
    expect((await w.person.post('/notifications/read-all')).status).toBe(204);
  });

  test('needs tasks:write, and listing tasks:read', async () => {
    const [reader, writer] = [await w.adminWith('tasks:read'), await w.adminWith('tasks:write')];
    expect(outcome(await reader.get('/notifications'))).toBe('200');
    expect(outcome(await writer.get('/notifications'))).toBe('403 INSUFFICIENT_SCOPE');
    expect(outcome(await reader.post('/notifications/read-all'))).toBe('403 INSUFFICIENT_SCOPE');
    expect(outcome(await writer.post('/notifications/read-all'))).toBe('204');
  });
});

test('the notifications of a task that is deleted go with it', async () => {
  const plan = await task();
  await move(plan, 'in_progress');
  await w.admin.does('post', `/tasks/${plan.id}/archive`);
  await w.admin.delete(`/tasks/${plan.id}`);
  expect(await inbox(w.person)).toEqual([]);
});
