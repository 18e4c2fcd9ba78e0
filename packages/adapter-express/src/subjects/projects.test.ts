import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const STATUSES = ['not_started', 'planning', 'in_progress', 'blocked', 'complete', 'canceled'];
const NO_TASKS = { total: 0, backlog: 0, todo: 0, in_progress: 0, waiting: 0, done: 0, canceled: 0 };

const titles = (page: Body): string[] => page.data.map((item: Body) => item.title);
const create = (body: object = {}): Promise<Body> =>
  w.admin.creates('/projects', { title: 'Launch', ...body });

describe('creating a project', () => {
  test('a title is enough; taskCounts are all zero and the rest has its default', async () => {
    const project = await create();
    expect(project).toStrictEqual({
      id: expect.any(String),
      title: 'Launch',
      description: null,
      status: 'planning',
      color: '#6B7280',
      targetDate: null,
      initiative: null,
      goal: null,
      taskCounts: NO_TASKS,
      archived: false,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
    expect(await w.admin.reads(`/projects/${project.id}`)).toStrictEqual(project);
  });

  test('every field that it takes is in the answer', async () => {
    const initiative = await w.admin.creates('/initiatives', { name: 'Growth' });
    const goal = await w.admin.creates('/goals', { title: 'A thousand users' });
    expect(
      await create({
        title: '  Big launch ',
        description: 'Everything',
        status: 'blocked',
        color: '#aBcDeF',
        targetDate: 0,
        initiativeId: initiative.id,
        goalId: goal.id,
      }),
    ).toMatchObject({
      title: 'Big launch',
      description: 'Everything',
      status: 'blocked',
      color: '#aBcDeF',
      targetDate: '1970-01-01T00:00:00.000Z',
      initiative: { id: initiative.id, name: 'Growth' },
      goal: { id: goal.id, title: 'A thousand users' },
    });
  });

  test.each(STATUSES)('takes the status %s', async (status) => {
    expect((await create({ status })).status).toBe(status);
  });

  test.each<[string, unknown]>([
    ['title', ''],
    ['title', '  '],
    ['title', 'x'.repeat(501)],
    ['title', null],
    ['description', '🦉'.repeat(100_001)],
    ['status', 'done'],
    ['color', '#FFF'],
    ['color', 'red'],
    ['color', '6B7280'],
    ['color', '#6B728G'],
    ['color', '#6B7280\n'],
    ['targetDate', 1.5],
    ['targetDate', 8.64e15 + 1],
    ['targetDate', 'soon'],
    ['initiativeId', UNKNOWN],
    ['goalId', UNKNOWN],
  ])('a wrong %s is 400 at that field', async (field, value) => {
    const answer = await w.admin.post('/projects', { title: 'Launch', [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect((await w.admin.reads('/projects')).data).toEqual([]);
  });

  test('an initiative or goal of another workspace is 400, as one that does not exist', async () => {
    const initiative = await w.other.admin.creates('/initiatives', { name: 'Theirs' });
    const goal = await w.other.admin.creates('/goals', { title: 'Theirs' });
    expect(outcome(await w.admin.post('/projects', { title: 'A', initiativeId: initiative.id }))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect(outcome(await w.admin.post('/projects', { title: 'A', goalId: goal.id }))).toBe(
      '400 VALIDATION_ERROR',
    );
  });
});

describe('taskCounts', () => {
  const counts = async (id: string): Promise<Body> => (await w.admin.reads(`/projects/${id}`)).taskCounts;

  test('count the tasks of each status, and follow every move', async () => {
    const { id } = await create();
    for (const status of ['backlog', 'todo', 'todo', 'in_progress', 'waiting', 'done', 'canceled']) {
      await w.admin.creates('/tasks', { title: 'A', status, projectId: id });
    }
    const expected = { total: 7, backlog: 1, todo: 2, in_progress: 1, waiting: 1, done: 1, canceled: 1 };
    expect(await counts(id)).toEqual(expected);
    expect((await w.admin.reads('/projects')).data[0].taskCounts).toEqual(expected);

    await w.admin.does('post', '/tasks/4/transition', { to: 'done' });
    expect(await counts(id)).toEqual({ ...expected, in_progress: 0, done: 2 });
  });

  test('leave out archived and deleted tasks, and follow tasks to another project', async () => {
    const { id } = await create();
    const { id: second } = await create({ title: 'Second' });
    for (let i = 0; i < 3; i++) await w.admin.creates('/tasks', { title: 'A', projectId: id });

    await w.admin.does('post', '/tasks/1/archive');
    expect(await counts(id)).toMatchObject({ total: 2, todo: 2 });
    await w.admin.does('post', '/tasks/1/unarchive');
    expect(await counts(id)).toMatchObject({ total: 3, todo: 3 });

    await w.admin.does('patch', '/tasks/2', { projectId: second });
    expect(await counts(id)).toMatchObject({ total: 2, todo: 2 });
    expect(await counts(second)).toMatchObject({ total: 1, todo: 1 });

    await w.admin.does('patch', '/tasks/3', { projectId: null });
    await w.admin.does('post', '/tasks/1/archive');
    await w.admin.delete('/tasks/1');
    expect(await counts(id)).toEqual(NO_TASKS);
  });

  test('of an archived task that moves or changes project stay right', async () => {
    const { id } = await create();
    await w.admin.creates('/tasks', { title: 'A', projectId: id });
    await w.admin.does('post', '/tasks/1/archive');
    await w.admin.does('post', '/tasks/1/transition', { to: 'waiting' });
    expect(await counts(id)).toEqual(NO_TASKS);
    await w.admin.does('post', '/tasks/1/unarchive');
    expect(await counts(id)).toEqual({ ...NO_TASKS, total: 1, waiting: 1 });
  });
});

describe('the project list', () => {
  test('is newest first, and without a total', async () => {
    for (const title of ['One', 'Two', 'Three']) await create({ title });
    const page = await w.admin.reads('/projects');
    expect(titles(page)).toEqual(['Three', 'Two', 'One']);
    expect(Object.keys(page).sort()).toEqual(['cursor', 'data', 'hasMore']);
  });

  test('leaves archived projects out', async () => {
    const { id } = await create({ title: 'Old' });
    await create({ title: 'New' });
    await w.admin.does('post', `/projects/${id}/archive`);
    expect(titles(await w.admin.reads('/projects'))).toEqual(['New']);
    await w.admin.does('post', `/projects/${id}/unarchive`);
    expect(titles(await w.admin.reads('/projects'))).toEqual(['New', 'Old']);
  });

  test('is filtered by status and initiative', async () => {
    const initiative = await w.admin.creates('/initiatives', { name: 'Growth' });
    await create({ title: 'One', status: 'blocked' });
    await create({ title: 'Two', initiativeId: initiative.id });
    await create({ title: 'Three', status: 'blocked', initiativeId: initiative.id });
    const found = async (query: Record<string, string>) => titles(await w.admin.reads('/projects', query));
    expect(await found({ status: 'blocked' })).toEqual(['Three', 'One']);
    expect(await found({ initiativeId: initiative.id })).toEqual(['Three', 'Two']);
    expect(await found({ status: 'blocked', initiativeId: initiative.id })).toEqual(['Three']);
    expect(await found({ initiativeId: UNKNOWN })).toEqual([]);
    expect(outcome(await w.admin.get('/projects', { status: 'done' }))).toBe('400 VALIDATION_ERROR');
  });
});

describe('updating a project', () => {
  test('answers the whole project, and changes only the given fields', async () => {
    const initiative = await w.admin.creates('/initiatives', { name: 'Growth' });
    const goal = await w.admin.creates('/goals', { title: 'Users' });
    let expected = await create({ description: 'Before', targetDate: 0 });
    const changes: [Body, Body][] = [
      [{ title: 'Start' }, { title: 'Start' }],
      [{ description: 'After' }, { description: 'After' }],
      [{ status: 'complete' }, { status: 'complete' }],
      [{ color: '#000000' }, { color: '#000000' }],
      [{ targetDate: 1000 }, { targetDate: '1970-01-01T00:00:01.000Z' }],
      [{ initiativeId: initiative.id }, { initiative: { id: initiative.id, name: 'Growth' } }],
      [{ goalId: goal.id }, { goal: { id: goal.id, title: 'Users' } }],
      [{ targetDate: null }, { targetDate: null }],
      [{ initiativeId: null }, { initiative: null }],
      [{ goalId: null }, { goal: null }],
    ];
    for (const [change, shown] of changes) {
      w.clock.advance(1000);
      expected = { ...expected, ...shown, updatedAt: new Date(w.clock.now()).toISOString() };
      expect(await w.admin.does('patch', `/projects/${expected.id}`, change)).toStrictEqual(expected);
    }
    expect(await w.admin.reads(`/projects/${expected.id}`)).toStrictEqual(expected);
  });

  test('its status may be set to any from any', async () => {
    const { id } = await create();
    for (const status of [...STATUSES, ...STATUSES.toReversed()]) {
      expect((await w.admin.does('patch', `/projects/${id}`, { status })).status).toBe(status);
    }
  });

  test.each<[string, unknown]>([
    ['title', ' '],
    ['title', null],
    ['status', null],
    ['status', 'done'],
    ['color', null],
    ['color', '#12345'],
    ['targetDate', -0.5],
    ['initiativeId', UNKNOWN],
    ['goalId', UNKNOWN],
  ])('a wrong %s is 400 at that field, and nothing of the body is kept', async (field, value) => {
    const before = await create();
    const good = field === 'title' ? { status: 'complete' } : { title: 'Changed' };
    const answer = await w.admin.patch(`/projects/${before.id}`, { ...good, [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect(await w.admin.reads(`/projects/${before.id}`)).toStrictEqual(before);
  });

  test('a new title shows on its tasks', async () => {
    const { id } = await create();
    await w.admin.creates('/tasks', { title: 'A', projectId: id });
    await w.admin.does('patch', `/projects/${id}`, { title: 'Start' });
    expect((await w.admin.reads('/tasks/1')).project).toStrictEqual({ id, title: 'Start' });
  });
});

describe('archiving and deleting a project', () => {
  test('archive and unarchive answer the project, and can be repeated', async () => {
    const project = await create();
    for (const [verb, archived] of [
      ['archive', true],
      ['archive', true],
      ['unarchive', false],
      ['unarchive', false],
    ] as const) {
      expect(await w.admin.does('post', `/projects/${project.id}/${verb}`)).toStrictEqual({
        ...project,
        archived,
      });
    }
  });

  test('an archived project can be read, and its tasks too', async () => {
    const { id } = await create();
    await w.admin.creates('/tasks', { title: 'A', projectId: id });
    await w.admin.does('post', `/projects/${id}/archive`);
    expect((await w.admin.reads(`/projects/${id}`)).archived).toBe(true);
    expect(titles(await w.admin.reads(`/projects/${id}/tasks`))).toEqual(['A']);
  });

  test('deleting it answers success; its tasks are kept, archived ones too, in no project', async () => {
    const { id } = await create();
    await w.admin.creates('/tasks', { title: 'A', projectId: id });
    await w.admin.creates('/tasks', { title: 'B', projectId: id });
    await w.admin.does('post', '/tasks/2/archive');
    const answer = await w.admin.delete(`/projects/${id}`);
    expect([answer.status, answer.body]).toStrictEqual([200, { success: true }]);
    for (const task of [1, 2]) expect((await w.admin.reads(`/tasks/${task}`)).project).toBeNull();
    expect((await w.admin.reads('/tasks', { projectId: id })).data).toEqual([]);
    for (const path of [`/projects/${id}`, `/projects/${id}/tasks`]) {
      expect(outcome(await w.admin.get(path))).toBe('404 NOT_FOUND');
    }
    expect(outcome(await w.admin.delete(`/projects/${id}`))).toBe('404 NOT_FOUND');
  });
});

describe('the tasks of a project', () => {
  test('have exactly the fields of the short form', async () => {
    const { id } = await create();
    const task = await w.admin.creates('/tasks', {
      title: 'A',
      description: 'Long',
      projectId: id,
      labels: ['bug'],
      createMissing: true,
      tags: ['web'],
    });
    const { description, project, labels, archived, blocked, criteria, ...short } = task;
    expect(await w.admin.reads(`/projects/${id}/tasks`)).toStrictEqual({
      data: [short],
      cursor: null,
      hasMore: false,
    });
    expect(Object.keys(short).sort()).toEqual([
      'assignedTo',
      'claim',
      'completedAt',
      'createdAt',
      'dueDate',
      'effort',
      'id',
      'notBefore',
      'priority',
      'status',
      'tags',
      'taskNumber',
      'title',
      'updatedAt',
      'waitingFor',
    ]);
  });

  test('are newest first, of this project alone, filtered by status and priority, page by page', async () => {
    const { id } = await create();
    await w.admin.creates('/tasks', { title: 'Elsewhere' });
    for (const [title, status, priority] of [
      ['One', 'todo', 'p0'],
      ['Two', 'done', 'p1'],
      ['Three', 'backlog', 'p0'],
      ['Four', 'todo', 'p3'],
    ]) {
      await w.admin.creates('/tasks', { title, status, priority, projectId: id });
    }
    const found = async (query: Record<string, string | number>) =>
      titles(await w.admin.reads(`/projects/${id}/tasks`, query));
    expect(await found({})).toEqual(['Four', 'Three', 'Two', 'One']);
    expect(await found({ status: 'todo,done' })).toEqual(['Four', 'Two', 'One']);
    expect(await found({ priority: 'p0,p1' })).toEqual(['Three', 'Two', 'One']);
    expect(await found({ status: 'todo', priority: 'p0' })).toEqual(['One']);
    expect(outcome(await w.admin.get(`/projects/${id}/tasks`, { status: 'no' }))).toBe(
      '400 VALIDATION_ERROR',
    );
    expect(outcome(await w.admin.get(`/projects/${id}/tasks`, { priority: 'p7' }))).toBe(
      '400 VALIDATION_ERROR',
    );

    const first = await w.admin.reads(`/projects/${id}/tasks`, { limit: 3 });
    const second = await w.admin.reads(`/projects/${id}/tasks`, { limit: 3, cursor: first.cursor });
    expect([...titles(first), ...titles(second)]).toEqual(['Four', 'Three', 'Two', 'One']);
  });
});
