import { type Tandem, TandemError } from '@tandem/client';
import type { Unsaved, Worktree, Worktrees } from './worktrees.ts';

/** A worktree that is still there, and why. */
export interface Kept {
  readonly worktree: Worktree;
  /** The status of its task; null if the service does not show it. */
  readonly status: string | null;
  readonly unsaved: Unsaved;
}

/** The worktrees that are there. */
export async function kept(tandem: Tandem, worktrees: Worktrees): Promise<Kept[]> {
  const found: Kept[] = [];
  for (const worktree of await worktrees.list()) {
    const status = await statusOf(tandem, worktree);
    found.push({ worktree, status, unsaved: await worktrees.unsaved(worktree) });
  }
  return found;
}

/**
 * Removes the worktrees of tasks that are done or canceled, unless their branch has commits or files that nothing else
 * has; returns the others.
 */
export async function sweep(tandem: Tandem, worktrees: Worktrees): Promise<Kept[]> {
  const all = await kept(tandem, worktrees);
  const isFinished = ({ status, unsaved }: Kept) =>
    (status === 'done' || status === 'canceled') && unsaved.commits === 0 && unsaved.files === 0;
  for (const { worktree } of all.filter(isFinished)) await worktrees.remove(worktree);
  return all.filter((each) => !isFinished(each));
}

/** Null for a task of another workspace, a deleted one, and one that the key can't read. */
async function statusOf(tandem: Tandem, { taskId }: Worktree): Promise<string | null> {
  try {
    return (await tandem.tasks.get(taskId)).status;
  } catch (error) {
    if (!(error instanceof TandemError)) throw error;
    if (error.code === 'OUTSIDE_RUN') return statusByClaim(tandem, taskId);
    if ([403, 404].includes(error.status)) return null;
    throw error;
  }
}

/** For an agent's key that may only ask for work: refusals of its claims tell the status of the task. */
const statusByClaim = (tandem: Tandem, taskId: string): Promise<string | null> =>
  tandem.claims.heartbeat(taskId, { token: 'none' }).then(
    () => null,
    (error) => {
      if (!(error instanceof TandemError) || error.status >= 500) throw error;
      return typeof error.details.status === 'string' ? error.details.status : null;
    },
  );
