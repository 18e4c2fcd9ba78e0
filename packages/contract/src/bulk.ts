import { type BulkOp, MAX_BULK } from '@tandem/core';
import * as z from 'zod';
import { claimToken, labelNames, taskReference } from './inputs.ts';
import { ON_TASK, operation } from './operation.ts';
import { task, tasks } from './tasks.ts';

const addressed = { task: taskReference, token: claimToken };
const { update, transition, archive, comment } = tasks;

/** The input of each operation of a bulk change: that of the single operation, with the task and the claim's token. */
export const BULK_OPERATIONS = {
  update: update.body.extend({ op: z.literal('update'), ...addressed }),
  transition: transition.body.extend({ op: z.literal('transition'), ...addressed }),
  archive: archive.body.extend({ op: z.literal('archive'), ...addressed }),
  unarchive: z.object({ op: z.literal('unarchive'), ...addressed }),
  assign: z.object({
    op: z.literal('assign'),
    ...addressed,
    assignedTo: update.body.shape.assignedTo.unwrap(),
  }),
  addLabels: z.object({
    op: z.literal('addLabels'),
    ...addressed,
    labels: labelNames,
    createMissing: update.body.shape.createMissing,
  }),
  removeLabels: z.object({ op: z.literal('removeLabels'), ...addressed, labels: labelNames }),
  setParent: z.object({
    op: z.literal('setParent'),
    ...addressed,
    parentTaskNumber: update.body.shape.parentTaskNumber.unwrap(),
  }),
  comment: comment.body.extend({ op: z.literal('comment'), ...addressed }),
} satisfies { readonly [Op in BulkOp]: z.ZodObject };

// A status is accepted only to be refused, as in the single operation.
const { update: bulkUpdate, ...others } = BULK_OPERATIONS;
const bulkOperation = z
  .discriminatedUnion('op', [bulkUpdate.omit({ status: true }), ...Object.values(others)])
  .meta({ id: 'BulkOperation' });

/** Without its description: 500 long ones would not fit into a response. */
const taskInBulk = task.omit({ description: true }).meta({ id: 'TaskInBulk' });

/** An error in the usual shape, without the id of the request. */
export const errorInBulk = z
  .looseObject({
    code: z.string(),
    message: z.string(),
    fields: z.record(z.string(), z.array(z.string())).optional(),
  })
  .meta({ id: 'BulkError', description: 'Has the details of its code' });

export const bulk = {
  bulk: operation({
    id: 'tasks.bulk',
    method: 'post',
    path: '/api/v1/tasks/bulk',
    access: 'tasks:write',
    summary: 'Change several tasks, each on its own or all together',
    body: z.object({
      atomic: z
        .boolean()
        .optional()
        .meta({ description: 'Whether one refusal refuses all; false if omitted' }),
      operations: z
        // Each operation is validated on its own: a malformed one does not refuse the others.
        .array(bulkOperation.catch((context) => context?.value as never) as unknown as typeof bulkOperation)
        .min(1, 'must have at least 1 entry')
        .max(MAX_BULK, `must have at most ${MAX_BULK} entries`)
        .meta({ minItems: 1, maxItems: MAX_BULK, description: 'Carried out in order' }),
    }),
    responses: {
      200: z.object({
        results: z
          .array(
            z
              .object({
                index: z.int(),
                ok: z.boolean(),
                task: taskInBulk.optional(),
                error: errorInBulk.optional(),
              })
              .meta({ id: 'BulkResult', description: 'Has either `task` or `error`' }),
          )
          .meta({ description: 'In the order of `operations`' }),
      }),
    },
    inParts: true,
    errors: [...ON_TASK, 'BULK_REFUSED', 'LIMIT_REACHED'],
  }),
};
