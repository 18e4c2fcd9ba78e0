import type { Word } from '../search/words.ts';
import type { ExternalKey } from '../shared/external-id.ts';
import type { Metadata } from './metadata.ts';
import type { TaskStatus } from './status.ts';
import type { Effort, Priority, WaitingFor } from './task.ts';

/**
 * The conditions of a task list, with names resolved to ids (docs/rules.md, Lists of tasks). A task must meet all of
 * them; within a list, any value matches. The storages have one row for each: in-memory/task-filter.ts and
 * adapter-sql/src/stores/tasks/conditions.ts; for words, adapter-sql/src/stores/tasks/with-words.ts.
 */
export interface TaskFilter {
  /** All of them must occur in the task's texts, in any of them. */
  readonly words?: readonly Word[] | undefined;
  readonly statuses?: readonly TaskStatus[] | undefined;
  readonly priorities?: readonly Priority[] | undefined;
  readonly efforts?: readonly Effort[] | undefined;
  /** `null` matches unassigned tasks. */
  readonly assigneeIds?: readonly (string | null)[] | undefined;
  readonly creatorIds?: readonly string[] | undefined;
  /** `null` matches tasks without a project. */
  readonly projectIds?: readonly (string | null)[] | undefined;
  /** The number of a task, for its children; `null` matches tasks without a parent. */
  readonly parent?: number | null | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly labelIds?: readonly string[] | undefined;
  /** Every label must be on the task. */
  readonly allLabelIds?: readonly string[] | undefined;
  readonly externalId?: ExternalKey | undefined;
  /** Every entry must be in the task's metadata. */
  readonly metadata?: Metadata | undefined;
  /** Whether an agent could claim the task if it were assigned to it. */
  readonly ready?: boolean | undefined;
  readonly blocked?: boolean | undefined;
  readonly waitingFor?: readonly WaitingFor['kind'][] | undefined;
  /** Whether the task has a claim that has not been ended. */
  readonly hasClaim?: boolean | undefined;
  /** Times: from `since` on, and before `before`. A task without the time does not match. */
  readonly created?: TimeRange | undefined;
  readonly updated?: TimeRange | undefined;
  readonly completed?: TimeRange | undefined;
  /** `null` matches tasks without a due date. */
  readonly due?: TimeRange | null | undefined;
  /** Includes archived tasks. */
  readonly archived: boolean;
}

export interface TimeRange {
  readonly since?: number | undefined;
  readonly before?: number | undefined;
}
