import type { Label, Priority, Task } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { setFields, type TaskChange } from './change.ts';

/* Changes of fields other than the status, from outside the task's page. */

export const prioritize = (priority: Priority): TaskChange =>
  setFields(
    () => ({ priority }),
    () => ({ priority }),
    (tasks) => strings().tasks.prioritized(tasks, strings().priority[priority]),
  );

/** Assigns the task to the member `name`, displayed as `text`; null unassigns it. */
export const assign = (name: string | null, text: string): TaskChange =>
  setFields(
    () => ({ assignedTo: name }),
    () => ({ assignedTo: name }),
    (tasks) =>
      name === null ? strings().tasks.unassignedTasks(tasks) : strings().tasks.assigned(tasks, text),
  );

export const putInProject = (project: { readonly id: string; readonly title: string } | null): TaskChange =>
  setFields(
    () => ({ projectId: project?.id ?? null }),
    () => ({ project: project && { id: project.id, title: project.title } }),
    (tasks) =>
      project
        ? strings().tasks.addedToProject(tasks, project.title)
        : strings().tasks.removedFromProject(tasks),
  );

/** `dueDate` is the beginning of a day in UTC, ISO 8601; null removes it. */
export const setDue = (dueDate: string | null): TaskChange =>
  setFields(
    () => ({ dueDate }),
    () => ({ dueDate }),
    (tasks) =>
      dueDate === null
        ? strings().tasks.dueRemoved(tasks)
        : strings().tasks.dueSet(tasks, dueDate.slice(0, 10)),
  );

export const moveInto = (parent: Task['parent']): TaskChange =>
  setFields(
    () => ({ parentTaskNumber: parent?.taskNumber ?? null }),
    () => ({ parent }),
    (tasks) =>
      parent ? strings().tasks.movedInto(tasks, parent.taskNumber) : strings().tasks.movedOut(tasks),
  );

const without = (labels: readonly Label[], label: Label | undefined) =>
  labels.filter(({ id }) => id !== label?.id);
const has = ({ labels }: Task, label: Label | undefined) => labels.some(({ id }) => id === label?.id);

interface LabelChange {
  readonly add?: Label | undefined;
  readonly remove?: Label | undefined;
}

/** Leaves the other labels of the task as they are on the server. */
const changeLabels = (
  { add, remove }: LabelChange,
  successMessage: TaskChange['successMessage'],
): TaskChange => ({
  optimistic: (task) => ({
    ...task,
    labels: [...without(without(task.labels, add), remove), ...(add ? [add] : [])],
  }),
  operations: ({ taskNumber }) => [
    ...(remove ? [{ op: 'removeLabels' as const, task: taskNumber, labels: [remove.name] }] : []),
    ...(add ? [{ op: 'addLabels' as const, task: taskNumber, labels: [add.name], createMissing: true }] : []),
  ],
  successMessage,
  undo: (before) =>
    changeLabels(
      { add: has(before, remove) ? remove : undefined, remove: has(before, add) ? undefined : add },
      () => strings().tasks.undone,
    ),
});

/** Adds a label, replacing another one if given. */
export const addLabel = (label: Label, inPlaceOf?: Label): TaskChange =>
  changeLabels({ add: label, remove: inPlaceOf }, (tasks) => strings().tasks.labelAdded(tasks, label.name));

export const removeLabel = (label: Label | undefined): TaskChange =>
  changeLabels({ remove: label }, (tasks) => strings().tasks.labelRemoved(tasks));
