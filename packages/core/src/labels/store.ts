import type { Page, PageSlice } from '../shared/page.ts';
import type { Label } from './label.ts';

export interface LabelStore {
  insert(label: Label): Promise<void>;
  update(label: Label): Promise<void>;
  /** Deletes the label and detaches it from every task. */
  delete(label: Label): Promise<void>;
  byId(id: string): Promise<Label | null>;
  /** Compared by `fold`. */
  byName(name: string): Promise<Label | null>;
  /** By name. */
  list(page: PageSlice): Promise<Page<Label>>;
}
