import { type CallerName, outcome, refusal, START, type World, world } from '../../../testing/world.ts';
import type { Caller } from '../../access/caller.ts';
import type { RelationType } from '../relations.ts';
import type { TaskWithRelations } from '../seen.ts';
import type { TaskStatus } from '../status.ts';
import { type NewTask, NO_WORK } from '../task.ts';
import type { TaskQuery } from './list.ts';

let w: World;
beforeEach(async () => {
  w = await world();
});

const create = (input: Partial<NewTask> = {}, by: Caller = w.admin) =>
  w.tandem.tasks.create(by, { title: 'A task', ...input });
const get = (ref: number | string, by: Caller = w.admin) => w.tandem.tasks.get(by, ref);
const move = (ref: number | string, to: TaskStatus, by: Caller = w.admin, reason?: string) =>
  w.tandem.tasks.transition(by, ref, { to, reason });
const relate = (task: number, type: RelationType, taskNumber: number, by: Caller = w.admin) =>
  w.tandem.relations.relate(by, task, { type, taskNumber });
const listed = async (query: TaskQuery = {}, by: Caller = w.admin) =>
  (await w.tandem.tasks.list(by, query)).items.map(({ title }) => title);
const fieldsOf = async (work: () => unknown) => (await refusal(work)).fields;
const allowAgentCompletion = () => w.tandem.workspace.update(w.admin, { agentCompletion: true });

describe('creating a task', () => {
  test('a task with only a title gets the defaults: todo, p2, and nothing else', async () => {
    expect(await create({ title: '  Paint the fence ' })).toStrictEqual({
      id: expect.any(String),
      taskNumber: 1,
      title: 'Paint the fence',
      description: null,
      status: 'todo',
      priority: 'p2',
      assignee: null,
      project: null,
      tags: [],
      labels: [],
      externalId: null,
      metadata: {},
      effort: null,
      dueDate: null,
      completedAt: null,
      archived: false,
      blocked: false,
      parent: null,
      children: { total: 0, open: 0, done: 0, canceled: 0 },
      budget: null,
      overBudget: false,
      held: false,
      work: NO_WORK,
      claim: null,
      waitingFor: null,
      creatorId: w.admin.id,
      fromAgent: false,
      fromImport: false,
      rank: null,
      criteria: [],
      createdAt: START,
      updatedAt: START,
    });
  });

  test('a task keeps all given fields', async () => {
    const project = await w.tandem.projects.create(w.admin, { title: 'Garden' });
    await w.tandem.labels.create(w.admin, { name: 'Bug', color: 'red' });
    const task = await create({
      description: 'Green',
      status: 'backlog',
      priority: 'p0',
      assignedTo: 'bob',
      projectId: project.id,
      tags: ['out', 'dry', 'out'],
      labels: ['bug'],
      dueDate: START + 1,
      effort: 'xl',
    });
    expect(await get(task.taskNumber)).toMatchObject({
      description: 'Green',
      status: 'backlog',
      priority: 'p0',
      assignee: { id: w.member.id, name: 'bob' },
      project: { id: project.id, title: 'Garden' },
      tags: ['out', 'dry'],
      labels: [{ name: 'Bug', color: 'red' }],
      dueDate: START + 1,
      effort: 'xl',
    });
  });

  test.each<[string, Partial<NewTask>, string]>([
    ['a blank title', { title: ' ' }, 'title'],
    ['no title', { title: undefined as never }, 'title'],
    ['a title of 501 characters', { title: 'x'.repeat(501) }, 'title'],
    ['a description of 100,001 characters', { description: 'x'.repeat(100_001) }, 'description'],
    ['a NUL character', { description: 'a\0b' }, 'description'],
    ['a blank tag', { tags: [' '] }, 'tags.0'],
    ['a date that is no date', { dueDate: 8.64e15 + 1 }, 'dueDate'],
    ['an unknown assignee', { assignedTo: 'nobody' }, 'assignedTo'],
    ['a blank assignee', { assignedTo: '' }, 'assignedTo'],
    ['an unknown project', { projectId: 'none' }, 'projectId'],
    ['a label of 41 characters', { labels: ['x'.repeat(41)], createMissing: true }, 'labels.0'],
  ])(
    'creating a task with %s is 400 with the field named, and uses no number',
    async (_what, input, field) => {
      expect(Object.keys((await fieldsOf(() => create(input))) ?? {})).toStrictEqual([field]);
      expect((await create()).taskNumber).toBe(1);
    },
  );

  test('a refusal is a rejected promise, never thrown synchronously', async () => {
    const attempts = [
      () => create({ title: '' }),
      () => w.tandem.projects.create(w.admin, { title: '' }),
      () => w.tandem.initiatives.create(w.admin, { name: '' }),
      () => w.tandem.goals.create(w.admin, { title: '' }),
    ];
    for (const attempt of attempts) {
      const promise = attempt();
      await expect(promise).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    }
  });

  test('a refusal does not repeat the values that were sent', async () => {
    const { message, fields } = await refusal(() => create({ assignedTo: 'hunter2', tags: ['\0secret'] }));
    expect(JSON.stringify({ message, fields })).not.toMatch(/hunter2|secret/);
  });

  test('a task in the project or for a member of another workspace is 400', async () => {
    const theirs = await w.tandem.projects.create(w.other.admin, { title: 'Theirs' });
    expect(await fieldsOf(() => create({ projectId: theirs.id }))).toHaveProperty('projectId');
    expect(await fieldsOf(() => create({ assignedTo: w.other.member.id }))).toHaveProperty('assignedTo');
  });

  /** A caller cannot create a task in a status that it may not move to. */
  // biome-ignore format: a table
  test.each<[CallerName, string, string]>([
    //                 completion off               completion on
    ['admin',          'ok',                        'ok'],
    ['member',         'ok',                        'ok'],
    ['agent',          'AGENT_COMPLETION_DISABLED', 'ok'],
    ['service',        'ok',                        'ok'],
    ['runtime',        'ok',                        'ok'],
    ['actingAsMember', 'ok',                        'ok'],
    ['actingAsAgent',  'AGENT_COMPLETION_DISABLED', 'ok'],
  ])('creating a task as done by %s: %s, and with agent completion on: %s', async (who, off, on) => {
    expect(await outcome(() => create({ status: 'done' }, w[who]))).toBe(off);
    await allowAgentCompletion();
    expect(await outcome(() => create({ status: 'done' }, w[who]))).toBe(on);
  });

  test('creating a task as done sets completedAt; as canceled it does not', async () => {
    expect((await create({ status: 'done' })).completedAt).toBe(START);
    expect((await create({ status: 'canceled' })).completedAt).toBeNull();
  });
});

describe('task numbers', () => {
  test('task numbers are 1, 2, 3 … in each workspace', async () => {
    await create();
    await create();
    expect((await create()).taskNumber).toBe(3);
    expect((await w.tandem.tasks.create(w.other.admin, { title: 'Theirs' })).taskNumber).toBe(1);
  });

  test('task numbers have no gaps and no repeats under concurrency', async () => {
    const attempts = Array.from({ length: 60 }, (_, i) =>
      create(i % 3 === 0 ? { projectId: 'none' } : {}).catch(() => null),
    );
    const numbers = (await Promise.all(attempts)).flatMap((task) => task?.taskNumber ?? []);
    expect(numbers.sort((a, b) => a - b)).toStrictEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  test('task numbers are never reused', async () => {
    await create();
    await w.tandem.tasks.archive(w.admin, 1);
    await w.tandem.tasks.delete(w.admin, 1);
    expect((await create()).taskNumber).toBe(2);
  });
});

describe('a task is named by its number or its id', () => {
  test("a task's number and id find the same task", async () => {
    const { id } = await create();
    expect((await get(1)).id).toBe(id);
    expect((await get('1')).id).toBe(id);
    expect((await get(id)).id).toBe(id);
  });

  test('a task that does not exist and one of another workspace are the same 404', async () => {
    const theirs = await w.tandem.tasks.create(w.other.admin, { title: 'Theirs' });
    const foreign = await refusal(() => get(theirs.id));
    const missing = await refusal(() => get('missing'));
    expect([foreign.code, foreign.message]).toStrictEqual(['NOT_FOUND', missing.message]);
    expect(await outcome(() => get(1))).toBe('NOT_FOUND');
  });

  test('every operation on an unknown task is 404', async () => {
    const { tasks, relations, comments, subscriptions, attachments } = w.tandem;
    const operations = [
      () => tasks.get(w.admin, 9),
      () => tasks.update(w.admin, 9, { title: 'x' }),
      () => tasks.transition(w.admin, 9, { to: 'done' }),
      () => tasks.archive(w.admin, 9),
      () => tasks.unarchive(w.admin, 9),
      () => tasks.delete(w.admin, 9),
      () => tasks.activity(w.admin, 9, {}),
      () => relations.relate(w.admin, 9, { type: 'blocks', taskNumber: 9 }),
      () => relations.unrelate(w.admin, 9, 'r'),
      () => comments.list(w.admin, 9, {}),
      () => comments.create(w.admin, 9, { body: 'x' }),
      () => comments.update(w.admin, 9, 'c', { body: 'x' }),
      () => comments.delete(w.admin, 9, 'c'),
      () => subscriptions.subscribe(w.admin, 9),
      () => subscriptions.unsubscribe(w.admin, 9),
      () => attachments.list(w.admin, 9, {}),
      () => attachments.attach(w.admin, 9, { fileId: 'f' }),
      () => attachments.detach(w.admin, 9, 'a'),
    ];
    for (const operation of operations) expect(await outcome(operation)).toBe('NOT_FOUND');
  });
});

describe('assignedTo', () => {
  test.each([
    ['id', () => w.member.id],
    ['name', () => 'bob'],
    ['name in another case', () => 'BOB'],
    ['display name', () => 'Bob Stone'],
    ['display name in another case, with space around it', () => ' bob STONE '],
  ])("assignedTo resolves a member's %s, and is stored as the member's name", async (_by, reference) => {
    expect((await create({ assignedTo: reference() })).assignee).toStrictEqual({
      id: w.member.id,
      name: 'bob',
    });
  });

  test('assignedTo resolves agents as well', async () => {
    expect((await create({ assignedTo: 'scout' })).assignee?.id).toBe(w.agent.id);
  });

  test('a display name shared by two members is 400; their names still resolve', async () => {
    await w.tandem.members.create(w.admin, { name: 'bob2', displayName: 'BOB STONE' });
    expect(await fieldsOf(() => create({ assignedTo: 'Bob Stone' }))).toStrictEqual({
      assignedTo: ['is the display name of several members; give a name or id'],
    });
    expect((await create({ assignedTo: 'bob2' })).assignee?.name).toBe('bob2');
  });

  test('assignedTo prefers a name over a display name', async () => {
    await w.tandem.members.create(w.admin, { name: 'eve', displayName: 'bob' });
    expect((await create({ assignedTo: 'bob' })).assignee?.id).toBe(w.member.id);
  });

  test("assignedTo shows a member's new name at once", async () => {
    await create({ assignedTo: 'bob' });
    await w.tandem.members.update(w.admin, w.member.id, { name: 'robert' });
    expect((await get(1)).assignee?.name).toBe('robert');
    expect((await w.tandem.tasks.list(w.admin, {})).items[0]?.assignee?.name).toBe('robert');
  });
});

describe('when a member is deleted', () => {
  test.each([
    ['a human', 'bob', () => w.tandem.members.delete(w.admin, w.member.id)],
    ['an agent', 'scout', () => w.tandem.agents.delete(w.admin, w.agent.id)],
  ])(
    'after deleting %s, open tasks become unassigned and closed ones keep the name',
    async (_who, name, remove) => {
      const statuses: TaskStatus[] = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'];
      for (const status of statuses) await create({ status, assignedTo: name });
      await remove();
      const assignees = await Promise.all(
        statuses.map(async (_, i) => (await get(i + 1)).assignee?.name ?? null),
      );
      expect(assignees).toStrictEqual([null, null, null, null, name, name]);
    },
  );
});

describe('updating a task', () => {
  test('updating a task changes only the given fields', async () => {
    const before = await create({
      description: 'Green',
      priority: 'p1',
      tags: ['out'],
      effort: 's',
      dueDate: 1,
    });
    w.time.advance(5);
    expect(await w.tandem.tasks.update(w.admin, 1, { title: ' Paint the gate ' })).toStrictEqual({
      ...before,
      title: 'Paint the gate',
      updatedAt: START + 5,
      work: { ...NO_WORK, touchedAt: START + 5 },
    });
  });

  test('null unassigns a task, removes it from its project, and clears date and effort', async () => {
    const project = await w.tandem.projects.create(w.admin, { title: 'Garden' });
    await create({ assignedTo: 'bob', projectId: project.id, dueDate: 1, effort: 's' });
    const change = { assignedTo: null, projectId: null, dueDate: null, effort: null };
    expect(await w.tandem.tasks.update(w.admin, 1, change)).toMatchObject({
      assignee: null,
      project: null,
      dueDate: null,
      effort: null,
    });
  });

  test('tags and labels replace the whole set', async () => {
    await create({ tags: ['a', 'b'], labels: ['x', 'y'], createMissing: true });
    const after = await w.tandem.tasks.update(w.admin, 1, { tags: ['c'], labels: ['Y'] });
    expect([after.tags, after.labels.map(({ name }) => name)]).toStrictEqual([['c'], ['y']]);
    expect(await w.tandem.tasks.update(w.admin, 1, { tags: [], labels: [] })).toMatchObject({
      tags: [],
      labels: [],
    });
  });

  test('one tag with a comma and two tags are different in the log', async () => {
    await create({ tags: ['a, b'] });
    expect((await w.tandem.tasks.update(w.admin, 1, { tags: ['a', 'b'] })).tags).toStrictEqual(['a', 'b']);
    expect((await get(1)).tags).toStrictEqual(['a', 'b']);
  });

  test('an update with the current values changes nothing, not even updatedAt', async () => {
    const before = await create({ assignedTo: 'bob', tags: ['a'] });
    w.time.advance(5);
    const after = await w.tandem.tasks.update(w.admin, 1, {
      title: 'A task',
      assignedTo: 'BOB',
      tags: ['a'],
    });
    expect(after).toStrictEqual(before);
  });

  test('updating the status is 400 and refers to the transition endpoint', async () => {
    await create();
    for (const status of ['todo', 'done', undefined]) {
      const refused = await refusal(() => w.tandem.tasks.update(w.admin, 1, { title: 'x', status } as never));
      expect(refused.code).toBe('STATUS_NOT_PATCHABLE');
      expect(refused.message).toContain('/transition');
    }
    expect((await get(1)).title).toBe('A task');
  });

  test('an update refused for one field changes none, and creates no label', async () => {
    await create();
    const change = { title: 'New', labels: ['new'], createMissing: true, assignedTo: 'nobody' };
    expect(await outcome(() => w.tandem.tasks.update(w.admin, 1, change))).toBe('VALIDATION_ERROR');
    expect((await get(1)).title).toBe('A task');
    expect((await w.tandem.labels.list(w.admin, {})).items).toStrictEqual([]);
  });
});

describe('the list of tasks', () => {
  test('the list of tasks is newest first, even within one millisecond', async () => {
    for (const title of ['one', 'two', 'three']) await create({ title });
    expect(await listed()).toStrictEqual(['three', 'two', 'one']);
  });

  test('the list of tasks has 25 items by default, at most 100, and no total', async () => {
    for (let i = 0; i < 101; i++) await create();
    const page = await w.tandem.tasks.list(w.admin, {});
    expect(page.items).toHaveLength(25);
    expect(page).not.toHaveProperty('total');
    expect(await listed({ limit: 1_000 })).toHaveLength(100);
    expect(await outcome(() => listed({ limit: 0 }))).toBe('VALIDATION_ERROR');
  });

  test('pages of tasks have no repeats or gaps while tasks are created', async () => {
    for (let i = 1; i <= 5; i++) await create({ title: `${i}` });
    const first = await w.tandem.tasks.list(w.admin, { limit: 2 });
    await create({ title: 'new' });
    const second = await w.tandem.tasks.list(w.admin, { limit: 2, after: first.next ?? undefined });
    const third = await w.tandem.tasks.list(w.admin, { limit: 2, after: second.next ?? undefined });
    const titles = [first, second, third].flatMap(({ items }) => items.map(({ title }) => title));
    expect(titles).toStrictEqual(['5', '4', '3', '2', '1']);
    expect(third.next).toBeNull();
  });

  test('the list of tasks excludes archived ones by default', async () => {
    await create({ title: 'here' });
    await create({ title: 'away' });
    await w.tandem.tasks.archive(w.admin, 2);
    expect(await listed()).toStrictEqual(['here']);
    expect(await listed({ archived: false })).toStrictEqual(['here']);
    expect(await listed({ archived: true })).toStrictEqual(['away', 'here']);
  });

  test('the list of tasks has only tasks of the workspace', async () => {
    await w.tandem.tasks.create(w.other.admin, { title: 'Theirs' });
    expect(await listed()).toStrictEqual([]);
  });

  describe('filtered', () => {
    let projectId: string;
    beforeEach(async () => {
      projectId = (await w.tandem.projects.create(w.admin, { title: 'Garden' })).id;
      await create({ title: 'a', status: 'backlog', priority: 'p0', effort: 'xs', tags: ['web'], projectId });
      await create(
        { title: 'b', status: 'waiting', priority: 'p1', effort: 'm', tags: ['api', 'web'] },
        w.member,
      );
      await create({ title: 'c', assignedTo: 'bob', labels: ['Bug'], createMissing: true }, w.agent);
      await create({ title: 'd', assignedTo: 'scout', tags: ['db'] }, w.service);
    });

    // biome-ignore format: a table
    test.each<[string, () => TaskQuery, string[]]>([
      ['one status',                            () => ({ status: ['backlog'] }),                  ['a']],
      ['several statuses',                      () => ({ status: ['backlog', 'waiting'] }),       ['b', 'a']],
      ['priorities',                            () => ({ priority: ['p0', 'p1'] }),               ['b', 'a']],
      ['efforts, which tasks without do not match', () => ({ effort: ['xs', 'm', 'xl'] }),        ['b', 'a']],
      ['an assignee by name, case ignored',     () => ({ assigned: 'BOB' }),                      ['c']],
      ['an assignee by id',                     () => ({ assigned: w.agent.id }),                 ['d']],
      ['the word unassigned',                   () => ({ assigned: 'unassigned' }),               ['b', 'a']],
      ['an assignee whom nobody knows',         () => ({ assigned: 'nobody' }),                   []],
      ['the word me',                           () => ({ assigned: ' me ' }),                     []],
      ['a project',                             () => ({ projectId }),                            ['a']],
      ['no project',                            () => ({ project: 'none' }),                      ['d', 'c', 'b']],
      ['a project and no project',              () => ({ projectId, project: 'none' }),           []],
      ['any of some labels',                    () => ({ label: ['bug', 'nope'] }),               ['c']],
      ['all of some labels',                    () => ({ label: ['bug', 'nope'], labelMode: 'all' }), []],
      ['a creator as me',                       () => ({ createdBy: 'me' }),                      ['a']],
      ['any of some tags',                      () => ({ tags: ['api', 'db'] }),                  ['d', 'b']],
      ['a label in any case',                   () => ({ label: 'bUG' }),                         ['c']],
      ['a label that nobody knows',             () => ({ label: 'nope' }),                        []],
      ['a creator by name, case ignored',       () => ({ createdBy: 'Bob' }),                     ['b']],
      ['a creator by id',                       () => ({ createdBy: w.agent.id }),                ['c']],
      ['a service by the id of its key',        () => ({ createdBy: w.service.id }),              ['d']],
      ['a creator whom nobody knows',           () => ({ createdBy: 'nobody' }),                  []],
      ['all conditions at once',                () => ({ tags: ['web'], status: ['waiting'], priority: ['p1'] }), ['b']],
      ['conditions that exclude each other',    () => ({ tags: ['db'], status: ['waiting'] }),    []],
    ])('the list of tasks is filtered by %s', async (_what, query, titles) => {
      expect(await listed(query())).toStrictEqual(titles);
    });

    test('me is the member behind the key, and 400 for a key without one', async () => {
      expect(await listed({ assigned: 'me' }, w.member)).toStrictEqual(['c']);
      expect(await listed({ createdBy: 'me' }, w.agent)).toStrictEqual(['c']);
      for (const query of [{ assigned: 'me' }, { createdBy: 'me' }])
        expect((await refusal(() => listed(query, w.service))).fields).toHaveProperty([
          Object.keys(query)[0] as string,
        ]);
    });

    test('a filter by id matches that id, even if a member has it as a name', async () => {
      for (const name of [w.service.id, w.agent.id]) {
        const namesake = { name, displayName: 'Namesake', emoji: '*', model: 'any' };
        const { id } = await w.tandem.agents.create(w.admin, namesake);
        await create({ title: 'theirs', assignedTo: id });
      }
      expect(await listed({ createdBy: w.service.id })).toStrictEqual(['d']);
      expect(await listed({ assigned: w.agent.id })).toStrictEqual(['d']);
    });

    test("a deleted member's name finds the tasks that they closed and created", async () => {
      await create({ title: 'e', status: 'done', assignedTo: 'bob' });
      await w.tandem.members.delete(w.admin, w.member.id);
      expect(await listed({ assigned: 'bob' })).toStrictEqual(['e']);
      expect(await listed({ createdBy: 'bob' })).toStrictEqual(['b']);
    });
  });

  test('a list with two bad filters is refused for the first, and leaves no rejection without a handler', async () => {
    const unhandled = jest.fn();
    process.on('unhandledRejection', unhandled);
    const refused = await refusal(() =>
      w.tandem.tasks.list(w.admin, { parent: '99', due: 'none', dueAfter: 0 }),
    );
    await new Promise(setImmediate);
    process.off('unhandledRejection', unhandled);
    expect(refused.code).toBe('NOT_FOUND');
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('items of the list have description and blocked', async () => {
    await create({ title: 'one', description: 'Green' });
    await create({ title: 'two' });
    await relate(2, 'blocks', 1);
    const { items } = await w.tandem.tasks.list(w.admin, {});
    expect(items.map(({ description, blocked }) => [description, blocked])).toStrictEqual([
      [null, false],
      ['Green', true],
    ]);
    expect(items[0]).not.toHaveProperty('relations');
  });
});

describe('a transition', () => {
  test('a transition moves the task and returns it with its relations', async () => {
    await create();
    await create({ title: 'Other' });
    await relate(1, 'related', 2);
    w.time.advance(5);
    expect(await move(1, 'in_progress')).toMatchObject({
      status: 'in_progress',
      updatedAt: START + 5,
      relations: [{ type: 'related', task: { taskNumber: 2 } }],
    });
    expect((await get(1)).status).toBe('in_progress');
  });

  test('a transition to done sets completedAt, and reopening clears it', async () => {
    await create({ status: 'in_progress' });
    w.time.advance(5);
    expect((await move(1, 'done')).completedAt).toBe(START + 5);
    expect((await move(1, 'todo')).completedAt).toBeNull();
    expect((await get(1)).completedAt).toBeNull();
  });

  /** docs/rules.md, Transitions, rules 3 and the two reopenings, for every kind of key. */
  // biome-ignore format: a table
  test.each<[CallerName, string, string, string]>([
    // key             done, completion off         done, completion on  reopening
    ['admin',          'ok',                        'ok',                'ok'],
    ['member',         'ok',                        'ok',                'ok'],
    ['agent',          'AGENT_COMPLETION_DISABLED', 'ok',                'HUMANS_ONLY'],
    ['service',        'ok',                        'ok',                'HUMANS_ONLY'],
    ['runtime',        'ok',                        'ok',                'HUMANS_ONLY'],
    ['actingAsMember', 'ok',                        'ok',                'ok'],
    ['actingAsAgent',  'AGENT_COMPLETION_DISABLED', 'ok',                'HUMANS_ONLY'],
  ])('a transition by %s to done: %s; with agent completion: %s; reopening: %s', async (who, off, on, reopen) => {
    await create({ status: 'waiting' });
    await create({ status: 'waiting' });
    expect(await outcome(() => move(1, 'done', w[who]))).toBe(off);
    await allowAgentCompletion();
    expect(await outcome(() => move(2, 'done', w[who]))).toBe(on);
    expect(await outcome(() => move(2, 'todo', w[who]))).toBe(reopen);
    await create({ status: 'canceled' });
    expect(await outcome(() => move(3, 'backlog', w[who]))).toBe(reopen);
  });

  test("a refused transition lists the caller's valid ones", async () => {
    await create({ status: 'in_progress' });
    expect((await refusal(() => move(1, 'done', w.agent))).details).toStrictEqual({
      validTransitions: ['backlog', 'todo', 'waiting', 'canceled'],
    });
    await move(1, 'canceled');
    expect((await refusal(() => move(1, 'backlog', w.agent))).details).toStrictEqual({
      validTransitions: [],
    });
    expect((await refusal(() => move(1, 'todo'))).details).toStrictEqual({ validTransitions: ['backlog'] });
  });

  test('of two callers that race for the same move one wins; the other gets 422 from the new status', async () => {
    await create();
    const refusals = await Promise.all(
      [w.admin, w.member].map((by) =>
        move(1, 'in_progress', by).then(
          () => null,
          (error) => error,
        ),
      ),
    );
    expect(refusals[0]).toBeNull();
    expect(refusals[1]).toMatchObject({
      code: 'INVALID_TRANSITION',
      details: { validTransitions: ['backlog', 'todo', 'waiting', 'done', 'canceled'] },
    });
  });

  test('a transition works on an archived task', async () => {
    await create();
    await w.tandem.tasks.archive(w.admin, 1);
    expect(await move(1, 'canceled')).toMatchObject({ status: 'canceled', archived: true });
  });
});

describe('a blocked task', () => {
  beforeEach(async () => {
    await create({ title: 'House', assignedTo: 'scout' });
    await create({ title: 'Foundation', assignedTo: 'bob' });
    await relate(2, 'blocks', 1);
  });

  // biome-ignore format: a table
  test.each<[CallerName, string]>([
    ['admin',          'ok'],
    ['member',         'ok'],
    ['actingAsMember', 'ok'],
    ['agent',          'TASK_BLOCKED'],
    ['actingAsAgent',  'TASK_BLOCKED'],
    ['service',        'TASK_BLOCKED'],
    ['runtime',        'TASK_BLOCKED'],
  ])('a blocked task is moved to in_progress by %s: %s', async (who, expected) => {
    expect(await outcome(() => move(1, 'in_progress', w[who]))).toBe(expected);
  });

  test('the refusal of another move omits the blocked one', async () => {
    const of = async (who: CallerName) =>
      (await refusal(() => move(1, 'done', w[who]))).details.validTransitions;
    expect(await of('agent')).toEqual(['backlog', 'waiting', 'canceled']);
    expect(await of('member')).toEqual(['backlog', 'in_progress', 'waiting', 'canceled']);
  });

  test('the refusal lists only the open blockers', async () => {
    await create({ title: 'Permit', status: 'canceled' });
    await create({ title: 'Money', status: 'waiting' });
    await relate(1, 'blocked_by', 3);
    await relate(1, 'blocked_by', 4);
    expect((await refusal(() => move(1, 'in_progress', w.agent))).details).toStrictEqual({
      blockers: [
        { taskNumber: 2, title: 'Foundation', status: 'todo', assignedTo: 'bob' },
        { taskNumber: 4, title: 'Money', status: 'waiting', assignedTo: null },
      ],
    });
  });

  test('a task is blocked while its blocker is neither done nor canceled, archived or not', async () => {
    const blocked = async () => (await get(1)).blocked;
    expect(await blocked()).toBe(true);
    await w.tandem.tasks.archive(w.admin, 2);
    expect(await blocked()).toBe(true);
    await move(2, 'canceled');
    expect(await blocked()).toBe(false);
    await move(2, 'backlog');
    expect(await blocked()).toBe(true);
    await move(2, 'in_progress');
    await move(2, 'done');
    expect(await blocked()).toBe(false);
    expect(await outcome(() => move(1, 'in_progress', w.agent))).toBe('ok');
  });

  test('a task is unblocked when its blocker is deleted or the relation removed', async () => {
    await create({ title: 'Permit' });
    const { id } = await relate(3, 'blocks', 1);
    await w.tandem.tasks.archive(w.admin, 2);
    await w.tandem.tasks.delete(w.admin, 2);
    expect((await get(1)).blocked).toBe(true);
    await w.tandem.relations.unrelate(w.admin, 1, id);
    expect((await get(1)).blocked).toBe(false);
  });

  test('an agent can move a blocked task elsewhere, to defer it', async () => {
    expect(await outcome(() => move(1, 'waiting', w.agent))).toBe('ok');
    expect(await outcome(() => move(1, 'todo', w.agent))).toBe('ok');
    expect(await outcome(() => move(1, 'backlog', w.agent))).toBe('ok');
  });

  test('the blocker itself is not blocked', async () => {
    expect((await get(2)).blocked).toBe(false);
  });

  test('related and duplicate tasks do not block', async () => {
    await create();
    await relate(3, 'related', 2);
    await relate(3, 'duplicate_of', 2);
    expect((await get(3)).blocked).toBe(false);
  });
});

describe('archiving and deleting', () => {
  test('archiving and unarchiving are repeatable and return the task', async () => {
    await create();
    w.time.advance(5);
    const archived = await w.tandem.tasks.archive(w.admin, 1);
    expect(archived).toMatchObject({ archived: true, updatedAt: START + 5 });
    w.time.advance(5);
    expect(await w.tandem.tasks.archive(w.admin, 1)).toStrictEqual(archived);
    expect((await w.tandem.tasks.unarchive(w.admin, 1)).archived).toBe(false);
    expect((await w.tandem.tasks.unarchive(w.admin, 1)).archived).toBe(false);
  });

  test('deleting an unarchived task is 409; deleting an archived one returns its title', async () => {
    await create({ title: 'Old' });
    expect(await outcome(() => w.tandem.tasks.delete(w.admin, 1))).toBe('TASK_NOT_ARCHIVED');
    await w.tandem.tasks.archive(w.admin, 1);
    expect(await w.tandem.tasks.delete(w.admin, 1)).toStrictEqual({ title: 'Old' });
    expect(await outcome(() => get(1))).toBe('NOT_FOUND');
  });

  test('deleting a task removes its relations', async () => {
    await create();
    await create();
    await relate(1, 'related', 2);
    await w.tandem.tasks.archive(w.admin, 2);
    await w.tandem.tasks.delete(w.admin, 2);
    expect((await get(1)).relations).toStrictEqual([]);
  });
});

describe('relations', () => {
  beforeEach(async () => {
    for (const title of ['one', 'two', 'three', 'four']) await create({ title });
  });
  const summary = ({ relations }: TaskWithRelations) =>
    relations.map(({ type, direction, task }) => `${type} ${task.taskNumber} ${direction}`);

  test('a created relation is returned as seen from the task', async () => {
    await w.tandem.tasks.update(w.admin, 2, { assignedTo: 'bob' });
    const made = await relate(1, 'blocks', 2);
    expect(made).toStrictEqual({
      id: expect.any(String),
      type: 'blocks',
      direction: 'outgoing',
      madeBy: 'human',
      task: { taskNumber: 2, title: 'two', status: 'todo', assignedTo: 'bob' },
    });
    expect((await get(1)).relations).toStrictEqual([made]);
  });

  // biome-ignore format: a table
  test.each<[RelationType, string, string]>([
    ['blocks',       'blocks 2 outgoing',       'blocked_by 1 incoming'],
    ['blocked_by',   'blocked_by 2 outgoing',   'blocks 1 incoming'],
    ['related',      'related 2 outgoing',      'related 1 incoming'],
    ['duplicate_of', 'duplicate_of 2 outgoing', 'duplicate_of 1 incoming'],
  ])('%s is shown from the perspective of each task', async (type, here, there) => {
    await relate(1, type, 2);
    expect(summary(await get(1))).toStrictEqual([here]);
    expect(summary(await get(2))).toStrictEqual([there]);
  });

  // biome-ignore format: a table
  test.each<[[number, RelationType, number], [number, RelationType, number], string]>([
    [[1, 'blocks', 2],       [1, 'blocks', 2],       'DUPLICATE_RELATION'],
    [[1, 'blocks', 2],       [2, 'blocked_by', 1],   'DUPLICATE_RELATION'],
    [[1, 'blocked_by', 2],   [2, 'blocks', 1],       'DUPLICATE_RELATION'],
    [[1, 'related', 2],      [1, 'related', 2],      'DUPLICATE_RELATION'],
    [[1, 'related', 2],      [2, 'related', 1],      'DUPLICATE_RELATION'],
    [[1, 'duplicate_of', 2], [1, 'duplicate_of', 2], 'DUPLICATE_RELATION'],
    [[1, 'blocks', 2],       [2, 'blocks', 1],       'CYCLE_DETECTED'],
    [[1, 'blocks', 2],       [1, 'blocked_by', 2],   'CYCLE_DETECTED'],
    [[1, 'duplicate_of', 2], [2, 'duplicate_of', 1], 'CYCLE_DETECTED'],
    [[1, 'blocks', 2],       [1, 'related', 2],      'ok'],
    [[1, 'blocks', 2],       [2, 'duplicate_of', 1], 'ok'],
    [[1, 'blocks', 2],       [1, 'blocks', 3],       'ok'],
  ])('after %j, %j is %s', async (first, second, expected) => {
    await relate(...first);
    expect(await outcome(() => relate(...second))).toBe(expected);
  });

  test.each<[string, [number, RelationType, number][], [number, RelationType, number]]>([
    [
      'made through blocks',
      [
        [1, 'blocks', 2],
        [2, 'blocks', 3],
        [3, 'blocks', 4],
      ],
      [4, 'blocks', 1],
    ],
    [
      'made through blocked_by',
      [
        [2, 'blocked_by', 1],
        [3, 'blocked_by', 2],
      ],
      [1, 'blocked_by', 3],
    ],
    [
      'made through both',
      [
        [1, 'blocks', 2],
        [3, 'blocked_by', 2],
        [3, 'blocks', 4],
      ],
      [1, 'blocked_by', 4],
    ],
    [
      'of duplicates',
      [
        [1, 'duplicate_of', 2],
        [2, 'duplicate_of', 3],
      ],
      [3, 'duplicate_of', 1],
    ],
  ])('a cycle of any length, %s, is refused', async (_how, chain, closing) => {
    for (const edge of chain) await relate(...edge);
    expect(await outcome(() => relate(...closing))).toBe('CYCLE_DETECTED');
  });

  test('two paths to one task are not a cycle', async () => {
    await relate(1, 'blocks', 2);
    await relate(1, 'blocks', 3);
    await relate(2, 'blocks', 4);
    expect(await outcome(() => relate(3, 'blocks', 4))).toBe('ok');
  });

  test('a cycle of related is allowed', async () => {
    await relate(1, 'related', 2);
    await relate(2, 'related', 3);
    expect(await outcome(() => relate(3, 'related', 1))).toBe('ok');
  });

  test('of two concurrent requests that would close a cycle exactly one succeeds', async () => {
    const results = await Promise.all([
      outcome(() => relate(1, 'blocks', 2)),
      outcome(() => relate(2, 'blocks', 1)),
    ]);
    expect(results.sort()).toStrictEqual(['CYCLE_DETECTED', 'ok']);
  });

  test.each<RelationType>(['blocks', 'blocked_by', 'related', 'duplicate_of'])(
    'a task is not %s itself',
    async (type) => {
      expect(await outcome(() => relate(1, type, 1))).toBe('SELF_RELATION');
    },
  );

  test('a relation with an unknown task is 400 at taskNumber', async () => {
    expect(await fieldsOf(() => relate(1, 'blocks', 9))).toHaveProperty('taskNumber');
  });

  test('a relation can be removed from either of its tasks, and only from those', async () => {
    const first = await relate(1, 'blocks', 2);
    expect(await outcome(() => w.tandem.relations.unrelate(w.admin, 3, first.id))).toBe('NOT_FOUND');
    await w.tandem.relations.unrelate(w.admin, 2, first.id);
    expect((await get(1)).relations).toStrictEqual([]);
    expect(await outcome(() => w.tandem.relations.unrelate(w.admin, 1, first.id))).toBe('NOT_FOUND');
    const second = await relate(1, 'blocks', 2);
    await w.tandem.relations.unrelate(w.admin, 1, second.id);
    expect((await get(2)).relations).toStrictEqual([]);
  });

  test('a relation shows the current state of the other task', async () => {
    await relate(1, 'blocks', 2);
    await w.tandem.tasks.update(w.admin, 2, { title: 'Two', assignedTo: 'bob' });
    await move(2, 'waiting');
    expect((await get(1)).relations[0]?.task).toStrictEqual({
      taskNumber: 2,
      title: 'Two',
      status: 'waiting',
      assignedTo: 'bob',
    });
  });
});

describe('comments', () => {
  beforeEach(async () => {
    await create();
  });
  const comment = (by: Caller, body = 'Looks good') => w.tandem.comments.create(by, 1, { body });

  test('comments are listed oldest first, with their author', async () => {
    await comment(w.admin, 'one');
    await comment(w.service, 'two');
    const { items } = await w.tandem.comments.list(w.admin, 1, {});
    expect(items.map(({ body, author }) => [body, author])).toStrictEqual([
      ['one', { id: w.admin.id, name: 'ada', displayName: 'Ada Lovelace', type: 'human' }],
      ['two', { id: w.service.id, name: 'CI', displayName: 'CI', type: 'service' }],
    ]);
  });

  test('comments keep their body unchanged, of 1 to 100,000 characters that are not blank', async () => {
    expect((await comment(w.admin, '  indented\n')).body).toBe('  indented\n');
    expect(await outcome(() => comment(w.admin, ' \n'))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => comment(w.admin, 'x'.repeat(100_000)))).toBe('ok');
    expect(await outcome(() => comment(w.admin, 'x'.repeat(100_001)))).toBe('VALIDATION_ERROR');
    expect(await outcome(() => comment(w.admin, `${'x'.repeat(100_000)} `))).toBe('VALIDATION_ERROR');
  });

  /** PATCH and DELETE by its author, delete also by an admin. */
  // biome-ignore format: a table
  test.each<[CallerName, string, string]>([
    // a comment by bob
    ['member',         'ok',        'ok'],
    ['actingAsMember', 'ok',        'ok'],
    ['admin',          'FORBIDDEN', 'ok'],
    ['agent',          'FORBIDDEN', 'FORBIDDEN'],
    ['service',        'FORBIDDEN', 'FORBIDDEN'],
    ['runtime',        'FORBIDDEN', 'FORBIDDEN'],
    ['actingAsAgent',  'FORBIDDEN', 'FORBIDDEN'],
  ])("%s edits another's comment: %s, and deletes it: %s", async (who, edit, remove) => {
    const { id } = await comment(w.member);
    expect(await outcome(() => w.tandem.comments.update(w[who], 1, id, { body: 'Better' }))).toBe(edit);
    expect(await outcome(() => w.tandem.comments.delete(w[who], 1, id))).toBe(remove);
  });

  test('a service edits and deletes its own comments, not those of another key of the same person', async () => {
    const { id } = await comment(w.service);
    const another = await w.caller('ada', 'service');
    expect(await outcome(() => w.tandem.comments.update(another, 1, id, { body: 'x' }))).toBe('FORBIDDEN');
    expect(await outcome(() => w.tandem.comments.update(w.service, 1, id, { body: 'x' }))).toBe('ok');
    expect(await outcome(() => w.tandem.comments.delete(w.service, 1, id))).toBe('ok');
  });

  test('an edit changes the body and updatedAt; a deleted comment is not found', async () => {
    const before = await comment(w.member);
    w.time.advance(5);
    const after = await w.tandem.comments.update(w.member, 1, before.id, { body: 'Better' });
    expect(after).toStrictEqual({ ...before, body: 'Better', updatedAt: START + 5 });
    await w.tandem.comments.delete(w.member, 1, before.id);
    expect((await w.tandem.comments.list(w.admin, 1, {})).items).toStrictEqual([]);
    expect(await outcome(() => w.tandem.comments.delete(w.member, 1, before.id))).toBe('NOT_FOUND');
  });

  test('comments are found only under their own task', async () => {
    await create();
    const { id } = await comment(w.member);
    expect(await outcome(() => w.tandem.comments.update(w.member, 2, id, { body: 'x' }))).toBe('NOT_FOUND');
  });

  test("comments show their author's new name", async () => {
    await comment(w.member);
    await w.tandem.members.update(w.admin, w.member.id, { name: 'robert', displayName: 'Robert Stone' });
    const { items } = await w.tandem.comments.list(w.admin, 1, {});
    expect(items[0]?.author).toMatchObject({ name: 'robert', displayName: 'Robert Stone' });
  });
});

describe('subscriptions', () => {
  /** The subscribers notified of another member's move. */
  const hears = async (by: Caller) => {
    const { items } = await w.tandem.notifications.list(by, {});
    return items.length > 0;
  };
  const byAnotherPerson = async () => move(1, 'in_progress', await w.newPerson('eve'));

  test('the creator is subscribed', async () => {
    await create({}, w.member);
    await byAnotherPerson();
    expect([await hears(w.member), await hears(w.admin), await hears(w.agent)]).toStrictEqual([
      true,
      false,
      false,
    ]);
  });

  test('the person behind a creating service is subscribed', async () => {
    await create({}, w.service);
    await byAnotherPerson();
    expect(await hears(w.admin)).toBe(true);
    expect(await hears(w.service)).toBe(true);
  });

  test('the assignee is subscribed when assigned, at creation or later', async () => {
    await create({ assignedTo: 'bob' });
    await w.tandem.tasks.update(w.admin, 1, { assignedTo: 'scout' });
    await byAnotherPerson();
    expect([await hears(w.member), await hears(w.agent)]).toStrictEqual([true, true]);
  });

  test('commenting subscribes the author', async () => {
    await create();
    await w.tandem.comments.create(w.agent, 1, { body: 'Hello' });
    await byAnotherPerson();
    expect([await hears(w.agent), await hears(w.member)]).toStrictEqual([true, false]);
  });

  test('callers subscribe and unsubscribe themselves, repeatably', async () => {
    await create();
    await w.tandem.subscriptions.subscribe(w.member, 1);
    await w.tandem.subscriptions.subscribe(w.member, 1);
    await w.tandem.subscriptions.unsubscribe(w.admin, 1);
    await w.tandem.subscriptions.unsubscribe(w.admin, 1);
    await byAnotherPerson();
    expect([await hears(w.member), await hears(w.admin)]).toStrictEqual([true, false]);
  });

  test('a runtime key without a member has no subscriptions', async () => {
    await create({}, w.runtime);
    expect(await outcome(() => w.tandem.subscriptions.subscribe(w.runtime, 1))).toBe('FORBIDDEN');
    expect(await outcome(() => w.tandem.notifications.list(w.runtime, {}))).toBe('FORBIDDEN');
  });
});

describe('attachments', () => {
  async function* bytes(text: string) {
    yield new TextEncoder().encode(text);
  }
  const upload = (by: Caller, fileName = 'plan.txt') =>
    w.tandem.files.upload(by, { fileName, mimeType: 'text/plain', content: bytes('four') });
  beforeEach(async () => {
    await create();
  });

  test('attachments have the file and the member who added it', async () => {
    const file = await upload(w.member);
    const attachment = await w.tandem.attachments.attach(w.member, 1, { fileId: file.id });
    expect(attachment).toStrictEqual({
      id: expect.any(String),
      taskNumber: 1,
      fileId: file.id,
      fileName: 'plan.txt',
      mimeType: 'text/plain',
      size: 4,
      addedBy: { id: w.member.id, name: 'bob', displayName: 'Bob Stone', type: 'human' },
      createdAt: START,
    });
    expect((await w.tandem.attachments.list(w.admin, 1, {})).items).toStrictEqual([attachment]);
  });

  test('attachments are listed oldest first; the same file is attached once', async () => {
    const [first, second] = [await upload(w.admin, 'a.txt'), await upload(w.admin, 'b.txt')];
    const attachment = await w.tandem.attachments.attach(w.admin, 1, { fileId: first.id });
    await w.tandem.attachments.attach(w.admin, 1, { fileId: second.id });
    expect(await w.tandem.attachments.attach(w.member, 1, { fileId: first.id })).toStrictEqual(attachment);
    const { items } = await w.tandem.attachments.list(w.admin, 1, {});
    expect(items.map(({ fileName }) => fileName)).toStrictEqual(['a.txt', 'b.txt']);
  });

  test("attaching a file that is unknown, or another member's, is 400 at fileId", async () => {
    const theirs = await upload(w.member);
    for (const fileId of ['none', theirs.id]) {
      expect(await fieldsOf(() => w.tandem.attachments.attach(w.admin, 1, { fileId }))).toHaveProperty(
        'fileId',
      );
    }
  });

  test('attaching a file lets the whole workspace read it, and no other workspace', async () => {
    const file = await upload(w.member);
    expect(await outcome(() => w.tandem.files.get(w.agent, file.id))).toBe('NOT_FOUND');
    await w.tandem.attachments.attach(w.member, 1, { fileId: file.id });
    for (const who of ['admin', 'agent', 'service', 'runtime', 'actingAsAgent'] as const) {
      expect(await outcome(() => w.tandem.files.get(w[who], file.id))).toBe('ok');
    }
    expect(await outcome(() => w.tandem.files.get(w.other.admin, file.id))).toBe('NOT_FOUND');
  });

  test('deleting an attachment keeps the file', async () => {
    const file = await upload(w.member);
    const { id } = await w.tandem.attachments.attach(w.member, 1, { fileId: file.id });
    await create();
    expect(await outcome(() => w.tandem.attachments.detach(w.admin, 2, id))).toBe('NOT_FOUND');
    await w.tandem.attachments.detach(w.admin, 1, id);
    expect((await w.tandem.attachments.list(w.admin, 1, {})).items).toStrictEqual([]);
    expect(await outcome(() => w.tandem.files.get(w.member, file.id))).toBe('ok');
    expect(await outcome(() => w.tandem.attachments.detach(w.admin, 1, id))).toBe('NOT_FOUND');
  });
});
