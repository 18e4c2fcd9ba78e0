import { CHECK_TIMEOUT, LIMITS, PATTERNS } from '@tandem/core';
import * as z from 'zod';
import { filled, text } from './inputs.ts';

/** docs/rules.md, Results. */
export const checkCommand = z.object({
  command: z.string(),
  timeoutSeconds: z.int(),
  protect: z.array(z.string()),
});

export const check = checkCommand
  .extend({ proposed: z.boolean().meta({ description: 'Whether a person still has to confirm it' }) })
  .meta({ id: 'Check' });

const { min: minimum, max: maximum } = CHECK_TIMEOUT;

export const checkInput = z
  .object({
    command: filled(LIMITS.command),
    timeoutSeconds: z
      .int()
      .meta({ override: { minimum, maximum }, default: CHECK_TIMEOUT.default })
      .nullable()
      .optional(),
    protect: z
      .array(text({ minLength: 1, maxLength: LIMITS.pathGlob, pattern: PATTERNS.pathGlob.source }))
      .meta({
        maxItems: LIMITS.protectedPaths,
        description: 'Globs of paths that must be the same as in the base of the commit',
      })
      .nullable()
      .optional(),
  })
  .meta({ description: 'The command that decides whether the criterion is met; omitted, it stays as it is' });
