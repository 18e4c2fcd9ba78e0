import {
  comparePositions,
  type Position,
  SORT_ORDERS,
  type Storage,
  TASK_SORTS,
  TASK_STATUSES,
  type Task,
  type TaskFilter,
  type TaskOrder,
} from '../../src/index.ts';
import { queryWords } from '../../src/search/words.ts';
import { positionIn } from '../../src/tasks/order.ts';
import { rankOf } from '../../src/tasks/rank.ts';
import { NO_WORK } from '../../src/tasks/task.ts';
import { LONG } from '../programs.ts';
import { AT, aBlock, aClaim, aHuman, aLabel, anAgent, aProject, aTask, aWorkspace } from './rows.ts';

const PRIORITIES = ['p0', 'p1', 'p2', 'p3'] as const;
const EFFORTS = ['xs', 's', 'm', 'l', 'xl', null] as const;
const COUNT = 120;
const HOUR = 60 * 60_000;
const WAITS = [
  { kind: 'review', who: null, what: 'A "kind":"answer"', since: AT },
  { kind: 'other', who: null, what: 'Anything', since: AT },
] as const;
/** Task 1 is open and blocks every fifth task. */
const BLOCKED = Array.from({ length: COUNT / 5 - 1 }, (_, i) => 5 * i + 7);
const isBlocked = ({ taskNumber }: Task) => BLOCKED.includes(taskNumber);
const isClaimed = ({ taskNumber, status }: Task) => status === 'in_progress' && taskNumber % 4 === 3;
const isCommented = ({ taskNumber }: Task) => taskNumber % 9 === 0;
const hasLabel = ({ labels }: Task, id: string) => labels.some((label) => label.id === id);

/**
 * The contract of every Storage for the task list: each filter, alone and combined, page by page. Tests that change
 * nothing share one storage, since filling it takes longer than most of them.
 */
export function taskLists(open: () => Promise<Storage>, make: () => Storage | Promise<Storage>): void {
  /** Tasks with every value of every filter, in many combinations. */
  const tasks = Array.from({ length: COUNT }, (_, i) =>
    aTask(i + 1, {
      title: i % 4 < 2 ? 'Fix the roof' : 'Paint it',
      description: i % 5 < 3 ? 'Where the birds fixed their nest' : null,
      status: TASK_STATUSES[i % 6] ?? 'todo',
      priority: PRIORITIES[(i >> 1) % 4] ?? 'p2',
      effort: EFFORTS[(i >> 2) % 6] ?? null,
      assignee: i % 3 === 0 ? null : { id: i % 3 === 1 ? 'ada' : 'bob', name: i % 3 === 1 ? 'ada' : 'bob' },
      project: i % 4 === 0 ? { id: 'p', title: 'p' } : null,
      tags: [...(i % 2 === 0 ? ['even'] : []), ...(i % 5 === 0 ? ['fifth', 'rare tag'] : [])],
      labels: [...(i % 7 === 0 ? [aLabel('bug')] : []), ...(i % 14 < 2 ? [aLabel('ui')] : [])],
      externalId: i % 2 === 0 ? { source: 'jira', id: `ABC-${i}` } : null,
      metadata: i % 3 === 0 ? { team: 'blue', cost: String(i % 2) } : {},
      createdAt: AT + i * HOUR,
      updatedAt: AT + ((i * 37) % COUNT) * HOUR,
      dueDate: i % 3 === 0 ? null : AT + ((i * 7) % 25) * HOUR,
      completedAt: i % 6 === TASK_STATUSES.indexOf('done') ? AT + ((i * 11) % 13) * HOUR : null,
      waitingFor: i % 6 === TASK_STATUSES.indexOf('waiting') ? (WAITS[(i % 5) % 2] ?? null) : null,
      work: i % 8 === 1 ? { ...NO_WORK, notBefore: 2 * AT } : NO_WORK,
      archived: i % 10 === 9,
      creatorId: i % 2 === 0 ? 'ada' : 'key1',
      // Some right after others, in their cells.
      rank:
        i % 3 === 0
          ? `${rankOf({ rank: null, taskNumber: ((i * 7) % COUNT) + 1 })}${i % 2 ? 'i' : 'z'}`
          : null,
    }),
  );

  async function filled(storage: Storage): Promise<Storage> {
    await storage.write('w', async (stores) => {
      await stores.workspace.insert(aWorkspace('w'));
      await stores.members.insert(aHuman('ada'));
      await stores.members.insert(aHuman('bob'));
      await stores.projects.insert(aProject('p'));
      for (const id of ['bug', 'ui']) await stores.labels.insert(aLabel(id));
      for (const task of tasks) await stores.tasks.insert(task);
      for (const { taskNumber } of tasks.filter(isCommented))
        await stores.comments.insert({
          id: `comment${taskNumber}`,
          taskNumber,
          body: 'A bird, a magpie!',
          author: { type: 'human', id: 'ada', name: 'ada', displayName: 'Ada' },
          createdAt: AT,
          updatedAt: AT,
        });
      await stores.ranks.set(
        new Map(tasks.flatMap(({ taskNumber, rank }) => (rank === null ? [] : [[taskNumber, rank]]))),
      );
      for (const to of BLOCKED) await stores.relations.insert(aBlock(1, to));
      await stores.members.insert(anAgent('scout'));
      for (const { taskNumber } of tasks.filter(isClaimed))
        await stores.claims.insert(aClaim(taskNumber, { id: 'scout', name: 'scout' }));
    });
    return storage;
  }

  const filters: readonly [
    string,
    Omit<TaskFilter, 'archived'>,
    (task: (typeof tasks)[number]) => boolean,
  ][] = [
    ['none', {}, () => true],
    ['a status', { statuses: ['done'] }, (t) => t.status === 'done'],
    ['several statuses', { statuses: ['todo', 'waiting'] }, (t) => ['todo', 'waiting'].includes(t.status)],
    ['a priority', { priorities: ['p0'] }, (t) => t.priority === 'p0'],
    ['several priorities', { priorities: ['p0', 'p3'] }, (t) => ['p0', 'p3'].includes(t.priority)],
    ['an effort', { efforts: ['xl', 's'] }, (t) => t.effort === 'xl' || t.effort === 's'],
    ['an assignee', { assigneeIds: ['ada'] }, (t) => t.assignee?.id === 'ada'],
    ['several assignees', { assigneeIds: ['ada', 'bob'] }, (t) => t.assignee !== null],
    ['nobody assigned', { assigneeIds: [null] }, (t) => t.assignee === null],
    ['nobody or an assignee', { assigneeIds: ['ada', null] }, (t) => t.assignee?.id !== 'bob'],
    ['a project', { projectIds: ['p'] }, (t) => t.project !== null],
    ['a tag', { tags: ['even'] }, (t) => t.tags.includes('even')],
    ['any of several tags', { tags: ['even', 'fifth', 'none'] }, (t) => t.tags.length > 0],
    ['a label', { labelIds: ['bug'] }, (t) => hasLabel(t, 'bug')],
    ['an external id', { externalId: 'jira:ABC-60' }, (t) => t.externalId?.id === 'ABC-60'],
    ['metadata', { metadata: { team: 'blue', cost: '0' } }, (t) => t.metadata.cost === '0'],
    ['a creator', { creatorIds: ['key1'] }, (t) => t.creatorId === 'key1'],
  ];
  const isReady = (t: (typeof tasks)[number]) =>
    t.status === 'todo' && !t.archived && !isBlocked(t) && t.work.notBefore === null;
  const more: typeof filters = [
    ['no project', { projectIds: [null] }, (t) => t.project === null],
    ['no project or one', { projectIds: ['p', null] }, () => true],
    ['any of two labels', { labelIds: ['bug', 'ui'] }, (t) => t.labels.length > 0],
    ['both of two labels', { allLabelIds: ['bug', 'ui'] }, (t) => t.labels.length === 2],
    ['ready', { ready: true }, isReady],
    ['not ready', { ready: false }, (t) => t.status === 'todo' && !isReady(t)],
    ['blocked', { blocked: true }, isBlocked],
    ['not blocked', { blocked: false }, (t) => !isBlocked(t)],
    ['waiting for a review', { waitingFor: ['review'] }, (t) => t.waitingFor?.kind === 'review'],
    [
      'waiting for several things',
      { waitingFor: ['answer', 'other'] },
      (t) => t.waitingFor?.kind === 'other',
    ],
    ['created since', { created: { since: AT + 100 * HOUR } }, (t) => t.createdAt >= AT + 100 * HOUR],
    [
      'created since, in a status',
      { created: { since: AT + 80 * HOUR }, statuses: ['todo', 'done'] },
      (t) => t.createdAt >= AT + 80 * HOUR && ['todo', 'done'].includes(t.status),
    ],
    ['updated since', { updated: { since: AT + 100 * HOUR } }, (t) => t.updatedAt >= AT + 100 * HOUR],
    [
      'completed since',
      { completed: { since: AT + 9 * HOUR } },
      (t) => t.completedAt !== null && t.completedAt >= AT + 9 * HOUR,
    ],
    ['no due date', { due: null }, (t) => t.dueDate === null],
    [
      'due before',
      { due: { before: AT + 9 * HOUR } },
      (t) => t.dueDate !== null && t.dueDate < AT + 9 * HOUR,
    ],
    [
      'due between two times',
      { due: { since: AT + 3 * HOUR, before: AT + 9 * HOUR } },
      (t) => t.dueDate !== null && t.dueDate >= AT + 3 * HOUR && t.dueDate < AT + 9 * HOUR,
    ],
    ['a word', { words: queryWords('MAGPIE') }, isCommented],
    [
      'a word in the title or another text',
      { words: queryWords('fix') },
      (t) => t.title.startsWith('Fix') || t.description !== null,
    ],
    [
      'words in different texts',
      { words: queryWords('roof bird') },
      (t) => t.title.startsWith('Fix') && (t.description !== null || isCommented(t)),
    ],
    [
      'words of a status',
      { words: queryWords('fix birds'), statuses: ['done', 'todo'] },
      (t) => t.title.startsWith('Fix') && t.description !== null && ['done', 'todo'].includes(t.status),
    ],
    ['a word that no task has', { words: queryWords('nests') }, () => false],
    ['a claim', { hasClaim: true }, isClaimed],
    ['no claim', { hasClaim: false }, (t) => !isClaimed(t)],
  ];
  type Filter = (typeof filters)[number];
  const kindOf = ([, filter]: Filter) => Object.keys(filter)[0];
  const both = ([names, filter, fits]: Filter, [name, other, fitsToo]: Filter): Filter => [
    `${names} and ${name}`,
    { ...filter, ...other },
    (task) => fits(task) && fitsToo(task),
  ];
  const pairs = filters.flatMap((one, i) =>
    filters
      .slice(i + 1)
      .filter((two) => kindOf(two) !== kindOf(one))
      .map((two) => [one, two] as const),
  );
  /** With one filter of each kind, so that the suite stays fast. */
  const morePairs = more.flatMap((one, i) =>
    [...filters.filter((_, j) => j % 4 === i % 4), ...more.slice(i + 1)]
      .filter(([, filter]) => !Object.keys(filter).some((name) => name in one[1]))
      .map((two) => [one, two] as const),
  );
  const triples = pairs.flatMap(([one, two]) =>
    filters
      .slice(filters.indexOf(two) + 1)
      .filter((three) => ![kindOf(one), kindOf(two)].includes(kindOf(three)))
      .map((three) => both(both(one, two), three)),
  );
  const numbers = (list: readonly { taskNumber: number }[]) => list.map(({ taskNumber }) => taskNumber);
  const expected = (archived: boolean, fits: (task: (typeof tasks)[number]) => boolean) =>
    numbers(tasks.filter((task) => (archived || !task.archived) && fits(task)).reverse());

  /** All items of a list: a page can be short or empty without being the last. */
  async function all(
    storage: Storage,
    filter: TaskFilter,
    limit: number,
    order?: TaskOrder,
  ): Promise<number[]> {
    const seen: number[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const from: Position | undefined = after;
      const page = await storage.read('w', (stores) =>
        stores.tasks.list(filter, { limit, after: from }, order),
      );
      if (page.items.length > limit)
        throw new Error(`${page.items.length} tasks exceed the limit of ${limit}`);
      seen.push(...numbers(page.items));
      after = page.next;
    }
    return seen;
  }

  let shared: Storage;
  beforeAll(async () => {
    shared = await filled(await make());
  });
  afterAll(() => shared.close());

  test('each filter, each pair and a choice of triples returns exactly the matching tasks, newest first', async () => {
    const check = async ([names, filter, fits]: Filter, archived: boolean) => {
      const found = await all(shared, { ...filter, archived }, COUNT);
      expect([names, archived, found]).toEqual([names, archived, expected(archived, fits)]);
    };
    for (const each of [...filters, ...more]) {
      await check(each, false);
      await check(each, true);
    }
    // Archived tasks are one more filter, so that one of both is enough here.
    const twos = [...pairs, ...morePairs].map(([one, two]) => both(one, two));
    for (const [i, each] of twos.entries()) {
      await check(each, i % 2 === 0);
      if (LONG) await check(each, i % 2 === 1);
    }
    for (const [i, each] of triples.entries()) if (LONG || i % 5 === 0) await check(each, i % 2 === 0);
  });

  test('counts the tasks of each filter and of each pair by status', async () => {
    for (const [names, filter, fits] of [
      ...filters,
      ...more,
      ...[...pairs, ...morePairs].filter((_, i) => LONG || i % 10 === 0).map(([one, two]) => both(one, two)),
    ]) {
      const { byStatus, exact } = await shared.read('w', (stores) =>
        stores.tasks.counts({ ...filter, archived: false }),
      );
      const matching = tasks.filter((task) => !task.archived && fits(task));
      const known = TASK_STATUSES.map((status) => matching.filter((task) => task.status === status).length);
      const counted = TASK_STATUSES.map((status) => byStatus[status]);
      // With little effort, the counts are minimums.
      expect([names, exact ? counted : counted.map((n, i) => Math.min(n, known[i] ?? 0))]).toEqual([
        names,
        exact ? known : counted,
      ]);
    }
  });

  const orders = TASK_SORTS.flatMap((sort) => SORT_ORDERS.map((order) => ({ sort, order })));
  /** Pairs for each order: others for each one, so that the suite stays fast. */
  const pairsFor = (order: TaskOrder) =>
    morePairs.filter((_, i) => (LONG ? i % 7 === 0 : i % (2 * orders.length) === orders.indexOf(order)));

  test.each(orders)(
    '$sort $order returns the tasks of every filter in that order, page by page',
    async (order) => {
      const compare = comparePositions(order);
      const inOrder = (archived: boolean, fits: Filter[2]) =>
        numbers(
          tasks
            .filter((task) => (archived || !task.archived) && fits(task))
            .sort((a, b) => compare(positionIn(order, a), positionIn(order, b))),
        );
      const some = [...filters, ...more, ...pairsFor(order).map(([one, two]) => both(one, two))];
      for (const [i, [names, filter, fits]] of some.entries()) {
        const archived = i % 2 === 0;
        const found = await all(shared, { ...filter, archived }, i % 3 === 0 ? 7 : COUNT, order);
        expect([names, found]).toEqual([names, inOrder(archived, fits)]);
      }
    },
  );

  test('pages of every filter are complete and without repeats while rows are inserted', async () => {
    const storage = await filled(await open());
    let walks = [...filters, ...more, ...triples.filter((_, i) => i % 25 === 0)].map(
      ([names, filter, fits]) => ({
        names,
        filter: { ...filter, archived: false },
        fits,
        like: tasks.find((task) => !task.archived && fits(task)) ?? aTask(0),
        seen: [] as number[],
        after: undefined as Position | undefined,
      }),
    );
    for (let extra = COUNT; walks.length > 0; ) {
      const unfinished: typeof walks = [];
      for (const walk of walks) {
        const page = await storage.read('w', (stores) =>
          stores.tasks.list(walk.filter, { limit: 7, after: walk.after }),
        );
        walk.seen.push(...numbers(page.items));
        walk.after = page.next ?? undefined;
        if (page.next) unfinished.push(walk);
        else expect([walk.names, walk.seen]).toEqual([walk.names, expected(false, walk.fits)]);
      }
      walks = unfinished;
      await storage.write('w', async ({ tasks: store }) => {
        for (const { like } of walks) {
          extra++;
          await store.insert({ ...like, id: `extra${extra}`, taskNumber: extra, externalId: null });
        }
      });
    }
  });

  test('after every kind of change, a task is found by its new values and not by its old ones', async () => {
    const storage = await filled(await open());
    const list = (filter: Omit<TaskFilter, 'archived'>, archived = false) =>
      storage.read('w', async (stores) =>
        numbers((await stores.tasks.list({ ...filter, archived }, { limit: 100, after: undefined })).items),
      );
    await storage.write('w', async (stores) => {
      const before = await stores.tasks.byNumber(1);
      if (!before) throw new Error('task 1 is missing');
      await stores.labels.insert(aLabel('new'));
      const moved = { ...before, status: 'waiting' as const };
      await stores.tasks.update(moved, before);
      const edited = {
        ...moved,
        tags: ['other'],
        labels: [aLabel('new')],
        effort: null,
        project: null,
        metadata: { team: 'red' },
      };
      await stores.tasks.update(edited, moved);
      await stores.tasks.update({ ...edited, archived: true }, edited);
    });
    expect(await list({ metadata: { team: 'red' } })).toEqual([]);
    expect(await list({ metadata: { team: 'red' }, statuses: ['waiting'] }, true)).toEqual([1]);
    expect(await list({ tags: ['other'] })).toEqual([]);
    expect(await list({ tags: ['other'] }, true)).toEqual([1]);
    expect(await list({ tags: ['other'], statuses: ['waiting'] }, true)).toEqual([1]);
    expect(await list({ labelIds: ['new'], statuses: ['waiting'] }, true)).toEqual([1]);
    expect(await list({ labelIds: ['new'], statuses: ['backlog'] }, true)).toEqual([]);
    for (const stale of [
      { tags: ['even'] },
      { labelIds: ['bug'] },
      { metadata: { team: 'blue' } },
      { projectIds: ['p'] },
      { efforts: ['xs'] as const },
    ]) {
      expect(await list(stale, true)).not.toContain(1);
    }
  });
}
