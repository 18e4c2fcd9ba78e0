import { LIMITS, QUESTION_KINDS, QUESTION_STATUSES } from '@tandem/core';
import * as z from 'zod';
import { filled, futureDate, memberReference, text, claimToken as token } from './inputs.ts';
import { ON_TASK, operation, STOPS } from './operation.ts';
import {
  author,
  commaSeparated,
  id,
  idParams,
  page,
  paging,
  taskMention,
  taskParams,
  timestamp,
} from './shapes.ts';

const kind = z.enum(QUESTION_KINDS).meta({ id: 'QuestionKind' });

/**
 * docs/rules.md, Questions. Exactly one of `choice`, `text` and `approved` is set, depending on the
 * question's kind.
 */
const answer = z
  .object({
    choice: z.string().optional(),
    text: z.string().optional(),
    approved: z.boolean().optional(),
    comment: z.string().nullable(),
    by: author.nullable(),
    at: timestamp,
  })
  .meta({ id: 'Answer' });

/** docs/rules.md, Questions. */
export const question = z
  .object({
    id,
    version: z.string().meta({
      description:
        'Version of the content an answer refers to: changes with every field here except status and answer',
    }),
    task: taskMention,
    kind,
    text: z.string(),
    options: z.array(z.object({ id, text: z.string(), consequence: z.string().nullable() })),
    default: z.union([z.string(), z.boolean()]).nullable(),
    dueAt: timestamp.nullable(),
    to: z.object({ id, name: z.string() }).nullable(),
    asker: author,
    blocking: z.boolean(),
    status: z.enum(QUESTION_STATUSES).meta({ id: 'QuestionStatus' }),
    answer: answer.nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Question' });

/** How a person answers a question; of `choice`, `text` and `approved` the one of its kind. */
export const newAnswer = z.object({
  version: text({
    description: 'Version of the question that the person was shown; 409 RESULT_CHANGED if it differs',
  })
    .nullable()
    .optional(),
  choice: text({ description: 'Id of an option' }).nullable().optional(),
  text: text({ maxLength: LIMITS.answer }).nullable().optional(),
  approved: z.boolean().nullable().optional(),
  comment: text({ maxLength: LIMITS.answer }).nullable().optional(),
});

const QUESTION = '/api/v1/questions/:id';

/** Questions that agents ask people (docs/rules.md, Questions). */
export const questions = {
  ask: operation({
    id: 'questions.ask',
    method: 'post',
    path: '/api/v1/tasks/:identifier/questions',
    access: 'tasks:write',
    summary: 'Ask people about a task; the task waits for the answer and the agent is free for other work',
    params: taskParams,
    body: z.object({
      token,
      kind,
      text: filled(LIMITS.question),
      options: z
        .array(
          z.object({
            id: filled(LIMITS.choiceId, 'Defaults to its position, counted from 1').nullable().optional(),
            text: filled(LIMITS.option),
            consequence: text({ maxLength: LIMITS.consequence }).nullable().optional(),
          }),
        )
        .meta({ minItems: 2, maxItems: LIMITS.options, description: 'For kind `choice` only' })
        .nullable()
        .optional(),
      default: z
        .union([z.string(), z.boolean()])
        .meta({
          description:
            'The answer given automatically at `dueAt`: an option, a text, or true or false; never true for an approval requested by an agent or a service',
        })
        .nullable()
        .optional(),
      dueAt: futureDate.nullable().optional(),
      to: memberReference.nullable().optional(),
      blocking: z
        .boolean()
        .meta({
          description:
            'Whether the task waits for the answer; only for the agent that holds it, or its assignee',
        })
        .nullable()
        .optional(),
    }),
    responses: { 201: question },
    errors: [...ON_TASK, 'FORBIDDEN', 'LIMIT_REACHED'],
  }),
  list: operation({
    id: 'questions.list',
    method: 'get',
    path: '/api/v1/questions',
    access: 'tasks:read',
    summary: 'List questions, newest first',
    query: paging.extend({
      status: commaSeparated(QUESTION_STATUSES),
      to: z
        .string()
        .optional()
        .meta({ description: '`me`, which includes questions for everybody, or the name or id of a person' }),
      task: z.string().optional().meta({ description: 'Number or id of a task' }),
    }),
    responses: { 200: page(question) },
  }),
  get: operation({
    id: 'questions.get',
    method: 'get',
    path: QUESTION,
    access: 'tasks:read',
    summary: 'Get a question',
    params: idParams,
    responses: { 200: question },
  }),
  answer: operation({
    id: 'questions.answer',
    method: 'post',
    path: `${QUESTION}/answer`,
    access: 'tasks:write',
    summary: 'Answer a question; people only; the first answer counts',
    params: idParams,
    body: newAnswer,
    responses: { 200: question },
    errors: ['HUMANS_ONLY', 'RESULT_CHANGED', 'ALREADY_ANSWERED'],
  }),
  withdraw: operation({
    id: 'questions.withdraw',
    method: 'post',
    path: `${QUESTION}/withdraw`,
    access: 'tasks:write',
    summary: 'Withdraw a question; only its author or an admin; repeatable',
    params: idParams,
    responses: { 200: question },
    errors: ['FORBIDDEN', 'ALREADY_ANSWERED', ...STOPS],
  }),
};
