import type { Caller } from '../../access/caller.ts';
import { type ActivityEntry, entryPage } from '../../activity/entry.ts';
import { changedFields } from '../../events/event.ts';
import { type Label, labelEntity } from '../../labels/label.ts';
import { namedLabels } from '../../lookup/labels.ts';
import { resolveMember } from '../../lookup/members.ts';
import { requireTask } from '../../lookup/tasks.ts';
import { humansOnly, memberRef } from '../../members/member.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { changedCriteria, criteriaText, newCriteria, sameCriteria } from '../../results/criteria.ts';
import { all } from '../../shared/all.ts';
import type { NewId } from '../../shared/environment.ts';
import { EMPTY_PAGE, type Page, type PageRequest, pageSlice } from '../../shared/page.ts';
import { invalid, Refusal, refuseProblems } from '../../shared/refusal.ts';
import { LIMITS, textProblem } from '../../shared/text.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { checkProof } from '../../steps/check-proof.ts';
import { checkIntake, moverOf } from '../../steps/intake.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { taskMover } from '../../steps/move-task.ts';
import { recorder } from '../../steps/record.ts';
import { changer } from '../../steps/running.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkCancel, checkDelete } from '../blocking.ts';
import { isOfAgents } from '../intake.ts';
import { type SeenTask, type TaskWithCriteria, type TaskWithRelations, taskViewer } from '../seen.ts';
import { checkCreation, checkMove, defaultStatus, isOpen, type TaskStatus } from '../status.ts';
import type { TaskFilter } from '../store.ts';
import {
  changedPlain,
  DEFAULT_FIELDS,
  type Effort,
  type NewTask,
  NO_WORK,
  normalizeTags,
  type Priority,
  TASK_TEXTS,
  type Task,
  type TaskChange,
  type TaskFields,
  type TaskRef,
  taskProblems,
} from '../task.ts';

export interface TaskQuery extends PageRequest {
  readonly status?: readonly TaskStatus[] | undefined;
  readonly priority?: readonly Priority[] | undefined;
  readonly effort?: readonly Effort[] | undefined;
  /** A member's name or id, or `unassigned`. */
  readonly assigned?: string | undefined;
  readonly projectId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly label?: string | undefined;
  /** A member's name or id. */
  readonly createdBy?: string | undefined;
  readonly archived?: boolean | undefined;
}

/** Use cases for tasks (docs/rules.md, Tasks). */
export function taskUseCases(ports: SteadyPorts) {
  const { storage, clock, newId } = ports;
  const record = recorder(ports);
  const save = taskSaver(ports);
  const moveTask = taskMover(ports);
  const { seen, seenPage } = taskViewer(ports);
  const judge = actJudge(ports);
  const write = changer(ports);

  const withRelations = async ({ relations, criteria }: Stores, task: Task): Promise<TaskWithRelations> => {
    const [found, kept] = await all(relations.of(task.taskNumber), criteria.of(task.taskNumber));
    // New keys first: V8 turns a large object that is spread and then extended into a slow one.
    return { relations: found, criteria: kept, ...seen(task) };
  };

  const recordMadeLabels = async (stores: Stores, caller: Caller, made: readonly Label[]) => {
    for (const label of made) await record(stores, caller, labelEntity(label), 'created');
  };

  const setArchived = (caller: Caller, ref: TaskRef, archived: boolean): Promise<SeenTask> =>
    storage.write(caller.workspaceId, async (stores) => {
      const before = await requireTask(stores, ref);
      if (before.archived === archived) return seen(before);
      const by = await actingOn(stores, caller, before);
      await judge(stores, by, before, archived ? 'archive' : 'change');
      // A task that returns to the backlog counts against the intake limit again.
      if (!archived && (await moverOf(stores, by, before)).held) await checkIntake(stores, before.creatorId);
      const after = await save(stores, by, {
        before,
        after: { ...before, archived, updatedAt: clock(), claim: archived ? null : before.claim },
        end: 'archived',
        event: { action: archived ? 'archived' : 'unarchived' },
      });
      return seen(after);
    });

  return {
    /** Newest first; excludes archived tasks by default. */
    list: (caller: Caller, query: TaskQuery): Promise<Page<SeenTask>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const slice = pageSlice(query);
        const filter = await resolveFilter(stores, query);
        return filter ? seenPage(await stores.tasks.list(filter, slice)) : EMPTY_PAGE;
      }),

    get: (caller: Caller, ref: TaskRef): Promise<TaskWithRelations> =>
      storage.read(caller.workspaceId, async (stores) =>
        withRelations(stores, await requireTask(stores, ref)),
      ),

    /** Subscribes the creator and the assignee. */
    create: async (caller: Caller, input: NewTask): Promise<TaskWithCriteria> => {
      refuseProblems(taskProblems({ ...input, title: input.title ?? '' }));
      return write(caller, async (stores) => {
        const mover = await moverOf(stores, caller);
        const status = input.status ?? defaultStatus(mover);
        checkCreation(status, mover);
        if (mover.held) await checkIntake(stores, caller.id);
        if (status === 'done') await checkProof(stores, caller, null);
        const { fields, made } = await applyInput(stores, DEFAULT_FIELDS, input, newId);
        const now = clock();
        const task: Task = {
          ...fields,
          id: newId(),
          taskNumber: await stores.tasks.nextNumber(),
          status,
          completedAt: status === 'done' ? now : null,
          archived: false,
          blocked: false,
          work: status === 'in_progress' ? { ...NO_WORK, startedAt: now } : NO_WORK,
          claim: null,
          waitingFor: status === 'waiting' ? { ...WAITING, since: now } : null,
          creatorId: caller.id,
          fromAgent: isOfAgents(caller),
          createdAt: now,
          updatedAt: now,
        };
        await recordMadeLabels(stores, caller, made);
        const subscribe = [caller.inboxId, task.assignee?.id].filter((id) => typeof id === 'string');
        await save(stores, caller, { before: null, after: task, event: { action: 'created' }, subscribe });
        const criteria = input.criteria ? newCriteria(input.criteria, newId) : [];
        if (criteria.length > 0) await stores.criteria.replace(task.taskNumber, criteria);
        return { criteria, ...seen(task) };
      });
    },

    /** Changes only the given fields. Only `transition` changes the status. */
    update: (caller: Caller, ref: TaskRef, input: TaskChange): Promise<TaskWithCriteria> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireTask(stores, ref);
        if ('status' in input) throw statusNotPatchable();
        refuseProblems(taskProblems(input));
        const by = await actingOn(stores, caller, before);
        if (input.criteria !== undefined) checkSetsCriteria(by, before);
        await judge(stores, by, before, isRewritten(before, input) ? 'rewrite' : 'change');
        const { fields, made } = await applyInput(stores, before, input, newId);
        const reassigned = fields.assignee?.id !== before.assignee?.id;
        // A new assignee replaces the agent that the task was returned to, and ends the claim.
        const free = reassigned && { claim: null, work: { ...before.work, backTo: null } };
        const changed: Task = { ...before, ...fields, ...free, updatedAt: clock() };
        await recordMadeLabels(stores, by, made);
        const { criteria: kept } = stores;
        const had = await (input.criteria ? kept.whole(before.taskNumber) : kept.of(before.taskNumber));
        const criteria = input.criteria ? changedCriteria(had, input.criteria, newId) : had;
        const changes = [
          ...changedFields(TASK_TEXTS, before, changed),
          ...(sameCriteria(had, criteria)
            ? []
            : [{ field: 'criteria', oldValue: criteriaText(had), newValue: criteriaText(criteria) }]),
        ];
        if (changes.length === 0) return { criteria, ...seen(before) };
        if (criteria !== had) await stores.criteria.replace(before.taskNumber, criteria);
        const after = await save(stores, by, {
          before,
          after: changed,
          end: 'reassigned',
          event: { action: 'updated', changes },
          subscribe: reassigned && changed.assignee ? [changed.assignee.id] : [],
        });
        return { criteria, ...seen(after) };
      }),

    /**
     * 409 TASK_NOT_ARCHIVED unless the task is archived. 403 when it would remove a blocker that only people can
     * remove (`blocking.ts`).
     */
    delete: (caller: Caller, ref: TaskRef): Promise<{ title: string }> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        if (!task.archived) {
          throw new Refusal('TASK_NOT_ARCHIVED', 'Only an archived task can be deleted. Archive it first.');
        }
        const by = await actingOn(stores, caller, task);
        if (by.type !== 'human')
          checkDelete(by.type, task.status, await stores.relations.of(task.taskNumber));
        await judge(stores, by, task, 'delete');
        await save(stores, by, { before: task, after: null, event: { action: 'deleted' } });
        return { title: task.title };
      }),

    /**
     * Moves the task by the status machine. When two callers race for the same move, one wins; the other is checked
     * against the new status.
     */
    transition: (
      caller: Caller,
      ref: TaskRef,
      { to, reason }: { to: TaskStatus; reason?: string | null | undefined },
    ): Promise<TaskWithRelations> =>
      storage.write(caller.workspaceId, async (stores) => {
        const before = await requireTask(stores, ref);
        refuseProblems({ reason: textProblem(reason, LIMITS.reason) });
        const blockers = before.blocked ? await stores.relations.openBlockers(before.taskNumber) : [];
        const by = await actingOn(stores, caller, before);
        checkMove(before.status, to, await moverOf(stores, by, before), blockers);
        if (to === 'canceled' && by.type !== 'human')
          checkCancel(by, before, await stores.relations.of(before.taskNumber));
        await judge(stores, by, before, 'move');
        if (to === 'done') await checkProof(stores, by, before);
        const assignee = isOpen(before.status) ? before.assignee : await livingAssignee(stores, before, to);
        const after = await moveTask(stores, by, before, { to, reason, assignee });
        return withRelations(stores, after);
      }),

    /** Hides the task from lists; repeatable. */
    archive: (caller: Caller, ref: TaskRef) => setArchived(caller, ref, true),
    /** Restores the task to lists; repeatable. */
    unarchive: (caller: Caller, ref: TaskRef) => setArchived(caller, ref, false),

    /** The events of the task, newest first. */
    activity: (caller: Caller, ref: TaskRef, page: PageRequest): Promise<Page<ActivityEntry>> =>
      storage.read(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        return entryPage(pageSlice(page), (slice) => stores.events.ofEntity('task', task.id, slice));
      }),
  };
}

/** The fields after the input is applied, and the labels created for it. */
async function applyInput(
  stores: Stores,
  before: TaskFields,
  input: TaskChange,
  newId: NewId,
): Promise<{ fields: TaskFields; made: readonly Label[] }> {
  const [assignee, project] = await all(
    resolveAssignee(stores, input.assignedTo, before),
    resolveProject(stores, input.projectId, before),
  );
  const named =
    input.labels && (await namedLabels(stores, input.labels, input.createMissing ?? false, newId));
  const fields = {
    ...changedPlain(before, input),
    title: input.title?.trim() ?? before.title,
    assignee,
    project,
    tags: input.tags ? normalizeTags(input.tags) : before.tags,
    labels: named?.labels ?? before.labels,
  };
  return { fields, made: named?.made ?? [] };
}

/**
 * 403 unless the caller is a person, or created the task and nobody has started it: an agent must not set the
 * criteria that its own work is judged by (docs/rules.md, Results).
 */
function checkSetsCriteria(caller: Caller, task: Task): void {
  if (caller.type === 'human') return;
  const own = task.creatorId === caller.id;
  if (!own || task.work.startedAt !== null)
    throw humansOnly('set the criteria of a task that others created, or that has been started');
}

/**
 * Whether the change affects the title, the description or the criteria, which are the subject of a person's
 * decision.
 */
const isRewritten = (before: Task, { title, description, criteria }: TaskChange): boolean =>
  (title !== undefined && title.trim() !== before.title) ||
  (description !== undefined && description !== before.description) ||
  criteria !== undefined;

/** A closed task keeps the name of a removed member; reopening it unassigns it. */
async function livingAssignee(
  { members }: Stores,
  { assignee }: Task,
  to: TaskStatus,
): Promise<Task['assignee']> {
  if (!assignee || !isOpen(to)) return assignee;
  return (await members.byId(assignee.id)) ? assignee : null;
}

const WAITING = { kind: 'other', who: null, what: 'Waiting without a stated reason.' } as const;

async function resolveAssignee(
  stores: Stores,
  name: string | null | undefined,
  before: TaskFields,
): Promise<Task['assignee']> {
  if (name === undefined) return before.assignee;
  return name === null ? null : memberRef(await resolveMember(stores, name, 'assignedTo'));
}

async function resolveProject(
  { projects }: Stores,
  id: string | null | undefined,
  before: TaskFields,
): Promise<Task['project']> {
  if (id === undefined) return before.project;
  if (id === null) return null;
  const project = await projects.byId(id);
  if (!project) throw invalid({ projectId: 'must be the id of a project in this workspace' });
  return { id: project.id, title: project.title };
}

/** null when a name in the query matches nothing, so that no task can match. */
async function resolveFilter(stores: Stores, query: TaskQuery): Promise<TaskFilter | null> {
  const { labels, projects } = stores;
  const [label, assigneeIds, project, creators] = await all(
    query.label === undefined ? undefined : labels.byName(query.label.trim()),
    assigneesIn(stores, query.assigned?.trim()),
    query.projectId === undefined ? undefined : projects.byId(query.projectId),
    query.createdBy === undefined ? undefined : creatorIds(stores, query.createdBy.trim()),
  );
  if (label === null || project === null || assigneeIds?.length === 0) return null;
  return {
    statuses: query.status,
    priorities: query.priority,
    efforts: query.effort,
    assigneeIds,
    creatorIds: creators,
    projectId: project?.id,
    tags: query.tags && tagsInFilter(query.tags),
    labelId: label?.id,
    archived: query.archived ?? false,
  };
}

async function assigneesIn({ members }: Stores, assigned: string | undefined) {
  return assigned === undefined || assigned === 'unassigned' ? assigned : members.idsMatching(assigned);
}

/** Ids of members with this name or id. Any other value may be the id of a service's key. */
async function creatorIds({ members }: Stores, nameOrId: string): Promise<readonly string[]> {
  const ids = await members.idsMatching(nameOrId);
  // A member's name can equal the id of a key; the tasks created by that key must still match.
  return ids.includes(nameOrId) ? ids : [...ids, nameOrId];
}

function tagsInFilter(tags: readonly string[]): readonly string[] {
  const wanted = normalizeTags(tags);
  if (wanted.length > LIMITS.tagsInFilter)
    throw invalid({ tags: `must be at most ${LIMITS.tagsInFilter} tags` });
  return wanted;
}

const statusNotPatchable = () =>
  new Refusal(
    'STATUS_NOT_PATCHABLE',
    'The status cannot be patched. Use POST /api/v1/tasks/:identifier/transition to move the task.',
    { fields: { status: ['can only be changed by the transition endpoint'] } },
  );
