import { outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { TaskStatus } from '../../tasks/status.ts';
import type { NewProject, Project } from '../project.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewProject> = {}) =>
  w.tandem.projects.create(w.admin, { title: 'Garden', ...input });
const get = (id: string) => w.tandem.projects.get(w.admin, id);
const addTask = (project: Project, status: TaskStatus = 'todo', title = 'A task') =>
  w.tandem.tasks.create(w.admin, { title, status, projectId: project.id });

const NONE = { total: 0, backlog: 0, todo: 0, in_progress: 0, waiting: 0, done: 0, canceled: 0 };

describe('creating a project', () => {
  test('a project with only a title gets the defaults, and taskCounts of zero', async () => {
    expect(await create({ title: ' Garden ' })).toStrictEqual({
      id: expect.any(String),
      externalId: null,
      title: 'Garden',
      description: null,
      status: 'planning',
      color: '#6B7280',
      targetDate: null,
      initiative: null,
      goal: null,
      taskCounts: NONE,
      archived: false,
      createdAt: START,
      updatedAt: START,
    });
  });

  test('a project keeps all given fields, and the case of its color', async () => {
    const initiative = await w.tandem.initiatives.create(w.admin, { name: 'Home' });
    const goal = await w.tandem.goals.create(w.admin, { title: 'Green' });
    const project = await create({
      description: 'All of it',
      status: 'blocked',
      color: '#aBcDeF',
      targetDate: START,
      initiativeId: initiative.id,
      goalId: goal.id,
    });
    expect(await get(project.id)).toMatchObject({
      description: 'All of it',
      status: 'blocked',
      color: '#aBcDeF',
      targetDate: START,
      initiative: { id: initiative.id, name: 'Home' },
      goal: { id: goal.id, title: 'Green' },
    });
  });

  test.each<[string, Partial<NewProject>, string]>([
    ['a blank title', { title: ' ' }, 'title'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
    ['a description of 100,001 characters', { description: 'x'.repeat(100_001) }, 'description'],
    ['a color that is not #RRGGBB', { color: 'red' }, 'color'],
    ['a date that is no date', { targetDate: 0.5 }, 'targetDate'],
    ['an unknown initiative', { initiativeId: 'none' }, 'initiativeId'],
    ['an unknown goal', { goalId: 'none' }, 'goalId'],
  ])('creating a project with %s is 400 with the field named', async (_what, input, field) => {
    expect(Object.keys((await refusal(() => create(input))).fields ?? {})).toStrictEqual([field]);
  });

  test('a project in the initiative or for the goal of another workspace is 400', async () => {
    const initiative = await w.tandem.initiatives.create(w.other.admin, { name: 'Theirs' });
    const goal = await w.tandem.goals.create(w.other.admin, { title: 'Theirs' });
    expect(await outcome(() => create({ initiativeId: initiative.id }))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => create({ goalId: goal.id }))).toBe('VALIDATION_ERROR');
  });
});

describe('taskCounts', () => {
  test('taskCounts count the unarchived tasks of each status', async () => {
    const project = await create();
    const statuses: TaskStatus[] = ['backlog', 'todo', 'todo', 'in_progress', 'waiting', 'done', 'canceled'];
    for (const status of statuses) await addTask(project, status);
    await addTask(project);
    await w.tandem.tasks.archive(w.admin, 8);
    const counts = { total: 7, backlog: 1, todo: 2, in_progress: 1, waiting: 1, done: 1, canceled: 1 };
    expect((await get(project.id)).taskCounts).toStrictEqual(counts);
    expect((await w.tandem.projects.list(w.admin, {})).items[0]?.taskCounts).toStrictEqual(counts);
  });

  test('taskCounts follow a task that moves, leaves, returns, is archived or deleted', async () => {
    const project = await create();
    const counts = async () => {
      const { total, todo, in_progress } = (await get(project.id)).taskCounts;
      return [total, todo, in_progress];
    };
    await addTask(project);
    expect(await counts()).toStrictEqual([1, 1, 0]);
    await w.tandem.tasks.transition(w.admin, 1, { to: 'in_progress' });
    expect(await counts()).toStrictEqual([1, 0, 1]);
    await w.tandem.tasks.update(w.admin, 1, { projectId: null });
    expect(await counts()).toStrictEqual([0, 0, 0]);
    await w.tandem.tasks.update(w.admin, 1, { projectId: project.id });
    expect(await counts()).toStrictEqual([1, 0, 1]);
    await w.tandem.tasks.archive(w.admin, 1);
    expect(await counts()).toStrictEqual([0, 0, 0]);
    await w.tandem.tasks.unarchive(w.admin, 1);
    expect(await counts()).toStrictEqual([1, 0, 1]);
    await w.tandem.tasks.archive(w.admin, 1);
    await w.tandem.tasks.delete(w.admin, 1);
    expect(await counts()).toStrictEqual([0, 0, 0]);
  });
});

describe('updating a project', () => {
  test('updating a project changes only the given fields, any status to any other', async () => {
    const before = await create({ description: 'All of it', targetDate: 1 });
    w.time.advance(5);
    const after = await w.tandem.projects.update(w.admin, before.id, { status: 'complete' });
    expect(after).toStrictEqual({ ...before, status: 'complete', updatedAt: START + 5 });
    expect((await w.tandem.projects.update(w.admin, before.id, { status: 'not_started' })).status).toBe(
      'not_started',
    );
  });

  test('null clears targetDate, initiative and goal of a project', async () => {
    const initiative = await w.tandem.initiatives.create(w.admin, { name: 'Home' });
    const goal = await w.tandem.goals.create(w.admin, { title: 'Green' });
    const { id } = await create({ targetDate: 1, initiativeId: initiative.id, goalId: goal.id });
    const change = { targetDate: null, initiativeId: null, goalId: null };
    expect(await w.tandem.projects.update(w.admin, id, change)).toMatchObject({
      targetDate: null,
      initiative: null,
      goal: null,
    });
  });

  test('a refused update of a project changes nothing', async () => {
    const { id } = await create();
    const change = { title: 'New', initiativeId: 'none' };
    expect(await outcome(() => w.tandem.projects.update(w.admin, id, change))).toBe('VALIDATION_ERROR');
    expect((await get(id)).title).toBe('Garden');
  });
});

describe('the list of projects', () => {
  const titles = async (query: Parameters<typeof w.tandem.projects.list>[1] = {}) =>
    (await w.tandem.projects.list(w.admin, query)).items.map(({ title }) => title);

  test('the list of projects is newest first, without archived ones', async () => {
    for (const title of ['one', 'two', 'three']) await create({ title });
    const [, two] = (await w.tandem.projects.list(w.admin, {})).items;
    await w.tandem.projects.archive(w.admin, two?.id ?? '');
    expect(await titles()).toStrictEqual(['three', 'one']);
    await w.tandem.projects.unarchive(w.admin, two?.id ?? '');
    expect(await titles()).toStrictEqual(['three', 'two', 'one']);
  });

  test('the list of projects is filtered by status and initiative', async () => {
    const initiative = await w.tandem.initiatives.create(w.admin, { name: 'Home' });
    await create({ title: 'one', initiativeId: initiative.id });
    await create({ title: 'two', initiativeId: initiative.id, status: 'complete' });
    await create({ title: 'three', status: 'complete' });
    expect(await titles({ status: 'complete' })).toStrictEqual(['three', 'two']);
    expect(await titles({ initiativeId: initiative.id })).toStrictEqual(['two', 'one']);
    expect(await titles({ initiativeId: initiative.id, status: 'complete' })).toStrictEqual(['two']);
    expect(await titles({ initiativeId: 'none' })).toStrictEqual([]);
  });

  test('the list of projects has 25 items by default and no total', async () => {
    for (let i = 0; i < 26; i++) await create();
    const page = await w.tandem.projects.list(w.admin, {});
    expect([page.items.length, 'total' in page, page.next === null]).toStrictEqual([25, false, false]);
  });
});

describe('the tasks of a project', () => {
  test('the tasks of a project are newest first, unarchived, filtered by status and priority', async () => {
    const project = await create();
    await addTask(project, 'todo', 'one');
    await addTask(project, 'waiting', 'two');
    await addTask(project, 'todo', 'three');
    await w.tandem.tasks.create(w.admin, { title: 'elsewhere' });
    await w.tandem.tasks.update(w.admin, 1, { priority: 'p0' });
    const titles = async (query = {}) =>
      (await w.tandem.projects.tasks(w.admin, project.id, query)).items.map(({ title }) => title);
    expect(await titles()).toStrictEqual(['three', 'two', 'one']);
    expect(await titles({ status: ['todo'] })).toStrictEqual(['three', 'one']);
    expect(await titles({ status: ['todo', 'waiting'], priority: ['p0'] })).toStrictEqual(['one']);
    await w.tandem.tasks.archive(w.admin, 3);
    expect(await titles()).toStrictEqual(['two', 'one']);
  });

  test('deleting a project keeps its tasks', async () => {
    const project = await create();
    await addTask(project, 'done');
    await w.tandem.projects.delete(w.admin, project.id);
    expect((await w.tandem.tasks.get(w.admin, 1)).project).toBeNull();
    expect(await outcome(() => get(project.id))).toBe('NOT_FOUND');
  });

  test("tasks show the project's new title", async () => {
    const project = await create();
    await addTask(project);
    await w.tandem.projects.update(w.admin, project.id, { title: 'Park' });
    expect((await w.tandem.tasks.get(w.admin, 1)).project?.title).toBe('Park');
  });
});

test('archiving and unarchiving a project are repeatable and return it', async () => {
  const { id } = await create();
  const archived = await w.tandem.projects.archive(w.admin, id);
  expect(archived.archived).toBe(true);
  w.time.advance(5);
  expect(await w.tandem.projects.archive(w.admin, id)).toStrictEqual(archived);
  expect((await w.tandem.projects.unarchive(w.admin, id)).archived).toBe(false);
  expect((await w.tandem.projects.unarchive(w.admin, id)).archived).toBe(false);
});

test('a project that is unknown or of another workspace is 404 for every operation', async () => {
  const theirs = await w.tandem.projects.create(w.other.admin, { title: 'Theirs' });
  const { projects } = w.tandem;
  for (const id of ['none', theirs.id]) {
    const operations = [
      () => projects.get(w.admin, id),
      () => projects.update(w.admin, id, { title: 'x' }),
      () => projects.archive(w.admin, id),
      () => projects.unarchive(w.admin, id),
      () => projects.delete(w.admin, id),
      () => projects.tasks(w.admin, id, {}),
    ];
    for (const operation of operations) expect(await outcome(operation)).toBe('NOT_FOUND');
  }
});
