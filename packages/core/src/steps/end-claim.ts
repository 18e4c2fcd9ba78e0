import type { Caller } from '../access/caller.ts';
import { systemCaller } from '../access/system.ts';
import { type Claim, type ClaimEnd, ended, isUnheard } from '../claims/claim.ts';
import type { Ports, Stores } from '../ports.ts';
import { capacityTopic } from '../ready/ready.ts';
import { type Task, taskEntity } from '../tasks/task.ts';
import { recorder } from './record.ts';
import { returnMentions } from './take-mentions.ts';

/** A claim as a change to its task in the log. */
const claimChange = (from: string | null, to: string | null) => ({
  field: 'claim',
  oldValue: from,
  newValue: to,
});
const relatedTo = ({ id, agent }: Claim) => ({ claimId: id, agentId: agent.id });

/** Ends a claim and its run key. Every end of a claim goes through here. */
export async function endClaim(
  { claims, keys }: Pick<Stores, 'claims' | 'keys'>,
  claim: Claim,
  reason: ClaimEnd,
  at: number,
): Promise<void> {
  await claims.update(ended(claim, reason, at));
  await keys.endRun(claim.id, at);
}

/** Records that a task was claimed, and ends claims. */
export function claimRecorder(ports: Pick<Ports, 'clock' | 'newId'>) {
  const record = recorder(ports);

  return {
    begun: (stores: Stores, by: Caller, task: Task, claim: Claim): Promise<number> =>
      record(stores, by, {
        entity: taskEntity(task),
        action: 'claimed',
        changes: [claimChange(null, claim.agent.name)],
        related: relatedTo(claim),
      }),

    /** Ends a claim and signals runs that wait until the agent has capacity for another task. */
    end: async (
      stores: Stores,
      by: Caller,
      { task, claim, reason }: { readonly task: Task; readonly claim: Claim; readonly reason: ClaimEnd },
    ): Promise<void> => {
      await endClaim(stores, claim, reason, ports.clock());
      // A run that ends no longer waits for an answer.
      await stores.attempts.endWait(task.taskNumber, ports.clock());
      if (isUnheard(claim, reason)) await returnMentions(stores, claim);
      const expired = reason === 'expired';
      // The caller only discovered the expired claim, so the system is the actor.
      const actor = expired ? systemCaller(by.workspaceId) : by;
      await record(stores, actor, {
        entity: taskEntity(task),
        action: expired ? 'claim_expired' : 'released',
        changes: [claimChange(claim.agent.name, null)],
        reason: expired ? null : reason,
        related: relatedTo(claim),
      });
      stores.signals.raise({ topic: capacityTopic(claim.agent.id), toOne: false });
    },
  };
}
