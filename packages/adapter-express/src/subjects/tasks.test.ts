import { type Body, outcome, type World, world } from '../testing/world.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const UNKNOWN = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const characters = (count: number) => '🦉'.repeat(count);

describe('creating a task', () => {
  test('a title is enough; everything else has its default', async () => {
    expect(await w.admin.creates('/tasks', { title: 'Write the plan' })).toStrictEqual({
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

  test('every field that it takes is in the answer, and in what is read afterwards', async () => {
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
    expect(await w.admin.reads('/tasks/1')).toStrictEqual({ ...created, relations: [] });
  });

  test.each(['p0', 'p1', 'p2', 'p3'])('takes the priority %s', async (priority) => {
    expect((await w.admin.creates('/tasks', { title: 'A', priority })).priority).toBe(priority);
  });

  test.each(['xs', 's', 'm', 'l', 'xl'])('takes the effort %s', async (effort) => {
    expect((await w.admin.creates('/tasks', { title: 'A', effort })).effort).toBe(effort);
  });

  test('a title is trimmed', async () => {
    expect((await w.admin.creates('/tasks', { title: '  A plan \n' })).title).toBe('A plan');
  });

  test.each([
    ['missing', {}],
    ['empty', { title: '' }],
    ['blank', { title: ' \t\n' }],
    ['null', { title: null }],
    ['a number', { title: 7 }],
  ])('a title that is %s is 400 at fields.title', async (_what, body) => {
    const answer = await w.admin.post('/tasks', body);
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['title']);
  });

  test('a title has up to 500 characters, counted as Unicode code points', async () => {
    await w.admin.creates('/tasks', { title: characters(500) });
    expect(outcome(await w.admin.post('/tasks', { title: characters(501) }))).toBe('400 VALIDATION_ERROR');
  });

  test('a description has up to 100,000 characters', async () => {
    const { taskNumber } = await w.admin.creates('/tasks', { title: 'A', description: characters(100_000) });
    expect((await w.admin.reads(`/tasks/${taskNumber}`)).description).toHaveLength(200_000);
    expect(outcome(await w.admin.post('/tasks', { title: 'A', description: characters(100_001) }))).toBe(
      '400 VALIDATION_ERROR',
    );
  });

  test('names all wrong fields at once', async () => {
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

  test.each(['status', 'priority', 'tags', 'labels', 'createMissing'])(
    'takes no null for %s: leave it out instead',
    async (field) => {
      const answer = await w.admin.post('/tasks', { title: 'A', [field]: null });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    },
  );

  test('task numbers are 1, 2, 3 … in each workspace by itself', async () => {
    for (const office of [w, w.other]) {
      for (const number of [1, 2, 3]) {
        expect((await office.admin.creates('/tasks', { title: 'A' })).taskNumber).toBe(number);
      }
    }
  });

  test('a refused create uses no number up', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    await w.admin.post('/tasks', { title: 'A', projectId: UNKNOWN });
    await w.admin.post('/tasks', { title: 'A', labels: ['unknown'] });
    expect((await w.admin.creates('/tasks', { title: 'A' })).taskNumber).toBe(2);
  });

  test('a number is never used again, not even that of the last task when it is deleted', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    await w.admin.does('post', '/tasks/1/archive');
    await w.admin.delete('/tasks/1');
    expect((await w.admin.creates('/tasks', { title: 'B' })).taskNumber).toBe(2);
  });
});

describe('dates', () => {
  test.each([
    ['a fraction', 1.5],
    ['more than a date can hold', 8.64e15 + 1],
    ['less than a date can hold', -8.64e15 - 1],
    ['no date', 'soon'],
    ['past the year 9999', 253_402_300_800_000],
    ['before the year 0', -62_167_219_200_001],
    ['a boolean', true],
  ])('a due date that is %s is 400 at fields.dueDate', async (_what, dueDate) => {
    const answer = await w.admin.post('/tasks', { title: 'A', dueDate });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['dueDate']);
  });

  test.each([
    [0, '1970-01-01T00:00:00.000Z'],
    [-1, '1969-12-31T23:59:59.999Z'],
    [253_402_300_799_999, '9999-12-31T23:59:59.999Z'],
    [-62_167_219_200_000, '0000-01-01T00:00:00.000Z'],
  ])('the due date %d comes back as %s', async (dueDate, shown) => {
    expect((await w.admin.creates('/tasks', { title: 'A', dueDate })).dueDate).toBe(shown);
  });
});

describe('tags', () => {
  const tagsOf = async (tags: string[]): Promise<string[]> =>
    (await w.admin.creates('/tasks', { title: 'A', tags })).tags;

  test('keep their order, are trimmed, and repeats are folded', async () => {
    expect(await tagsOf(['web', ' api ', 'web', 'api', 'ci'])).toEqual(['web', 'api', 'ci']);
  });

  test('a blank one is refused', async () => {
    for (const tags of [[''], ['web', '  ']]) {
      const answer = await w.admin.post('/tasks', { title: 'A', tags });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.error.fields).toStrictEqual({ [`tags.${tags.length - 1}`]: ['must not be blank'] });
    }
  });

  test('there are up to 50 of up to 100 characters each', async () => {
    expect(await tagsOf(Array.from({ length: 50 }, (_, i) => `${characters(98)}${i + 10}`))).toHaveLength(50);
    const tooMany = Array.from({ length: 51 }, (_, i) => `tag ${i}`);
    expect(outcome(await w.admin.post('/tasks', { title: 'A', tags: tooMany }))).toBe('400 VALIDATION_ERROR');
    expect(outcome(await w.admin.post('/tasks', { title: 'A', tags: [characters(101)] }))).toBe(
      '400 VALIDATION_ERROR',
    );
  });
});

describe('assignees', () => {
  const assigned = async (assignedTo: string) => {
    const answer = await w.admin.post('/tasks', { title: 'A', assignedTo });
    return answer.status === 201 ? answer.body.assignedTo : outcome(answer);
  };

  test('a member is found by id, name or display name, and stored as the name', async () => {
    expect(await assigned(w.person.id)).toBe('bob');
    expect(await assigned('bob')).toBe('bob');
    expect(await assigned('Bob Stone')).toBe('bob');
    expect(await assigned(w.agent.id)).toBe('scout');
  });

  test('case is ignored for name and display name, not for the id', async () => {
    expect(await assigned('BOB')).toBe('bob');
    expect(await assigned('bob STONE')).toBe('bob');
    expect(await assigned(w.person.id.toLowerCase())).toBe('400 VALIDATION_ERROR');
  });

  test('a name goes before a display name', async () => {
    await w.admin.creates('/members', { name: 'carl', displayName: 'bob' });
    expect(await assigned('bob')).toBe('bob');
    expect(await assigned('carl')).toBe('carl');
  });

  test('a display name that two members share is 400 at fields.assignedTo', async () => {
    await w.admin.creates('/members', { name: 'bobby', displayName: 'BOB STONE' });
    const answer = await w.admin.post('/tasks', { title: 'A', assignedTo: 'Bob Stone' });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual(['assignedTo']);
    expect(await assigned('bobby')).toBe('bobby');
  });

  test('an unknown one, or a member of another workspace, is 400 at fields.assignedTo', async () => {
    for (const assignedTo of ['nobody', UNKNOWN, w.other.person.id, '']) {
      const answer = await w.admin.post('/tasks', { title: 'A', assignedTo });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual(['assignedTo']);
    }
  });

  test('the new name of a member shows everywhere at once', async () => {
    await w.admin.creates('/tasks', { title: 'A', assignedTo: 'bob' });
    await w.admin.creates('/tasks', { title: 'B' });
    await w.admin.creates('/tasks/1/relations', { type: 'blocks', taskNumber: 2 });
    await w.person.creates('/tasks/1/comments', { body: 'On it' });
    await w.admin.does('patch', `/members/${w.person.id}`, { name: 'robert', displayName: 'Robert Stone' });

    expect((await w.admin.reads('/tasks/1')).assignedTo).toBe('robert');
    expect((await w.admin.reads('/tasks', { assigned: 'robert' })).data).toHaveLength(1);
    expect((await w.admin.reads('/tasks', { assigned: 'bob' })).data).toHaveLength(0);
    expect((await w.admin.reads('/tasks/2')).relations[0].task.assignedTo).toBe('robert');
    const refused = await w.agent.post('/tasks/2/transition', { to: 'in_progress' });
    expect(refused.body.error.blockers[0].assignedTo).toBe('robert');
    const [comment] = (await w.admin.reads('/tasks/1/comments')).data;
    expect(comment.author).toMatchObject({ name: 'robert', displayName: 'Robert Stone' });
  });

  test.each(['human', 'agent'])(
    'when a %s is deleted, its open tasks become unassigned; closed ones keep the name',
    async (kind) => {
      const holder = kind === 'human' ? w.person : w.agent;
      const byStatus: Record<string, number> = {};
      for (const status of ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled']) {
        const task = await w.admin.creates('/tasks', { title: 'A', status, assignedTo: holder.name });
        byStatus[status] = task.taskNumber;
      }
      await w.admin.delete(kind === 'human' ? `/members/${holder.id}` : `/agents/${holder.id}`);

      const assignees: Record<string, string | null> = {};
      for (const [status, task] of Object.entries(byStatus)) {
        assignees[status] = (await w.admin.reads(`/tasks/${task}`)).assignedTo;
      }
      expect(assignees).toEqual({
        backlog: null,
        todo: null,
        in_progress: null,
        waiting: null,
        done: holder.name,
        canceled: holder.name,
      });
    },
  );

  test('a deleted member keeps its name in the activity of a task', async () => {
    await w.person.creates('/tasks', { title: 'A' });
    await w.admin.delete(`/members/${w.person.id}`);
    const [entry] = (await w.admin.reads('/tasks/1/activity')).data;
    expect(entry).toMatchObject({ actorName: 'bob', action: 'created' });
  });
});

describe('labels on a task', () => {
  const labelNames = async (): Promise<string[]> =>
    (await w.admin.readsAll('/labels')).map((label: Body) => label.name);

  test('names match in any case, and show as they are kept', async () => {
    await w.admin.creates('/labels', { name: 'Bug', color: 'red' });
    const task = await w.admin.creates('/tasks', { title: 'A', labels: ['bUG'] });
    expect(task.labels).toStrictEqual([{ id: expect.any(String), name: 'Bug', color: 'red' }]);
  });

  test.each([
    ['Größe', 'GRÖSSE', false],
    ['ÄRGER', 'ärger', true],
    ['ЗАДАЧА', 'задача', true],
    ['Ωμέγα', 'ωμέγα', true],
    ['caf\u00e9', 'CAFE\u0301', true],
  ])('%s and %s are one label: %s', async (kept, named, same) => {
    await w.admin.creates('/labels', { name: kept });
    const answer = await w.admin.post('/tasks', { title: 'A', labels: [named] });
    expect(outcome(answer)).toBe(same ? '201' : '400 UNKNOWN_LABELS');
  });

  test('unknown names are 400 UNKNOWN_LABELS, listed at error.fields.labels', async () => {
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

  test('of many unknown names 20 are listed', async () => {
    const labels = Array.from({ length: 30 }, (_, i) => `label ${i}`);
    const answer = await w.admin.post('/tasks', { title: 'A', labels });
    expect(answer.body.error.fields.labels).toEqual(labels.slice(0, 20));
  });

  test('createMissing creates the unknown ones, gray, in the workspace of the caller alone', async () => {
    await w.admin.creates('/labels', { name: 'bug', color: 'red' });
    const task = await w.admin.creates('/tasks', {
      title: 'A',
      labels: ['Web', 'BUG', ' api '],
      createMissing: true,
    });
    expect(task.labels.map(({ name, color }: Body) => [name, color])).toEqual([
      ['api', 'gray'],
      ['bug', 'red'],
      ['Web', 'gray'],
    ]);
    expect(await labelNames()).toEqual(['api', 'bug', 'Web']);
    expect(await w.other.admin.readsAll('/labels')).toEqual([]);
  });

  test('names that differ only in case collapse to one label', async () => {
    const task = await w.admin.creates('/tasks', {
      title: 'A',
      labels: ['Bug', 'bug', 'BUG'],
      createMissing: true,
    });
    expect(task.labels.map((label: Body) => label.name)).toEqual(['Bug']);
    expect(await labelNames()).toEqual(['Bug']);
  });

  test('a name has 1 to 40 characters, counted as code points', async () => {
    const task = await w.admin.creates('/tasks', {
      title: 'A',
      labels: [characters(40)],
      createMissing: true,
    });
    expect(task.labels[0].name).toBe(characters(40));
  });

  test.each([
    ['a blank name', ''],
    ['white space', ' \t '],
    ['a name of 41 characters', characters(41)],
  ])('%s is 400, and nothing is created, neither task nor the other labels', async (_what, name) => {
    for (const createMissing of [true, false]) {
      const answer = await w.admin.post('/tasks', { title: 'A', labels: ['fine', name], createMissing });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(answer.body.error.fields).toStrictEqual({ 'labels.1': [expect.any(String)] });
    }
    expect(await labelNames()).toEqual([]);
    expect((await w.admin.reads('/tasks')).data).toEqual([]);
  });

  test('a create that is refused for another reason leaves no label behind', async () => {
    const body = { title: 'A', labels: ['new'], createMissing: true };
    await w.admin.post('/tasks', { ...body, projectId: UNKNOWN });
    await w.admin.post('/tasks', { ...body, assignedTo: 'nobody' });
    await w.agent.post('/tasks', { ...body, status: 'done' });
    expect(await labelNames()).toEqual([]);
  });

  test('an update replaces the whole set, by the same rules', async () => {
    await w.admin.creates('/tasks', { title: 'A', labels: ['one', 'two'], createMissing: true });
    const unknown = await w.admin.patch('/tasks/1', { labels: ['two', 'three'] });
    expect(unknown.body.error).toMatchObject({ code: 'UNKNOWN_LABELS', fields: { labels: ['three'] } });
    const blank = await w.admin.patch('/tasks/1', { labels: ['three', ' '], createMissing: true });
    expect(outcome(blank)).toBe('400 VALIDATION_ERROR');
    expect(await labelNames()).toEqual(['one', 'two']);

    const task = await w.admin.does('patch', '/tasks/1', { labels: ['TWO', 'three'], createMissing: true });
    expect(task.labels.map((label: Body) => label.name)).toEqual(['three', 'two']);
    expect((await w.admin.does('patch', '/tasks/1', { labels: [] })).labels).toEqual([]);
    expect(await labelNames()).toEqual(['one', 'three', 'two']);
  });
});

describe('reading a task', () => {
  test('by number and by id is the same, relations included', async () => {
    const { id } = await w.admin.creates('/tasks', { title: 'A' });
    const byNumber = await w.admin.reads('/tasks/1');
    expect(byNumber).toMatchObject({ id, taskNumber: 1, relations: [] });
    expect(await w.admin.reads(`/tasks/${id}`)).toEqual(byNumber);
  });

  test.each(['0', '2', '-1', '1.0', '99999999999999999999', 'abc', UNKNOWN])(
    '%s is no task: 404',
    async (identifier) => {
      await w.admin.creates('/tasks', { title: 'A' });
      expect(outcome(await w.admin.get(`/tasks/${identifier}`))).toBe('404 NOT_FOUND');
    },
  );

  test('a number is of the own workspace: the other workspace has its own 1, and no 2', async () => {
    await w.admin.creates('/tasks', { title: 'Ours' });
    await w.admin.creates('/tasks', { title: 'Ours too' });
    await w.other.admin.creates('/tasks', { title: 'Theirs' });
    expect((await w.other.admin.reads('/tasks/1')).title).toBe('Theirs');
    expect(outcome(await w.other.admin.get('/tasks/2'))).toBe('404 NOT_FOUND');
  });
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

  test('changes only the given fields', async () => {
    const project = await w.admin.creates('/projects', { title: 'Launch' });
    const before = await w.admin.creates('/tasks', {
      ...FULL,
      projectId: project.id,
      labels: ['bug'],
      createMissing: true,
    });
    const changes: [Body, Body][] = [
      [{ title: 'Mend it' }, { title: 'Mend it' }],
      [{ description: '' }, { description: '' }],
      [{ priority: 'p3' }, { priority: 'p3' }],
      [{ assignedTo: 'Scout' }, { assignedTo: 'scout' }],
      [{ tags: ['b', 'a'] }, { tags: ['b', 'a'] }],
      [{ dueDate: 0 }, { dueDate: '1970-01-01T00:00:00.000Z' }],
      [{ effort: 'xs' }, { effort: 'xs' }],
    ];
    let expected = before;
    for (const [change, shown] of changes) {
      w.clock.advance(1000);
      const updatedAt = new Date(w.clock.now()).toISOString();
      expected = { ...expected, ...shown, updatedAt };
      expect(await w.admin.does('patch', '/tasks/1', change)).toStrictEqual(expected);
    }
    expect(await w.admin.reads('/tasks/1')).toStrictEqual({ ...expected, relations: [] });
  });

  test('an empty body changes nothing', async () => {
    const before = await w.admin.creates('/tasks', FULL);
    w.clock.advance(1000);
    expect(await w.admin.does('patch', '/tasks/1', {})).toStrictEqual(before);
  });

  test('null unassigns, removes from the project, and clears due date and effort', async () => {
    const project = await w.admin.creates('/projects', { title: 'Launch' });
    await w.admin.creates('/tasks', { ...FULL, projectId: project.id });
    const cleared = { assignedTo: null, projectId: null, dueDate: null, effort: null };
    expect(await w.admin.does('patch', '/tasks/1', cleared)).toMatchObject({
      assignedTo: null,
      project: null,
      dueDate: null,
      effort: null,
      title: 'Fix it',
    });
  });

  test.each(['title', 'priority', 'tags', 'labels', 'createMissing'])(
    'takes no null for %s',
    async (field) => {
      await w.admin.creates('/tasks', FULL);
      const answer = await w.admin.patch('/tasks/1', { [field]: null });
      expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
      expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    },
  );

  test.each([
    ['title', ' '],
    ['title', characters(501)],
    ['description', characters(100_001)],
    ['priority', 'p4'],
    ['effort', 'xxl'],
    ['tags', Array.from({ length: 51 }, (_, i) => `tag ${i}`)],
    ['dueDate', 0.5],
    ['projectId', UNKNOWN],
    ['assignedTo', 'nobody'],
  ])('a wrong %s is 400 at that field, and the rest of the body is not kept either', async (field, value) => {
    const before = await w.admin.creates('/tasks', FULL);
    const good = field === 'title' ? { priority: 'p0' } : { title: 'Changed' };
    const answer = await w.admin.patch('/tasks/1', { ...good, [field]: value });
    expect(outcome(answer)).toBe('400 VALIDATION_ERROR');
    expect(Object.keys(answer.body.error.fields)).toEqual([field]);
    expect(await w.admin.reads('/tasks/1')).toStrictEqual({ ...before, relations: [] });
  });

  test.each(['done', 'todo', 'no such status', null, 7])(
    'status %p in the body is 400, says to use the transition endpoint, and changes nothing',
    async (status) => {
      const before = await w.admin.creates('/tasks', FULL);
      const answer = await w.admin.patch('/tasks/1', { status, title: 'Changed' });
      expect(outcome(answer)).toBe('400 STATUS_NOT_PATCHABLE');
      expect(answer.body.error.message).toContain('/transition');
      expect(Object.keys(answer.body.error.fields)).toEqual(['status']);
      expect(await w.admin.reads('/tasks/1')).toStrictEqual({ ...before, relations: [] });
    },
  );

  test('writes one entry a changed field into the activity, with the old value and the new', async () => {
    await w.admin.creates('/tasks', FULL);
    await w.person.does('patch', '/tasks/1', {
      title: 'Mend it',
      priority: 'p0',
      assignedTo: null,
      effort: 'm',
    });
    const entries = (await w.admin.reads('/tasks/1/activity')).data;
    expect(
      entries.map(({ actorName, action, field, oldValue, newValue }: Body) =>
        [actorName, action, field, oldValue, newValue].join(' | '),
      ),
    ).toEqual([
      'bob | updated | assignedTo | bob | ',
      'bob | updated | priority | p1 | p0',
      'bob | updated | title | Fix it | Mend it',
      'ada | created |  |  | ',
    ]);
  });
});

describe('archiving and deleting', () => {
  test('archive and unarchive answer the task, and can be repeated', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    for (const [verb, archived] of [
      ['archive', true],
      ['archive', true],
      ['unarchive', false],
      ['unarchive', false],
    ] as const) {
      expect(await w.admin.does('post', `/tasks/1/${verb}`)).toMatchObject({ taskNumber: 1, archived });
    }
    const actions = (await w.admin.reads('/tasks/1/activity')).data.map((entry: Body) => entry.action);
    expect(actions).toEqual(['unarchived', 'archived', 'created']);
  });

  test('a task that is not archived cannot be deleted: 409 TASK_NOT_ARCHIVED, whatever its status', async () => {
    await w.admin.creates('/tasks', { title: 'A' });
    await w.admin.creates('/tasks', { title: 'B', status: 'done' });
    for (const task of [1, 2]) {
      expect(outcome(await w.admin.delete(`/tasks/${task}`))).toBe('409 TASK_NOT_ARCHIVED');
      await w.admin.reads(`/tasks/${task}`);
    }
    await w.admin.does('post', '/tasks/1/archive');
    await w.admin.does('post', '/tasks/1/unarchive');
    expect(outcome(await w.admin.delete('/tasks/1'))).toBe('409 TASK_NOT_ARCHIVED');
  });

  test('deleting an archived task answers success and its title, and the task is gone', async () => {
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
