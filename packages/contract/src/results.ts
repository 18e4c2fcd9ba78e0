import { LIMITS, OUTCOMES, RESULT_MOVES, VERDICTS } from '@tandem/core';
import * as z from 'zod';
import { artifact, artifactInput, failure, failureInput } from './artifact.ts';
import { evidence, evidenceInput } from './evidence.ts';
import { filled, text, claimToken as token, workUsage } from './inputs.ts';
import { ON_TASK, operation } from './operation.ts';
import { author, id, page, paging, taskParams, timestamp } from './shapes.ts';

export const outcome = z.enum(OUTCOMES).meta({ id: 'Outcome' });
const verdict = z.enum(VERDICTS).meta({ id: 'Verdict' });

const review = z
  .object({
    id,
    verdict,
    comment: z.string().nullable(),
    criteria: z.array(z.object({ id, status: verdict, comment: z.string().nullable() })),
    override: z
      .string()
      .nullable()
      .meta({ description: 'Why it was accepted although required proof was missing' }),
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
    artifact: artifact.nullable(),
    failure: failure.nullable(),
    usage: z.record(z.string(), z.number()).nullable(),
    author,
    attempt: z.int(),
    createdAt: timestamp,
    review: review.nullable(),
    withdrawn: z.boolean().meta({ description: 'Whether its author took the task back before a review' }),
  })
  .meta({ id: 'Result' });

const TASK = '/api/v1/tasks/:identifier';

/** The outcomes of work on tasks, and their reviews (docs/rules.md, Results). */
export const results = {
  post: operation({
    id: 'results.post',
    method: 'post',
    path: `${TASK}/results`,
    access: 'tasks:write',
    summary: 'Post the result of work on a task, with evidence; moves the task to the given status',
    params: taskParams,
    body: z.object({
      token,
      outcome,
      summary: filled(LIMITS.summary),
      evidence: z.array(evidenceInput).meta({ maxItems: LIMITS.evidenceEntries }).nullable().optional(),
      artifact: artifactInput.nullable().optional(),
      failure: failureInput
        .meta({ description: 'Only with the outcome `failed` or `partial`' })
        .nullable()
        .optional(),
      usage: workUsage.nullable().optional(),
      to: z
        .enum(RESULT_MOVES)
        .meta({
          description:
            "The task's new status; by default a task in progress moves to `waiting`, or to `todo` if it failed",
        })
        .nullable()
        .optional(),
    }),
    responses: { 201: result },
    errors: [
      ...ON_TASK,
      'AWAITS_PERSON',
      'INVALID_TRANSITION',
      'AGENT_COMPLETION_DISABLED',
      'PROOF_MISSING',
      'ARTIFACT_MISSING',
      'CHILDREN_OPEN',
    ],
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
    summary: "Accept or return a task's last result; people only",
    params: taskParams,
    body: z.object({
      resultId: text({
        description: 'Id of the result that the person was shown; 409 RESULT_CHANGED if it differs',
      })
        .nullable()
        .optional(),
      verdict,
      comment: text({ maxLength: LIMITS.answer, description: 'Required when the result is returned' })
        .nullable()
        .optional(),
      override: filled(
        LIMITS.override,
        'Accepts the result although required proof is missing, for this reason',
      )
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
    errors: [
      'HUMANS_ONLY',
      'FORBIDDEN',
      'OWN_RESULT',
      'PROOF_MISSING',
      'NOTHING_TO_REVIEW',
      'RESULT_CHANGED',
      'INVALID_TRANSITION',
      'CHILDREN_OPEN',
      'PARENT_DONE',
    ],
  }),
};
