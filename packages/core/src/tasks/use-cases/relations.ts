import type { Caller } from '../../access/caller.ts';
import { requireTask } from '../../lookup/tasks.ts';
import type { SteadyPorts, Stores } from '../../ports.ts';
import { invalid, notFound } from '../../shared/refusal.ts';
import { actingOn } from '../../steps/acting-agent.ts';
import { actJudge } from '../../steps/judge-act.ts';
import { relationAdder } from '../../steps/relate-tasks.ts';
import { taskSaver } from '../../steps/save-task.ts';
import { checkUnrelate } from '../blocking.ts';
import {
  duplicateRelation,
  edgeOf,
  type Relation,
  type RelationType,
  type StoredRelation,
  seenFrom,
  selfRelation,
} from '../relations.ts';
import type { Task, TaskRef } from '../task.ts';

export function relationUseCases(ports: SteadyPorts) {
  const { storage } = ports;
  const save = taskSaver(ports);
  const add = relationAdder(ports);
  /** Relations are authorized against the task in the path. */
  const judge = actJudge(ports);

  const relate = async (
    stores: Stores,
    by: Caller,
    { task, type, other }: { readonly task: Task; readonly type: RelationType; readonly other: Task },
  ): Promise<Relation> => {
    const relation = await add(stores, by, { task, type, other });
    const { taskNumber, title, status } = other;
    return seenFrom(task.taskNumber, relation, {
      taskNumber,
      title,
      status,
      assignedTo: other.assignee?.name ?? null,
    });
  };

  return {
    /** The part of a split that blocks a new sub-task: the split has checked who may do so. */
    relateChild: (
      caller: Caller,
      ref: TaskRef,
      { type, taskNumber }: { type: 'blocked_by'; taskNumber: number },
    ): Promise<Relation> =>
      storage.write(caller.workspaceId, async (stores) =>
        relate(stores, caller, {
          task: await requireTask(stores, ref),
          type,
          other: await requireTask(stores, taskNumber),
        }),
      ),

    /**
     * Relates the task to another. 422 when both are the same task; 409 when the relation exists, a task has reached
     * its limit, or the relation would close a cycle.
     */
    relate: async (
      caller: Caller,
      ref: TaskRef,
      { type, taskNumber }: { type: RelationType; taskNumber: number },
    ): Promise<Relation> => {
      const made = await storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        if (taskNumber === task.taskNumber) throw selfRelation();
        const by = await actingOn(stores, caller, task);
        await judge(stores, by, task, 'relate');
        const other = await stores.tasks.byNumber(taskNumber);
        if (!other) throw invalid({ taskNumber: 'must be the number of a task in this workspace' });
        const edge = edgeOf(task.taskNumber, type, taskNumber);
        const already = await stores.relations.ofEdge(edge);
        if (already) {
          // A person's request takes over the relation, so that an agent that created it first cannot remove it.
          if (caller.type === 'human') await stores.relations.setMadeBy(already.id, caller.type);
          return null;
        }
        return relate(stores, by, { task, type, other });
      });
      if (!made) throw duplicateRelation();
      return made;
    },

    /**
     * Removes a relation from either of its two tasks. 403 for relations that only people can remove (`blocking.ts`).
     */
    unrelate: (caller: Caller, ref: TaskRef, relationId: string): Promise<void> =>
      storage.write(caller.workspaceId, async (stores) => {
        const task = await requireTask(stores, ref);
        const relation = await stores.relations.byId(task.taskNumber, relationId);
        if (!relation) throw notFound('relation of this task');
        const by = await actingOn(stores, caller, task);
        await checkMayUnrelate(stores, by, relation);
        await judge(stores, by, task, 'relate');
        await stores.relations.delete(relation);
        if (relation.kind === 'blocks') {
          const blocked = await stores.tasks.byNumber(relation.to);
          if (blocked) await save(stores, by, { before: blocked, after: blocked, freed: true });
        }
        const type =
          relation.kind === 'blocks' && relation.to === task.taskNumber ? 'blocked_by' : relation.kind;
        const other = relation.from === task.taskNumber ? relation.to : relation.from;
        const changes = [{ field: type, oldValue: String(other), newValue: null }];
        const event = { action: 'unrelated', changes, related: { relationId } } as const;
        await save(stores, by, { before: task, after: task, event });
      }),
  };
}

async function checkMayUnrelate(stores: Stores, { type }: Caller, relation: StoredRelation): Promise<void> {
  const blocked = type === 'human' ? null : await stores.tasks.byNumber(relation.to);
  if (!blocked) return;
  const blockers = blocked.blocked ? await stores.relations.openBlockers(blocked.taskNumber) : [];
  checkUnrelate(type, relation, blocked.status, blockers);
}
