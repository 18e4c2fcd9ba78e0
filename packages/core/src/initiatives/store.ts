import type { Page, PageSlice } from '../shared/page.ts';
import type { Initiative } from './initiative.ts';

export interface InitiativeStore {
  insert(initiative: Initiative): Promise<void>;
  update(initiative: Initiative): Promise<void>;
  /** Removes the initiative; its projects and goals stay, in none. */
  delete(initiative: Initiative): Promise<void>;
  byId(id: string): Promise<Initiative | null>;
  /** Newest first. */
  list(page: PageSlice): Promise<Page<Initiative>>;
}
