import type { Tandem } from '@tandem/client';
import { TandemError } from '@tandem/client';
import type { Unsaved, Worktree, Worktrees } from './worktrees.ts';

/** A worktree that is still there, and why. */
export interface Kept {
  readonly worktree: Worktree;
  /** The status of its task; null if the service does not show it. */
  readonly status: string | null;
  readonly unsaved: Unsaved;
}

/**
 * Removes the worktrees of tasks that are done or canceled, unless their branch has commits or files that nothing else
 * has; returns the others.
 */
export async function sweep(tandem: Tandem, worktrees: Worktrees): Promise<Kept[]> {
  const kept: Kept[] = [];
  for (const worktree of await worktrees.list()) {
    const status = await statusOf(tandem, worktree);
    const unsaved = await worktrees.unsaved(worktree);
    const isOver = status === 'done' || status === 'canceled';
    if (isOver && unsaved.commits === 0 && unsaved.files === 0) await worktrees.remove(worktree);
    else kept.push({ worktree, status, unsaved });
  }
  return kept;
}

/** Null for a task of another workspace, a deleted one, and one that the key can't read. */
async function statusOf(tandem: Tandem, { taskId }: Worktree): Promise<string | null> {
  try {
    return (await tandem.tasks.get(taskId)).status;
  } catch (error) {
    if (error instanceof TandemError && [403, 404].includes(error.status)) return null;
    throw error;
  }
}
