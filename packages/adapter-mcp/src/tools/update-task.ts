import { TandemError } from '@tandem/client';
import { z } from 'zod';
import { Partly } from '../refusal.ts';
import { rowOf } from '../showing/task.ts';
import { date, effort, priority, status, task, token } from './arguments.ts';
import { CHANGES, tool } from './tool.ts';

export const updateTask = tool({
  name: 'update_task',
  title: 'Change or move a task',
  description:
    'Change fields of a task, add blockers, or move it to another status. Omitted fields stay; null clears.',
  hints: CHANGES,
  needs: ['tasks:write'],
  input: z.strictObject({
    task,
    token: token.optional().describe('Of your claim, if you hold it'),
    title: z.string().optional(),
    description: z.string().nullable().optional(),
    priority: priority.optional(),
    assigned_to: z.string().nullable().optional(),
    project: z.string().nullable().optional().describe('Project id'),
    labels: z.array(z.string()).optional().describe('Replaces all'),
    effort: effort.nullable().optional(),
    due: date.nullable().optional(),
    blocked_by: z.array(task).max(10).optional().describe('Adds tasks that must be done first'),
    status: status.optional(),
    reason: z.string().optional().describe('Of the status change'),
  }),
  run: async ({ tandem, signal }, args) => {
    const { task, token, assigned_to, project, due, blocked_by = [], status, reason, ...rest } = args;
    const options = { signal, claim: token };
    const done: string[] = [];
    const change = { ...rest, assignedTo: assigned_to, projectId: project, dueDate: due };
    try {
      if (Object.values(change).some((value) => value !== undefined)) {
        const after = await tandem.tasks.update(task, change, options);
        done.push(`Changed: ${rowOf(after)}`);
      }
      for (const blocker of blocked_by) {
        await tandem.tasks.relate(task, { type: 'blocked_by', taskNumber: blocker }, options);
        done.push(`Blocked by #${blocker}.`);
      }
      if (status !== undefined) {
        const after = await tandem.tasks.transition(task, { to: status, reason }, options);
        done.push(`Moved: ${rowOf(after)}`);
      }
    } catch (error) {
      throw done.length > 0 && error instanceof TandemError ? new Partly(done, error) : error;
    }
    return done.join('\n') || 'No changes were given.';
  },
});
