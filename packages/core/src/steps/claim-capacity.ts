import { type Claim, isLiving, shownClaim } from '../claims/claim.ts';
import type { Agent } from '../members/member.ts';
import type { Stores } from '../ports.ts';
import { Refusal } from '../shared/refusal.ts';

/** The claims that the agent holds now, by the steady clock; oldest first. */
export const livingClaims = async (
  { claims }: Stores,
  { id }: Agent,
  steadyNow: number,
): Promise<readonly Claim[]> => (await claims.ofAgent(id)).filter((claim) => isLiving(claim, steadyNow));

/** 409 CLAIM_LIMIT when the agent holds its maximum of tasks. */
export async function checkCapacity(stores: Stores, agent: Agent, steadyNow: number): Promise<void> {
  const living = await livingClaims(stores, agent, steadyNow);
  if (living.length < agent.maxClaims) return;
  throw await claimLimit(
    stores,
    living,
    `The agent ${agent.name} already holds its maximum of ${agent.maxClaims} tasks. Finish or release one, or take one over by claiming it with takeOver.`,
  );
}

/** 409 CLAIM_LIMIT with the claims that the agent holds. */
export async function claimLimit(
  stores: Stores,
  living: readonly Claim[],
  message: string,
): Promise<Refusal> {
  const claims = await Promise.all(
    living.map(async (claim) => {
      const task = await stores.tasks.byNumber(claim.taskNumber);
      return { taskNumber: claim.taskNumber, title: task?.title ?? '', claim: shownClaim(claim) };
    }),
  );
  return new Refusal('CLAIM_LIMIT', message, { details: { claims } });
}
