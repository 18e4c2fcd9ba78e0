import type { Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { notFound } from '../shared/refusal.ts';
import type { SeenTask, TaskWithRelations } from '../tasks/seen.ts';
import type { Task, TaskRef } from '../tasks/task.ts';

export const NUMBER = /^\d{1,15}$/;

/** The task with this number or id, or null. */
export function findTask({ tasks }: Pick<Stores, 'tasks'>, ref: TaskRef): Promise<Task | null> {
  const byNumber = typeof ref === 'number' || NUMBER.test(ref);
  return byNumber ? tasks.byNumber(Number(ref)) : tasks.byId(ref);
}

/** The task with this number or id; 404 if there is none. */
export async function requireTask(stores: Pick<Stores, 'tasks'>, ref: TaskRef): Promise<Task> {
  const task = await findTask(stores, ref);
  if (!task) throw notFound('task');
  return task;
}

/** The task as returned to callers, with its criteria and relations. */
export async function withRelations(
  { relations, criteria }: Pick<Stores, 'relations' | 'criteria'>,
  task: SeenTask,
): Promise<TaskWithRelations> {
  const [found, criterionList] = await all(relations.of(task.taskNumber), criteria.of(task.taskNumber));
  // New keys first: V8 turns a large object that is spread and then extended into a slow one.
  return { relations: found, criteria: criterionList, ...task };
}
