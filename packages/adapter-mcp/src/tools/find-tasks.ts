import { SEARCH_TYPES } from '@tandem/client';
import * as z from 'zod';
import { hitsWithin, rowsWithin } from '../showing/task.ts';
import { cursor, priority, status } from './arguments.ts';
import { NOT_RUNS, READS, tool } from './tool.ts';

const LIMIT = { default: 15, max: 50 } as const;

export const findTasks = tool({
  name: 'find_tasks',
  title: 'Find tasks',
  description: 'Search by words, best match first, or list tasks by filters, newest first.',
  hints: READS,
  needs: ['tasks:read'],
  kinds: NOT_RUNS,
  input: z
    .strictObject({
      query: z.string().max(1_000).optional().describe('All words must occur'),
      types: z.array(z.enum(SEARCH_TYPES)).min(1).optional().describe('With query; default task'),
      status: z.array(status).optional(),
      assigned: z.string().optional().describe('Name, or unassigned'),
      priority: z.array(priority).optional(),
      project: z.string().optional().describe('Project id'),
      label: z.string().optional(),
      archived: z.boolean().optional(),
      limit: z
        .int()
        .min(1)
        .max(LIMIT.max)
        .optional()
        .describe(`Default ${LIMIT.default}, up to ${LIMIT.max}`),
      cursor,
    })
    .superRefine(({ query, types, status, assigned, priority, project, label }, context) => {
      const narrowed = [status, assigned, priority, project, label].some((value) => value !== undefined);
      if (query !== undefined && narrowed) {
        context.addIssue('query allows only types, archived, limit and cursor: omit the others');
      }
      if (query === undefined && types !== undefined) context.addIssue('types needs query');
    }),
  run: async ({ tandem, signal }, { query, types, project, limit = LIMIT.default, ...filters }) => {
    const options = { signal };
    if (query === undefined) {
      const page = await tandem.tasks.list({ ...filters, projectId: project, limit }, options);
      return listed(rowsWithin(page.data), page);
    }
    const { archived, cursor } = filters;
    const page = await tandem.search.find(
      { q: query, types: types ?? ['task'], archived, limit, cursor },
      options,
    );
    const lines = listed(hitsWithin(page.data), page);
    return page.complete ? lines : `${lines}\n(Older texts are still being indexed and may be missing.)`;
  },
});

function listed(
  rows: readonly string[],
  { hasMore, cursor }: { hasMore: boolean; cursor: string | null },
): string {
  if (rows.length === 0 && !hasMore) return 'Nothing found.';
  const more = hasMore ? [`More: find_tasks with the same arguments and cursor ${cursor}`] : [];
  return [...rows, ...more].join('\n');
}
