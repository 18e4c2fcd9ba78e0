import * as z from 'zod';
import { task } from './arguments.ts';
import { ADDS, tool } from './tool.ts';

export const addComment = tool({
  name: 'add_comment',
  title: 'Comment on a task',
  description: 'Write a comment for the people and agents on a task.',
  hints: ADDS,
  needs: ['tasks:write'],
  input: z.strictObject({ task, body: z.string() }),
  run: async ({ tandem, signal }, { task, body }) => {
    const { id } = await tandem.tasks.comment(task, { body }, { signal });
    return `Added comment ${id} to #${task}.`;
  },
});
