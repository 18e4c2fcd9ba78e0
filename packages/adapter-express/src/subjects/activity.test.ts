import { operations } from '@tandem/contract';
import { answerNext, startChat, upload } from '../testing/conversation.ts';
import { type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

test('an activity entry has exactly the documented fields, newest first', async () => {
  const { id } = await w.person.creates('/tasks', { title: 'Plan' });
  w.clock.advance(1000);
  await w.actingAsAgent.does('patch', `/tasks/${id}`, { priority: 'p0' });
  expect(await w.admin.reads(`/tasks/${id}/activity`)).toStrictEqual({
    data: [
      {
        id: expect.any(String),
        actorName: 'scout',
        actorType: 'agent',
        actorKeyOwner: 'ada',
        entityType: 'task',
        entityId: id,
        entityTitle: 'Plan',
        action: 'updated',
        field: 'priority',
        oldValue: 'p2',
        newValue: 'p0',
        reason: null,
        createdAt: '2026-03-01T09:00:01.000Z',
      },
      {
        id: expect.any(String),
        actorName: 'bob',
        actorType: 'human',
        actorKeyOwner: null,
        entityType: 'task',
        entityId: id,
        entityTitle: 'Plan',
        action: 'created',
        field: null,
        oldValue: null,
        newValue: null,
        reason: null,
        createdAt: '2026-03-01T09:00:00.000Z',
      },
    ],
    cursor: null,
    hasMore: false,
  });
});

test('no read leaves an activity entry', async () => {
  const { id } = await w.agent.creates('/tasks', { title: 'Plan' });
  const entries = async () => [
    (await w.admin.reads(`/tasks/${id}/activity`)).data.length,
    (await w.admin.reads(`/agents/${w.agent.id}/activity`)).total,
  ];
  const before = await entries();
  for (const { path, access, method } of operations) {
    if (method !== 'get' || path.includes('/chats') || access === 'no key') continue;
    await w.agent.get(path.replace('/api/v1', '').replace(':identifier', id).replace(':id', w.agent.id));
  }
  expect(await entries()).toEqual(before);
});

test('pushes, uploads, notifications, chats and turns leave no activity entry', async () => {
  const total = async () => (await w.admin.reads(`/agents/${w.agent.id}/activity`)).total;
  const before = await total();
  await w.agent.put(`/agents/${w.agent.id}/sessions`, { sessions: [] });
  const telemetry = { status: 'idle', model: 'm', contextTokens: 1, contextLimit: 2, activeSessions: 0 };
  await w.agent.creates(`/agents/${w.agent.id}/telemetry`, telemetry);
  await upload(w.agent);
  await w.agent.post('/notifications/read-all');
  const { thread } = await startChat(w.person, w.agent.id);
  await answerNext(w.agent, w.agent.id);
  await w.person.does('post', `/chats/${thread.id}/archive`);
  expect(await total()).toBe(before);
});
