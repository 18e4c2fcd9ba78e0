import { ATTEMPT_ENDS } from '@tandem/core';
import { z } from 'zod';
import { failure } from './artifact.ts';
import { operation } from './operation.ts';
import { id, page, paging, taskParams, timestamp } from './shapes.ts';

const usage = z.record(z.string(), z.number());

/** docs/rules.md, Attempts. */
export const attempt = z
  .object({
    attempt: z.int().meta({ description: 'Counts all claims of the task' }),
    agent: z.object({ id, name: z.string() }),
    startedAt: timestamp,
    endedAt: timestamp.nullable(),
    end: z.enum(ATTEMPT_ENDS).nullable(),
    failure: failure.nullable(),
    waitedMs: z.int().meta({ description: 'How long the task waited for people after it' }),
    usage,
    usageSources: z.object({ reported: usage, measured: usage }).nullable(),
    resultId: id.nullable(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
  })
  .meta({ id: 'Attempt' });

const TASK = '/api/v1/tasks/:identifier';

/** The record of the runs at a task (docs/rules.md, Attempts). */
export const attempts = {
  list: operation({
    id: 'attempts.list',
    method: 'get',
    path: `${TASK}/attempts`,
    access: 'tasks:read',
    summary: 'List the attempts of agents at a task, newest first',
    params: taskParams,
    query: paging,
    responses: { 200: page(attempt) },
  }),
};
