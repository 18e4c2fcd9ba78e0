import type { Stores } from '../ports.ts';
import { type Claim, type ClaimEnd, ended } from './claim.ts';
import { roomTopic } from './ready.ts';

/** Ends a claim, and tells those who wait until the agent may take another task. */
export async function endClaim(
  { claims, signals }: Pick<Stores, 'claims' | 'signals'>,
  claim: Claim,
  reason: ClaimEnd,
  at: number,
): Promise<void> {
  await claims.update(ended(claim, reason, at));
  signals.raise({ topic: roomTopic(claim.agent.id), toOne: false });
}
