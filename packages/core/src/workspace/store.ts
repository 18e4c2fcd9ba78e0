import type { Workspace } from './workspace.ts';

export interface WorkspaceStore {
  /** The unit's own workspace; null when it does not exist. */
  get(): Promise<Workspace | null>;
  insert(workspace: Workspace): Promise<void>;
  update(workspace: Workspace): Promise<void>;
}
