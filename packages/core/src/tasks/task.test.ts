import { changedFields } from '../events/event.ts';
import {
  DEFAULT_FIELDS,
  move,
  NO_CHILDREN,
  NO_WORK,
  normalizeTags,
  TASK_TEXTS,
  type Task,
  taskProblems,
} from './task.ts';

const TASK: Task = {
  ...DEFAULT_FIELDS,
  id: 't1',
  taskNumber: 1,
  title: 'Paint the fence',
  status: 'in_progress',
  completedAt: null,
  archived: false,
  blocked: false,
  parent: null,
  children: NO_CHILDREN,
  overBudget: false,
  held: false,
  work: NO_WORK,
  claim: null,
  waitingFor: null,
  creatorId: 'm1',
  fromAgent: false,
  fromImport: false,
  rank: null,
  createdAt: 1_000,
  updatedAt: 1_000,
};

describe('completedAt', () => {
  test('completedAt is set when the status becomes done', () => {
    expect(move(TASK, 'done', 2_000)).toMatchObject({ status: 'done', completedAt: 2_000, updatedAt: 2_000 });
  });

  test('completedAt is cleared by reopening', () => {
    const done = move(TASK, 'done', 2_000);
    expect(move(done, 'todo', 3_000)).toMatchObject({ status: 'todo', completedAt: null, updatedAt: 3_000 });
  });

  test.each(['backlog', 'todo', 'waiting', 'canceled'] as const)(
    'completedAt stays empty on the way to %s',
    (to) => {
      expect(move(TASK, to, 2_000).completedAt).toBeNull();
    },
  );
});

describe('tags', () => {
  test('tags are trimmed and deduplicated, and keep their order', () => {
    expect(normalizeTags(['web', ' api ', 'web', 'api', 'Web'])).toStrictEqual(['web', 'api', 'Web']);
  });

  const problems = (tags: string[]) =>
    Object.fromEntries(Object.entries(taskProblems({ tags })).filter(([, problem]) => problem !== undefined));
  const many = (count: number) => Array.from({ length: count }, (_, i) => `tag ${i}`);

  test('tags must not be blank', () => {
    expect(problems(['web', '  '])).toEqual({ 'tags.1': 'must not be blank' });
    expect(problems([''])).toEqual({ 'tags.0': 'must not be blank' });
  });

  test('tags are at most 50 of at most 100 characters each', () => {
    expect(problems(many(50))).toEqual({});
    expect(problems(many(51))).toEqual({ tags: 'must be at most 50 tags' });
    expect(problems(['😀'.repeat(100)])).toEqual({});
    expect(problems(['x'.repeat(101)])).toEqual({ 'tags.0': 'must be at most 100 characters' });
  });

  test('repeated tags count once', () => {
    expect(problems([...many(50), 'tag 0'])).toEqual({});
  });
});

describe('problems of a task', () => {
  test('an empty input has no problem', () => {
    for (const problem of Object.values(taskProblems({}))) expect(problem).toBeUndefined();
  });

  test('each field is checked on its own', () => {
    expect(
      taskProblems({ title: ' ', description: 'x'.repeat(100_001), tags: ['\0'], dueDate: 1.5 }),
    ).toStrictEqual({
      title: 'must not be blank',
      description: 'must be at most 100000 characters',
      'tags.0': 'must not contain a NUL character',
      dueDate: 'must be milliseconds since 1970: a number, and an integer within the range of dates',
    });
  });

  test('a title has at most 500 characters, without the white space around it', () => {
    expect(taskProblems({ title: ` ${'😀'.repeat(500)} ` }).title).toBeUndefined();
    expect(taskProblems({ title: 'x'.repeat(501) }).title).toBe('must be at most 500 characters');
  });
});

describe('the log of changes', () => {
  const label = (name: string) => ({ id: name, name, color: 'gray' as const });

  test('changes are logged one per field, as strings or null', () => {
    const after: Task = {
      ...TASK,
      title: 'Paint the gate',
      description: 'Green',
      priority: 'p0',
      assignee: { id: 'm2', name: 'bob' },
      project: { id: 'p1', title: 'Garden' },
      tags: ['out', 'dry'],
      labels: [label('bug'), label('ui')],
      dueDate: 0,
      effort: 'xl',
    };
    expect(changedFields(TASK_TEXTS, TASK, after)).toStrictEqual([
      { field: 'title', oldValue: 'Paint the fence', newValue: 'Paint the gate' },
      { field: 'description', oldValue: null, newValue: 'Green' },
      { field: 'priority', oldValue: 'p2', newValue: 'p0' },
      { field: 'assignedTo', oldValue: null, newValue: 'bob' },
      { field: 'projectId', oldValue: null, newValue: 'p1' },
      { field: 'tags', oldValue: '', newValue: 'out, dry' },
      { field: 'labels', oldValue: '', newValue: 'bug, ui' },
      { field: 'dueDate', oldValue: null, newValue: '1970-01-01T00:00:00.000Z' },
      { field: 'effort', oldValue: null, newValue: 'xl' },
    ]);
  });

  test('unchanged fields are not logged', () => {
    expect(changedFields(TASK_TEXTS, TASK, { ...TASK, updatedAt: 9_000 })).toStrictEqual([]);
  });

  test.each([
    ['one tag with a comma is not two tags', ['a, b'], ['a', 'b']],
    ['a tag in quotes is not a tag with a comma', ['"a', 'b"'], ['a, b']],
  ])('the log of %s', (_name, before, after) => {
    const changes = changedFields(TASK_TEXTS, { ...TASK, tags: before }, { ...TASK, tags: after });
    expect(changes).toHaveLength(1);
    const labels = changedFields(
      TASK_TEXTS,
      { ...TASK, labels: before.map(label) },
      { ...TASK, labels: after.map(label) },
    );
    expect(labels).toHaveLength(1);
  });
});
