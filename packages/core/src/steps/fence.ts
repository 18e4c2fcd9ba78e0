import type { Caller } from '../access/caller.ts';
import { checkHosts } from '../access/hosting.ts';
import { type Claim, claimLost, endOf, isLiving, taskClaimed } from '../claims/claim.ts';
import type { Stores } from '../ports.ts';
import type { Task } from '../tasks/task.ts';

/**
 * The claim under which the caller may change the task; null when none is needed, because the task is not claimed or
 * the caller is a person. 409 TASK_CLAIMED without the token of the living claim, 409 LEASE_LOST with a token of one
 * that is over (docs/rules.md, Claims).
 */
export async function checkFence(
  stores: Pick<Stores, 'claims'>,
  caller: Caller,
  task: Task,
  steadyNow: number,
): Promise<Claim | null> {
  const { claimToken: token } = caller;
  if (caller.type === 'human') return null;
  const living = isLiving(task.claim, steadyNow) ? task.claim : null;
  if (token === undefined) {
    if (living) throw taskClaimed(living);
    return null;
  }
  return requireClaim(stores, caller, task, { token, steadyNow });
}

/**
 * The living claim with this token; 409 LEASE_LOST if it is over or unknown, 403 for a key that does not host the
 * claiming agent.
 */
export async function requireClaim(
  { claims }: Pick<Stores, 'claims'>,
  caller: Caller,
  task: Task,
  { token, steadyNow }: { readonly token: string; readonly steadyNow: number },
): Promise<Claim> {
  if (isLiving(task.claim, steadyNow) && task.claim.lease.token === token) {
    checkHosts(caller, task.claim.agent);
    return task.claim;
  }
  const over = await claims.byToken(task.taskNumber, token);
  throw claimLost(over ? endOf(over) : 'unknown');
}
