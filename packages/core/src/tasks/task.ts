import type { Claim } from '../claims/claim.ts';
import type { FieldTexts } from '../events/event.ts';
import type { Label } from '../labels/label.ts';
import type { MemberRef } from '../members/member.ts';
import { type CriterionInput, criteriaProblems } from '../results/criteria.ts';
import { type Check, maybe, number, oneOf, optional, text } from '../shared/check.ts';
import { dateProblem } from '../shared/date.ts';
import { entryProblems } from '../shared/entries.ts';
import { type ExternalId, externalIdProblems, externalIdText } from '../shared/external-id.ts';
import { iso, LIMITS, nameProblem, type Problem, textProblem } from '../shared/text.ts';
import { type Budget, budgetProblems } from './budget.ts';
import {
  type Metadata,
  type MetadataChange,
  metadataProblems,
  metadataText,
  NO_METADATA,
} from './metadata.ts';
import type { Rank } from './rank.ts';
import type { TaskStatus } from './status.ts';

export const PRIORITIES = ['p0', 'p1', 'p2', 'p3'] as const;
export type Priority = (typeof PRIORITIES)[number];
export const DEFAULT_PRIORITY: Priority = 'p2';

export const EFFORTS = ['xs', 's', 'm', 'l', 'xl'] as const;
export type Effort = (typeof EFFORTS)[number];

/** A field that stores the value it is given. */
interface PlainField<T> {
  /** The value in a new task if none is given. */
  readonly initial: T;
  readonly input: Check<T | undefined>;
  /** Its text in the log. */
  readonly logged: (value: T) => string | null;
  readonly problem?: (value: T | undefined) => Problem;
}

const plain = <T>(field: PlainField<T>) => field;
const asIs = <T>(value: T) => value;

/** All that the core knows of the plain fields: types, defaults, checks and the log follow. */
const PLAIN_FIELDS = {
  description: plain<string | null>({
    initial: null,
    input: maybe(text),
    logged: asIs,
    problem: (value) => textProblem(value, LIMITS.description),
  }),
  priority: plain<Priority>({ initial: DEFAULT_PRIORITY, input: optional(oneOf(PRIORITIES)), logged: asIs }),
  dueDate: plain<number | null>({ initial: null, input: maybe(number), logged: iso, problem: dateProblem }),
  effort: plain<Effort | null>({ initial: null, input: maybe(oneOf(EFFORTS)), logged: asIs }),
};

type PlainName = keyof typeof PLAIN_FIELDS;
type PlainFields = { readonly [Name in PlainName]: (typeof PLAIN_FIELDS)[Name]['initial'] };
type PlainChange = { readonly [Name in PlainName]?: PlainFields[Name] | undefined };

const PLAIN_ROWS = Object.entries(PLAIN_FIELDS) as [PlainName, PlainField<unknown>][];

/** A value for each plain field. */
const ofPlain = <R>(make: (name: PlainName, field: PlainField<unknown>) => R) =>
  Object.fromEntries(PLAIN_ROWS.map(([name, field]) => [name, make(name, field)])) as Record<PlainName, R>;

export const plainInputs = ofPlain((_, { input }) => input) as {
  readonly [Name in PlainName]: (typeof PLAIN_FIELDS)[Name]['input'];
};

/** The plain fields after a change. */
export const changedPlain = (before: PlainFields, input: PlainChange) =>
  ofPlain((name) => (input[name] === undefined ? before[name] : input[name])) as PlainFields;

/** The core unit of work (docs/rules.md, Tasks). */
export interface Task extends PlainFields {
  readonly id: string;
  /** 1, 2, 3 … in the workspace, without gaps, never reused. */
  readonly taskNumber: number;
  readonly title: string;
  readonly status: TaskStatus;
  readonly assignee: MemberRef | null;
  readonly project: { readonly id: string; readonly title: string } | null;
  readonly tags: readonly string[];
  readonly labels: readonly Label[];
  readonly externalId: ExternalId | null;
  readonly metadata: Metadata;
  /** Set while the task is done. */
  readonly completedAt: number | null;
  readonly archived: boolean;
  /** True while an open task blocks it. Computed by the store, never saved. */
  readonly blocked: boolean;
  readonly parent: ParentRef | null;
  /** Computed by the store, never saved. */
  readonly children: ChildCounts;
  /** Limits on the usage of the task and everything below it. */
  readonly budget: Budget | null;
  /** True from when the budget is used up until a person raises or removes it. */
  readonly overBudget: boolean;
  /** True while an ancestor or its import keeps it from being handed out. Computed by the store, never saved. */
  readonly held: boolean;
  readonly work: TaskWork;
  /**
   * The claim that has not been ended; its lease may have expired. Computed by the store, never saved with the task.
   */
  readonly claim: Claim | null;
  /** Set while the task is waiting. */
  readonly waitingFor: WaitingFor | null;
  /** The member's id; for a service, the id of its key. */
  readonly creatorId: string;
  /** True if an agent or a runtime key created it. */
  readonly fromAgent: boolean;
  /** True if an import created it. */
  readonly fromImport: boolean;
  /** Its place in the manual order; null until it is moved. Only `ranks` saves it. */
  readonly rank: Rank | null;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The task that a sub-task belongs to. */
export interface ParentRef {
  readonly id: string;
  readonly taskNumber: number;
  readonly title: string;
}

/** Numbers of direct children that are not archived; `open` are neither done nor canceled. */
export interface ChildCounts {
  readonly total: number;
  readonly open: number;
  readonly done: number;
  readonly canceled: number;
}

export const NO_CHILDREN: ChildCounts = { total: 0, open: 0, done: 0, canceled: 0 };

/** Why a task that waited for its children was taken up again. */
export const WOKEN_BY = ['children_closed', 'child_needs_attention'] as const;
export type WokenBy = (typeof WOKEN_BY)[number];

/** State of agents' work on a task, apart from its claims. */
export interface TaskWork {
  /** Claims since a person last moved the task. */
  readonly attempts: number;
  /** Consecutive attempts that ended by expiry or failure. */
  readonly failures: number;
  /** Agents may not claim the task before this time. */
  readonly notBefore: number | null;
  /** The agent that the task was returned to; it is offered the task first. */
  readonly backTo: string | null;
  /** Time of the last change by a person. */
  readonly touchedAt: number | null;
  /** Time of the last move to in_progress. */
  readonly startedAt: number | null;
  /** Set from the end of a wait for children until the task waits, closes or is moved by a person. */
  readonly wokenBy: WokenBy | null;
}

export const NO_WORK: TaskWork = {
  attempts: 0,
  failures: 0,
  notBefore: null,
  backTo: null,
  touchedAt: null,
  startedAt: null,
  wokenBy: null,
};

/** Actions that a waiting task can wait for. */
/** Children are worked on by agents or people; everything else is for people. */
export const waitsForPeople = ({ archived, waitingFor }: Pick<Task, 'archived' | 'waitingFor'>): boolean =>
  !archived && waitingFor !== null && waitingFor.kind !== 'children';

export const WAITING_KINDS = ['review', 'answer', 'attention', 'children', 'other'] as const;

export interface WaitingFor {
  readonly kind: (typeof WAITING_KINDS)[number];
  readonly who: MemberRef | null;
  /** One sentence. */
  readonly what: string;
  readonly since: number;
  /** The result to review, or the one that asks for attention. */
  readonly resultId?: string | undefined;
  /** The question to answer. */
  readonly questionId?: string | undefined;
  /** Internal: the parent has been woken for this attention. */
  readonly notified?: boolean | undefined;
  /** Internal: the budget is used up; with the wait or the wake that this interrupted. */
  readonly budget?:
    | ({ readonly before: WaitingFor | null } & Pick<TaskWork, 'wokenBy' | 'backTo'>)
    | undefined;
}

/** The fields that callers set when they create or change a task. */
export type TaskFields = Omit<
  Task,
  | 'id'
  | 'taskNumber'
  | 'status'
  | 'completedAt'
  | 'archived'
  | 'blocked'
  | 'parent'
  | 'children'
  | 'held'
  | 'overBudget'
  | 'work'
  | 'claim'
  | 'waitingFor'
  | 'creatorId'
  | 'fromAgent'
  | 'fromImport'
  | 'rank'
  | 'createdAt'
  | 'updatedAt'
>;

/** Defaults for omitted fields of a new task. */
export const DEFAULT_FIELDS: TaskFields = {
  ...(ofPlain((_, { initial }) => initial) as PlainFields),
  title: '',
  assignee: null,
  project: null,
  budget: null,
  tags: [],
  labels: [],
  externalId: null,
  metadata: NO_METADATA,
};

/** Only the given fields change; null clears. */
export interface TaskChange extends PlainChange {
  readonly title?: string | undefined;
  /** A member's id, name or display name. */
  readonly assignedTo?: string | null | undefined;
  readonly projectId?: string | null | undefined;
  readonly parentTaskNumber?: number | null | undefined;
  readonly budget?: Budget | null | undefined;
  readonly tags?: readonly string[] | undefined;
  /** Names. */
  readonly labels?: readonly string[] | undefined;
  readonly externalId?: ExternalId | null | undefined;
  /** Merged; null removes a key. */
  readonly metadata?: MetadataChange | undefined;
  /** Creates missing labels. */
  readonly createMissing?: boolean | undefined;
  /** Replaces the whole list (docs/rules.md, Results). */
  readonly criteria?: readonly CriterionInput[] | undefined;
}

/** A change of an existing task. One of `before` and `after` moves it next to another task in the manual order. */
export interface TaskUpdate extends TaskChange {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

/** `null` means absent. */
export interface NewTask extends TaskChange {
  readonly title: string;
  readonly status?: TaskStatus | undefined;
}

/** The task in its new status. `completedAt` is set by done and cleared by reopening. */
export const move = (task: Task, to: TaskStatus, now: number): Task => ({
  ...task,
  status: to,
  completedAt: to === 'done' ? now : null,
  updatedAt: now,
  waitingFor: null,
  work: to === 'in_progress' ? { ...task.work, startedAt: now } : task.work,
});

export const taskEntity = ({ id, title, taskNumber }: Task) =>
  ({ type: 'task', id, title, taskNumber }) as const;

/** Joins names with commas; names with a comma or a quote are quoted, so that different lists never look equal. */
const listed = (names: readonly string[]): string =>
  names.map((name) => (/[",]/.test(name) ? JSON.stringify(name) : name)).join(', ');

const PLAIN_TEXTS = ofPlain(
  (name, { logged }) =>
    (task: Task) =>
      logged(task[name]),
);

/** Text values of the task fields in the log, under the field names of the PATCH body and in the order of changes. */
export const TASK_TEXTS: FieldTexts<
  Task,
  Omit<TaskChange, 'createMissing' | 'criteria' | 'parentTaskNumber'>
> = Object.assign(
  {
    title: (task: Task) => task.title,
    description: PLAIN_TEXTS.description,
    priority: PLAIN_TEXTS.priority,
    assignedTo: (task: Task) => task.assignee?.name ?? null,
    projectId: (task: Task) => task.project?.id ?? null,
    budget: ({ budget }: Task) => budget && JSON.stringify(budget),
    tags: (task: Task) => listed(task.tags),
    labels: (task: Task) => listed(task.labels.map((label) => label.name)),
    externalId: (task: Task) => externalIdText(task.externalId),
    metadata: (task: Task) => metadataText(task.metadata),
  },
  PLAIN_TEXTS,
);

/** Trims tags and removes duplicates; keeps their order. */
export const normalizeTags = (tags: readonly string[]): string[] => [
  ...new Set(tags.map((tag) => tag.trim())),
];

function tagsProblems(tags: readonly string[] | undefined): Record<string, Problem> {
  if (tags === undefined) return {};
  if (normalizeTags(tags).length > LIMITS.tags) return { tags: `must be at most ${LIMITS.tags} tags` };
  return entryProblems('tags', tags, (tag) => nameProblem(tag, LIMITS.tag));
}

const plainProblems = (input: TaskChange): Record<string, Problem> =>
  Object.fromEntries(
    PLAIN_ROWS.flatMap(([name, { problem }]) => (problem ? [[name, problem(input[name])]] : [])),
  );

/** Problems with the input for a new or changed task, by field. */
export const taskProblems = (input: TaskChange): Record<string, Problem> => ({
  title: nameProblem(input.title, LIMITS.title),
  ...plainProblems(input),
  ...budgetProblems(input.budget),
  ...tagsProblems(input.tags),
  ...externalIdProblems(input.externalId),
  ...metadataProblems(input.metadata),
  ...criteriaProblems(input.criteria),
});

/** A task's number or id. */
export type TaskRef = number | string;
