import type { Page, PageSlice } from '../shared/page.ts';
import type { Initiative } from './initiative.ts';

export interface InitiativeStore {
  insert(initiative: Initiative): Promise<void>;
  update(initiative: Initiative): Promise<void>;
  /** Deletes the initiative; its projects and goals stay without one. */
  delete(initiative: Initiative): Promise<void>;
  byId(id: string): Promise<Initiative | null>;
  /** Newest first. */
  list(page: PageSlice): Promise<Page<Initiative>>;
}
