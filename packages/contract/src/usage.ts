import { USAGE_GROUPS } from '@tandem/core';
import { z } from 'zod';
import { queryDate } from './inputs.ts';
import { operation } from './operation.ts';
import { id, page, paging } from './shapes.ts';

/** docs/rules.md, Usage; what it is grouped by is the one that is there. */
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
    summary: 'What work has cost, by agent, project, task or day',
    query: paging.extend({
      groupBy: z.enum(USAGE_GROUPS).optional().meta({ default: 'agent' }),
      from: queryDate('The day in UTC that it lies in is the first'),
      to: queryDate('The day in UTC that it lies in is the last'),
    }),
    responses: { 200: page(usageSum) },
  }),
};
