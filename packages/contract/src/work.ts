import { LIMITS, PRIORITIES, WORK_KINDS, WORK_SECONDS } from '@tandem/core';
import * as z from 'zod';
import { briefing, mention, runKey } from './claims.ts';
import { labelName, projectId, secondsToWait } from './inputs.ts';
import { operation } from './operation.ts';
import { idParams } from './shapes.ts';
import { claimedTurn } from './turns.ts';

/** One long poll for turns and tasks of an agent (docs/rules.md, Work). */
export const work = {
  next: operation({
    id: 'work.next',
    method: 'post',
    path: '/api/v1/agents/:id/work',
    access: ['agents:write', 'tasks:write'],
    summary:
      "Claim the agent's next turn, or else a mention or the best ready task, optionally waiting for one",
    params: idParams,
    body: z.object({
      kinds: z
        .array(z.enum(WORK_KINDS))
        .meta({
          minItems: 1,
          description:
            "`turn` needs `agents:write`, `task` needs `tasks:write`; defaults to the kinds that the key's scopes allow",
        })
        .optional(),
      mentions: z
        .boolean()
        .meta({ description: 'Whether to take mentions, too; needs `tasks:write`' })
        .optional(),
      projectId: projectId.nullable().optional(),
      labels: z
        .array(labelName)
        .meta({
          maxItems: LIMITS.labelsWanted,
          description: 'For tasks: names of labels; a task matches if it has any of them',
        })
        .optional(),
      priority: z
        .array(z.enum(PRIORITIES))
        .meta({ description: 'For tasks: matches any of these priorities' })
        .optional(),
      leaseSeconds: z
        .int()
        .meta({
          override: { minimum: WORK_SECONDS.min, maximum: WORK_SECONDS.max },
          description: 'For either kind; defaults to 60 for a turn and 300 for a task',
        })
        .optional(),
      runKey: runKey.optional(),
      wait: secondsToWait.optional(),
    }),
    bodyOptional: true,
    responses: {
      200: z.discriminatedUnion('kind', [
        claimedTurn.extend({ kind: z.literal('turn') }).meta({ id: 'TurnToAnswer' }),
        z.object({ kind: z.literal('mention'), mention }).meta({ id: 'MentionToRead' }),
        briefing.extend({ kind: z.literal('task') }).meta({ id: 'TaskToDo' }),
      ]),
      204: null,
    },
    errors: ['FORBIDDEN', 'CLAIM_LIMIT', 'USAGE_LIMIT'],
  }),
};
