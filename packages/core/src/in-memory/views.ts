import type { Stores } from '../ports.ts';
import { pageOf } from '../shared/page.ts';
import { compareText, fold } from '../shared/text.ts';
import type { View } from '../views/view.ts';
import { nameOf } from './members.ts';
import type { Tables } from './tables.ts';

const keyOf = ({ name, id }: View): string => `${fold(name)} ${id}`;

export function viewStore(tables: Tables): Stores['views'] {
  const { views } = tables;
  const view = (row: View): View => ({
    ...row,
    createdBy: { id: row.createdBy.id, name: nameOf(tables, row.createdBy.id) },
  });
  return {
    insert: async (row) => views.put(row.id, row),
    update: async (row) => views.put(row.id, row),
    delete: async (id) => views.delete(id),
    byId: async (id) => {
      const row = views.get(id);
      return row ? view(row) : null;
    },
    countOf: async (memberId, atMost) =>
      Math.min(views.filter(({ createdBy }) => createdBy.id === memberId).length, atMost),
    list: async (memberId, { limit, after }) => {
      const rows = views
        .filter(({ shared, createdBy }) => shared || createdBy.id === memberId)
        .filter((row) => after === undefined || compareText(keyOf(row), String(after)) > 0)
        .sort((a, b) => compareText(keyOf(a), keyOf(b)));
      const page = pageOf(rows.slice(0, limit + 1), limit, keyOf);
      return { ...page, items: page.items.map(view) };
    },
    deletePrivateOf: async (memberId) => {
      for (const row of views.filter(({ shared, createdBy }) => !shared && createdBy.id === memberId))
        views.delete(row.id);
    },
  };
}
