import type { ShownClaim } from '@tandem/core';
import { iso } from './iso.ts';

/** A claim as shown in tasks and errors. */
export const presentClaim = (claim: ShownClaim) => ({
  id: claim.id,
  agent: claim.agent,
  attempt: claim.attempt,
  claimedAt: iso(claim.claimedAt),
  expiresAt: iso(claim.expiresAt),
  heardAt: iso(claim.heardAt),
  progress: claim.progress && { ...claim.progress, at: iso(claim.progress.at) },
});
