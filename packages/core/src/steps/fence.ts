import type { Caller } from '../access/caller.ts';
import { checkHosts } from '../access/hosting.ts';
import { type Claim, claimLost, endOf, isLiving, taskClaimed } from '../claims/claim.ts';
import type { Stores } from '../ports.ts';
import { invalid } from '../shared/refusal.ts';
import type { Task } from '../tasks/task.ts';

/**
 * The claim under which the caller may change the task; null when none is needed, because the task is not claimed or
 * the caller is a person. 400 for more than 100 tokens. 409 TASK_CLAIMED without the token of the living claim, 409 LEASE_LOST with a token of one
 * that is over, or with one token that holds no task. The token of a claim also covers the descendants of its task that nobody has claimed
 * (docs/rules.md, Claims).
 */
export async function checkFence(
  stores: Pick<Stores, 'claims' | 'subtasks'>,
  caller: Caller,
  task: Task,
  steadyNow: number,
): Promise<Claim | null> {
  if (caller.type === 'human') return null;
  const tokens = tokensOf(caller);
  if (tokens.length > MAX_TOKENS) throw invalid({ token: `must be at most ${MAX_TOKENS} tokens` });
  const living = isLiving(task.claim, steadyNow) ? task.claim : null;
  const covering =
    living && carries(caller, living)
      ? living
      : living || (tokens.length === 0 && !caller.run)
        ? null
        : await claimAbove(stores, caller, task, steadyNow);
  if (covering) {
    checkHosts(caller, covering.agent);
    return covering === living ? living : null;
  }
  const claims = await Promise.all(tokens.map((token) => stores.claims.byToken(token)));
  const over = claims.find((claim) => claim?.taskNumber === task.taskNumber);
  if (over) throw claimLost(endOf(over));
  // Of several tokens, some belong to other tasks of the request; a single one must hold a task.
  if (tokens.length === 1 && !isLiving(claims[0] ?? null, steadyNow)) throw claimLost('unknown');
  if (living) throw taskClaimed(living);
  return null;
}

/** Each one is looked up. */
const MAX_TOKENS = 100;

/** The tokens in the Tandem-Claim header. */
const tokensOf = ({ claimToken }: Caller): readonly string[] =>
  claimToken?.split(',').map((token) => token.trim()) ?? [];

/** The caller of what follows from an act that has ended this claim: without its token, which would be refused now. */
export const afterEndOf = (claim: Claim | null, caller: Caller): Caller => {
  const rest = tokensOf(caller).filter((token) => token !== claim?.lease.token);
  return { ...caller, claimToken: rest.length === 0 ? undefined : rest.join() };
};

/** Whether the request belongs to the claim: by its token, or by its run key. */
const carries = (caller: Caller, claim: Claim): boolean =>
  caller.run?.claimId === claim.id || tokensOf(caller).includes(claim.lease.token);

/** The living claim of an ancestor that the request carries. */
async function claimAbove(
  { subtasks }: Pick<Stores, 'subtasks'>,
  caller: Caller,
  task: Task,
  steadyNow: number,
): Promise<Claim | null> {
  const ancestors = task.parent ? await subtasks.ancestors(task.taskNumber) : [];
  const covers = (claim: Claim | null) => isLiving(claim, steadyNow) && carries(caller, claim);
  return ancestors.find(({ claim }) => covers(claim))?.claim ?? null;
}

/**
 * The living claim with this token; 409 LEASE_LOST if it is over or unknown, 403 for a key that does not host the
 * claiming agent.
 */
export async function requireClaim(
  { claims }: Pick<Stores, 'claims'>,
  caller: Caller,
  task: Task,
  { token, steadyNow }: { readonly token: string | undefined; readonly steadyNow: number },
): Promise<Claim> {
  if (token === undefined && !caller.run) throw invalid({ token: 'is required, from the claim' });
  const isCarried = (claim: Claim) =>
    token === undefined ? claim.id === caller.run?.claimId : claim.lease.token === token;
  if (isLiving(task.claim, steadyNow) && isCarried(task.claim)) {
    checkHosts(caller, task.claim.agent);
    return task.claim;
  }
  const over = token === undefined ? null : await claims.byToken(token);
  // An agent whose key may not read tasks still learns what became of those that it held last.
  const last = await claims.lastOf(task.taskNumber);
  throw claimLost(
    over?.taskNumber === task.taskNumber ? endOf(over) : 'unknown',
    last?.agent.id === caller.id ? task.status : undefined,
  );
}
