import * as z from 'zod';
import { rowOf } from '../showing/task.ts';
import { date, effort, priority, status, task } from './arguments.ts';
import { ADDS, tool } from './tool.ts';

export const createTask = tool({
  name: 'create_task',
  title: 'Create a task',
  description: 'Create a task. Its criteria state what must be true when it is done.',
  hints: ADDS,
  needs: ['tasks:write'],
  input: z.strictObject({
    title: z.string(),
    description: z.string().optional(),
    criteria: z.array(z.string()).optional(),
    priority: priority.optional().describe('p0 is most urgent; default p2'),
    status: status.optional().describe('Default todo'),
    assigned_to: z.string().optional().describe('Name of a person or agent'),
    project: z.string().optional().describe('Project id'),
    labels: z.array(z.string()).optional(),
    effort: effort.optional(),
    due: date.optional().describe('ISO'),
    parent: task.optional().describe('Makes it a sub-task'),
  }),
  run: async ({ tandem, signal }, { criteria, assigned_to, project, due, parent, ...rest }) => {
    const made = await tandem.tasks.create(
      {
        ...rest,
        criteria: criteria?.map((text) => ({ text })),
        assignedTo: assigned_to,
        projectId: project,
        dueDate: due,
        parentTaskNumber: parent,
      },
      { signal },
    );
    return `Created: ${rowOf(made)}`;
  },
});
