import { USAGE_GROUPS } from '@tandem/core';
import { z } from 'zod';
import { queryDate } from './inputs.ts';
import { operation } from './operation.ts';
import { id, page, paging } from './shapes.ts';

/** docs/rules.md, Usage. Only the field that the sums are grouped by is present. */
const usageSum = z
  .object({
    agent: z.object({ id, name: z.string() }).nullable().optional(),
    project: z.object({ id, title: z.string().nullable() }).nullable().optional(),
    taskNumber: z.int().nullable().optional(),
    day: z.string().meta({ format: 'date' }).optional(),
    usage: z.record(z.string(), z.number()),
  })
  .meta({ id: 'UsageSum' });

export const usage = {
  list: operation({
    id: 'usage.list',
    method: 'get',
    path: '/api/v1/usage',
    access: 'agents:read',
    summary: 'Sum up the cost of work by agent, project, task or day',
    query: paging.extend({
      groupBy: z.enum(USAGE_GROUPS).optional().meta({ default: 'agent' }),
      from: queryDate('The first day: the UTC day of this time'),
      to: queryDate('The last day: the UTC day of this time'),
    }),
    responses: { 200: page(usageSum) },
  }),
};
