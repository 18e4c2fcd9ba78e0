import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const NO_TASKS = { total: 0, backlog: 0, todo: 0, in_progress: 0, waiting: 0, done: 0, canceled: 0 };

const titles = (page: Body): string[] => page.data.map((item: Body) => item.title);
const create = (body: object = {}): Promise<Body> =>
  w.admin.creates('/projects', { title: 'Launch', ...body });

describe('creating a project', () => {
  test('a project with only a title gets the default values', async () => {
    const project = await create();
    expect(project).toStrictEqual({
      id: expect.any(String),
      title: 'Launch',
      description: null,
      status: 'planning',
      color: '#6B7280',
      targetDate: null,
      initiative: null,
      externalId: null,
      goal: null,
      taskCounts: NO_TASKS,
      archived: false,
      createdAt: '2026-03-01T09:00:00.000Z',
      updatedAt: '2026-03-01T09:00:00.000Z',
    });
    expect(await w.admin.reads(`/projects/${project.id}`)).toStrictEqual(project);
  });

  test('a new project has all given fields', async () => {
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
});

describe('taskCounts', () => {
  const counts = async (id: string): Promise<Body> => (await w.admin.reads(`/projects/${id}`)).taskCounts;

  test('taskCounts stay correct when an archived task moves or changes its project', async () => {
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
  test('the list of projects is filtered by status and initiative', async () => {
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

describe('the tasks of a project', () => {
  test('the tasks of a project have the short form', async () => {
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
      'budget',
      'children',
      'claim',
      'completedAt',
      'createdAt',
      'dueDate',
      'effort',
      'externalId',
      'id',
      'metadata',
      'notBefore',
      'parent',
      'priority',
      'status',
      'tags',
      'taskNumber',
      'title',
      'updatedAt',
      'waitingFor',
    ]);
  });

  test('the tasks of a project are newest first, paged, and filtered by status and priority', async () => {
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
