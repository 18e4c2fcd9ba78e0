import { outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
  await w.admin.creates('/tasks', { title: 'A' });
});

describe('comments', () => {
  test('a comment has its author, body and times', async () => {
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

  test('deleting a task deletes its comments', async () => {
    const { id } = await w.admin.creates('/tasks/1/comments', { body: 'Here' });
    await w.admin.does('post', '/tasks/1/archive');
    await w.admin.delete('/tasks/1');
    expect(outcome(await w.admin.get('/tasks/1/comments'))).toBe('404 NOT_FOUND');
    expect(outcome(await w.admin.delete(`/tasks/1/comments/${id}`))).toBe('404 NOT_FOUND');
  });

  test('comments keep the name of a deleted member', async () => {
    await w.person.creates('/tasks/1/comments', { body: 'On it' });
    await w.admin.delete(`/members/${w.person.id}`);
    const [comment] = (await w.admin.reads('/tasks/1/comments')).data;
    expect(comment.author).toMatchObject({ name: 'bob', displayName: 'Bob Stone', type: 'human' });
  });
});

describe('the subscription to a task', () => {
  test.each(['admin', 'person', 'agent', 'service', 'actingAsPerson', 'actingAsAgent'] as const)(
    '%s with 204, repeatably, a subscription to a task',
    async (key) => {
      for (const verb of ['put', 'put', 'delete', 'delete'] as const) {
        const answer = await w[key][verb]('/tasks/1/subscription');
        expect(answer.status).toBe(204);
        expect(answer.text).toBe('');
      }
    },
  );
});

describe('the activity of a task', () => {
  test('the activity of a task has exactly the documented fields, newest first', async () => {
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
});
