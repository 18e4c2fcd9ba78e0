import { DISABLED_REASONS, INBOX_KINDS, QUESTION_STATUSES } from '@tandem/core';
import * as z from 'zod';
import { goal } from './goals.ts';
import { questionReference } from './inputs.ts';
import { type ErrorCode, operation } from './operation.ts';
import { newAnswer, question } from './questions.ts';
import { result } from './results.ts';
import { countedPage, id, paging, taskMention, timestamp } from './shapes.ts';
import { criterion, waitingFor } from './tasks.ts';

const kind = z.enum(INBOX_KINDS).meta({ id: 'InboxKind' });

/** docs/rules.md, Inbox. */
const item = z
  .object({
    kind,
    since: timestamp,
    task: taskMention.nullable(),
    question: question.optional(),
    result: result.optional(),
    criteria: z.array(criterion).optional(),
    goal: goal.optional(),
    agent: z.object({ id, name: z.string() }).optional(),
    webhook: z
      .object({ id, description: z.string().nullable(), disabledReason: z.enum(DISABLED_REASONS).nullable() })
      .optional(),
    waitingFor: waitingFor.optional(),
  })
  .meta({ id: 'InboxItem' });

/** Answers in one request. */
export const MAX_ANSWERS = 100;

/** Refusals of one answer: they leave the others as they are. All other refusals are of the whole request. */
export const ANSWER_REFUSALS = [
  'VALIDATION_ERROR',
  'NOT_FOUND',
  'RESULT_CHANGED',
  'ALREADY_ANSWERED',
  'IDEMPOTENCY_KEY_REUSED',
  'UNAVAILABLE',
] as const satisfies readonly ErrorCode[];

/** The result of one answer: the answered question, or the error. */
const outcome = z
  .object({
    questionId: z.string(),
    question: question.optional(),
    error: z
      .object({
        code: z.enum(ANSWER_REFUSALS),
        message: z.string(),
        fields: z.record(z.string(), z.array(z.string())).optional(),
        status: z.enum(QUESTION_STATUSES).optional().meta({ description: 'ALREADY_ANSWERED: how it ended' }),
        question: question.optional().meta({ description: 'RESULT_CHANGED: the question as it is' }),
      })
      .optional(),
  })
  .meta({ id: 'AnswerOutcome', description: 'Has either `question` or `error`' });

/** Items that await a person (docs/rules.md, Inbox). */
export const inbox = {
  list: operation({
    id: 'inbox.list',
    method: 'get',
    path: '/api/v1/inbox',
    access: 'tasks:read',
    summary: 'List items that await the person the key acts for, oldest first, with the total',
    query: paging.extend({
      kind: kind.optional(),
      asker: z.string().optional().meta({
        description: 'Only questions asked by this member (name or id) or service (id of its key)',
      }),
    }),
    responses: { 200: countedPage(item) },
    errors: ['FORBIDDEN'],
  }),
  answer: operation({
    id: 'inbox.answer',
    method: 'post',
    path: '/api/v1/inbox/answers',
    access: 'tasks:write',
    summary: 'Answer several questions, each on its own; people only',
    body: z.object({
      answers: z
        .array(newAnswer.extend({ questionId: questionReference }))
        .min(1, 'must have at least 1 entry')
        .max(MAX_ANSWERS, `must have at most ${MAX_ANSWERS} entries`)
        .meta({ description: 'One for each question, and each question once' }),
    }),
    responses: {
      200: z.object({ data: z.array(outcome).meta({ description: 'In the order of `answers`' }) }),
    },
    inParts: true,
    errors: ['HUMANS_ONLY'],
  }),
};
