import { LIMITS, PATTERNS } from '@tandem/core';
import * as z from 'zod';
import { fileId, filled, text } from './inputs.ts';
import { id } from './shapes.ts';

/** Evidence for a criterion (docs/rules.md, Results). */
export const evidence = z
  .object({
    criterionId: id.optional(),
    text: z.string().optional(),
    url: z.string().optional(),
    fileId: id.optional(),
    command: z.string().optional(),
    output: z.string().optional(),
    exitCode: z.int().optional(),
  })
  .meta({ id: 'Evidence' });

/** Evidence in requests: at least one field besides the criterion is required. */
export const evidenceInput = z.object({
  criterionId: text({ minLength: 1, description: 'Id of the criterion that this evidence supports' })
    .nullable()
    .optional(),
  text: filled(LIMITS.evidence).nullable().optional(),
  url: text({ maxLength: LIMITS.url, pattern: PATTERNS.httpUrl.source, format: 'uri' }).nullable().optional(),
  fileId: fileId.nullable().optional(),
  command: filled(LIMITS.command).nullable().optional(),
  output: text({ maxLength: LIMITS.output }).nullable().optional(),
  exitCode: z
    .int()
    .meta({ override: { minimum: -0x7fffffff, maximum: 0x7fffffff } })
    .nullable()
    .optional(),
});
