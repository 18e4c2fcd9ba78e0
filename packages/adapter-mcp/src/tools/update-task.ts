import { type BulkOperation, type Tandem, TandemError } from '@tandem/client';
import * as z from 'zod';
import { Partly } from '../refusal.ts';
import { rowOf, rowsWithin } from '../showing/task.ts';
import { onOneLine } from '../showing/texts.ts';
import { date, effort, priority, status, task, token } from './arguments.ts';
import { CHANGES, tool } from './tool.ts';

/** Changes several tasks in one request: a line for each task as it is afterwards, and for each refusal. */
async function changeAlike(
  tandem: Tandem,
  operations: readonly BulkOperation[],
  signal: AbortSignal,
): Promise<string[]> {
  const { results } = await tandem.tasks.bulk({ operations }, { signal });
  const changed = new Map(results.flatMap(({ task }) => (task ? [[task.taskNumber, task]] : [])));
  const refused = results.flatMap(({ index, error }) =>
    error
      ? [`Refused for #${operations[index]?.task}: ${error.code}. ${onOneLine(error.message).slice(0, 200)}`]
      : [],
  );
  const rows = rowsWithin([...changed.values()], 1_000);
  return [...rows.map((row) => `Changed: ${row}`), ...refused.slice(0, MAX_REFUSED)];
}

/** Maximum refusals listed. */
const MAX_REFUSED = 8;

export const updateTask = tool({
  name: 'update_task',
  title: 'Change or move a task',
  description:
    'Change the fields or the status of a task, or add blockers. Omitted fields stay; null clears.',
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
    also: z.array(task).max(100).optional().describe('More tasks to change alike'),
    status: status.optional(),
    reason: z.string().optional().describe('Of the status change'),
    children: z.enum(['cancel', 'detach']).optional().describe('Open sub-tasks, with status canceled'),
  }),
  run: async ({ tandem, signal }, args) => {
    const {
      task,
      also = [],
      token,
      assigned_to,
      project,
      due,
      blocked_by = [],
      status,
      reason,
      children,
      ...rest
    } = args;
    const options = { signal, claim: token };
    const done: string[] = [];
    const move = status && { to: status, reason, children };
    const change = { ...rest, assignedTo: assigned_to, projectId: project, dueDate: due };
    const changes = Object.values(change).some((value) => value !== undefined);
    const tasks = [task, ...also];
    try {
      if (changes && also.length === 0) {
        const after = await tandem.tasks.update(task, change, options);
        done.push(`Changed: ${rowOf(after)}`);
      }
      for (const blocker of blocked_by) {
        for (const each of tasks)
          await tandem.tasks.relate(each, { type: 'blocked_by', taskNumber: blocker }, options);
        done.push(`Blocked by #${blocker}.`);
      }
      if (also.length > 0) {
        const operations = tasks.flatMap((each): BulkOperation[] => [
          ...(changes ? [{ op: 'update' as const, task: each, token, ...change }] : []),
          ...(move ? [{ op: 'transition' as const, task: each, token, ...move }] : []),
        ]);
        if (operations.length > 0) done.push(...(await changeAlike(tandem, operations, signal)));
      } else if (move) {
        const after = await tandem.tasks.transition(task, move, options);
        done.push(`Moved: ${rowOf(after)}`);
      }
    } catch (error) {
      throw done.length > 0 && error instanceof TandemError ? new Partly(done, error) : error;
    }
    return done.join('\n') || 'No changes were given.';
  },
});
