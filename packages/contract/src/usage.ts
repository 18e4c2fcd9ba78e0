import { USAGE_GROUPS } from '@tandem/core';
import * as z from 'zod';
import { queryDate } from './inputs.ts';
import { operation } from './operation.ts';
import { id, page, paging } from './shapes.ts';

const numbers = z.record(z.string(), z.number());

/** docs/rules.md, Usage. Only the fields that the sums are grouped by are present. */
const usageSum = z
  .object({
    agent: z.object({ id, name: z.string() }).nullable().optional(),
    project: z.object({ id, title: z.string().nullable() }).nullable().optional(),
    taskNumber: z.int().nullable().optional(),
    day: z.string().meta({ format: 'date' }).optional(),
    attempt: z.int().optional().describe('Its number among all attempts at the task'),
    usageSources: z
      .object({ reported: numbers, measured: numbers })
      .nullable()
      .optional()
      .describe('With `groupBy=attempt`: both sources where they differ by more than 10 %'),
    usage: numbers,
  })
  .meta({ id: 'UsageSum' });

export const usage = {
  list: operation({
    id: 'usage.list',
    method: 'get',
    path: '/api/v1/usage',
    access: 'agents:read',
    summary: 'Sum up the cost of work by agent, project, task, day or attempt',
    query: paging.extend({
      groupBy: z.enum(USAGE_GROUPS).optional().meta({ default: 'agent' }),
      agentId: id.optional().describe('Only usage by this agent'),
      from: queryDate('The first day: the UTC day of this time'),
      to: queryDate('The last day: the UTC day of this time'),
    }),
    responses: { 200: page(usageSum) },
  }),
};
