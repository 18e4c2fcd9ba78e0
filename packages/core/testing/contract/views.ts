import type { Position, Storage, View } from '../../src/index.ts';
import { AT, aHuman } from './rows.ts';

const aView = (id: string, creatorId: string, more: Partial<View> = {}): View => ({
  id,
  name: id,
  shared: false,
  query: {
    filters: { status: ['todo'], dueBefore: AT },
    sort: 'due',
    order: 'asc',
    view: 'board',
    groupBy: 'label',
  },
  createdBy: { id: creatorId, name: creatorId },
  createdAt: AT,
  updatedAt: AT,
  ...more,
});

/** The contract of every Storage for views. */
export function viewContract(open: () => Storage): void {
  const filled = async (views: readonly View[]) => {
    const storage = open();
    await storage.write('w', async (stores) => {
      for (const id of ['ada', 'bob']) await stores.members.insert(aHuman(id));
      for (const view of views) await stores.views.insert(view);
    });
    return storage;
  };
  const listed = async (storage: Storage, memberId: string | null) => {
    const ids: string[] = [];
    for (let after: Position | null | undefined; after !== null; ) {
      const from: Position | undefined = after;
      const page = await storage.read('w', ({ views }) => views.list(memberId, { limit: 2, after: from }));
      ids.push(...page.items.map(({ id }) => id));
      after = page.next;
    }
    return ids;
  };

  test('a view is stored, changed and deleted', async () => {
    const view = aView('v', 'ada');
    const storage = await filled([view]);
    const changed = aView('v', 'ada', { name: 'B', shared: true, updatedAt: AT + 1 });
    expect(await storage.read('w', ({ views }) => views.byId('v'))).toEqual(view);
    await storage.write('w', ({ views }) => views.update(changed));
    expect(await storage.read('w', ({ views }) => views.byId('v'))).toEqual(changed);
    await storage.write('w', ({ views }) => views.delete('v'));
    expect(await storage.read('w', ({ views }) => views.byId('v'))).toBeNull();
  });

  test('views of a member and shared ones are listed by name, page by page', async () => {
    const storage = await filled([
      aView('1', 'ada', { name: 'c' }),
      aView('2', 'ada', { name: 'B', shared: true }),
      aView('3', 'bob', { name: 'a' }),
      aView('4', 'bob', { name: 'b', shared: true }),
      aView('5', 'ada', { name: 'Ä' }),
    ]);
    expect(await listed(storage, 'ada')).toEqual(['2', '4', '1', '5']);
    expect(await listed(storage, 'bob')).toEqual(['3', '2', '4']);
    expect(await listed(storage, null)).toEqual(['2', '4']);
    expect(await storage.read('w', ({ views }) => views.countOf('ada', 9))).toBe(3);
    expect(await storage.read('w', ({ views }) => views.countOf('ada', 2))).toBe(2);
  });

  test('only the private views of a member are deleted with it', async () => {
    const storage = await filled([aView('1', 'ada'), aView('2', 'ada', { shared: true }), aView('3', 'bob')]);
    await storage.write('w', ({ views }) => views.deletePrivateOf('ada'));
    expect(await listed(storage, 'ada')).toEqual(['2']);
    expect(await listed(storage, 'bob')).toEqual(['2', '3']);
  });
}
