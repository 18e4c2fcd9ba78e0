import type { FieldTexts } from '../events/event.ts';
import { dateProblem } from '../shared/date.ts';
import { type ExternalId, externalIdProblems, externalIdText } from '../shared/external-id.ts';
import { colorProblem, iso, LIMITS, nameProblem, type Problem, textProblem } from '../shared/text.ts';
import type { TaskStatus } from '../tasks/status.ts';

export const PROJECT_STATUSES = [
  'not_started',
  'planning',
  'in_progress',
  'blocked',
  'complete',
  'canceled',
] as const;
export type ProjectStatus = (typeof PROJECT_STATUSES)[number];

export const DEFAULT_PROJECT_STATUS: ProjectStatus = 'planning';
export const DEFAULT_PROJECT_COLOR = '#6B7280';

export type ProjectTaskCounts = Readonly<Record<TaskStatus | 'total', number>>;

/** A group of tasks (docs/rules.md, Projects). */
export interface Project {
  readonly id: string;
  readonly title: string;
  readonly description: string | null;
  readonly status: ProjectStatus;
  /** #RRGGBB, in the case it was given. */
  readonly color: string;
  readonly targetDate: number | null;
  readonly initiative: { readonly id: string; readonly name: string } | null;
  readonly goal: { readonly id: string; readonly title: string } | null;
  readonly externalId: ExternalId | null;
  /** Unarchived tasks. Computed by the store, never saved. */
  readonly taskCounts: ProjectTaskCounts;
  readonly archived: boolean;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const NO_TASKS: ProjectTaskCounts = {
  total: 0,
  backlog: 0,
  todo: 0,
  in_progress: 0,
  waiting: 0,
  done: 0,
  canceled: 0,
};

export const projectEntity = (project: Project) =>
  ({ type: 'project', id: project.id, title: project.title }) as const;

/** Only the given fields change; null clears. */
export interface ProjectChange {
  readonly title?: string | undefined;
  readonly description?: string | null | undefined;
  readonly status?: ProjectStatus | undefined;
  readonly color?: string | undefined;
  readonly targetDate?: number | null | undefined;
  readonly initiativeId?: string | null | undefined;
  readonly goalId?: string | null | undefined;
  readonly externalId?: ExternalId | null | undefined;
}

/** `null` means absent. */
export interface NewProject extends ProjectChange {
  readonly title: string;
}

export const PROJECT_TEXTS: FieldTexts<Project, ProjectChange> = {
  title: (project) => project.title,
  description: (project) => project.description,
  status: (project) => project.status,
  color: (project) => project.color,
  targetDate: (project) => iso(project.targetDate),
  initiativeId: (project) => project.initiative?.id ?? null,
  goalId: (project) => project.goal?.id ?? null,
  externalId: (project) => externalIdText(project.externalId),
};

export const projectProblems = (input: ProjectChange): Record<string, Problem> => ({
  title: nameProblem(input.title),
  description: textProblem(input.description, LIMITS.description),
  color: colorProblem(input.color),
  targetDate: dateProblem(input.targetDate),
  ...externalIdProblems(input.externalId),
});
