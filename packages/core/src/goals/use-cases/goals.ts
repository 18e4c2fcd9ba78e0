import type { Caller } from '../../access/caller.ts';
import { changedFields } from '../../events/event.ts';
import { resolveInitiative } from '../../lookup/initiatives.ts';
import type { Ports, Stores } from '../../ports.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, notFound, refuseProblems } from '../../shared/refusal.ts';
import { bodyProblem, LIMITS } from '../../shared/text.ts';
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
  type Metric,
  metricText,
  type NewGoal,
  type Verification,
} from '../goal.ts';
import {
  checkGoalCreation,
  checkGoalMove,
  checkNotPending,
  DEFAULT_GOAL_STATUS,
  type GoalStatus,
  redefinedStatus,
  verifiedStatus,
} from '../status.ts';

/** The default page of goals is longer than that of other lists (docs/rules.md, Limits). */
const DEFAULT_LIMIT = 50;

export interface GoalQuery extends PageRequest {
  readonly status?: GoalStatus | undefined;
  readonly initiativeId?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** Use cases for goals (docs/rules.md, Goals). */
export function goalUseCases(ports: Ports) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const write = changer(ports);

  const setArchived = (caller: Caller, id: string, archived: boolean): Promise<Goal> =>
    write(caller, async (stores) => {
      const before = await requireGoal(stores, id);
      if (before.archived === archived) return before;
      checkNotPending(before.status, caller.type);
      const after = { ...before, archived, updatedAt: clock() };
      await stores.goals.update(after);
      await syncInboxForGoal(stores, after, before);
      await record(stores, caller, goalEntity(after), archived ? 'archived' : 'unarchived');
      return after;
    });

  return {
    /** Newest first, with the total; excludes archived goals by default. */
    list: (caller: Caller, query: GoalQuery): Promise<Page<Goal>> =>
      storage.read(caller.workspaceId, async ({ goals, initiatives }) => {
        const slice = pageSlice(query, DEFAULT_LIMIT);
        const { status, initiativeId, archived = false } = query;
        if (initiativeId !== undefined && !(await initiatives.byId(initiativeId))) {
          return { ...EMPTY_PAGE, total: 0 };
        }
        return goals.list({ status, initiativeId, archived }, slice);
      }),

    create: async (caller: Caller, input: NewGoal): Promise<Goal> => {
      refuseProblems(goalProblems({ ...input, title: input.title ?? '' }));
      return write(caller, async (stores) => {
        const status = input.status ?? DEFAULT_GOAL_STATUS;
        checkGoalCreation(status, caller.type);
        const now = clock();
        const goal: Goal = {
          id: newId(),
          title: input.title.trim(),
          description: input.description ?? null,
          test: input.test ?? null,
          metric: input.metric ? plain(input.metric) : null,
          status,
          lastVerification: null,
          targetDate: input.targetDate ?? null,
          initiative: await resolveInitiative(stores, input.initiativeId ?? null),
          archived: false,
          createdAt: now,
          updatedAt: now,
        };
        await stores.goals.insert(goal);
        await syncInboxForGoal(stores, goal, null);
        await record(stores, caller, goalEntity(goal), 'created');
        return goal;
      });
    },

    get: (caller: Caller, id: string): Promise<Goal> =>
      storage.read(caller.workspaceId, (stores) => requireGoal(stores, id)),

    /**
     * Only people may set the status, by the table in `goals/status.ts`. A goal that waits for confirmation returns
     * to open when its definition changes, unless the same change sets the status.
     */
    update: (caller: Caller, id: string, input: GoalChange): Promise<Goal> =>
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
          updatedAt: clock(),
        };
        const redefined = input.status === undefined && isRedefined(before, changed);
        const after = redefined ? { ...changed, status: redefinedStatus(changed.status) } : changed;
        const changes = changedFields(GOAL_TEXTS, before, after);
        if (changes.length === 0) return before;
        await stores.goals.update(after);
        await syncInboxForGoal(stores, after, before);
        await record(stores, caller, goalEntity(after), 'updated', { changes });
        return after;
      }),

    /** Records a verification, which decides the status; `metricCurrent` updates the metric. */
    verify: (
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
        await record(stores, caller, goalEntity(after), 'verified', {
          changes: [
            { field: 'status', oldValue: before.status, newValue: status },
            ...(metric ? [metric] : []),
          ],
          related: { verificationId: verification.id },
        });
        return after;
      }),

    /** All verifications, newest first. */
    verifications: (caller: Caller, id: string, page: PageRequest): Promise<Page<Verification>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const goal = await requireGoal(stores, id);
        return stores.goals.verifications(goal.id, pageSlice(page));
      }),

    archive: (caller: Caller, id: string) => setArchived(caller, id, true),
    unarchive: (caller: Caller, id: string) => setArchived(caller, id, false),

    /** Deletes the goal and clears it from its projects. */
    delete: (caller: Caller, id: string): Promise<void> =>
      write(caller, async (stores) => {
        const goal = await requireGoal(stores, id);
        checkNotPending(goal.status, caller.type);
        await stores.inbox.remove('goal', goal.id);
        await stores.goals.delete(goal);
        await record(stores, caller, goalEntity(goal), 'deleted');
      }),
  };
}

/** Adding 0 turns -0 into 0: neither JSON nor every database can store -0. */
const plain = ({ target, current, unit }: Metric): Metric => ({
  target: target + 0,
  current: current + 0,
  unit,
});

function measured(metric: Metric | null, current: number | undefined): Metric | null {
  if (current === undefined) return metric;
  if (!metric) throw invalid({ metricCurrent: 'needs a goal with a metric; give the goal a metric first' });
  if (!Number.isFinite(current)) throw invalid({ metricCurrent: 'must be a finite number' });
  return plain({ ...metric, current });
}

async function requireGoal({ goals }: Stores, id: string): Promise<Goal> {
  const goal = await goals.byId(id);
  if (!goal) throw notFound('goal');
  return goal;
}
