import type { ProjectsListQuery } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

type ProjectFilter = Omit<ProjectsListQuery, 'limit' | 'cursor'>;

export const projectList = (filter: ProjectFilter = {}) =>
  listOf(['projects', filter], (asked, options) => tandem.projects.list({ ...filter, ...asked }, options));

export const project = (id: string) =>
  queryOptions({
    queryKey: ['project', id],
    queryFn: ({ signal }) => tandem.projects.get(id, { signal }),
  });
