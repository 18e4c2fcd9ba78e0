import type { Page, PageSlice } from '../shared/page.ts';
import type { View } from './view.ts';

export interface ViewStore {
  insert(view: View): Promise<void>;
  update(view: View): Promise<void>;
  delete(id: string): Promise<void>;
  byId(id: string): Promise<View | null>;
  /** Number of views of a member; counting stops at `atMost`. */
  countOf(memberId: string, atMost: number): Promise<number>;
  /** By name: shared views and those of the member; null for no member. */
  list(memberId: string | null, page: PageSlice): Promise<Page<View>>;
  /** Deletes the views of a member that are not shared. */
  deletePrivateOf(memberId: string): Promise<void>;
}
