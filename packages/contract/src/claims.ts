import { CLAIM_SECONDS, LIMITS, PRIORITIES, TASK_STATUSES, WOKEN_BY } from '@tandem/core';
import * as z from 'zod';
import { failureInput } from './artifact.ts';
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
import { outcome, result } from './results.ts';
import { callerType, id, pulse, taskParams, taskStatus, timestamp } from './shapes.ts';
import { comment, criterion, task, taskWithRelations } from './tasks.ts';

const leaseSeconds = z.int().meta({
  override: { minimum: CLAIM_SECONDS.min, maximum: CLAIM_SECONDS.max, default: CLAIM_SECONDS.default },
});
const ofRuntimeKey = agentId.meta({
  description: 'Id of the agent; for a runtime key, which serves any agent',
});
const lease = z
  .object({
    token: z.string(),
    expiresAt: timestamp,
    runKey: z
      .string()
      .meta({
        description: 'An API key that reaches only this task, until the claim ends; with `runKey: true`',
      })
      .optional(),
  })
  .meta({ id: 'ClaimLease' });
export const runKey = z.boolean().meta({
  description:
    'Whether to return `lease.runKey`, an API key that reaches only this task until the claim ends',
});
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

/** docs/rules.md, Mentions. */
export const mention = z
  .object({
    id,
    taskNumber: z.int(),
    title: z.string(),
    by: z.object({ name: z.string(), type: callerType }),
    commentId: z.string().nullable(),
    text: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'Mention' });

const relative = z.object({ taskNumber: z.int(), title: z.string(), status: taskStatus });

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
    parent: relative
      .omit({ status: true })
      .extend({ description: z.string().nullable(), criteria: z.array(criterion) })
      .nullable(),
    siblings: z.array(relative),
    children: z.array(relative.extend({ result: z.object({ outcome, summary: z.string() }).nullable() })),
    wokenBy: z.enum(WOKEN_BY).nullable(),
    mentions: z.array(mention),
    checkpoint: z.string().nullable(),
    truncated: z.array(z.string()),
  })
  .meta({ id: 'Briefing' });

const CLAIM = '/api/v1/tasks/:identifier/claim';

/** Operations that agents use to claim tasks (docs/rules.md, Claims). */
export const claims = {
  next: operation({
    id: 'claims.next',
    method: 'post',
    path: '/api/v1/tasks/claim',
    access: 'tasks:write',
    summary: 'Claim the best ready task for an agent, optionally waiting for one',
    body: z.object({
      agentId: ofRuntimeKey.optional(),
      projectId: projectId.nullable().optional(),
      labels: z
        .array(labelName)
        .meta({
          maxItems: LIMITS.labelsWanted,
          description: 'Names of labels; a task matches if it has any of them',
        })
        .optional(),
      priority: z
        .array(z.enum(PRIORITIES))
        .meta({ description: 'A task matches if it has any of these priorities' })
        .optional(),
      leaseSeconds: leaseSeconds.optional(),
      runKey: runKey.optional(),
      wait: secondsToWait.optional(),
      resume: z
        .boolean()
        .meta({
          description:
            'If the agent holds its maximum number of tasks, resume the oldest one (for example after a crash) instead of returning CLAIM_LIMIT',
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
    summary: 'Claim this task for an agent',
    params: taskParams,
    body: z.object({
      agentId: ofRuntimeKey.optional(),
      leaseSeconds: leaseSeconds.optional(),
      runKey: runKey.optional(),
      takeOver: z
        .boolean()
        .meta({ description: "Replace the agent's own active claim with this one" })
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
      'ANCESTOR_BLOCKED',
      'OVER_BUDGET',
      'CHILDREN_OPEN',
    ],
  }),
  heartbeat: operation({
    id: 'claims.heartbeat',
    method: 'post',
    path: `${CLAIM}/heartbeat`,
    access: 'tasks:write',
    summary: 'Renew the lease of a claim, report progress, and get instructions',
    params: taskParams,
    body: z.object({
      token: leaseToken.meta({ description: 'From the claim; not needed with its run key' }).optional(),
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
        description: 'Kept for the next agent that claims the task; null clears it',
      })
        .nullable()
        .optional(),
      usage: workUsage.optional(),
    }),
    responses: { 200: pulse.extend({ newComments: z.int() }) },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
  release: operation({
    id: 'claims.release',
    method: 'post',
    path: `${CLAIM}/release`,
    access: 'tasks:write',
    summary: 'Release a claimed task',
    params: taskParams,
    body: z.object({
      token: leaseToken.meta({ description: 'From the claim; not needed with its run key' }).optional(),
      note: reason.nullable().optional(),
      notBefore: date.nullable().optional(),
      failure: failureInput.nullable().optional(),
      declined: z
        .boolean()
        .meta({ description: 'Exclude this agent from the task until a person changes the task' })
        .optional(),
    }),
    responses: { 200: task },
    errors: ['FORBIDDEN', 'LEASE_LOST'],
  }),
};
