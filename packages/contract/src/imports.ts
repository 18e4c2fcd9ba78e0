import {
  IMPORT_OUTCOMES,
  IMPORT_STATES,
  IMPORTED_TYPES,
  LIMITS,
  MAX_LEFT,
  MAX_RECORDS,
  MAX_WARNINGS,
  MAX_WORDS,
  PRIORITIES,
} from '@tandem/core';
import * as z from 'zod';
import { importRecord } from './import-records.ts';
import { filled, recordKey, text } from './inputs.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, timestamp } from './shapes.ts';

const type = z.enum(IMPORTED_TYPES);
const outcome = z.enum(IMPORT_OUTCOMES);
const externalId = z.string().nullable().describe('The identity of the record in the source');
const limit = { maxProperties: MAX_WORDS };
const words = z.record(recordKey, filled(LIMITS.name)).optional().meta(limit);

const options = z
  .strictObject({
    map: z
      .strictObject({
        status: words,
        priority: z.record(recordKey, z.enum(PRIORITIES)).optional().meta(limit),
        labels: words,
      })
      .optional()
      .meta({ description: 'What words of the source become here. Others become labels, with a warning' }),
    project: filled(LIMITS.title, 'The title of the project for tasks without one').optional(),
  })
  .meta({ id: 'ImportOptions' });

const run = z
  .object({
    id,
    source: z.string(),
    options,
    state: z.enum(IMPORT_STATES),
    counts: z.partialRecord(type, z.partialRecord(outcome, z.int())).describe('Records by type and outcome'),
    warnings: z
      .array(z.object({ type, externalId, message: z.string() }))
      .describe(`The first ${MAX_WARNINGS}`),
    warningCount: z.int(),
    createdBy: id.describe('Id of the admin'),
    createdAt: timestamp,
    finishedAt: timestamp.nullable(),
    undo: z
      .object({
        removed: z.partialRecord(type, z.int()).describe('Entities removed so far, by type'),
        left: z
          .array(z.object({ type, externalId: z.string(), id, reason: z.string() }))
          .describe(`Entities that stay; the first ${MAX_LEFT}`),
        leftCount: z.int(),
      })
      .nullable()
      .describe('Set once the import is being undone'),
  })
  .meta({ id: 'Import' });

const result = z
  .object({
    type,
    externalId,
    outcome,
    id: id.nullable().describe('Null for a skipped record'),
    taskNumber: z.int().nullable(),
    kept: z
      .array(z.string())
      .describe('Fields that were changed in the source and here, and stay as they are here'),
    warnings: z.array(z.string()),
  })
  .meta({ id: 'ImportResult' });

const adminsOnly = 'admins with their own keys only';

/** `imports` is taken in CommonJS. docs/rules.md, Imports. */
const started = {
  source: text({
    minLength: 1,
    maxLength: LIMITS.externalSource,
    pattern: '^[a-z0-9._-]{1,40}$',
    description: 'Where the records come from. With its `externalId`, it identifies a record across imports',
  }),
  options: options.optional(),
};
const records = z
  .array(importRecord)
  .min(1, 'must have at least 1 entry')
  .max(MAX_RECORDS, `must have at most ${MAX_RECORDS} entries`)
  .meta({ minItems: 1, maxItems: MAX_RECORDS, description: 'Records can refer only to earlier ones' });
const results = z.object({ results: z.array(result).describe('In the order of `records`') });

export const importOperations = {
  list: operation({
    id: 'imports.list',
    method: 'get',
    path: '/api/v1/imports',
    access: 'full',
    summary: `List imports, newest first; ${adminsOnly}`,
    query: paging,
    responses: { 200: page(run) },
    errors: ['FORBIDDEN'],
  }),
  create: operation({
    id: 'imports.create',
    method: 'post',
    path: '/api/v1/imports',
    access: 'full',
    summary: `Start an import; ${adminsOnly}`,
    body: z.object(started),
    responses: { 201: run },
    errors: ['FORBIDDEN'],
  }),
  preview: operation({
    id: 'imports.preview',
    method: 'post',
    path: '/api/v1/imports/preview',
    access: 'full',
    summary: `Judge records without importing them: what an import would create, change and keep; ${adminsOnly}`,
    body: z.object({ ...started, records }),
    anyTexts: true,
    responses: { 200: results },
    errors: ['FORBIDDEN'],
  }),
  get: operation({
    id: 'imports.get',
    method: 'get',
    path: '/api/v1/imports/:id',
    access: 'full',
    summary: `Read an import; ${adminsOnly}`,
    params: idParams,
    responses: { 200: run },
    errors: ['FORBIDDEN'],
  }),
  add: operation({
    id: 'imports.add',
    method: 'post',
    path: '/api/v1/imports/:id/records',
    access: 'full',
    summary:
      'Import records, in order; repeatable, because records that are known and unchanged change nothing',
    params: idParams,
    body: z.object({ records }),
    anyTexts: true,
    responses: { 200: results },
    inParts: true,
    errors: ['FORBIDDEN', 'IMPORT_CLOSED'],
  }),
  finish: operation({
    id: 'imports.finish',
    method: 'post',
    path: '/api/v1/imports/:id/finish',
    access: 'full',
    summary: 'Finish an import; repeatable. Wakes the agents that wait for tasks',
    params: idParams,
    responses: { 200: run },
    errors: ['FORBIDDEN', 'IMPORT_CLOSED'],
  }),
  undo: operation({
    id: 'imports.undo',
    method: 'post',
    path: '/api/v1/imports/:id/undo',
    access: 'full',
    summary:
      'Remove what an import created and nobody has changed since; repeat the request until its state is `undone`',
    params: idParams,
    responses: { 200: run },
    inParts: true,
    errors: ['FORBIDDEN'],
  }),
};
