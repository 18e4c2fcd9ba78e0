import { QUESTION_KINDS } from '@tandem/client';
import * as z from 'zod';
import { quoted } from '../showing/texts.ts';
import { date, task, token } from './arguments.ts';
import { ADDS, tool } from './tool.ts';

export const askHuman = tool({
  name: 'ask_human',
  title: 'Ask people',
  description:
    'Ask people a question that only they can answer. If you hold the task, your claim ends, and next_work brings it back with the answer.',
  hints: ADDS,
  needs: ['tasks:write'],
  input: z.strictObject({
    task,
    token: token.optional(),
    kind: z.enum(QUESTION_KINDS),
    text: z.string().describe('The question, with the facts needed to decide'),
    options: z
      .array(
        z.strictObject({ id: z.string().optional(), text: z.string(), consequence: z.string().optional() }),
      )
      .optional()
      .describe('2 to 10, for choice'),
    default: z.union([z.string(), z.boolean()]).optional().describe('Answer used if none arrives by due'),
    due: date.optional().describe('ISO'),
    to: z.string().optional().describe('Name of a person; else anyone'),
    blocking: z.boolean().optional().describe('false: keep the task and continue'),
  }),
  run: async ({ tandem, signal }, { task, due, ...question }) => {
    const asked = await tandem.questions.ask(task, { ...question, dueAt: due }, { signal });
    const whom = asked.to ? quoted(asked.to.name, 64) : 'everyone';
    const next = asked.blocking
      ? `#${task} waits for the answer, and your claim has ended. Call next_work; after the answer, this task comes first.`
      : `You keep #${task}; the answer will appear in get_task.`;
    return `Asked ${whom} (question ${asked.id}). ${next}`;
  },
});
