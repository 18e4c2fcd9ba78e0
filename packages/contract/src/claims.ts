import { CLAIM_SECONDS, LIMITS, PRIORITIES, TASK_STATUSES } from '@tandem/core';
import { z } from 'zod';
import {
  agentId,
  date,
  labelName,
  leaseToken,
  projectId,
  reason,
  secondsToWait,
  text,
  workUsage,
} from './inputs.ts';
import { operation } from './operation.ts';
import { question } from './questions.ts';
import { result } from './results.ts';
import { callerType, id, taskParams, timestamp } from './shapes.ts';
import { comment, task, taskWithRelations } from './tasks.ts';

const leaseSeconds = z.int().meta({
  override: { minimum: CLAIM_SECONDS.min, maximum: CLAIM_SECONDS.max, default: CLAIM_SECONDS.default },
});
const ofRuntimeKey = agentId.meta({ description: 'Id of the agent; for a runtime key, which hosts any' });
const lease = z.object({ token: z.string(), expiresAt: timestamp }).meta({ id: 'ClaimLease' });
const purpose = z
  .object({ id, title: z.string(), description: z.string().nullable() })
  .meta({ id: 'Purpose' });

const runner = z.object({ id, name: z.string(), type: callerType }).meta({ id: 'Runner' });
const attempt = z
  .object({
    by: runner,
    endedBy: runner,
    endedAt: timestamp,
    to: z.enum(TASK_STATUSES),
    reason: z.string().nullable(),
  })
  .meta({ id: 'EarlierAttempt' });

/** docs/rules.md, Claims. */
export const briefing = z
  .object({
    task: taskWithRelations,
    lease,
    project: purpose.nullable(),
    goal: purpose.nullable(),
    initiative: z
      .object({ id, name: z.string(), description: z.string().nullable() })
      .meta({ id: 'InitiativePurpose' })
      .nullable(),
    comments: z.array(comment),
    results: z.array(result),
    questions: z.array(question),
    attempts: z.array(attempt),
    checkpoint: z.string().nullable(),
    truncated: z.array(z.string()),
  })
  .meta({ id: 'Briefing' });

const CLAIM = '/api/v1/tasks/:identifier/claim';

/** How agents take up tasks (docs/rules.md, Claims). */
export const claims = {
  next: operation({
    id: 'claims.next',
    method: 'post',
    path: '/api/v1/tasks/claim',
    access: 'tasks:write',
    summary: 'Take the best task that is ready for an agent, waiting for one if asked to',
    body: z.object({
      agentId: ofRuntimeKey.optional(),
      projectId: projectId.nullable().optional(),
      labels: z
        .array(labelName)
        .meta({ maxItems: LIMITS.labelsWanted, description: 'Names; any of these' })
        .optional(),
      priority: z.array(z.enum(PRIORITIES)).meta({ description: 'Any of these' }).optional(),
      leaseSeconds: leaseSeconds.optional(),
      wait: secondsToWait.optional(),
      resume: z
        .boolean()
        .meta({
          description:
            'Whether an agent that holds as many tasks as it may takes over the oldest of them, as after a crash, instead of CLAIM_LIMIT',
        })
        .optional(),
    }),
    bodyOptional: true,
    responses: { 200: briefing, 204: null },
    errors: ['FORBIDDEN', 'CLAIM_LIMIT', 'USAGE_LIMIT'],
  }),
  claim: operation({
    id: 'claims.claim',
    method: 'post',
    path: CLAIM,
    access: 'tasks:write',
    summary: 'Take this task for an agent',
    params: taskParams,
    body: z.object({
      agentId: ofRuntimeKey.optional(),
      leaseSeconds: leaseSeconds.optional(),
      takeOver: z
        .boolean()
        .meta({ description: "Whether the agent's own living claim is replaced by this one" })
        .optional(),
    }),
    bodyOptional: true,
    responses: { 200: briefing },
    errors: [
      'FORBIDDEN',
      'TASK_CLAIMED',
      'TASK_ASSIGNED',
      'CLAIM_LIMIT',
      'AGENT_PAUSED',
      'USAGE_LIMIT',
      'INVALID_TRANSITION',
      'TASK_BLOCKED',
    ],
  }),
  heartbeat: operation({
    id: 'claims.heartbeat',
    method: 'post',
    path: `${CLAIM}/heartbeat`,
    access: 'tasks:write',
    summary: 'Start the lease of a claim anew, tell of progress, and hear what to do',
    params: taskParams,
    body: z.object({
      token: leaseToken,
      progress: z
        .object({
          note: text({ maxLength: LIMITS.progressNote }).nullable().optional(),
          percent: z
            .int()
            .meta({ override: { minimum: 0, maximum: 100 } })
            .nullable()
            .optional(),
        })
        .optional(),
      checkpoint: text({
        maxLength: LIMITS.checkpoint,
        description: 'Kept for whoever claims the task next; null clears it',
      })
        .nullable()
        .optional(),
      usage: workUsage.optional(),
    }),
    responses: {
      200: z.object({
        expiresAt: timestamp,
        directive: z.enum(['continue', 'stop']),
        reason: z.enum(['paused', 'limit']).nullable(),
        newComments: z.int(),
      }),
    },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
  release: operation({
    id: 'claims.release',
    method: 'post',
    path: `${CLAIM}/release`,
    access: 'tasks:write',
    summary: 'Give a claimed task back',
    params: taskParams,
    body: z.object({
      token: leaseToken,
      note: reason.nullable().optional(),
      notBefore: date.nullable().optional(),
      declined: z
        .boolean()
        .meta({ description: 'Whether the task is kept from this agent until a person changes it' })
        .optional(),
    }),
    responses: { 200: task },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
};
