import type { Caller } from '../access/caller.ts';
import type { Related } from '../events/event.ts';
import type { SteadyPorts, Stores } from '../ports.ts';
import {
  ACYCLIC,
  cycleDetected,
  type Edge,
  edgeOf,
  MAX_RELATIONS,
  type RelationType,
  type StoredRelation,
  tooManyRelations,
} from '../tasks/relations.ts';
import type { Task } from '../tasks/task.ts';
import { type TaskSave, taskSaver } from './save-task.ts';

interface NewRelation extends Pick<TaskSave, 'quiet'> {
  readonly task: Task;
  readonly type: RelationType;
  readonly other: Task;
  /** An imported relation. */
  readonly made?: Pick<StoredRelation, 'id' | 'madeOn' | 'madeBy'> | undefined;
  /** Added to the event. */
  readonly related?: Related | undefined;
}

/**
 * Adds a relation that does not exist yet, and records it on the first task. 409 LIMIT_REACHED or CYCLE_DETECTED. The
 * caller checks first who may relate the tasks.
 */
export function relationAdder(ports: SteadyPorts) {
  const save = taskSaver(ports);

  return async (
    stores: Stores,
    by: Caller,
    { task, type, other, quiet, made, related: others }: NewRelation,
  ): Promise<StoredRelation> => {
    const edge = edgeOf(task.taskNumber, type, other.taskNumber);
    for (const number of [task.taskNumber, other.taskNumber]) {
      const count = await stores.relations.count(number, MAX_RELATIONS);
      if (count >= MAX_RELATIONS) throw tooManyRelations(number);
    }
    await checkAcyclic(stores, edge);
    const relation = {
      ...(made ?? { id: ports.newId(), madeOn: task.taskNumber, madeBy: by.type }),
      ...edge,
    };
    await stores.relations.insert(relation);
    const changes = [{ field: type, oldValue: null, newValue: String(other.taskNumber) }];
    const related = { ...others, relationId: relation.id, taskId: other.id };
    await save(stores, by, {
      before: task,
      after: task,
      event: { action: 'related', changes, related },
      quiet,
    });
    return relation;
  };
}

/** 409 CYCLE_DETECTED; a parent counts as well as a blocker (docs/rules.md, Sub-tasks). */
async function checkAcyclic({ relations, subtasks }: Stores, { kind, from, to }: Edge): Promise<void> {
  if (!ACYCLIC.includes(kind)) return;
  const leadsBack =
    kind === 'blocks'
      ? subtasks.precedes({ taskNumber: to, at: 'start' }, { taskNumber: from, at: 'end' })
      : relations.leads(kind, to, from);
  if (await leadsBack) throw cycleDetected(kind);
}
