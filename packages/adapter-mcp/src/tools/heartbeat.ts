import { z } from 'zod';
import { atSecond } from '../showing/people.ts';
import { task, token, usage } from './arguments.ts';
import { KEEPS, RUNNERS, tool } from './tool.ts';

export const heartbeat = tool({
  name: 'heartbeat',
  title: 'Keep the task, tell of progress',
  description:
    'Start the lease of the task that you hold anew, and hear whether to go on. Call it before the lease ends, and when there is something to tell.',
  hints: KEEPS,
  needs: ['tasks:write'],
  kinds: RUNNERS,
  input: z.strictObject({
    task,
    token,
    note: z.string().optional().describe('How it goes, for people'),
    percent: z.int().min(0).max(100).optional(),
    checkpoint: z.string().optional().describe('With which another run could go on'),
    usage: usage.optional().describe('Cost of this run until now, such as {"tokens": 900}'),
  }),
  run: async ({ tandem, signal }, { task, token, note, percent, checkpoint, usage }) => {
    const progress = note === undefined && percent === undefined ? undefined : { note, percent };
    const pulse = await tandem.claims.heartbeat(task, { token, progress, checkpoint, usage }, { signal });
    const news =
      pulse.newComments > 0
        ? ` ${pulse.newComments} new comments by others: get_task with part comments.`
        : '';
    return pulse.directive === 'stop'
      ? `stop: ${pulse.reason === 'limit' ? 'you have used as much as you may today' : 'a person has paused you'}. Leave a checkpoint by heartbeat and call release_task now; you hold #${task} until ${atSecond(pulse.expiresAt)} and no longer.${news}`
      : `continue: you hold #${task} until ${atSecond(pulse.expiresAt)}.${news}`;
  },
});
