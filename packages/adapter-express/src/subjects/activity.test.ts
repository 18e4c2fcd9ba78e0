import { operations } from '@tandem/contract';
import type { EntityType } from '@tandem/core';
import { type Clockwork, clockwork, type Entry, type Party } from '../testing/clockwork.ts';
import { answerNext, startChat, upload } from '../testing/conversation.ts';
import { type Body, outcome } from '../testing/world.ts';

let c: Clockwork;
beforeEach(async () => {
  c = await clockwork();
});

const PARTIES = [
  'admin',
  'person',
  'service',
  'runtime',
  'agent',
  'actingAsPerson',
  'actingAsAgent',
] as const;
type Who = (typeof PARTIES)[number];
const NOT_AGENTS: readonly Who[] = ['admin', 'person', 'service', 'runtime', 'actingAsPerson'];

/** Who stands in the log for what each key did (docs/rules.md, Activity), retyped. */
const ACTORS: Record<Who, { actorName: string; actorType: string; actorKeyOwner: string | null }> = {
  admin: { actorName: 'ada', actorType: 'human', actorKeyOwner: null },
  person: { actorName: 'bob', actorType: 'human', actorKeyOwner: null },
  service: { actorName: 'CI', actorType: 'service', actorKeyOwner: null },
  runtime: { actorName: 'Host', actorType: 'service', actorKeyOwner: null },
  agent: { actorName: 'scout', actorType: 'agent', actorKeyOwner: null },
  actingAsPerson: { actorName: 'bob', actorType: 'human', actorKeyOwner: 'ada' },
  actingAsAgent: { actorName: 'scout', actorType: 'agent', actorKeyOwner: 'ada' },
};

/** An entry in short: what was done, and to which field from what to what. */
type Short = [action: string, field?: string, oldValue?: string | null, newValue?: string | null];

interface Change {
  /** What is there before, made by Ada; unless it is what the change makes. */
  readonly before?: (c: Clockwork) => Promise<Body>;
  readonly change: (by: Party, before: Body, c: Clockwork) => Promise<{ status: number; body: Body }>;
  readonly entity: EntityType;
  /** Whose entry it is, where that is not what was there before or what the answer shows. */
  readonly id?: (before: Body, answer: Body, c: Clockwork) => string;
  readonly title: string;
  readonly entries: readonly Short[] | ((before: Body, answer: Body) => readonly Short[]);
  /** Who may, where not everybody. */
  readonly by?: readonly Who[];
}

const createdId = (_before: Body, answer: Body): string => answer.id;
const task = async ({ admin }: Clockwork): Promise<Body> => admin.creates('/tasks', { title: 'Plan' });
const ofTask = (before: Body): string => (before.task ?? before).id;
const withComment = async (kit: Clockwork, by: Party = kit.admin): Promise<Body> => {
  const on = await task(kit);
  return { ...(await by.creates(`/tasks/${on.id}/comments`, { body: 'Hello' })), task: on };
};
const project = ({ admin }: Clockwork): Promise<Body> => admin.creates('/projects', { title: 'Launch' });
const initiative = ({ admin }: Clockwork): Promise<Body> => admin.creates('/initiatives', { name: 'Growth' });
const goal = ({ admin }: Clockwork): Promise<Body> => admin.creates('/goals', { title: 'Fast' });
const label = ({ admin }: Clockwork): Promise<Body> => admin.creates('/labels', { name: 'bug' });
const owl = ({ admin }: Clockwork): Promise<Body> =>
  admin.creates('/agents', { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'm' });
const carl = ({ admin }: Clockwork): Promise<Body> =>
  admin.creates('/members', { name: 'carl', displayName: 'Carl' });

/** Every operation that changes a resource of the log, and the entries that it leaves. */
const CHANGES: Record<string, Change> = {
  'tasks.create': {
    change: (by) => by.post('/tasks', { title: 'Plan' }),
    entity: 'task',
    id: createdId,
    title: 'Plan',
    entries: [['created']],
  },
  'tasks.update': {
    before: task,
    change: (by, { id }) =>
      by.patch(`/tasks/${id}`, {
        title: 'Better plan',
        description: 'Details',
        priority: 'p0',
        assignedTo: 'bob',
        tags: ['web', 'urgent'],
        dueDate: Date.parse('2026-04-01T00:00:00.000Z'),
        effort: 'xl',
      }),
    entity: 'task',
    title: 'Better plan',
    entries: [
      ['updated', 'title', 'Plan', 'Better plan'],
      ['updated', 'description', null, 'Details'],
      ['updated', 'priority', 'p2', 'p0'],
      ['updated', 'assignedTo', null, 'bob'],
      ['updated', 'tags', '', 'web, urgent'],
      ['updated', 'dueDate', null, '2026-04-01T00:00:00.000Z'],
      ['updated', 'effort', null, 'xl'],
    ],
  },
  'tasks.delete': {
    before: async (kit) => {
      const { id } = await task(kit);
      return kit.admin.does('post', `/tasks/${id}/archive`);
    },
    change: (by, { id }) => by.delete(`/tasks/${id}`),
    entity: 'task',
    title: 'Plan',
    entries: [['deleted']],
  },
  'tasks.transition': {
    before: task,
    change: (by, { id }) => by.post(`/tasks/${id}/transition`, { to: 'in_progress', reason: 'Now' }),
    entity: 'task',
    title: 'Plan',
    entries: [['transitioned', 'status', 'todo', 'in_progress']],
  },
  'tasks.archive': {
    before: task,
    change: (by, { id }) => by.post(`/tasks/${id}/archive`),
    entity: 'task',
    title: 'Plan',
    entries: [['archived']],
  },
  'tasks.unarchive': {
    before: async (kit) => {
      const { id } = await task(kit);
      return kit.admin.does('post', `/tasks/${id}/archive`);
    },
    change: (by, { id }) => by.post(`/tasks/${id}/unarchive`),
    entity: 'task',
    title: 'Plan',
    entries: [['unarchived']],
  },
  'tasks.relate': {
    before: async (kit) => ({ ...(await task(kit)), other: await task(kit) }),
    change: (by, { id, other }) =>
      by.post(`/tasks/${id}/relations`, { type: 'blocked_by', taskNumber: other.taskNumber }),
    entity: 'task',
    title: 'Plan',
    id: ofTask,
    entries: ({ other }) => [['related', 'blocked_by', null, String(other.taskNumber)]],
  },
  'tasks.unrelate': {
    before: async (kit) => {
      const [one, other] = [await task(kit), await task(kit)];
      const relation = await kit.admin.creates(`/tasks/${one.id}/relations`, {
        type: 'related',
        taskNumber: other.taskNumber,
      });
      return { ...one, other, relation };
    },
    change: (by, { id, relation }) => by.delete(`/tasks/${id}/relations/${relation.id}`),
    entity: 'task',
    title: 'Plan',
    entries: ({ other }) => [['unrelated', 'related', String(other.taskNumber), null]],
  },
  'tasks.comment': {
    before: task,
    change: (by, { id }) => by.post(`/tasks/${id}/comments`, { body: 'Hello' }),
    entity: 'task',
    title: 'Plan',
    id: ofTask,
    entries: [['commented']],
  },
  'tasks.editComment': {
    before: (kit) => withComment(kit, kit.person),
    change: (by, { id, task: { id: on } }) => by.patch(`/tasks/${on}/comments/${id}`, { body: 'Goodbye' }),
    entity: 'comment',
    title: 'Plan',
    entries: [['updated', 'body', 'Hello', 'Goodbye']],
    by: ['person', 'actingAsPerson'],
  },
  'tasks.deleteComment': {
    before: (kit) => withComment(kit, kit.agent),
    change: (by, { id, task: { id: on } }) => by.delete(`/tasks/${on}/comments/${id}`),
    entity: 'comment',
    title: 'Plan',
    entries: [['deleted']],
    by: ['admin', 'agent', 'actingAsAgent'],
  },
  'tasks.attach': {
    before: task,
    change: async (by, { id }) => by.post(`/tasks/${id}/attachments`, { fileId: (await upload(by)).id }),
    entity: 'task',
    title: 'Plan',
    id: ofTask,
    entries: [['attached', 'attachments', null, 'notes.txt']],
  },
  'tasks.detach': {
    before: async (kit) => {
      const on = await task(kit);
      const { id: fileId } = await upload(kit.admin);
      return { ...on, attachment: await kit.admin.creates(`/tasks/${on.id}/attachments`, { fileId }) };
    },
    change: (by, { id, attachment }) => by.delete(`/tasks/${id}/attachments/${attachment.id}`),
    entity: 'task',
    title: 'Plan',
    id: ofTask,
    entries: [['detached', 'attachments', 'notes.txt', null]],
  },
  'tasks.subscribe': {
    before: async (kit) => {
      const on = await task(kit);
      await kit.admin.delete(`/tasks/${on.id}/subscription`);
      return on;
    },
    change: (by, { id }) => by.put(`/tasks/${id}/subscription`),
    entity: 'task',
    title: 'Plan',
    entries: [['subscribed']],
    by: PARTIES.filter((who) => who !== 'runtime'),
  },
  'tasks.unsubscribe': {
    before: task,
    change: async (by, { id }) => by.delete(`/tasks/${id}/subscription`),
    entity: 'task',
    title: 'Plan',
    entries: [['unsubscribed']],
    by: ['admin', 'service'],
  },
  'labels.create': {
    change: (by) => by.post('/labels', { name: 'bug' }),
    entity: 'label',
    id: createdId,
    title: 'bug',
    entries: [['created']],
  },
  'labels.update': {
    before: label,
    change: (by, { id }) => by.patch(`/labels/${id}`, { name: 'defect', color: 'red' }),
    entity: 'label',
    title: 'defect',
    entries: [
      ['updated', 'name', 'bug', 'defect'],
      ['updated', 'color', 'gray', 'red'],
    ],
  },
  'labels.delete': {
    before: label,
    change: (by, { id }) => by.delete(`/labels/${id}`),
    entity: 'label',
    title: 'bug',
    entries: [['deleted']],
  },
  'projects.create': {
    change: (by) => by.post('/projects', { title: 'Launch' }),
    entity: 'project',
    id: createdId,
    title: 'Launch',
    entries: [['created']],
  },
  'projects.update': {
    before: project,
    change: (by, { id }) =>
      by.patch(`/projects/${id}`, { title: 'Landing', status: 'in_progress', color: '#000000' }),
    entity: 'project',
    title: 'Landing',
    entries: [
      ['updated', 'title', 'Launch', 'Landing'],
      ['updated', 'status', 'planning', 'in_progress'],
      ['updated', 'color', '#6B7280', '#000000'],
    ],
  },
  'projects.delete': {
    before: project,
    change: (by, { id }) => by.delete(`/projects/${id}`),
    entity: 'project',
    title: 'Launch',
    entries: [['deleted']],
  },
  'projects.archive': {
    before: project,
    change: (by, { id }) => by.post(`/projects/${id}/archive`),
    entity: 'project',
    title: 'Launch',
    entries: [['archived']],
  },
  'projects.unarchive': {
    before: async (kit) => kit.admin.does('post', `/projects/${(await project(kit)).id}/archive`),
    change: (by, { id }) => by.post(`/projects/${id}/unarchive`),
    entity: 'project',
    title: 'Launch',
    entries: [['unarchived']],
  },
  'initiatives.create': {
    change: (by) => by.post('/initiatives', { name: 'Growth' }),
    entity: 'initiative',
    id: createdId,
    title: 'Growth',
    entries: [['created']],
  },
  'initiatives.update': {
    before: initiative,
    change: (by, { id }) => by.patch(`/initiatives/${id}`, { status: 'active', description: 'More' }),
    entity: 'initiative',
    title: 'Growth',
    entries: [
      ['updated', 'description', null, 'More'],
      ['updated', 'status', 'planned', 'active'],
    ],
  },
  'initiatives.delete': {
    before: initiative,
    change: (by, { id }) => by.delete(`/initiatives/${id}`),
    entity: 'initiative',
    title: 'Growth',
    entries: [['deleted']],
  },
  'goals.create': {
    change: (by) => by.post('/goals', { title: 'Fast' }),
    entity: 'goal',
    id: createdId,
    title: 'Fast',
    entries: [['created']],
  },
  'goals.update': {
    before: goal,
    change: (by, { id }) => by.patch(`/goals/${id}`, { title: 'Faster', test: 'Measure' }),
    entity: 'goal',
    title: 'Faster',
    entries: [
      ['updated', 'title', 'Fast', 'Faster'],
      ['updated', 'test', null, 'Measure'],
    ],
  },
  'goals.verify': {
    before: goal,
    change: (by, { id }) => by.post(`/goals/${id}/verify`, { passed: true, evidence: 'Seen' }),
    entity: 'goal',
    title: 'Fast',
    entries: (_before, { status }) => [['verified', 'status', 'open', status]],
  },
  'goals.archive': {
    before: goal,
    change: (by, { id }) => by.post(`/goals/${id}/archive`),
    entity: 'goal',
    title: 'Fast',
    entries: [['archived']],
  },
  'goals.unarchive': {
    before: async (kit) => kit.admin.does('post', `/goals/${(await goal(kit)).id}/archive`),
    change: (by, { id }) => by.post(`/goals/${id}/unarchive`),
    entity: 'goal',
    title: 'Fast',
    entries: [['unarchived']],
  },
  'goals.delete': {
    before: goal,
    change: (by, { id }) => by.delete(`/goals/${id}`),
    entity: 'goal',
    title: 'Fast',
    entries: [['deleted']],
  },
  'agents.create': {
    change: (by) => by.post('/agents', { name: 'owl', displayName: 'Owl', emoji: '🦉', model: 'm' }),
    entity: 'agent',
    id: createdId,
    title: 'owl',
    entries: [['created']],
    by: NOT_AGENTS,
  },
  'agents.update': {
    before: owl,
    change: (by, { id }) =>
      by.patch(`/agents/${id}`, { name: 'elk', status: 'working', title: 'Scribe', reportsTo: 'ada' }),
    entity: 'agent',
    title: 'elk',
    entries: [
      ['updated', 'name', 'owl', 'elk'],
      ['updated', 'title', null, 'Scribe'],
      ['updated', 'status', 'idle', 'working'],
      ['updated', 'reportsTo', null, 'ada'],
    ],
    by: NOT_AGENTS,
  },
  'agents.stop': {
    before: owl,
    change: (by, { id }) => by.post(`/agents/${id}/stop`),
    entity: 'agent',
    title: 'owl',
    entries: [['updated', 'paused', 'false', 'true']],
    by: ['admin', 'person', 'actingAsPerson'],
  },
  'agents.delete': {
    before: owl,
    change: (by, { id }) => by.delete(`/agents/${id}`),
    entity: 'agent',
    title: 'owl',
    entries: [['deleted']],
    by: NOT_AGENTS,
  },
  'members.create': {
    change: (by) => by.post('/members', { name: 'carl', displayName: 'Carl' }),
    entity: 'member',
    id: createdId,
    title: 'carl',
    entries: [['created']],
    by: ['admin'],
  },
  'members.update': {
    before: carl,
    change: (by, { id }) => by.patch(`/members/${id}`, { displayName: 'Karl', role: 'admin' }),
    entity: 'member',
    title: 'carl',
    entries: [
      ['updated', 'displayName', 'Carl', 'Karl'],
      ['updated', 'role', 'member', 'admin'],
    ],
    by: ['admin'],
  },
  'members.delete': {
    before: carl,
    change: (by, { id }) => by.delete(`/members/${id}`),
    entity: 'member',
    title: 'carl',
    entries: [['deleted']],
    by: ['admin'],
  },
  'members.invite': {
    before: carl,
    change: (by, { id }) => by.post(`/members/${id}/invitation`),
    entity: 'member',
    title: 'carl',
    id: ({ id }) => id,
    entries: [['invited']],
    by: ['admin'],
  },
  'keys.create': {
    change: (by) => by.post('/keys', { name: 'Nightly', kind: 'service', scopes: ['tasks:read'] }),
    entity: 'key',
    id: createdId,
    title: 'Nightly',
    entries: [['created']],
    by: ['admin', 'person'],
  },
  'keys.revoke': {
    before: ({ person }) =>
      person.creates('/keys', { name: 'Nightly', kind: 'service', scopes: ['tasks:read'] }),
    change: (by, { id }) => by.delete(`/keys/${id}`),
    entity: 'key',
    title: 'Nightly',
    entries: [['revoked']],
    by: ['admin', 'person'],
  },
  'workspace.update': {
    before: ({ admin }) => admin.reads('/workspace'),
    change: (by) => by.patch('/workspace', { name: 'Acme & Co', agentCompletion: true }),
    entity: 'workspace',
    title: 'Acme & Co',
    entries: [
      ['updated', 'name', 'Acme', 'Acme & Co'],
      ['updated', 'agentCompletion', 'false', 'true'],
    ],
    by: ['admin'],
  },
};

/** What has a test of its own below, and what the log is not for: chats are private, pushes are no changes. */
const OTHERWISE = [
  'members.acceptInvitation',
  // Sessions stand in the log as keys: subjects/sessions.test.ts.
  'sessions.create',
  'sessions.preview',
  'sessions.link',
  'sessions.revoke',
  'files.upload',
  'agents.pushSessions',
  'agents.pushTelemetry',
  'notifications.markRead',
  'notifications.markAllRead',
  'chats.start',
  'chats.send',
  'chats.rename',
  'chats.archive',
  'chats.unarchive',
  'chats.delete',
  'turns.claim',
  'turns.heartbeat',
  'turns.reply',
  'turns.fail',
  'turns.release',
  // A claim moves the task as the agent's, whichever key of a host asks: core/src/claims tests it.
  'claims.next',
  'work.next',
  'claims.claim',
  'claims.heartbeat',
  'claims.release',
  'results.post',
  'results.review',
  'questions.ask',
  'questions.answer',
  'questions.withdraw',
  'inbox.answer',
  // Events tell of webhooks, and no activity does: core/src/webhooks tests it.
  'webhooks.create',
  'webhooks.update',
  'webhooks.delete',
  'webhooks.rotate',
  'webhooks.test',
  'webhooks.retry',
  'webhooks.replay',
];

test('every operation that changes something is looked at here', () => {
  const changing = operations.filter(({ method }) => method !== 'get').map(({ id }) => id);
  expect([...Object.keys(CHANGES), ...OTHERWISE].sort()).toEqual(changing.sort());
});

const short = ({ action, field, oldValue, newValue }: Entry): Short =>
  field === null ? [action] : [action, field, oldValue, newValue];

const everyChangeByEveryKey = Object.entries(CHANGES).flatMap(([id, row]) =>
  (row.by ?? PARTIES).map((who): [string, Who, Change] => [id, who, row]),
);

test.each(everyChangeByEveryKey)(
  '%s by the key %s leaves its entries, and who did it',
  async (_id, who, row) => {
    const { before = async () => ({}), change, entity, entries, title } = row;
    const there = await before(c);
    const earlier = there.id ? (await c.logOf(entity, there.id)).length : 0;
    const { status, body } = await change(c[who], there, c);
    expect(status).toBeLessThan(300);
    const log = await c.logOf(entity, row.id?.(there, body, c) ?? there.id);
    const added = log.slice(earlier);
    expect(added.map(short)).toEqual(typeof entries === 'function' ? entries(there, body) : entries);
    const { actorName, actorType, actorKeyOwner } = ACTORS[who];
    for (const entry of added) {
      expect(entry.title).toBe(title);
      expect(entry.actor).toEqual({
        id: c[who].id,
        name: actorName,
        type: actorType,
        keyOwner: actorKeyOwner,
      });
    }
  },
);

test.each(everyChangeByEveryKey.filter(([, who]) => who === 'agent'))(
  '%s that is refused by 404 or 400 leaves none',
  async (id) => {
    const counted = async () => (await c.admin.reads(`/agents/${c.agent.id}/activity`)).total;
    const before = await counted();
    const operation = operations.find((each) => each.id === id);
    const path = (operation?.path ?? '')
      .replace('/api/v1', '')
      .replace(/:\w+/g, '01ARZ3NDEKTSV4RRFFQ69G5FAV');
    const answer = await c.agent.request(operation?.method ?? 'get', path).send({});
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(await counted()).toBe(before);
  },
);

describe('the activity of a task', () => {
  test('shows each entry whole, newest first', async () => {
    const { id } = await c.person.creates('/tasks', { title: 'Plan' });
    c.clock.advance(1000);
    await c.actingAsAgent.does('patch', `/tasks/${id}`, { priority: 'p0' });
    const page = await c.admin.reads(`/tasks/${id}/activity`);
    expect(page).toStrictEqual({
      data: [
        {
          id: expect.any(String),
          ...ACTORS.actingAsAgent,
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
          ...ACTORS.person,
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

  test.each(PARTIES)('names the key %s as what it speaks as', async (who) => {
    const { id } = await c[who].creates('/tasks', { title: 'Plan' });
    const [entry] = (await c.admin.reads(`/tasks/${id}/activity`)).data;
    expect(entry).toMatchObject({ action: 'created', ...ACTORS[who] });
  });

  test('comes in pages, in its order also within a millisecond', async () => {
    const { id } = await c.admin.creates('/tasks', { title: '0' });
    for (let n = 1; n <= 30; n++) await c.admin.does('patch', `/tasks/${id}`, { title: `${n}` });
    const path = `/tasks/${id}/activity`;
    const first = await c.admin.reads(path);
    expect(first.data.map(({ newValue }: Body) => newValue)).toEqual(
      Array.from({ length: 25 }, (_, i) => `${30 - i}`),
    );
    await c.admin.does('patch', `/tasks/${id}`, { title: '31' });
    const rest = await c.admin.reads(path, { cursor: first.cursor });
    expect(rest.data.map(({ newValue }: Body) => newValue)).toEqual(['5', '4', '3', '2', '1', null]);
  });

  test('keeps the names as they were when it happened', async () => {
    const { id } = await c.person.creates('/tasks', { title: 'Plan' });
    await c.admin.does('patch', `/members/${c.person.id}`, { name: 'robert' });
    await c.admin.does('patch', `/tasks/${id}`, { title: 'Better plan' });
    const [, created] = (await c.admin.reads(`/tasks/${id}/activity`)).data;
    expect(created).toMatchObject({ actorName: 'bob', entityTitle: 'Plan' });
  });

  test('of another workspace or of none is 404', async () => {
    expect(outcome(await c.admin.get('/tasks/99/activity'))).toBe('404 NOT_FOUND');
  });
});

describe('the activity of an agent', () => {
  const activity = async (query = {}): Promise<Body> =>
    c.admin.reads(`/agents/${c.agent.id}/activity`, query);
  const told = (page: Body): string[] =>
    page.data.map((each: Body) => `${each.actorName} ${each.action} ${each.entityType} ${each.entityTitle}`);

  test('is what it did and what was done to it, newest first, with the total, and nothing else', async () => {
    const before = (await activity()).total;
    await c.agent.creates('/tasks', { title: 'By it' });
    await c.person.creates('/tasks', { title: 'Not by it', assignedTo: 'scout' });
    await c.admin.does('patch', `/agents/${c.agent.id}`, { title: 'Scribe' });
    await owl(c);
    await c.actingAsAgent.creates('/labels', { name: 'bug' });
    const page = await activity();
    expect(Object.keys(page)).toEqual(['data', 'cursor', 'hasMore', 'total']);
    expect(page.total).toBe(before + 3);
    expect(told(page).slice(0, 3)).toEqual([
      'scout created label bug',
      'ada updated agent scout',
      'scout created task By it',
    ]);
    expect(told(page).at(-1)).toBe('ada created agent scout');
  });

  test('comes in pages, each with the total', async () => {
    const before = (await activity()).total;
    for (let n = 0; n < 27; n++) await c.agent.creates('/labels', { name: `l${n}` });
    const first = await activity();
    expect([first.data.length, first.hasMore, first.total]).toEqual([25, true, before + 27]);
    const rest = await activity({ cursor: first.cursor });
    expect(rest.data.length).toBe(before + 2);
    expect(rest).toMatchObject({ cursor: null, hasMore: false, total: before + 27 });
    expect((await activity({ limit: 1 })).data).toHaveLength(1);
  });
});

describe('what leaves no entry', () => {
  test('reading', async () => {
    const { id } = await c.agent.creates('/tasks', { title: 'Plan' });
    const entries = async () => [
      (await c.admin.reads(`/tasks/${id}/activity`)).data.length,
      (await c.admin.reads(`/agents/${c.agent.id}/activity`)).total,
    ];
    const before = await entries();
    for (const { path, access, method } of operations) {
      if (method !== 'get' || path.includes('/chats') || access === 'no key') continue;
      await c.agent.get(path.replace('/api/v1', '').replace(':identifier', id).replace(':id', c.agent.id));
    }
    expect(await entries()).toEqual(before);
  });

  test('a change that changes nothing', async () => {
    const { id, title } = await c.agent.creates('/tasks', { title: 'Plan' });
    const before = await c.logOf('task', id);
    await c.agent.does('patch', `/tasks/${id}`, {});
    await c.agent.does('patch', `/tasks/${id}`, { title, priority: 'p2', tags: [] });
    await c.agent.does('post', `/tasks/${id}/unarchive`);
    await c.agent.put(`/tasks/${id}/subscription`);
    expect(await c.logOf('task', id)).toEqual(before);
  });

  test('a change that is refused', async () => {
    const { id } = await c.agent.creates('/tasks', { title: 'Plan' });
    const before = await c.logOf('task', id);
    for (const answer of [
      await c.agent.post(`/tasks/${id}/transition`, { to: 'done' }),
      await c.agent.patch(`/tasks/${id}`, { title: ' ' }),
      await c.agent.delete(`/tasks/${id}`),
      await c.agent.post(`/tasks/${id}/relations`, { type: 'blocks', taskNumber: 99 }),
    ]) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
    }
    expect(await c.logOf('task', id)).toEqual(before);
  });

  test('pushes, uploads, notifications, chats and turns', async () => {
    const total = async () => (await c.admin.reads(`/agents/${c.agent.id}/activity`)).total;
    const before = await total();
    await c.agent.put(`/agents/${c.agent.id}/sessions`, { sessions: [] });
    await c.agent.post(`/agents/${c.agent.id}/telemetry`, {
      status: 'idle',
      model: 'm',
      contextTokens: 1,
      contextLimit: 2,
      activeSessions: 0,
    });
    await upload(c.agent);
    await c.agent.post('/notifications/read-all');
    const { thread } = await startChat(c.person, c.agent.id);
    await answerNext(c.agent, c.agent.id);
    await c.person.does('post', `/chats/${thread.id}/archive`);
    expect(await total()).toBe(before);
  });
});

test('an accepted invitation leaves an entry of the key, by the person who accepted it', async () => {
  const { id, invitation } = await carl(c);
  const { secret: _secret, ...key } = (await c.admin.post('/invitations/accept', { code: invitation.code }))
    .body;
  expect(await c.logOf('key', key.id)).toEqual([
    {
      actor: { type: 'human', id, name: 'carl', keyOwner: null },
      action: 'created',
      title: key.name,
      field: null,
      oldValue: null,
      newValue: null,
    },
  ]);
});

test('labels that a task makes by createMissing leave entries of their own', async () => {
  await c.agent.creates('/tasks', { title: 'Plan', labels: ['new'], createMissing: true });
  const [{ id }] = (await c.admin.reads('/labels')).data;
  expect((await c.logOf('label', id)).map(({ actor, action }) => [actor.name, action])).toEqual([
    ['scout', 'created'],
  ]);
});

test('an acting key is seen through also when it acts as an admin', async () => {
  const grace = await c.admin.creates('/members', { name: 'grace', displayName: 'Grace', role: 'admin' });
  const key = { name: 'as grace', kind: 'acting', memberId: grace.id, scopes: ['full'] };
  const { secret } = await c.admin.creates('/keys', key);
  const answer = await c.admin
    .request('patch', `/members/${c.person.id}`)
    .set('Authorization', `Bearer ${secret}`)
    .send({ displayName: 'Robert' });
  const entry = (await c.logOf('member', answer.body.id)).at(-1);
  expect(entry?.actor).toEqual({ type: 'human', id: grace.id, name: 'grace', keyOwner: 'ada' });
});

test('long values are cut at 1,000 characters in the log alone', async () => {
  const { id } = await c.admin.creates('/tasks', { title: 'Plan', description: 'a'.repeat(1001) });
  await c.admin.does('patch', `/tasks/${id}`, { description: '🦉'.repeat(1001) });
  const [entry] = (await c.admin.reads(`/tasks/${id}/activity`)).data;
  expect([entry.oldValue, entry.newValue]).toEqual(['a'.repeat(1000), '🦉'.repeat(1000)]);
});
