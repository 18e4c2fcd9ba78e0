import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import { requireGoal } from '../../lookup/goals.ts';
import type { Ports } from '../../ports.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { bodyProblem, LIMITS } from '../../shared/text.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { syncInboxForGoal } from '../../steps/update-inbox.ts';
import { type Goal, goalEntity, measured, metricText, type Verification } from '../goal.ts';
import { checkNotPending, verifiedStatus } from '../status.ts';

/** Records a verification, which decides the status; `metricCurrent` updates the metric. */
export function goalVerifier(ports: Ports) {
  const { clock, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);

  return (
    caller: Caller,
    id: string,
    input: { passed: boolean; evidence: string; metricCurrent?: number | undefined },
  ): Promise<Goal> =>
    write(caller, async (stores) => {
      const before = await requireGoal(stores, id);
      refuseProblems({ evidence: bodyProblem(input.evidence, LIMITS.evidence) });
      checkNotPending(before.status, caller.type);
      const workspace = await stores.workspace.get();
      const mode = workspace?.goalVerification ?? 'propose';
      const status = verifiedStatus(before.status, input.passed, caller.type, mode);
      const now = clock();
      const verification: Verification = {
        id: newId(),
        goalId: id,
        at: now,
        byName: caller.name,
        byType: caller.type,
        passed: input.passed,
        evidence: input.evidence,
      };
      const after: Goal = {
        ...before,
        status,
        metric: measured(before.metric, input.metricCurrent),
        lastVerification: verification,
        updatedAt: now,
      };
      await stores.goals.update(after);
      await stores.goals.addVerification(verification);
      await syncInboxForGoal(stores, after, before);
      const [metric] = changedFields({ metric: metricText }, before, after);
      await record(stores, caller, {
        entity: goalEntity(after),
        action: 'verified',
        changes: [
          { field: 'status', oldValue: before.status, newValue: status },
          ...(metric ? [metric] : []),
        ],
        related: { verificationId: verification.id },
      });
      return after;
    });
}
