import { LIMITS, OUTCOMES, RESULT_MOVES, VERDICTS } from '@tandem/core';
import { z } from 'zod';
import { evidence, evidenceInput } from './evidence.ts';
import { filled, text, workUsage } from './inputs.ts';
import { ON_TASK, operation } from './operation.ts';
import { author, id, page, paging, taskParams, timestamp } from './shapes.ts';

const outcome = z.enum(OUTCOMES).meta({ id: 'Outcome' });
const verdict = z.enum(VERDICTS).meta({ id: 'Verdict' });

const review = z
  .object({
    id,
    verdict,
    comment: z.string().nullable(),
    criteria: z.array(z.object({ id, status: verdict, comment: z.string().nullable() })),
    reviewer: author,
    createdAt: timestamp,
  })
  .meta({ id: 'Review' });

/** docs/rules.md, Results. */
export const result = z
  .object({
    id,
    taskNumber: z.int(),
    outcome,
    summary: z.string(),
    evidence: z.array(evidence),
    usage: z.record(z.string(), z.number()).nullable(),
    author,
    attempt: z.int(),
    createdAt: timestamp,
    review: review.nullable(),
    withdrawn: z
      .boolean()
      .meta({ description: 'Whether its author has taken the task back instead of waiting for a review' }),
  })
  .meta({ id: 'Result' });

export const token = text({ description: 'Of the claim; the header `Tandem-Claim` does as well' })
  .nullable()
  .optional();

const TASK = '/api/v1/tasks/:identifier';

/** What the work at tasks comes to, and what people say of it (docs/rules.md, Results). */
export const results = {
  post: operation({
    id: 'results.post',
    method: 'post',
    path: `${TASK}/results`,
    access: 'tasks:write',
    summary: 'Say what the work at a task came to, with evidence; the task moves as it says',
    params: taskParams,
    body: z.object({
      token,
      outcome,
      summary: filled(LIMITS.summary),
      evidence: z.array(evidenceInput).meta({ maxItems: LIMITS.evidenceEntries }).nullable().optional(),
      usage: workUsage.nullable().optional(),
      to: z
        .enum(RESULT_MOVES)
        .meta({
          description:
            'Where the task moves: unless it says, a task in progress to `waiting`, or to `todo` when it failed',
        })
        .nullable()
        .optional(),
    }),
    responses: { 201: result },
    errors: [...ON_TASK, 'AWAITS_PERSON', 'INVALID_TRANSITION', 'AGENT_COMPLETION_DISABLED', 'PROOF_MISSING'],
  }),
  list: operation({
    id: 'results.list',
    method: 'get',
    path: `${TASK}/results`,
    access: 'tasks:read',
    summary: 'List the results of a task, newest first',
    params: taskParams,
    query: paging,
    responses: { 200: page(result) },
  }),
  review: operation({
    id: 'results.review',
    method: 'post',
    path: `${TASK}/reviews`,
    access: 'tasks:write',
    summary: "Accept a task's last result, or return it: for people",
    params: taskParams,
    body: z.object({
      resultId: text({
        description: 'Of the result that the person was shown: 409 RESULT_CHANGED when it is another one',
      })
        .nullable()
        .optional(),
      verdict,
      comment: text({ maxLength: LIMITS.answer, description: 'Required when the result is returned' })
        .nullable()
        .optional(),
      criteria: z
        .array(
          z.object({
            id: text({ minLength: 1, description: 'Id of a criterion of the task' }),
            status: verdict,
            comment: text({ maxLength: LIMITS.answer }).nullable().optional(),
          }),
        )
        .meta({ maxItems: LIMITS.criteria })
        .nullable()
        .optional(),
    }),
    responses: { 201: review },
    errors: ['HUMANS_ONLY', 'OWN_RESULT', 'NOTHING_TO_REVIEW', 'RESULT_CHANGED', 'INVALID_TRANSITION'],
  }),
};
