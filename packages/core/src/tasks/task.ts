import type { Claim } from '../claims/claim.ts';
import type { FieldTexts } from '../events/event.ts';
import type { Label } from '../labels/label.ts';
import type { MemberRef } from '../members/member.ts';
import { type CriterionInput, criteriaProblems } from '../results/criteria.ts';
import { dateProblem } from '../shared/date.ts';
import { entryProblems } from '../shared/entries.ts';
import { iso, LIMITS, nameProblem, type Problem, textProblem } from '../shared/text.ts';
import type { TaskStatus } from './status.ts';

export const PRIORITIES = ['p0', 'p1', 'p2', 'p3'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const DEFAULT_PRIORITY: Priority = 'p2';

export const EFFORTS = ['xs', 's', 'm', 'l', 'xl'] as const;
export type Effort = (typeof EFFORTS)[number];

/** The core unit of work (docs/rules.md, Tasks). */
export interface Task {
  readonly id: string;
  /** 1, 2, 3 … in the workspace, without gaps, never reused. */
  readonly taskNumber: number;
  readonly title: string;
  readonly description: string | null;
  readonly status: TaskStatus;
  readonly priority: Priority;
  readonly assignee: MemberRef | null;
  readonly project: { readonly id: string; readonly title: string } | null;
  readonly tags: readonly string[];
  readonly labels: readonly Label[];
  readonly effort: Effort | null;
  readonly dueDate: number | null;
  /** Set while the task is done. */
  readonly completedAt: number | null;
  readonly archived: boolean;
  /** Whether an unresolved task blocks it. Found by the store, never saved. */
  readonly blocked: boolean;
  /** How agents work at it. */
  readonly work: TaskWork;
  /** The claim that has not been ended; it may be over all the same. Found by the store, never saved with the task. */
  readonly claim: Claim | null;
  /** What a waiting task waits for. */
  readonly waitingFor: WaitingFor | null;
  /** The member's id; for a service, its key's. */
  readonly creatorId: string;
  /** Whether an agent has created it, or a process that hosts agents. */
  readonly fromAgent: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** What is kept of how agents work at a task, beside its claims. */
export interface TaskWork {
  /** Claims since a person moved it last. */
  readonly attempts: number;
  /** How many of them ended by expiry or failure, one after another. */
  readonly failures: number;
  /** It rests until then. */
  readonly notBefore: number | null;
  /** The agent that it came back to, and that gets it first. */
  readonly backTo: string | null;
  /** When a person changed it last. */
  readonly touchedAt: number | null;
  /** When it was started last. */
  readonly startedAt: number | null;
}

export const NO_WORK: TaskWork = {
  attempts: 0,
  failures: 0,
  notBefore: null,
  backTo: null,
  touchedAt: null,
  startedAt: null,
};

/** What a person, or whoever, has to do before a waiting task goes on. */
export const WAITING_KINDS = ['review', 'answer', 'attention', 'other'] as const;

export interface WaitingFor {
  readonly kind: (typeof WAITING_KINDS)[number];
  readonly who: MemberRef | null;
  /** A sentence. */
  readonly what: string;
  readonly since: number;
  /** The result that is to be reviewed, or that asks for attention. */
  readonly resultId?: string | undefined;
  /** The question whose answer it waits for. */
  readonly questionId?: string | undefined;
}

/** What of a task is given when it is made, and can be changed. A field of a task is one of these or of the others. */
export type TaskFields = Omit<
  Task,
  | 'id'
  | 'taskNumber'
  | 'status'
  | 'completedAt'
  | 'archived'
  | 'blocked'
  | 'work'
  | 'claim'
  | 'waitingFor'
  | 'creatorId'
  | 'fromAgent'
  | 'createdAt'
  | 'updatedAt'
>;

/** What a task has of these unless it is given. */
export const DEFAULT_FIELDS: TaskFields = {
  title: '',
  description: null,
  priority: DEFAULT_PRIORITY,
  assignee: null,
  project: null,
  tags: [],
  labels: [],
  effort: null,
  dueDate: null,
};

/** Only the given fields change; null clears. */
export interface TaskChange {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly priority?: Priority | undefined;
  /** A member's id, name or display name. */
  readonly assignedTo?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Names. */
  readonly labels?: readonly string[] | undefined;
  /** Whether labels that are not there are made. */
  readonly createMissing?: boolean | undefined;
  readonly dueDate?: number | null | undefined;
  readonly effort?: Effort | null | undefined;
  /** The whole list (docs/rules.md, Results). */
  readonly criteria?: readonly CriterionInput[] | undefined;
}

/** What is null, there is none of. */
export interface NewTask extends TaskChange {
  readonly title: string;
  readonly status?: TaskStatus | undefined;
}

/** The task in its new status: completedAt is set by done, and cleared by reopening. */
export const move = (task: Task, to: TaskStatus, now: number): Task => ({
  ...task,
  status: to,
  completedAt: to === 'done' ? now : null,
  updatedAt: now,
  waitingFor: null,
  work: to === 'in_progress' ? { ...task.work, startedAt: now } : task.work,
});

/** The task after a person has had a hand in it: what agents have tried before no longer counts. */
export const touched = (task: Task, now: number): Task => ({
  ...task,
  work: { ...task.work, touchedAt: now },
});

export const taskEntity = ({ id, title, taskNumber }: Task) =>
  ({ type: 'task', id, title, taskNumber }) as const;

/** Names in a row; one that holds a comma or a quote is quoted, so that no two lists read alike. */
const listed = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? JSON.stringify(name) : name)).join(', ');

/** How the fields of a task stand in the log, under the names of the PATCH body. */
export const TASK_TEXTS: FieldTexts<Task, Omit<TaskChange, 'createMissing' | 'criteria'>> = {
  title: (task) => task.title,
  description: (task) => task.description,
  priority: (task) => task.priority,
  assignedTo: (task) => task.assignee?.name ?? null,
  projectId: (task) => task.project?.id ?? null,
  tags: (task) => listed(task.tags),
  labels: (task) => listed(task.labels.map((label) => label.name)),
  dueDate: (task) => iso(task.dueDate),
  effort: (task) => task.effort,
};

/** Tags as they are kept: trimmed, repeats folded, order kept. */
export const tidyTags = (tags: readonly string[]): string[] => [...new Set(tags.map((tag) => tag.trim()))];

function tagsProblems(tags: readonly string[] | undefined): Record<string, Problem> {
  if (tags === undefined) return {};
  if (tidyTags(tags).length > LIMITS.tags) return { tags: `must be at most ${LIMITS.tags} tags` };
  return entryProblems('tags', tags, (tag) => nameProblem(tag, LIMITS.tag));
}

/** What is wrong with the values of a task that is to be created or changed, field by field. */
export const taskProblems = (input: TaskChange): Record<string, Problem> => ({
  title: nameProblem(input.title, LIMITS.title),
  description: textProblem(input.description, LIMITS.description),
  ...tagsProblems(input.tags),
  dueDate: dateProblem(input.dueDate),
  ...criteriaProblems(input.criteria),
});
