import { IMPORTED_TYPES, type Import, type ImportItem, type Storage, type Task } from '../../src/index.ts';
import { AT, aTask } from './rows.ts';

const anImport = (id: string, more: Partial<Import> = {}): Import => ({
  id,
  source: 'linear',
  options: { map: { status: { Parked: 'todo' } }, project: 'Old' },
  state: 'open',
  counts: {},
  warnings: [],
  warningCount: 0,
  numbersAfter: 0,
  createdBy: 'ada',
  createdAt: AT,
  finishedAt: null,
  undo: null,
  ...more,
});
const anItem = (externalId: string, more: Partial<ImportItem> = {}): ImportItem => ({
  source: 'linear',
  type: 'task',
  externalId,
  sourceNumber: null,
  entityId: `of ${externalId}`,
  importId: 'a',
  createdIn: 'a',
  fields: { title: 'x1' },
  taskNumber: null,
  ...more,
});

/** The contract of every Storage for imports. */
export function importContract(open: () => Storage): void {
  test('imports are stored, changed and listed, newest first', async () => {
    const storage = open();
    const after = anImport('a', {
      state: 'finished',
      counts: { task: { created: 3 } },
      warnings: [{ type: 'task', externalId: null, message: 'Cut' }],
      warningCount: 1,
      finishedAt: AT + 1,
      undo: {
        removed: { task: 2 },
        left: [{ type: 'task', externalId: '1', id: 't', reason: 'Changed' }],
        leftCount: 1,
        before: 7,
      },
    });
    await storage.write('w', async ({ imports }) => {
      for (const id of ['a', 'b', 'c']) await imports.insert(anImport(id));
      await imports.update(after, anImport('a'));
    });
    await storage.read('w', async ({ imports }) => {
      expect(await imports.byId('a')).toStrictEqual(after);
      expect(await imports.byId('none')).toBeNull();
      const first = await imports.list({ limit: 2, after: undefined });
      expect(first.items.map(({ id }) => id)).toStrictEqual(['c', 'b']);
      const rest = await imports.list({ limit: 2, after: first.next ?? undefined });
      expect(rest).toMatchObject({ items: [after], next: null });
    });
  });

  test('items are found by source, type and identity, and tasks by their number in the source', async () => {
    const storage = open();
    const numbered = anItem('n', { sourceNumber: 7 });
    await storage.write('w', async ({ imports }) => {
      await imports.insert(anImport('a'));
      await imports.insert(anImport('b'));
      await imports.addItem(anItem('1'));
      await imports.addItem(anItem('1', { type: 'comment', createdIn: null }));
      await imports.addItem(numbered);
      await imports.updateItem(anItem('1', { importId: 'b', fields: {} }));
    });
    await storage.read('w', async ({ imports }) => {
      expect(await imports.item('linear', 'task', '1')).toStrictEqual(
        anItem('1', { importId: 'b', fields: {} }),
      );
      expect(await imports.item('linear', 'comment', '1')).toMatchObject({ createdIn: null });
      expect(await imports.item('jira', 'task', '1')).toBeNull();
      expect(await imports.itemOfNumber('linear', 7)).toStrictEqual(numbered);
      expect(await imports.itemOfNumber('linear', 8)).toBeNull();
      expect(await imports.itemOfNumber('jira', 7)).toBeNull();
    });
  });

  test('items that an import created are listed newest first, and removed', async () => {
    const storage = open();
    await storage.write('w', async ({ imports }) => {
      await imports.insert(anImport('a'));
      for (const id of ['1', '2', '3']) await imports.addItem(anItem(id));
      await imports.addItem(anItem('4', { createdIn: null }));
      await imports.removeItem(anItem('2'));
    });
    await storage.read('w', async ({ imports }) => {
      const first = await imports.itemsCreatedIn('a', { limit: 1, after: undefined });
      expect(first.items).toStrictEqual([anItem('3')]);
      const rest = await imports.itemsCreatedIn('a', { limit: 9, after: first.next ?? undefined });
      expect(rest).toMatchObject({ items: [anItem('1')], next: null });
      expect(await imports.item('linear', 'task', '2')).toBeNull();
    });
  });

  test('imported tasks and those below them are held until they are released', async () => {
    const storage = open();
    const below = (taskNumber: number, parent: number, more: Partial<Task> = {}) =>
      aTask(taskNumber, {
        parent: { id: `task${parent}`, taskNumber: parent, title: `Task ${parent}` },
        ...more,
      });
    const imported = { fromImport: true, held: true };
    const held = () =>
      storage.read('w', async ({ tasks }) => {
        const all = await Promise.all([1, 2, 3, 4].map((number) => tasks.byNumber(number)));
        return all.map((task) => task?.held);
      });
    await storage.write('w', async ({ tasks }) => {
      await tasks.insert(aTask(1, imported));
      await tasks.insert(below(2, 1, imported));
      await tasks.insert(below(3, 2));
      await tasks.insert(aTask(4));
    });
    expect(await held()).toStrictEqual([true, true, true, false]);
    await storage.write('w', async ({ tasks }) => {
      const before = (await tasks.byNumber(1)) as Task;
      await tasks.update({ ...before, status: 'backlog' }, before);
      await tasks.update(before, { ...before, status: 'backlog' });
    });
    expect(await held()).toStrictEqual([true, true, true, false]);
    await storage.write('w', ({ imports }) => imports.release([1, 4]));
    expect(await held()).toStrictEqual([false, true, true, false]);
    await storage.write('w', ({ imports }) => imports.release([2, 3]));
    expect(await held()).toStrictEqual([false, false, false, false]);
    await storage.read('w', async ({ tasks, ready }) => {
      expect((await tasks.byNumber(2))?.fromImport).toBe(true);
      expect((await ready.next('scout', {}, null)).task?.taskNumber).toBe(3);
    });
  });

  test('ids and numbers are taken by stored entities, and numbers can be reserved', async () => {
    const storage = open();
    await storage.write('w', async (stores) => {
      await stores.labels.insert({ id: 'red', name: 'red', color: 'red' });
      expect(await stores.tasks.reserveNumber(0)).toBe(0);
      expect(await stores.tasks.reserveNumber(7)).toBe(7);
      expect(await stores.tasks.reserveNumber(3)).toBe(7);
      expect(await stores.tasks.nextNumber()).toBe(8);
    });
    await storage.read('w', async ({ imports }) => {
      expect(await imports.isTaken('label', 'red')).toBe(true);
      expect(await imports.isTaken('project', 'red')).toBe(false);
      expect(await imports.isNumberTaken(7)).toBe(false);
      for (const type of IMPORTED_TYPES) expect(await imports.isTaken(type, 'none')).toBe(false);
    });
  });

  test('the items of a task, other imports of a source, and events of others are found', async () => {
    const storage = open();
    const event = { id: 'e', actor: { type: 'human', id: 'ada', name: 'ada', keyOwner: null } } as const;
    const ofTask = {
      entity: { type: 'task', id: 't', title: '' },
      changes: [],
      reason: null,
      createdAt: AT,
    } as const;
    await storage.write('w', async ({ imports, events }) => {
      for (const id of ['a', 'b']) await imports.insert(anImport(id));
      await imports.insert(anImport('c', { source: 'jira' }));
      await imports.addItem(anItem('1', { taskNumber: 1 }));
      await imports.addItem(anItem('2', { taskNumber: 1, type: 'comment' }));
      await imports.addItem(anItem('3', { taskNumber: 2, type: 'comment' }));
      await events.append({ ...event, ...ofTask, action: 'created', related: { importId: 'a' } });
    });
    await storage.write('w', async ({ imports, events }) => {
      expect(await imports.isTaskCreatedIn('a', 1)).toBe(true);
      expect(await imports.isTaskCreatedIn('a', 2)).toBe(false);
      expect(await imports.hasOthers(anImport('a'))).toBe(false);
      expect(await imports.hasOthers(anImport('b'))).toBe(true);
      expect(await imports.hasOthers(anImport('c', { source: 'jira' }))).toBe(false);
      expect(await imports.isTouched({ type: 'task', id: 't' }, 'a')).toBe(false);
      expect(await imports.isTouched({ type: 'task', id: 't' }, 'b')).toBe(true);
      await imports.update(anImport('a', { state: 'undone' }), anImport('a'));
      expect(await imports.isTouched({ type: 'task', id: 't' }, 'b')).toBe(false);
      await events.append({ ...event, ...ofTask, id: 'f', action: 'claimed', related: null });
      expect(await imports.isTouched({ type: 'task', id: 't' }, 'a')).toBe(true);
      await imports.removeItemsOfTask('a', 1);
    });
    await storage.read('w', async ({ imports }) => {
      const { items } = await imports.itemsCreatedIn('a', { limit: 9, after: undefined });
      expect(items.map(({ externalId }) => externalId)).toStrictEqual(['3']);
    });
  });
}
