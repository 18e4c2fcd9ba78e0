import type { FieldTexts } from '../events/event.ts';
import type { ProjectStatus } from '../projects/project.ts';
import { LIMITS, nameProblem, type Problem, textProblem } from '../shared/text.ts';

export const INITIATIVE_STATUSES = ['planned', 'active', 'paused', 'completed', 'canceled'] as const;
export type InitiativeStatus = (typeof INITIATIVE_STATUSES)[number];
export const DEFAULT_INITIATIVE_STATUS: InitiativeStatus = 'planned';

/** A group of projects (docs/rules.md, Initiatives). */
export interface Initiative {
  readonly id: string;
  readonly name: string;
  readonly description: string | null;
  readonly status: InitiativeStatus;
  /** Unarchived projects by status. Computed by the store, never saved. */
  readonly projectStatuses: Readonly<Partial<Record<ProjectStatus, number>>>;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export const projectCount = ({ projectStatuses }: Initiative): number =>
  Object.values(projectStatuses).reduce((sum, count) => sum + count, 0);

export const initiativeEntity = (initiative: Initiative) =>
  ({ type: 'initiative', id: initiative.id, title: initiative.name }) as const;

/** Only the given fields change; null clears. */
export interface InitiativeChange {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
  readonly status?: InitiativeStatus | undefined;
}

/** `null` means absent. */
export interface NewInitiative extends InitiativeChange {
  readonly name: string;
}

export const INITIATIVE_TEXTS: FieldTexts<Initiative, InitiativeChange> = {
  name: (initiative) => initiative.name,
  description: (initiative) => initiative.description,
  status: (initiative) => initiative.status,
};

export const initiativeProblems = (input: {
  readonly name?: string | undefined;
  readonly description?: string | null | undefined;
}): Record<string, Problem> => ({
  name: nameProblem(input.name),
  description: textProblem(input.description, LIMITS.description),
});
