import { ATTEMPT_ENDS } from '@tandem/core';
import * as z from 'zod';
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
    waitedMs: z
      .int()
      .meta({ description: 'How long it waited for answers, and the task for people after it' }),
    usage,
    usageSources: z.object({ reported: usage, measured: usage }).nullable(),
    resultId: id.nullable(),
    branch: z.string().nullable(),
    commit: z.string().nullable(),
    transcript: z.object({ fileId: id, bytes: z.int(), steps: z.int() }).nullable(),
  })
  .meta({ id: 'Attempt' });

/** The members that ATIF requires; others are kept as they are. */
const transcript = z
  .looseObject({
    schema_version: z.string().meta({ description: '`ATIF-v1.` and a number' }),
    session_id: z.string(),
    agent: z.looseObject({ name: z.string() }),
    steps: z.array(z.looseObject({ source: z.enum(['system', 'user', 'agent']) })),
  })
  .meta({
    id: 'Transcript',
    description: 'The agent trajectory interchange format, of at most 20 MiB',
  });

const ofAttempt = taskParams.extend({
  attempt: z.string().meta({ description: 'Number of the attempt' }),
});

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
  putTranscript: operation({
    id: 'attempts.putTranscript',
    method: 'put',
    path: `${TASK}/attempts/:attempt/transcript`,
    access: 'tasks:write',
    summary: 'Keep a transcript in ATIF with an attempt',
    params: ofAttempt,
    document: transcript,
    responses: { 200: attempt },
    errors: ['FORBIDDEN'],
  }),
  deleteTranscript: operation({
    id: 'attempts.deleteTranscript',
    method: 'delete',
    path: `${TASK}/attempts/:attempt/transcript`,
    access: 'tasks:write',
    summary: 'Delete the transcript of an attempt; people only',
    params: ofAttempt,
    responses: { 204: null },
    errors: ['HUMANS_ONLY'],
  }),
};
