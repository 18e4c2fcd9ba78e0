import type { Import, ImportItem, Storage } from '../../src/index.ts';
import { AT } from './rows.ts';

const anImport = (id: string, more: Partial<Import> = {}): Import => ({
  id,
  source: 'linear',
  options: { map: { status: { Parked: 'todo' } }, project: 'Old' },
  state: 'open',
  counts: {},
  warnings: [],
  warningCount: 0,
  createdBy: 'ada',
  createdAt: AT,
  finishedAt: null,
  ...more,
});
const anItem = (externalId: string, more: Partial<ImportItem> = {}): ImportItem => ({
  source: 'linear',
  type: 'task',
  externalId,
  sourceNumber: null,
  entityId: `of ${externalId}`,
  importId: 'a',
  created: true,
  fields: { title: 'x1' },
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
      await imports.putItem(anItem('1'));
      await imports.putItem(anItem('1', { type: 'comment', created: false }));
      await imports.putItem(numbered);
      await imports.putItem(anItem('1', { importId: 'b', fields: {} }));
    });
    await storage.read('w', async ({ imports }) => {
      expect(await imports.item('linear', 'task', '1')).toStrictEqual(
        anItem('1', { importId: 'b', fields: {} }),
      );
      expect(await imports.item('linear', 'comment', '1')).toMatchObject({ created: false });
      expect(await imports.item('jira', 'task', '1')).toBeNull();
      expect(await imports.itemOfNumber('linear', 7)).toStrictEqual(numbered);
      expect(await imports.itemOfNumber('linear', 8)).toBeNull();
      expect(await imports.itemOfNumber('jira', 7)).toBeNull();
    });
  });
}
