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

const labelsOf = (
  change: (labels: readonly Label[]) => Label[],
  successMessage: TaskChange['successMessage'],
): TaskChange =>
  setFields(
    ({ labels }: Task) => ({ labels: change(labels).map(({ name }) => name), createMissing: true }),
    ({ labels }) => ({ labels: change(labels) }),
    successMessage,
  );

const without = (labels: readonly Label[], label: Label | undefined) =>
  labels.filter(({ id }) => id !== label?.id);

/** Adds a label, replacing another one if given. */
export const addLabel = (label: Label, inPlaceOf?: Label): TaskChange =>
  labelsOf(
    (labels) => [...without(without(labels, label), inPlaceOf), label],
    (tasks) => strings().tasks.labelAdded(tasks, label.name),
  );

export const removeLabel = (label: Label | undefined): TaskChange =>
  labelsOf(
    (labels) => without(labels, label),
    (tasks) => strings().tasks.labelRemoved(tasks),
  );
