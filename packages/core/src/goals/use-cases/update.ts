import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import { checkExternalIdFree } from '../../lookup/external-ids.ts';
import { requireGoal } from '../../lookup/goals.ts';
import { resolveInitiative } from '../../lookup/initiatives.ts';
import type { Ports } from '../../ports.ts';
import { changedExternalId } from '../../shared/external-id.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { syncInboxForGoal } from '../../steps/update-inbox.ts';
import {
  GOAL_TEXTS,
  type Goal,
  type GoalChange,
  goalEntity,
  goalProblems,
  isRedefined,
  plain,
} from '../goal.ts';
import { checkGoalMove, checkNotPending, redefinedStatus } from '../status.ts';

/**
 * Only people may set the status, by the table in `goals/status.ts`. A goal that waits for confirmation returns
 * to open when its definition changes, unless the same change sets the status.
 */
export function goalUpdater(ports: Ports) {
  const { clock } = ports;
  const record = recorder(ports);
  const write = changer(ports);

  return (caller: Caller, id: string, input: GoalChange): Promise<Goal> =>
    write(caller, async (stores) => {
      const before = await requireGoal(stores, id);
      refuseProblems(goalProblems(input));
      if (input.status !== undefined) checkGoalMove(before.status, input.status, caller.type);
      checkNotPending(before.status, caller.type);
      const changed: Goal = {
        ...before,
        title: input.title?.trim() ?? before.title,
        description: input.description === undefined ? before.description : input.description,
        test: input.test === undefined ? before.test : input.test,
        metric: input.metric === undefined ? before.metric : input.metric && plain(input.metric),
        status: input.status ?? before.status,
        targetDate: input.targetDate === undefined ? before.targetDate : input.targetDate,
        initiative:
          input.initiativeId === undefined
            ? before.initiative
            : await resolveInitiative(stores, input.initiativeId),
        externalId: changedExternalId(before.externalId, input.externalId),
        updatedAt: clock(),
      };
      const redefined = input.status === undefined && isRedefined(before, changed);
      const after = redefined ? { ...changed, status: redefinedStatus(changed.status) } : changed;
      const changes = changedFields(GOAL_TEXTS, before, after);
      if (changes.length === 0) return before;
      await checkExternalIdFree(stores.goals, after.externalId, before.externalId);
      await stores.goals.update(after);
      await syncInboxForGoal(stores, after, before);
      await record(stores, caller, { entity: goalEntity(after), action: 'updated', changes });
      return after;
    });
}
