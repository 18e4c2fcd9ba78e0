import type { ProjectStatus, TaskStatus } from '@tandem/client';
import { strings } from '../../strings/index.ts';

interface ProjectsSearch {
  readonly status?: ProjectStatus;
  /** Whether the dialog for a new one is open. */
  readonly new?: true;
}

const isProjectStatus = (value: unknown): value is ProjectStatus =>
  typeof value === 'string' && Object.hasOwn(strings.projects.status, value);

/** What is none of it is left out: an address may come from anybody. */
export const projectsSearch = (given: Record<string, unknown>): ProjectsSearch => ({
  ...(isProjectStatus(given.status) && { status: given.status }),
  ...(given.new === true && { new: true }),
});

interface ProjectSearch {
  /** Of its tasks. */
  readonly tasks?: TaskStatus;
}

const isTaskStatus = (value: unknown): value is TaskStatus =>
  typeof value === 'string' && Object.hasOwn(strings.status, value);

export const projectSearch = (given: Record<string, unknown>): ProjectSearch =>
  isTaskStatus(given.tasks) ? { tasks: given.tasks } : {};
