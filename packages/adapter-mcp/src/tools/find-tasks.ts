import { z } from 'zod';
import { rowsWithin } from '../showing/task.ts';
import { cursor, priority, status } from './arguments.ts';
import { READS, tool } from './tool.ts';

const LIMIT = { default: 15, most: 50 } as const;

export const findTasks = tool({
  name: 'find_tasks',
  title: 'Find tasks',
  description: 'Tasks by status, priority, assignee, project or label, the newest first.',
  hints: READS,
  needs: ['tasks:read'],
  input: z.strictObject({
    status: z.array(status).optional(),
    priority: z.array(priority).optional(),
    assigned: z.string().optional().describe('Name, or unassigned'),
    project: z.string().optional().describe('Project id'),
    label: z.string().optional(),
    archived: z.boolean().optional(),
    limit: z
      .int()
      .min(1)
      .max(LIMIT.most)
      .optional()
      .describe(`${LIMIT.default} unless given, up to ${LIMIT.most}`),
    cursor,
  }),
  run: async ({ tandem, signal }, { project, limit = LIMIT.default, ...query }) => {
    const page = await tandem.tasks.list({ ...query, projectId: project, limit }, { signal });
    if (page.data.length === 0 && !page.hasMore) return 'No task is so.';
    const more = page.hasMore ? [`More: find_tasks with the same arguments and cursor ${page.cursor}`] : [];
    return [...rowsWithin(page.data), ...more].join('\n');
  },
});
