import * as z from 'zod';
import { rowOf } from '../showing/task.ts';
import { date, effort, priority, task, token } from './arguments.ts';
import { ADDS, tool } from './tool.ts';

const part = z.strictObject({
  key: z.string().optional().describe('Names it in blocked_by of others'),
  title: z.string(),
  description: z.string().optional(),
  criteria: z.array(z.string()).optional(),
  priority: priority.optional(),
  assigned_to: z.string().optional(),
  labels: z.array(z.string()).optional(),
  effort: effort.optional(),
  due: date.optional(),
  blocked_by: z.array(z.union([z.string(), z.int()])).optional(),
});

export const splitTask = tool({
  name: 'split_task',
  title: 'Split a task',
  description:
    'Create sub-tasks of a task, all or none. With wait your claim ends until they are closed or one needs attention.',
  hints: ADDS,
  needs: ['tasks:write'],
  input: z.strictObject({
    task,
    token: token.optional(),
    tasks: z.array(part).describe('May be empty to wait for those there are'),
    wait: z.boolean().optional(),
  }),
  run: async ({ tandem, signal }, { task, token, tasks, wait }) => {
    const { children, task: after } = await tandem.tasks.split(
      task,
      { token, tasks: tasks.map(newChild), then: wait ? 'wait' : 'continue' },
      { signal },
    );
    return [
      ...children.map((child) => `Created: ${rowOf(child)}`),
      `Now: ${rowOf(after)}`,
      ...(wait ? ['Your claim has ended. Call next_work for other work.'] : []),
    ].join('\n');
  },
});

const newChild = ({ criteria, assigned_to, due, blocked_by, ...rest }: z.output<typeof part>) => ({
  ...rest,
  criteria: criteria?.map((text) => ({ text })),
  assignedTo: assigned_to,
  dueDate: due,
  blockedBy: blocked_by,
});
