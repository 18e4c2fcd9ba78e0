import type { TaskOfProject } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../../api/tandem.ts';

/** Tasks that a burn-up is drawn of at most, the newest: so many are read in 20 pages. */
export const MAX_TASKS = 2_000;
const PAGE = 100;

/**
 * The tasks of a project that its burn-up is drawn of. What happens while the page is open shows in its last day by the
 * project's own counts, so that nothing is read again for each task that moves.
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
