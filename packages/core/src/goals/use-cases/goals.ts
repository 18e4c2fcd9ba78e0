import type { Caller } from '../../access/caller.ts';
import { checkExternalIdFree, pageByExternalId } from '../../lookup/external-ids.ts';
import { requireGoal } from '../../lookup/goals.ts';
import { resolveInitiative } from '../../lookup/initiatives.ts';
import type { Ports } from '../../ports.ts';
import { changedExternalId, wantedKey } from '../../shared/external-id.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { refuseProblems } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { syncInboxForGoal } from '../../steps/update-inbox.ts';
import { type Goal, goalEntity, goalProblems, type NewGoal, plain, type Verification } from '../goal.ts';
import { checkGoalCreation, checkNotPending, DEFAULT_GOAL_STATUS, type GoalStatus } from '../status.ts';
import { goalUpdater } from './update.ts';
import { goalVerifier } from './verify.ts';

/** The default page of goals is longer than that of other lists (docs/rules.md, Limits). */
const DEFAULT_LIMIT = 50;

export interface GoalQuery extends PageRequest {
  readonly status?: GoalStatus | undefined;
  readonly initiativeId?: string | undefined;
  readonly archived?: boolean | undefined;
  /** `<source>:<id>`. */
  readonly externalId?: string | undefined;
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
      await record(stores, caller, {
        entity: goalEntity(after),
        action: archived ? 'archived' : 'unarchived',
      });
      return after;
    });

  return {
    /** Newest first, with the total; excludes archived goals by default. */
    list: (caller: Caller, query: GoalQuery): Promise<Page<Goal>> =>
      storage.read(caller.workspaceId, async ({ goals, initiatives }) => {
        const slice = pageSlice(query, DEFAULT_LIMIT);
        const { status, initiativeId, archived = false } = query;
        const key = wantedKey(query.externalId);
        if (initiativeId !== undefined && !(await initiatives.byId(initiativeId))) {
          return { ...EMPTY_PAGE, total: 0 };
        }
        if (key === undefined) return goals.list({ status, initiativeId, archived }, slice);
        const isWanted = (goal: Goal): goal is Goal =>
          (archived || !goal.archived) &&
          (status === undefined || goal.status === status) &&
          (initiativeId === undefined || goal.initiative?.id === initiativeId);
        const page = await pageByExternalId(goals, key, slice, isWanted);
        return { ...page, total: page.items.length };
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
          externalId: changedExternalId(null, input.externalId),
          archived: false,
          createdAt: now,
          updatedAt: now,
        };
        await checkExternalIdFree(stores.goals, goal.externalId);
        await stores.goals.insert(goal);
        await syncInboxForGoal(stores, goal, null);
        await record(stores, caller, { entity: goalEntity(goal), action: 'created' });
        return goal;
      });
    },

    get: (caller: Caller, id: string): Promise<Goal> =>
      storage.read(caller.workspaceId, (stores) => requireGoal(stores, id)),

    update: goalUpdater(ports),

    verify: goalVerifier(ports),

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
        await record(stores, caller, { entity: goalEntity(goal), action: 'deleted' });
      }),
  };
}
