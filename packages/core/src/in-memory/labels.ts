import { byName } from '../labels/label.ts';
import type { Stores } from '../ports.ts';
import { pageOf } from '../shared/page.ts';
import { compareText, fold } from '../shared/text.ts';
import type { Tables } from './tables.ts';

export const labelStore = ({ labels, tasks }: Tables): Stores['labels'] => ({
  insert: async (label) => labels.put(label.id, label),
  update: async (label) => labels.put(label.id, label),
  delete: async ({ id }) => {
    labels.delete(id);
    for (const task of tasks.filter((row) => row.labels.some((label) => label.id === id))) {
      tasks.put(task.taskNumber, { ...task, labels: task.labels.filter((label) => label.id !== id) });
    }
  },
  byId: async (id) => labels.get(id) ?? null,
  byName: async (name) => labels.find((label) => fold(label.name) === fold(name)) ?? null,
  list: async ({ limit, after }) => {
    const rows = labels
      .filter(({ name }) => after === undefined || compareText(fold(name), String(after)) > 0)
      .sort(byName);
    return pageOf(rows.slice(0, limit + 1), limit, ({ name }) => fold(name));
  },
});
