import type { ProjectsListQuery, ProjectsTasksQuery } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export type ProjectFilter = Omit<ProjectsListQuery, 'limit' | 'cursor'>;
export type ProjectTaskFilter = Omit<ProjectsTasksQuery, 'limit' | 'cursor'>;

export const projectList = (filter: ProjectFilter = {}) =>
  listOf(['projects', filter], (asked, options) => tandem.projects.list({ ...filter, ...asked }, options));

export const project = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => tandem.projects.get(id, { signal }),
  });

export const projectTasks = (id: string, filter: ProjectTaskFilter = {}) =>
  listOf(['project', id, 'tasks', filter], (asked, options) =>
    tandem.projects.tasks(id, { ...filter, ...asked }, options),
  );
