import type { Project, ProjectsListQuery } from '@tandem/client';
import { queryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf, useChoices } from './lists.ts';

type ProjectFilter = Omit<ProjectsListQuery, 'limit' | 'cursor'>;

export const projectList = (filter: ProjectFilter = {}) =>
  listOf(['projects', filter], (page, options) => tandem.projects.list({ ...filter, ...page }, options));

export const project = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => tandem.projects.get(id, { signal }),
  });

/** The projects that are not archived, to choose from. */
export const useProjects = (): readonly Project[] => useChoices(useInfiniteQuery(projectList()));
