import type { Stores } from '../ports.ts';
import type { Tables } from './tables.ts';

export function importStore({ imports, importItems }: Tables): Stores['imports'] {
  const keyOf = (source: string, type: string, externalId: string) =>
    JSON.stringify([source, type, externalId]);
  return {
    insert: async (row) => imports.put(row.id, row),
    update: async (row) => imports.put(row.id, row),
    byId: async (id) => imports.get(id) ?? null,
    list: async (slice) => imports.page(() => true, slice, 'newest'),
    putItem: async (item) => importItems.put(keyOf(item.source, item.type, item.externalId), item),
    item: async (source, type, externalId) => importItems.get(keyOf(source, type, externalId)) ?? null,
    itemOfNumber: async (source, sourceNumber) =>
      importItems.find((row) => row.source === source && row.sourceNumber === sourceNumber) ?? null,
  };
}
