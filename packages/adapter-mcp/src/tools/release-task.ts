import { z } from 'zod';
import { rowOf } from '../showing/task.ts';
import { date, task, token } from './arguments.ts';
import { ENDS, RUNNERS, tool } from './tool.ts';

export const releaseTask = tool({
  name: 'release_task',
  title: 'Give the task back',
  description: 'Give back a task that you hold, unfinished. It becomes ready for others, or for you later.',
  hints: ENDS,
  needs: ['tasks:write'],
  kinds: RUNNERS,
  input: z.strictObject({
    task,
    token,
    note: z.string().optional().describe('Why, for whoever comes next'),
    not_before: date.optional().describe('ISO: let it rest until then'),
    declined: z.boolean().optional().describe('You cannot do this one: do not get it again'),
  }),
  run: async ({ tandem, signal }, { task, token, note, not_before, declined }) => {
    const given = { token, note, notBefore: not_before, declined };
    const released = await tandem.claims.release(task, given, { signal });
    return `Given back: ${rowOf(released)}\nCall next_work for the next task.`;
  },
});
