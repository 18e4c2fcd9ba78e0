import type { Page, PageSlice } from '../shared/page.ts';
import type { Import, ImportItem } from './import.ts';
import type { ImportedType } from './record.ts';

export interface ImportStore {
  insert(row: Import): Promise<void>;
  update(after: Import, before: Import): Promise<void>;
  byId(id: string): Promise<Import | null>;
  /** Newest first. */
  list(page: PageSlice): Promise<Page<Import>>;
  /** Adds or replaces the item of a record. */
  putItem(item: ImportItem): Promise<void>;
  item(source: string, type: ImportedType, externalId: string): Promise<ImportItem | null>;
  /** The task with this number in the source. */
  itemOfNumber(source: string, sourceNumber: number): Promise<ImportItem | null>;
}
