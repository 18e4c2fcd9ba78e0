import type { CallerType } from '../access/caller.ts';
import type { ProofOfDone } from '../workspace/workspace.ts';
import type { Criterion } from './criteria.ts';

/** Which callers need proof to move a task to done (docs/rules.md, Results). */
export const NEEDS_PROOF: Record<ProofOfDone, (by: CallerType) => boolean> = {
  off: () => false,
  // Services count as agents; otherwise an agent could use one to bypass the check.
  agents: (by) => by !== 'human',
  everyone: () => true,
};

/** Whether the criterion is proven: accepted, or claimed since a time by a result that succeeded. */
export const isProven = ({ status, evidence, proven, at }: Criterion, since: number): boolean =>
  evidence.length > 0 && (status === 'accepted' || (status === 'claimed' && proven && (at ?? 0) >= since));
