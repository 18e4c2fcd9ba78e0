import type { Workspace } from './workspace.ts';

export interface WorkspaceStore {
  /** The workspace of the unit; null if it does not exist. */
  get(): Promise<Workspace | null>;
  insert(workspace: Workspace): Promise<void>;
  update(workspace: Workspace): Promise<void>;
}
