import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;

const numbers = async (query: Record<string, string | boolean> = {}): Promise<number[]> =>
  (await w.admin.reads('/tasks', query)).data.map((task: Body) => task.taskNumber);

describe('the task list', () => {
  beforeEach(async () => {
    w = await world();
  });

  test('an empty one is a page of nothing, without a total', async () => {
    expect(await w.admin.reads('/tasks')).toStrictEqual({ data: [], cursor: null, hasMore: false });
  });

  test('items carry all task fields but relations and criteria', async () => {
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

  test('is newest first, also for tasks made in the same millisecond', async () => {
    for (let i = 0; i < 12; i++) await w.admin.creates('/tasks', { title: 'A' });
    expect(await numbers()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('a task that was changed keeps its place', async () => {
    for (let i = 0; i < 3; i++) await w.admin.creates('/tasks', { title: 'A' });
    w.clock.advance(1000);
    await w.admin.does('patch', '/tasks/1', { title: 'B' });
    expect(await numbers()).toEqual([3, 2, 1]);
  });

  test('shows only the own workspace', async () => {
    await w.other.admin.creates('/tasks', { title: 'Theirs' });
    expect(await numbers()).toEqual([]);
  });
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
    await make('service', { status: 'waiting', priority: 'p3', effort: 'l', labels: ['STRAßE'] });
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

  test.each<[string, Record<string, string>, number[]]>([
    ['one status', { status: 'todo' }, [2]],
    ['several statuses, separated by commas', { status: 'done,backlog' }, [5, 1]],
    ['several statuses with blanks around the commas', { status: 'done, backlog' }, [5, 1]],
    ['one priority', { priority: 'p0' }, [5, 1]],
    ['several priorities', { priority: 'p1,p3' }, [4, 2]],
    ['one effort', { effort: 'xs' }, [1]],
    ['several efforts', { effort: 'xs,xl,m' }, [5, 1]],
    ['an assignee by name', { assigned: 'bob' }, [1]],
    ['an assignee in any case', { assigned: 'SCOUT' }, [2]],
    ['nobody: unassigned', { assigned: 'unassigned' }, [5, 4, 3]],
    ['an assignee who is not there', { assigned: 'nobody' }, []],
    ['one tag', { tags: 'ci' }, [3]],
    ['any of several tags', { tags: 'ci,web' }, [3, 2, 1]],
    ['a label in any case', { label: 'straße' }, [4]],
    ['a label that is not there', { label: 'nothing' }, []],
    ['a creator by name', { createdBy: 'bob' }, [2]],
    ['a creator in any case', { createdBy: 'Scout' }, [3]],
    ['a creator who is not there', { createdBy: 'nobody' }, []],
    ['a project that is not there', { projectId: 'nothing' }, []],
    ['archived tasks as well', { archived: 'true' }, [6, 5, 4, 3, 2, 1]],
    ['no archived tasks', { archived: 'false' }, [5, 4, 3, 2, 1]],
    ['archived tasks among those of a filter', { archived: 'true', assigned: 'bob' }, [6, 1]],
    ['several filters, which must all hold', { priority: 'p0', tags: 'web' }, [1]],
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
  ])('%s', async (_what, query, expected) => {
    expect(await numbers(query)).toEqual(expected);
  });

  test('a project', async () => {
    expect(await numbers({ projectId: project.id })).toEqual([5, 3]);
  });

  test('an assignee and a creator by id', async () => {
    expect(await numbers({ assigned: w.person.id })).toEqual([1]);
    expect(await numbers({ createdBy: w.agent.id })).toEqual([3]);
    expect(await numbers({ createdBy: w.service.id })).toEqual([4]);
  });

  test.each([
    ['status', 'finished'],
    ['status', 'todo,finished'],
    ['status', ''],
    ['priority', 'p4'],
    ['priority', 'p0,P1'],
    ['effort', 'huge'],
    ['archived', 'maybe'],
  ])(
    '%s=%s is 400 in the canonical shape, with the field named and the valid values, not the one sent',
    async (field, value) => {
      const answer = await w.admin.get('/tasks', { [field]: value });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
      expect(answer.body.error.fields[field][0]).toMatch(/^must be one of /);
      if (value) expect(JSON.stringify(answer.body.error.fields)).not.toMatch(/finished|p4|P1|huge|maybe/);
    },
  );

  test('a filter that is given twice is 400', async () => {
    expect(outcome(await w.admin.get('/tasks?status=todo&status=done'))).toBe('400 VALIDATION_ERROR');
  });
});
