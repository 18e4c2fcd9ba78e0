import { isReady } from '../ready/ready.ts';
import { externalKeyOf } from '../shared/external-id.ts';
import type { TaskFilter, TimeRange } from '../tasks/filter.ts';
import { valueIn } from '../tasks/metadata.ts';
import type { Task } from '../tasks/task.ts';
import { hasWords } from './search.ts';
import type { Tables } from './tables.ts';

type Conditions = {
  readonly [Name in keyof TaskFilter]-?: (
    /** As stored. */
    task: Task,
    wanted: Exclude<TaskFilter[Name], undefined>,
    /** The task with everything that is computed on reading. */
    view: (task: Task) => Task,
    tables: Tables,
  ) => boolean;
};

const holds = <T>(wanted: readonly T[], value: T | null) => value !== null && wanted.includes(value);
const hasLabel = (task: Task, id: string) => task.labels.some((label) => label.id === id);

const isIn = ({ since = -Infinity, before = Infinity }: TimeRange, at: number | null) =>
  at !== null && at >= since && at < before;

/** Whether a task meets a condition, by its name. */
const CONDITIONS: Conditions = {
  words: (task, wanted, _, tables) => hasWords(tables, task, wanted),
  statuses: ({ status }, wanted) => wanted.includes(status),
  priorities: ({ priority }, wanted) => wanted.includes(priority),
  efforts: ({ effort }, wanted) => holds(wanted, effort),
  assigneeIds: ({ assignee }, wanted) => wanted.includes(assignee?.id ?? null),
  creatorIds: ({ creatorId }, wanted) => wanted.includes(creatorId),
  projectIds: ({ project }, wanted) => wanted.includes(project?.id ?? null),
  parent: ({ parent }, wanted) => (parent?.taskNumber ?? null) === wanted,
  tags: ({ tags }, wanted) => tags.some((tag) => wanted.includes(tag)),
  labelIds: (task, wanted) => wanted.some((id) => hasLabel(task, id)),
  allLabelIds: (task, wanted) => wanted.every((id) => hasLabel(task, id)),
  externalId: (task, wanted) => externalKeyOf(task) === wanted,
  metadata: (task, wanted) =>
    Object.entries(wanted).every(([key, value]) => valueIn(task.metadata, key) === value),
  ready: (task, wanted, view) => task.status === 'todo' && isReady(view(task), 0) === wanted,
  blocked: (task, wanted, view) => view(task).blocked === wanted,
  waitingFor: ({ waitingFor }, wanted) => holds(wanted, waitingFor?.kind ?? null),
  hasClaim: (task, wanted, view) => (view(task).claim !== null) === wanted,
  created: ({ createdAt }, range) => isIn(range, createdAt),
  updated: ({ updatedAt }, range) => isIn(range, updatedAt),
  completed: ({ completedAt }, range) => isIn(range, completedAt),
  due: ({ dueDate }, range) => (range === null ? dueDate === null : isIn(range, dueDate)),
  archived: ({ archived }, wanted) => wanted || !archived,
};

type Condition = Conditions[keyof TaskFilter] &
  ((...given: [Task, unknown, (task: Task) => Task, Tables]) => boolean);

export const matches = (
  tables: Tables,
  task: Task,
  filter: TaskFilter,
  view: (task: Task) => Task,
): boolean =>
  Object.entries(filter).every(
    ([name, wanted]) =>
      wanted === undefined || (CONDITIONS[name as keyof TaskFilter] as Condition)(task, wanted, view, tables),
  );
