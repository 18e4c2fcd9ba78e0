import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';

const NO_USAGE = { own: {}, tree: {} };

describe('creating a task', () => {
  test('a task with only a title gets the default values', async () => {
    expect(await w.admin.creates('/tasks', { title: 'Write the plan' })).toStrictEqual({
      budget: null,
      id: expect.any(String),
      taskNumber: 1,
      title: 'Write the plan',
      description: null,
      status: 'todo',
      priority: 'p2',
      assignedTo: null,
      project: null,
      tags: [],
      labels: [],
      externalId: null,
      metadata: {},
      parent: null,
      children: { total: 0, open: 0, done: 0, canceled: 0 },
      effort: null,
      dueDate: null,
      completedAt: null,
      archived: false,
      blocked: false,
      claim: null,
      waitingFor: null,
      notBefore: null,
      criteria: [],
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
  });

  test('a new task has all given fields, and so does the stored one', async () => {
    const project = await w.admin.creates('/projects', { title: 'Launch' });
    const label = await w.admin.creates('/labels', { name: 'bug', color: 'red' });
    const created = await w.admin.creates('/tasks', {
      title: 'Fix it',
      description: 'It is broken.\nBadly.',
      status: 'backlog',
      priority: 'p0',
      assignedTo: 'scout',
      projectId: project.id,
      tags: ['web', 'urgent'],
      labels: ['bug'],
      dueDate: Date.parse('2026-04-01T12:30:00.500Z'),
      effort: 'xl',
    });
    expect(created).toMatchObject({
      title: 'Fix it',
      description: 'It is broken.\nBadly.',
      status: 'backlog',
      priority: 'p0',
      assignedTo: 'scout',
      project: { id: project.id, title: 'Launch' },
      tags: ['web', 'urgent'],
      labels: [label],
      dueDate: '2026-04-01T12:30:00.500Z',
      effort: 'xl',
    });
    expect(await w.admin.reads('/tasks/1')).toStrictEqual({ ...created, relations: [], usage: NO_USAGE });
  });

  test('an invalid task is 400 with all invalid fields', async () => {
    const answer = await w.admin.post('/tasks', { title: 1, priority: 'p9', tags: 'web', dueDate: 'soon' });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(answer.body.error.fields).toStrictEqual({
      title: ['must be a string'],
      priority: ['must be one of p0, p1, p2, p3'],
      tags: ['must be an array'],
      dueDate: [
        'must be milliseconds since 1970, or an ISO 8601 date such as 2026-03-01 or 2026-03-01T09:00:00Z',
      ],
    });
  });
});

describe('labels on a task', () => {
  const labelNames = async (): Promise<string[]> =>
    (await w.admin.readsAll('/labels')).map((label: Body) => label.name);

  test('unknown labels are 400 UNKNOWN_LABELS, listed at error.fields.labels', async () => {
    await w.admin.creates('/labels', { name: 'bug' });
    for (const answer of [
      await w.admin.post('/tasks', { title: 'A', labels: ['bug', 'ui', 'Web'] }),
      await w.admin.post('/tasks', { title: 'A', labels: ['bug', 'ui', 'Web'], createMissing: false }),
    ]) {
      expect(outcome(answer)).toBe('400 UNKNOWN_LABELS');
      expect(answer.body.error.fields).toStrictEqual({ labels: ['ui', 'Web'] });
    }
    expect(await labelNames()).toEqual(['bug']);
    expect((await w.admin.reads('/tasks')).data).toEqual([]);
  });

  test('at most 20 unknown labels are listed', async () => {
    const labels = Array.from({ length: 30 }, (_, i) => `label ${i}`);
    const answer = await w.admin.post('/tasks', { title: 'A', labels });
    expect(answer.body.error.fields.labels).toEqual(labels.slice(0, 20));
  });
});

describe('reading a task', () => {
  test.each(['0', '2', '-1', '1.0', '99999999999999999999', 'abc', UNKNOWN])(
    'the task %s is 404',
    async (identifier) => {
      await w.admin.creates('/tasks', { title: 'A' });
      expect(outcome(await w.admin.get(`/tasks/${identifier}`))).toBe('404 NOT_FOUND');
    },
  );
});

describe('updating a task', () => {
  const FULL = {
    title: 'Fix it',
    description: 'It is broken',
    priority: 'p1',
    assignedTo: 'bob',
    tags: ['web'],
    dueDate: Date.parse('2026-04-01T00:00:00.000Z'),
    effort: 'm',
  };

  test.each(['done', 'todo', 'no such status', null, 7])(
    'status %p in a PATCH is 400, names the transition endpoint, and changes nothing',
    async (status) => {
      const before = await w.admin.creates('/tasks', FULL);
      const answer = await w.admin.patch('/tasks/1', { status, title: 'Changed' });
      expect(outcome(answer)).toBe('400 STATUS_NOT_PATCHABLE');
      expect(answer.body.error.message).toContain('/transition');
      expect(Object.keys(answer.body.error.fields)).toEqual(['status']);
      expect(await w.admin.reads('/tasks/1')).toStrictEqual({ ...before, relations: [], usage: NO_USAGE });
    },
  );
});

describe('archiving and deleting', () => {
  test('deleting an archived task returns its title, and the task is gone', async () => {
    const { id } = await w.admin.creates('/tasks', { title: 'Old plan' });
    await w.admin.does('post', '/tasks/1/archive');
    const answer = await w.admin.delete('/tasks/1');
    expect(answer.status).toBe(200);
    expect(answer.body).toStrictEqual({ success: true, title: 'Old plan' });
    for (const path of ['/tasks/1', `/tasks/${id}`]) {
      expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
    }
    expect((await w.admin.reads('/tasks', { archived: true })).data).toEqual([]);
    expect(outcome(await w.admin.delete('/tasks/1'))).toBe('404 NOT_FOUND');
  });

  test('an archived task can be read, changed and moved', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    await w.admin.does('post', '/tasks/1/archive');
    expect((await w.admin.does('patch', '/tasks/1', { title: 'B' })).archived).toBe(true);
    expect((await w.admin.does('post', '/tasks/1/transition', { to: 'waiting' })).status).toBe('waiting');
  });
});

describe('moving a task', () => {
  test('moving an unknown task is 404, whatever the target', async () => {
    expect(outcome(await w.admin.post('/tasks/99/transition', { to: 'todo' }))).toBe('404 NOT_FOUND');
  });

  test('a task is moved by its id with a reason', async () => {
    const { id } = await w.admin.creates('/tasks', { title: 'A' });
    const move = { to: 'waiting', reason: 'I need a person' };
    expect((await w.agent.post(`/tasks/${id}/transition`, move)).body).toMatchObject({
      id,
      status: 'waiting',
    });
    const [entry] = (await w.admin.reads(`/tasks/${id}/activity`)).data;
    expect(entry.reason).toBe('I need a person');
  });

  test('moving a blocked task is 422 TASK_BLOCKED with the open blockers', async () => {
    await w.admin.creates('/tasks', { title: 'Ship' });
    await w.admin.creates('/tasks', { title: 'Write the plan', status: 'waiting', assignedTo: 'bob' });
    await w.admin.creates('/tasks', { title: 'Old plan', status: 'done' });
    for (const taskNumber of [2, 3]) {
      await w.admin.creates('/tasks/1/relations', { type: 'blocked_by', taskNumber });
    }
    const answer = await w.agent.post('/tasks/1/transition', { to: 'in_progress' });
    expect(outcome(answer)).toBe('422 TASK_BLOCKED');
    expect(answer.body.error.blockers).toStrictEqual([
      { taskNumber: 2, title: 'Write the plan', status: 'waiting', assignedTo: 'bob' },
    ]);
  });

  test('an invalid move is 422 INVALID_TRANSITION with the valid ones', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    const answer = await w.agent.post('/tasks/1/transition', { to: 'done' });
    expect(outcome(answer)).toBe('422 INVALID_TRANSITION');
    expect(answer.body.error.validTransitions).toEqual(['backlog', 'in_progress', 'waiting', 'canceled']);
  });
});

describe('PUT /tasks/external/:source/:id', () => {
  const PATH = '/tasks/external/jira/ABC%2F1%3A%C3%A4';

  test('creates the task, then changes it', async () => {
    const first = await w.admin.put(PATH, { title: 'T', metadata: { team: 'blue' } });
    expect([first.status, first.body.externalId]).toEqual([201, { source: 'jira', id: 'ABC/1:ä' }]);
    const again = await w.admin.put(PATH, { priority: 'p0' });
    expect([again.status, again.body.id, again.body.priority]).toEqual([200, first.body.id, 'p0']);
    expect((await w.admin.reads('/tasks', { externalId: 'jira:ABC/1:ä' })).data).toHaveLength(1);
    expect((await w.admin.reads('/tasks', { 'metadata.team': 'blue' })).data).toHaveLength(1);
  });

  test('two at once create one task', async () => {
    const both = await Promise.all([w.admin.put(PATH, { title: 'T' }), w.admin.put(PATH, { title: 'T' })]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 201]);
  });

  test('honors If-Match and an idempotency key', async () => {
    const first = await w.admin.request('put', PATH).set('Idempotency-Key', 'k').send({ title: 'T' });
    const replay = await w.admin.request('put', PATH).set('Idempotency-Key', 'k').send({ title: 'T' });
    expect([replay.status, replay.body]).toEqual([201, first.body]);
    const ifMatch = (tag: string) => w.admin.request('put', PATH).set('If-Match', tag).send({ title: 'U' });
    expect(outcome(await ifMatch('"other"'))).toBe('412 PRECONDITION_FAILED');
    expect((await ifMatch(String(first.headers.etag))).body.title).toBe('U');
    const missing = w.admin.request('put', `${PATH}2`).set('If-Match', '*').send({ title: 'U' });
    expect(outcome(await missing)).toBe('412 PRECONDITION_FAILED');
  });
});

test('a budget is 400 with a name that every object has', async () => {
  const body = JSON.parse('{"title":"T","budget":{"__proto__":1}}');
  const answer = await w.admin.post('/tasks', body);
  expect([outcome(answer), Object.keys(answer.body.error.fields)]).toEqual([
    '400 VALIDATION_ERROR',
    ['budget'],
  ]);
});

describe('metadata', () => {
  test('is 400 with a key that every object has, in bodies and in filters', async () => {
    const body = JSON.parse('{"title":"T","metadata":{"__proto__":"x"}}');
    expect(outcome(await w.admin.post('/tasks', body))).toBe('400 VALIDATION_ERROR');
    expect(outcome(await w.admin.get('/tasks', { 'metadata.__proto__': 'x' }))).toBe('400 VALIDATION_ERROR');
    expect(outcome(await w.admin.get('/tasks', { metadata: 'x' }))).toBe('400 VALIDATION_ERROR');
  });
});
