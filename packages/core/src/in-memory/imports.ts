import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

/** Ids of criteria and waits are those of their tasks. */
const TABLES = {
  member: 'members',
  label: 'labels',
  initiative: 'initiatives',
  goal: 'goals',
  verification: 'verifications',
  project: 'projects',
  file: 'files',
  relation: 'relations',
  comment: 'comments',
  attachment: 'attachments',
  result: 'results',
  question: 'questions',
  view: 'views',
} as const;

export function importStore(tables: Tables): Stores['imports'] {
  const { imports, importItems, tasks } = tables;
  const keyOf = (source: string, type: string, externalId: string) =>
    JSON.stringify([source, type, externalId]);
  return {
    insert: async (row) => imports.put(row.id, row),
    update: async (row) => imports.put(row.id, row),
    byId: async (id) => imports.get(id) ?? null,
    list: async (slice) => imports.page(() => true, slice, 'newest'),
    openOf: async (source) =>
      imports.filter((row) => row.source === source && row.state === 'open').map(({ id }) => id),
    addItem: async (item) => importItems.put(keyOf(item.source, item.type, item.externalId), item),
    updateItem: async (item) => importItems.put(keyOf(item.source, item.type, item.externalId), item),
    removeItem: async (item) => importItems.delete(keyOf(item.source, item.type, item.externalId)),
    removeItemsOfTask: async (importId, taskNumber) => {
      for (const row of importItems.filter(
        (item) => item.createdIn === importId && item.taskNumber === taskNumber,
      ))
        importItems.delete(keyOf(row.source, row.type, row.externalId));
    },
    release: async (taskNumbers) => {
      for (const number of taskNumbers) tables.importing.delete(number);
    },
    isTaskCreatedIn: async (importId, taskNumber) =>
      importItems.find(
        (item) => item.createdIn === importId && item.taskNumber === taskNumber && item.type === 'task',
      ) !== undefined,
    isTouched: async ({ type, id }, importId) =>
      tables.events.find(
        ({ entity, related }) =>
          entity.type === type &&
          entity.id === id &&
          related?.importId !== importId &&
          imports.get(related?.importId ?? '')?.state !== 'undone',
      ) !== undefined,
    hasOthers: async ({ id, source }) =>
      importItems.find(
        (item) => item.source === source && item.createdIn !== null && item.createdIn !== id,
      ) !== undefined,
    itemsCreatedIn: async (importId, slice) =>
      importItems.page(({ createdIn }) => createdIn === importId, slice, 'newest'),
    item: async (source, type, externalId) => importItems.get(keyOf(source, type, externalId)) ?? null,
    isTaken: async (type, id) => {
      if (type === 'criterion' || type === 'wait') return false;
      if (type === 'task') return tasks.find((task) => task.id === id) !== undefined;
      return tables[TABLES[type]].get(id) !== undefined;
    },
    isNumberTaken: async (taskNumber) => tasks.get(taskNumber) !== undefined,
    itemOfNumber: async (source, sourceNumber) =>
      importItems.find((row) => row.source === source && row.sourceNumber === sourceNumber) ?? null,
  };
}
