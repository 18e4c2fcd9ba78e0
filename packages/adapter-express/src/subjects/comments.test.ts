import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  await w.admin.creates('/tasks', { title: 'A' });
});

const bodies = async (): Promise<string[]> =>
  (await w.admin.readsAll('/tasks/1/comments')).map((comment: Body) => comment.body);

describe('comments', () => {
  test('a comment has its author, body and times, and the task may be named by id', async () => {
    const comment = await w.person.creates('/tasks/1/comments', { body: 'On it.\n' });
    expect(comment).toStrictEqual({
      id: expect.any(String),
      body: 'On it.\n',
      author: { id: w.person.id, name: 'bob', displayName: 'Bob Stone', type: 'human' },
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
    const { id } = await w.admin.reads('/tasks/1');
    expect(await w.admin.reads(`/tasks/${id}/comments`)).toStrictEqual({
      data: [comment],
      cursor: null,
      hasMore: false,
    });
  });

  test.each([
    ['agent', 'agent', 'scout'],
    ['service', 'service', 'CI'],
    ['runtime', 'service', 'Host'],
    ['actingAsPerson', 'human', 'bob'],
    ['actingAsAgent', 'agent', 'scout'],
  ] as const)('by the key %s its author is a %s called %s', async (key, type, name) => {
    const { author } = await w[key].creates('/tasks/1/comments', { body: 'Hello' });
    expect(author).toMatchObject({ type, name, id: w[key].id });
  });

  test('are listed oldest first, page by page', async () => {
    const written = Array.from({ length: 7 }, (_, i) => `Comment ${i}`);
    for (const body of written) await w.admin.creates('/tasks/1/comments', { body });
    expect(await bodies()).toEqual(written);

    const first = await w.admin.reads('/tasks/1/comments', { limit: 3 });
    expect(first.data.map((comment: Body) => comment.body)).toEqual(written.slice(0, 3));
    expect(first.hasMore).toBe(true);
    const second = await w.admin.reads('/tasks/1/comments', { limit: 4, cursor: first.cursor });
    expect(second.data.map((comment: Body) => comment.body)).toEqual(written.slice(3));
    expect(second).toMatchObject({ cursor: null, hasMore: false });
  });

  test('are edited by their author alone: 403 for others, an admin too', async () => {
    const { id } = await w.person.creates('/tasks/1/comments', { body: 'Before' });
    for (const other of [w.admin, w.agent, w.service]) {
      const answer = await other.patch(`/tasks/1/comments/${id}`, { body: 'Mine now' });
      expect(outcome(answer)).toBe('403 FORBIDDEN');
    }
    w.clock.advance(60_000);
    const edited = await w.person.does('patch', `/tasks/1/comments/${id}`, { body: 'After' });
    expect(edited).toMatchObject({
      id,
      body: 'After',
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:01:00.000Z',
    });
    expect(await bodies()).toEqual(['After']);
  });

  test('an agent and a service edit and delete their own', async () => {
    for (const author of [w.agent, w.service]) {
      const { id } = await author.creates('/tasks/1/comments', { body: 'Before' });
      await author.does('patch', `/tasks/1/comments/${id}`, { body: 'After' });
      expect((await author.delete(`/tasks/1/comments/${id}`)).status).toBe(204);
    }
    expect(await bodies()).toEqual([]);
  });

  test('are deleted by their author or an admin, and by nobody else', async () => {
    const mine = await w.person.creates('/tasks/1/comments', { body: 'Mine' });
    const hers = await w.person.creates('/tasks/1/comments', { body: 'Also mine' });
    expect(outcome(await w.agent.delete(`/tasks/1/comments/${mine.id}`))).toBe('403 FORBIDDEN');
    expect(outcome(await w.service.delete(`/tasks/1/comments/${mine.id}`))).toBe('403 FORBIDDEN');
    expect(await bodies()).toEqual(['Mine', 'Also mine']);
    expect((await w.person.delete(`/tasks/1/comments/${mine.id}`)).status).toBe(204);
    expect((await w.admin.delete(`/tasks/1/comments/${hers.id}`)).status).toBe(204);
    expect(await bodies()).toEqual([]);
  });

  test('one of another task is 404', async () => {
    await w.admin.creates('/tasks', { title: 'B' });
    const { id } = await w.admin.creates('/tasks/1/comments', { body: 'Here' });
    expect(outcome(await w.admin.patch(`/tasks/2/comments/${id}`, { body: 'There' }))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.delete(`/tasks/2/comments/${id}`))).toBe('404 NOT_FOUND');
    expect(await bodies()).toEqual(['Here']);
  });

  test('have up to 100,000 characters, every one of which counts', async () => {
    await w.admin.creates('/tasks/1/comments', { body: '🦉'.repeat(100_000) });
    for (const body of ['🦉'.repeat(100_001), `x${' '.repeat(100_000)}`]) {
      expect(outcome(await w.admin.post('/tasks/1/comments', { body }))).toBe('400 VALIDATION_ERROR');
    }
  });

  test('go with their task', async () => {
    const { id } = await w.admin.creates('/tasks/1/comments', { body: 'Here' });
    await w.admin.does('post', '/tasks/1/archive');
    await w.admin.delete('/tasks/1');
    expect(outcome(await w.admin.get('/tasks/1/comments'))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.delete(`/tasks/1/comments/${id}`))).toBe('404 NOT_FOUND');
  });

  test('of a deleted member keep its name', async () => {
    await w.person.creates('/tasks/1/comments', { body: 'On it' });
    await w.admin.delete(`/members/${w.person.id}`);
    const [comment] = (await w.admin.reads('/tasks/1/comments')).data;
    expect(comment.author).toMatchObject({ name: 'bob', displayName: 'Bob Stone', type: 'human' });
  });
});

describe('the subscription to a task', () => {
  test.each(['admin', 'person', 'agent', 'service', 'actingAsPerson', 'actingAsAgent'] as const)(
    'is put and deleted by %s with 204, and both can be repeated',
    async (key) => {
      for (const verb of ['put', 'put', 'delete', 'delete'] as const) {
        const answer = await w[key][verb]('/tasks/1/subscription');
        expect(answer.status).toBe(204);
        expect(answer.text).toBe('');
      }
    },
  );

  test('needs somebody to notify: a runtime key is 403', async () => {
    expect(outcome(await w.runtime.put('/tasks/1/subscription'))).toBe('403 FORBIDDEN');
  });

  test('of a task that is not there is 404', async () => {
    expect(outcome(await w.admin.put('/tasks/9/subscription'))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.delete('/tasks/9/subscription'))).toBe('404 NOT_FOUND');
  });
});

describe('the activity of a task', () => {
  test('has entries of exactly the documented fields, newest first', async () => {
    await w.service.does('post', '/tasks/1/archive');
    const { id } = await w.admin.reads('/tasks/1');
    const page = await w.admin.reads('/tasks/1/activity');
    expect(page).toStrictEqual({
      data: [
        {
          id: expect.any(String),
          actorName: 'CI',
          actorType: 'service',
          actorKeyOwner: null,
          entityType: 'task',
          entityId: id,
          entityTitle: 'A',
          action: 'archived',
          field: null,
          oldValue: null,
          newValue: null,
          reason: null,
          createdAt: '2026-03-01T09:00:00.000Z',
        },
        expect.objectContaining({ actorName: 'ada', actorType: 'human', action: 'created' }),
      ],
      cursor: null,
      hasMore: false,
    });
  });

  test('pages without gaps or repeats while entries are added', async () => {
    for (let i = 0; i < 5; i++) await w.admin.does('patch', '/tasks/1', { title: `Title ${i}` });
    const first = await w.admin.reads('/tasks/1/activity', { limit: 2 });
    await w.admin.does('patch', '/tasks/1', { title: 'Meanwhile' });
    const second = await w.admin.reads('/tasks/1/activity', { limit: 10, cursor: first.cursor });
    const titles = [...first.data, ...second.data].map((entry: Body) => entry.newValue);
    expect(titles).toEqual(['Title 4', 'Title 3', 'Title 2', 'Title 1', 'Title 0', null]);
  });

  test('tells of a comment', async () => {
    await w.agent.creates('/tasks/1/comments', { body: 'Hello' });
    const [entry] = (await w.admin.reads('/tasks/1/activity')).data;
    expect(entry).toMatchObject({ actorName: 'scout', action: 'commented' });
  });
});
