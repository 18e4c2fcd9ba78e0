import * as z from 'zod';
import { rowOf } from '../showing/task.ts';
import { date, task, token } from './arguments.ts';
import { ENDS, HOLDERS, tool } from './tool.ts';

export const releaseTask = tool({
  name: 'release_task',
  title: 'Release the task',
  description: 'Return a task that you hold, unfinished. It becomes ready for others, or for you later.',
  hints: ENDS,
  needs: ['tasks:write'],
  kinds: HOLDERS,
  input: z.strictObject({
    task,
    token: token.optional(),
    note: z.string().optional().describe('Reason, for the next run'),
    not_before: date.optional().describe('ISO: not ready before then'),
    declined: z.boolean().optional().describe('You cannot do this task; exclude it from next_work'),
  }),
  run: async ({ tandem, signal }, { task, token, note, not_before, declined }) => {
    const given = { token, note, notBefore: not_before, declined };
    const released = await tandem.claims.release(task, given, { signal });
    return `Released: ${rowOf(released)}\nCall next_work for the next task.`;
  },
});
