import type { Moment, Page, Position, Storage, Task } from '../../src/index.ts';
import { aTask } from './rows.ts';

const start = (taskNumber: number): Moment => ({ taskNumber, at: 'start' });
const end = (taskNumber: number): Moment => ({ taskNumber, at: 'end' });

/** The contract of every Storage for trees: counts, held tasks, limits, the order that parents and blockers impose. */
export function subtasks(open: () => Storage): void {
  const parentOf = (number: number) => ({ id: `task${number}`, taskNumber: number, title: `Task ${number}` });
  /** 1 above 2 and 3, 2 above 4, 4 above 5; 6 is alone. */
  const tree = async () => {
    const storage = open();
    await storage.write('w', async ({ tasks }) => {
      const parents = [null, 1, 1, 2, 4, null];
      for (const [index, parent] of parents.entries())
        await tasks.insert(aTask(index + 1, { parent: parent === null ? null : parentOf(parent) }));
    });
    return storage;
  };
  const find = (storage: Storage, number: number) => storage.read('w', ({ tasks }) => tasks.byNumber(number));
  const read = async (storage: Storage, number: number) => (await find(storage, number)) as Task;
  const change = (storage: Storage, number: number, more: Partial<Task>) =>
    storage.write('w', async ({ tasks }) => {
      const before = (await tasks.byNumber(number)) as Task;
      await tasks.update({ ...before, ...more }, before);
    });
  const held = async (storage: Storage) => {
    const found: number[] = [];
    for (const number of [1, 2, 3, 4, 5, 6]) if ((await find(storage, number))?.held) found.push(number);
    return found;
  };
  const ready = (storage: Storage) =>
    storage.read('w', async (stores) => (await stores.ready.next('scout', {}, null)).task?.taskNumber);

  test('a task shows its parent by its current title, and counts its children by state without archived ones', async () => {
    const storage = await tree();
    await change(storage, 1, { title: 'Renamed' });
    expect((await read(storage, 2)).parent).toEqual({ id: 'task1', taskNumber: 1, title: 'Renamed' });
    expect((await read(storage, 1)).children).toEqual({ total: 2, open: 2, done: 0, canceled: 0 });
    await change(storage, 2, { status: 'done' });
    await change(storage, 3, { status: 'canceled' });
    expect((await read(storage, 1)).children).toEqual({ total: 2, open: 0, done: 1, canceled: 1 });
    await change(storage, 2, { archived: true });
    expect((await read(storage, 1)).children).toEqual({ total: 1, open: 0, done: 0, canceled: 1 });
    await change(storage, 2, { archived: false, status: 'todo', parent: parentOf(6) });
    expect((await read(storage, 1)).children).toEqual({ total: 1, open: 0, done: 0, canceled: 1 });
    expect((await read(storage, 6)).children).toEqual({ total: 1, open: 1, done: 0, canceled: 0 });
    await change(storage, 2, { parent: null });
    expect((await read(storage, 6)).children.total).toBe(0);
  });

  test('the open children of a task are those that are neither closed nor archived, in order', async () => {
    const storage = await tree();
    const open = () => storage.read('w', ({ subtasks }) => subtasks.openChildren(1));
    await change(storage, 6, { parent: parentOf(1) });
    expect(await open()).toEqual([2, 3, 6]);
    await change(storage, 2, { status: 'waiting' });
    await change(storage, 3, { archived: true });
    expect(await open()).toEqual([2, 6]);
    await change(storage, 2, { status: 'canceled' });
    await change(storage, 6, { status: 'done' });
    expect(await open()).toEqual([]);
  });

  test.each([
    ['waits', { status: 'waiting' }, true],
    ['is ready once its children are closed', { status: 'todo' }, false],
    ['was woken', { status: 'todo', work: { wokenBy: 'child_needs_attention' } }, true],
    ['is in progress', { status: 'in_progress' }, false],
    ['is canceled', { status: 'canceled' }, false],
  ] as const)('a task that %s follows its open children: %#', async (_, state, follows) => {
    const storage = await tree();
    const following = async () =>
      (await storage.read('w', ({ subtasks }) => subtasks.following(2)))?.taskNumber ?? null;
    const { work, ...rest } = { work: {}, ...state };
    await change(storage, 2, { ...rest, work: { ...(await read(storage, 2)).work, ...work } });
    expect(await following()).toBe(follows ? 2 : null);
    await change(storage, 4, { status: 'canceled' });
    expect(await following()).toBe(follows || state.status === 'todo' ? 2 : null);
  });

  test.each([
    ['is in the backlog', { status: 'backlog' }, { status: 'todo' }],
    ['is canceled', { status: 'canceled' }, { status: 'todo' }],
    ['is archived', { archived: true }, { archived: false }],
  ] as const)('everything below a task is held while it %s', async (_, holds, releases) => {
    const storage = await tree();
    expect(await held(storage)).toEqual([]);
    await change(storage, 2, holds);
    expect(await held(storage)).toEqual([4, 5]);
    await change(storage, 1, { status: 'backlog' });
    expect(await held(storage)).toEqual([2, 3, 4, 5]);
    await change(storage, 2, releases);
    expect(await held(storage)).toEqual([2, 3, 4, 5]);
    await change(storage, 1, { status: 'waiting' });
    expect(await held(storage)).toEqual([]);
  });

  test('everything below a blocked task is held until its blockers close or the relations are removed', async () => {
    const storage = await tree();
    const relations = [1, 2].map(
      (to) => ({ id: `r${to}`, kind: 'blocks', from: 6, to, madeOn: 6, madeBy: 'human' }) as const,
    );
    await storage.write('w', async (stores) => {
      for (const relation of relations) await stores.relations.insert(relation);
    });
    expect(await held(storage)).toEqual([2, 3, 4, 5]);
    await change(storage, 6, { status: 'done' });
    expect(await held(storage)).toEqual([]);
    await change(storage, 6, { status: 'todo' });
    expect(await held(storage)).toEqual([2, 3, 4, 5]);
    await storage.write('w', (stores) => stores.relations.delete(relations[0] as (typeof relations)[number]));
    expect(await held(storage)).toEqual([4, 5]);
    const blocker = await read(storage, 6);
    await storage.write('w', ({ tasks }) => tasks.delete(blocker));
    expect(await held(storage)).toEqual([]);
  });

  test('a tree that moves below another task is held like that task', async () => {
    const storage = await tree();
    await change(storage, 6, { status: 'backlog' });
    await change(storage, 2, { parent: parentOf(6) });
    expect(await held(storage)).toEqual([2, 4, 5]);
    await change(storage, 2, { parent: parentOf(3) });
    expect(await held(storage)).toEqual([]);
  });

  test('ready tasks are not held, and have no open children unless they were woken', async () => {
    const storage = await tree();
    expect(await ready(storage)).toBe(3);
    await change(storage, 3, { status: 'waiting' });
    expect(await ready(storage)).toBe(5);
    await change(storage, 2, { status: 'backlog' });
    expect(await ready(storage)).toBe(6);
    const { work } = await read(storage, 1);
    await change(storage, 1, { work: { ...work, wokenBy: 'child_needs_attention' } });
    expect((await read(storage, 1)).work.wokenBy).toBe('child_needs_attention');
    expect(await ready(storage)).toBe(1);
  });

  test('children come in order with archived ones, ancestors from the parent on, without removed tasks', async () => {
    const storage = await tree();
    await change(storage, 2, { archived: true });
    const numbers = (tasks: readonly Task[]) => tasks.map(({ taskNumber }) => taskNumber);
    const of = (number: number) =>
      storage.read('w', async ({ subtasks: store }) => [
        numbers(await store.children(number)),
        numbers(await store.ancestors(number)),
        await store.subtree(number),
      ]);
    expect(await of(1)).toEqual([[2, 3], [], { size: 5, height: 3, children: 2 }]);
    expect(await of(4)).toEqual([[5], [2, 1], { size: 2, height: 1, children: 1 }]);
    expect(await of(6)).toEqual([[], [], { size: 1, height: 0, children: 0 }]);
    const removed = await read(storage, 3);
    await storage.write('w', ({ tasks }) => tasks.delete(removed));
    expect(await of(1)).toEqual([[2], [], { size: 4, height: 3, children: 1 }]);
    expect((await read(storage, 1)).children.total).toBe(0);
  });

  test('a task starts after its parent starts and its blockers end, and ends after its children', async () => {
    const storage = await tree();
    await storage.write('w', ({ relations }) =>
      relations.insert({ id: 'r', kind: 'blocks', from: 5, to: 6, madeOn: 6, madeBy: 'human' }),
    );
    const precedes = (first: Moment, second: Moment, detached?: number) =>
      storage.read('w', ({ subtasks: store }) => store.precedes(first, second, detached));
    expect(await precedes(start(1), start(5))).toBe(true);
    expect(await precedes(end(5), end(1))).toBe(true);
    expect(await precedes(start(5), end(5))).toBe(true);
    expect(await precedes(start(1), end(6))).toBe(true);
    expect(await precedes(end(5), start(6))).toBe(true);
    expect(await precedes(start(5), start(1))).toBe(false);
    expect(await precedes(end(2), end(3))).toBe(false);
    expect(await precedes(end(1), start(6))).toBe(false);
    expect(await precedes(start(6), start(6))).toBe(true);
    expect(await precedes(start(1), start(5), 2)).toBe(false);
    expect(await precedes(start(2), start(5), 2)).toBe(true);
    expect(await precedes(end(5), end(1), 4)).toBe(false);
    expect(await precedes(end(5), end(4), 4)).toBe(true);
  });

  test('a task over its budget holds everything below it, and is not ready itself', async () => {
    const storage = await tree();
    await change(storage, 2, { budget: { cost: 5 }, overBudget: true });
    expect(await read(storage, 2)).toMatchObject({ budget: { cost: 5 }, overBudget: true, held: false });
    expect(await held(storage)).toEqual([4, 5]);
    await change(storage, 3, { status: 'waiting' });
    await change(storage, 4, { status: 'done' });
    expect(await ready(storage)).toBe(6);
    await change(storage, 2, { budget: null, overBudget: false });
    expect(await held(storage)).toEqual([]);
    expect(await ready(storage)).toBe(2);
  });

  test('usage adds up in a task and in its tree, and moves with a task', async () => {
    const storage = await tree();
    const add = (number: number, usage: Record<string, number>) =>
      storage.write('w', ({ subtasks: store }) => store.addUsage(number, usage));
    const usageOf = (number: number) => storage.read('w', ({ subtasks: store }) => store.usageOf(number));
    await add(2, { cost: 0.1, tokens: 1 });
    await add(2, { cost: 0.2 });
    await add(5, { tokens: 7 });
    expect(await usageOf(2)).toEqual({ own: { cost: 0.3, tokens: 1 }, tree: { cost: 0.3, tokens: 8 } });
    expect(await usageOf(1)).toEqual({ own: {}, tree: { cost: 0.3, tokens: 8 } });
    await change(storage, 4, { parent: parentOf(6) });
    expect(await usageOf(1)).toEqual({ own: {}, tree: { cost: 0.3, tokens: 1 } });
    expect(await usageOf(6)).toEqual({ own: {}, tree: { tokens: 7 } });
  });

  test('lists have the children of a task or only roots', async () => {
    const storage = await tree();
    const list = (parent: number | null) =>
      storage.read('w', async ({ tasks }) => {
        const found: number[] = [];
        for (let after: Position | null | undefined; after !== null; ) {
          const page: Page<Task> = await tasks.list({ parent, archived: false }, { limit: 10, after });
          found.push(...page.items.map(({ taskNumber }) => taskNumber));
          after = page.next;
        }
        return found.sort();
      });
    expect([await list(1), await list(2), await list(6), await list(null)]).toEqual([
      [2, 3],
      [4],
      [],
      [1, 6],
    ]);
  });
}
