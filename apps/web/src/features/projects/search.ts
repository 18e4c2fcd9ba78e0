import { PROJECT_STATUSES, type ProjectStatus, TASK_STATUSES, type TaskStatus } from '@tandem/client';

interface ProjectsSearch {
  readonly status?: ProjectStatus;
  /** The dialog for a new project is open. */
  readonly new?: true;
}

const isProjectStatus = (value: unknown): value is ProjectStatus =>
  PROJECT_STATUSES.some((status) => status === value);

/** Drops invalid values: an address can come from anywhere. */
export const projectsSearch = (given: Record<string, unknown>): ProjectsSearch => ({
  ...(isProjectStatus(given.status) && { status: given.status }),
  ...(given.new === true && { new: true }),
});

interface ProjectSearch {
  /** The status filter for its tasks. */
  readonly tasks?: TaskStatus;
}

const isTaskStatus = (value: unknown): value is TaskStatus =>
  TASK_STATUSES.some((status) => status === value);

export const projectSearch = (given: Record<string, unknown>): ProjectSearch =>
  isTaskStatus(given.tasks) ? { tasks: given.tasks } : {};
