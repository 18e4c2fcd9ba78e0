import type { ExternalKey } from '../shared/external-id.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Project, ProjectStatus } from './project.ts';

export interface ProjectFilter {
  readonly status?: ProjectStatus | undefined;
  readonly initiativeId?: string | undefined;
}

export interface ProjectStore {
  insert(project: Project): Promise<void>;
  update(project: Project): Promise<void>;
  /** Deletes the project; its tasks stay without one. */
  delete(project: Project): Promise<void>;
  byId(id: string): Promise<Project | null>;
  byExternalId(key: ExternalKey): Promise<Project | null>;
  /** Newest first, without archived ones. */
  list(filter: ProjectFilter, page: PageSlice): Promise<Page<Project>>;
}
