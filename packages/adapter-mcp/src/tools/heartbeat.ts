import * as z from 'zod';
import { atSecond } from '../showing/people.ts';
import { task, token, usage } from './arguments.ts';
import { HOLDERS, KEEPS, tool } from './tool.ts';

export const heartbeat = tool({
  name: 'heartbeat',
  title: 'Extend the claim, report progress',
  description:
    'Extend your lease of a task, report progress, and learn whether to continue. Call it before the lease ends.',
  hints: KEEPS,
  needs: ['tasks:write'],
  kinds: HOLDERS,
  input: z.strictObject({
    task,
    token: token.optional(),
    note: z.string().optional().describe('Progress, for people'),
    percent: z.int().min(0).max(100).optional(),
    checkpoint: z.string().optional().describe('Notes for another run to continue from'),
    usage: usage.optional().describe('Total cost of this run so far, such as {"tokens": 900}'),
  }),
  run: async ({ tandem, signal }, { task, token, note, percent, checkpoint, usage }) => {
    const progress = note === undefined && percent === undefined ? undefined : { note, percent };
    const pulse = await tandem.claims.heartbeat(task, { token, progress, checkpoint, usage }, { signal });
    const news =
      pulse.newComments > 0
        ? ` ${pulse.newComments} new comments by others: get_task with part comments.`
        : '';
    return pulse.directive === 'stop'
      ? `stop: ${pulse.reason === 'limit' ? 'your daily usage limit is reached' : 'a person has paused you'}. Store a checkpoint with heartbeat, then call release_task. Your claim of #${task} ends at ${atSecond(pulse.expiresAt)}.${news}`
      : `continue: you hold #${task} until ${atSecond(pulse.expiresAt)}.${news}`;
  },
});
