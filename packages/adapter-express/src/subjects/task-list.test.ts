import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;

const numbers = async (query: Record<string, string | boolean | string[]> = {}): Promise<number[]> =>
  (await w.admin.reads('/tasks', query)).data.map((task: Body) => task.taskNumber);

describe('the task list', () => {
  beforeEach(async () => {
    w = await world();
  });

  test('an empty list of tasks has no total', async () => {
    expect(await w.admin.reads('/tasks')).toStrictEqual({ data: [], cursor: null, hasMore: false });
  });

  test('items of the list of tasks have all fields except relations and criteria', async () => {
    const { criteria, ...task } = await w.admin.creates('/tasks', {
      title: 'A',
      description: 'Long',
      assignedTo: 'bob',
    });
    await w.admin.creates('/tasks', { title: 'B' });
    await w.admin.creates('/tasks/1/relations', { type: 'blocked_by', taskNumber: 2 });
    const [, item] = (await w.admin.reads('/tasks')).data;
    expect(item).toStrictEqual({ ...task, blocked: true });
  });
});

test('tasks are filtered by the day on which they are due, in UTC', async () => {
  w = await world();
  const today = Math.floor(w.clock.now() / 86_400_000) * 86_400_000;
  const due = (days: number, body: object = {}) =>
    w.admin.creates('/tasks', { title: 'A', dueDate: today + days * 86_400_000, ...body });
  await due(-1);
  await due(0);
  await due(6);
  await due(7);
  await due(-3, { status: 'done' });
  await w.admin.creates('/tasks', { title: 'A' });
  expect(await numbers({ due: 'overdue' })).toEqual([1]);
  expect(await numbers({ due: 'week', sort: 'due' })).toEqual([2, 3]);
  expect(await numbers({ due: 'none', sort: 'due' })).toEqual([6]);
  expect(await numbers({ due: 'overdue', status: 'done' })).toEqual([]);
  const both = await w.admin.get('/tasks', { due: 'week', dueBefore: '0' });
  expect([outcome(both), Object.keys(both.body.error.fields)]).toEqual(['400 VALIDATION_ERROR', ['due']]);
});

describe('its filters', () => {
  let project: Body;

  beforeAll(async () => {
    w = await world();
    project = await w.admin.creates('/projects', { title: 'Launch' });
    await w.admin.creates('/labels', { name: 'Straße' });
    const make = (by: 'admin' | 'person' | 'agent' | 'service', body: object) =>
      w[by].creates('/tasks', { title: 'A', ...body });
    await make('admin', {
      description: 'A Leak in the roof',
      status: 'backlog',
      priority: 'p0',
      effort: 'xs',
      assignedTo: 'bob',
      tags: ['web'],
    });
    await make('person', {
      status: 'todo',
      priority: 'p1',
      effort: 's',
      assignedTo: 'scout',
      tags: ['api', 'web'],
    });
    await make('agent', { status: 'in_progress', priority: 'p2', projectId: project.id, tags: ['ci'] });
    await make('service', {
      description: 'The roof has a leak',
      status: 'waiting',
      priority: 'p3',
      effort: 'l',
      labels: ['STRAßE'],
    });
    await make('admin', {
      status: 'done',
      priority: 'p0',
      effort: 'xl',
      projectId: project.id,
      tags: ['Web'],
    });
    await make('admin', { status: 'canceled', assignedTo: 'bob', tags: ['web'] });
    await w.admin.does('post', '/tasks/6/archive');
  });

  test.each<[string, Record<string, string | string[]>, number[]]>([
    ['several labels', { label: ['straße', 'none, such'] }, [4]],
    ['all of several labels', { label: ['straße', 'none, such'], labelMode: 'all' }, []],
    ['words', { q: 'a leák' }, [4, 1]],
    ['words, sorted', { q: 'leak roof', sort: 'priority', order: 'asc' }, [1, 4]],
    ['words and a status', { q: 'roof', status: 'todo,waiting' }, [4]],
    ['readiness', { ready: 'true' }, [2]],
    ['what it waits for', { waitingFor: 'other,review' }, [4]],
    ['a time', { createdSince: '2000-01-01', updatedSince: '0' }, [5, 4, 3, 2, 1]],
    ['a time that none has', { dueBefore: '2100-01-01T00:00:00Z' }, []],
    ['blocked=false', { blocked: 'false', hasClaim: 'false' }, [5, 4, 3, 2, 1]],
    ['several statuses', { status: 'done,backlog' }, [5, 1]],
    ['several statuses with spaces around the commas', { status: 'done, backlog' }, [5, 1]],
    ['unassigned', { assigned: 'unassigned' }, [5, 4, 3]],
    ['unassigned or a member', { assigned: ['unassigned', 'scout'], projectId: 'none' }, [4, 2]],
    ['any of several tags', { tags: 'ci,web' }, [3, 2, 1]],
    ['a label in any case', { label: 'straße' }, [4]],
    ['archived=true', { archived: 'true' }, [6, 5, 4, 3, 2, 1]],
    ['archived=false', { archived: 'false' }, [5, 4, 3, 2, 1]],
    [
      'all filters at once',
      {
        status: 'todo',
        priority: 'p1',
        effort: 's',
        assigned: 'scout',
        tags: 'web',
        createdBy: 'bob',
        archived: 'true',
      },
      [2],
    ],
  ])('the list of tasks is filtered by %s', async (_what, query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test.each<[Record<string, string>, number[]]>([
    [{ sort: 'created', order: 'asc' }, [1, 2, 3, 4, 5]],
    [{ sort: 'priority' }, [1, 5, 2, 3, 4]],
    [{ sort: 'priority', order: 'desc' }, [4, 3, 2, 5, 1]],
    [{ sort: 'completed' }, [5, 4, 3, 2, 1]],
    [{ sort: 'completed', order: 'asc', status: 'todo,done' }, [5, 2]],
    [{ sort: 'due', tags: 'web', archived: 'true' }, [1, 2, 6]],
  ])('the list of tasks is sorted by %j', async (query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test('a cursor continues only the sort and order that it was issued for', async () => {
    const { cursor } = await w.admin.reads('/tasks', { sort: 'priority', limit: 2 });
    expect(await numbers({ sort: 'priority', cursor })).toEqual([2, 3, 4]);
    for (const query of [{}, { sort: 'updated' }, { sort: 'priority', order: 'desc' }]) {
      expect(outcome(await w.admin.get('/tasks', { ...query, cursor }))).toBe('400 INVALID_CURSOR');
    }
  });

  test('the list of tasks is filtered by a project', async () => {
    expect(await numbers({ projectId: project.id })).toEqual([5, 3]);
  });

  test.each([
    ['status', 'finished'],
    ['status', 'todo,finished'],
    ['status', ''],
    ['priority', 'p4'],
    ['priority', 'p0,P1'],
    ['effort', 'huge'],
    ['archived', 'maybe'],
    ['ready', ''],
    ['project', 'any'],
    ['labelMode', 'some'],
    ['sort', 'title'],
    ['order', 'down'],
    ['waitingFor', 'review,godot'],
  ])('the filter %s=%s is 400 with the valid values, and without the given one', async (field, value) => {
    const answer = await w.admin.get('/tasks', { [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect(answer.body.error.fields[field][0]).toMatch(/^must be one of /);
    if (value) expect(JSON.stringify(answer.body.error.fields)).not.toMatch(/finished|p4|P1|huge|maybe/);
  });

  test.each(['', ' ', '?!', 'x'.repeat(501)])('words that no search accepts are 400: q=%j', async (q) => {
    const answer = await w.admin.get('/tasks', { q });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['q']);
    expect(outcome(await w.admin.post('/views', { name: 'V', query: { filters: { q } } }))).toBe(
      '400 VALIDATION_ERROR',
    );
  });

  test('a repeated filter is 400', async () => {
    expect(outcome(await w.admin.get('/tasks?status=todo&status=done'))).toBe('400 VALIDATION_ERROR');
  });
});
