import type { TaskOfProject } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../../api/tandem.ts';

/** The maximum number of tasks in a burn-up, newest first: 20 pages. */
export const MAX_TASKS = 2_000;
const PAGE = 100;

/**
 * The tasks of a project's burn-up chart. Changes while the page is open reach the last day through the project's
 * own counts, so moved tasks don't cause another read.
 */
export const burnUpTasks = (projectId: string) =>
  queryOptions({
    queryKey: ['burn-up', projectId],
    queryFn: async ({ signal }) => {
      const tasks: Pick<TaskOfProject, 'status' | 'createdAt' | 'completedAt'>[] = [];
      for await (const { data } of tandem.projects.tasks(projectId, { limit: PAGE }, { signal }).pages()) {
        tasks.push(...data.map(({ status, createdAt, completedAt }) => ({ status, createdAt, completedAt })));
        if (tasks.length >= MAX_TASKS) break;
      }
      return tasks;
    },
    staleTime: 5 * 60_000,
  });
