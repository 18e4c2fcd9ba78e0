import { LIMITS, PRIORITIES, WORK_KINDS, WORK_SECONDS } from '@tandem/core';
import { z } from 'zod';
import { briefing } from './claims.ts';
import { labelName, projectId, secondsToWait } from './inputs.ts';
import { operation } from './operation.ts';
import { idParams } from './shapes.ts';
import { claimedTurn } from './turns.ts';

/** One wait for all that an agent may take up (docs/rules.md, Work). */
export const work = {
  next: operation({
    id: 'work.next',
    method: 'post',
    path: '/api/v1/agents/:id/work',
    access: ['agents:write', 'tasks:write'],
    summary: "Take the agent's next turn, else the best task that is ready, waiting for either if asked to",
    params: idParams,
    body: z.object({
      kinds: z
        .array(z.enum(WORK_KINDS))
        .meta({
          minItems: 1,
          description:
            "`turn` needs `agents:write`, `task` needs `tasks:write`; those that the key's scopes allow unless named",
        })
        .optional(),
      projectId: projectId.nullable().optional(),
      labels: z
        .array(labelName)
        .meta({ maxItems: LIMITS.labelsWanted, description: 'Of tasks: names; any of these' })
        .optional(),
      priority: z.array(z.enum(PRIORITIES)).meta({ description: 'Of tasks: any of these' }).optional(),
      leaseSeconds: z
        .int()
        .meta({
          override: { minimum: WORK_SECONDS.min, maximum: WORK_SECONDS.max },
          description: 'Of either kind; 60 of a turn and 300 of a task unless said otherwise',
        })
        .optional(),
      wait: secondsToWait.optional(),
    }),
    bodyOptional: true,
    responses: {
      200: z.discriminatedUnion('kind', [
        claimedTurn.extend({ kind: z.literal('turn') }).meta({ id: 'TurnToAnswer' }),
        briefing.extend({ kind: z.literal('task') }).meta({ id: 'TaskToDo' }),
      ]),
      204: null,
    },
    errors: ['FORBIDDEN', 'CLAIM_LIMIT', 'USAGE_LIMIT'],
  }),
};
