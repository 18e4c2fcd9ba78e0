import type { Entity } from '../events/event.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Import, ImportItem } from './import.ts';
import type { ImportedType } from './record.ts';

export interface ImportStore {
  insert(row: Import): Promise<void>;
  update(after: Import, before: Import): Promise<void>;
  byId(id: string): Promise<Import | null>;
  /** Newest first. */
  list(page: PageSlice): Promise<Page<Import>>;
  /** The ids of the open imports of a source. */
  openOf(source: string): Promise<readonly string[]>;
  addItem(item: ImportItem): Promise<void>;
  /** Saves which import last wrote the item, and its fields. */
  updateItem(item: ImportItem): Promise<void>;
  removeItem(item: ImportItem): Promise<void>;
  /** The items of entities that the import created, newest first. */
  itemsCreatedIn(importId: string, page: PageSlice): Promise<Page<ImportItem>>;
  item(source: string, type: ImportedType, externalId: string): Promise<ImportItem | null>;
  /** Removes the items of a task, which an import created with it. */
  removeItemsOfTask(importId: string, taskNumber: number): Promise<void>;
  /** Lets tasks be handed out, which are held from their creation by an import. */
  release(taskNumbers: readonly number[]): Promise<void>;
  /** Whether the import created the task with this number. */
  isTaskCreatedIn(importId: string, taskNumber: number): Promise<boolean>;
  /** Whether the entity has an event that is neither of this import nor of an undone one, which may have had its id. */
  isTouched(entity: Pick<Entity, 'type' | 'id'>, importId: string): Promise<boolean>;
  /** Whether something is left that other imports of the source created. */
  hasOthers(run: Import): Promise<boolean>;
  /** Whether an entity has or had the id, which can't be given again. */
  isTaken(type: ImportedType, id: string): Promise<boolean>;
  isNumberTaken(taskNumber: number): Promise<boolean>;
  /** The task with this number in the source. */
  itemOfNumber(source: string, sourceNumber: number): Promise<ImportItem | null>;
}
