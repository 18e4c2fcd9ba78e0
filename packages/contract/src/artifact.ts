import { ARTIFACT_KINDS, FAILURE_CLASSES, LIMITS, PATTERNS } from '@tandem/core';
import * as z from 'zod';
import { filled, text } from './inputs.ts';

const failureClass = z.enum(FAILURE_CLASSES).meta({ id: 'FailureClass' });

/** Why a run failed (docs/rules.md, Results). */
export const failure = z.object({ class: failureClass, message: z.string() }).meta({ id: 'Failure' });
export const failureInput = z.object({ class: failureClass, message: filled(LIMITS.failure) });

/** The product of a result (docs/rules.md, Results). */
export const artifact = z
  .object({
    kind: z.enum(ARTIFACT_KINDS),
    repository: z.string(),
    commit: z.string(),
    branch: z.string().optional(),
    base: z.string().optional(),
  })
  .meta({ id: 'Artifact' });

const commit = (description: string) =>
  text({ minLength: 40, maxLength: 64, pattern: PATTERNS.commit.source, description });

export const artifactInput = z.object({
  kind: z.enum(ARTIFACT_KINDS),
  repository: text({
    minLength: 1,
    maxLength: LIMITS.repository,
    pattern: PATTERNS.repository.source,
    description: 'A URL without credentials, or user@host:path',
  }),
  commit: commit('SHA-1 or SHA-256 of the commit'),
  branch: text({ minLength: 1, maxLength: LIMITS.branch, pattern: PATTERNS.branch.source })
    .nullable()
    .optional(),
  base: commit('The commit that the work started from').nullable().optional(),
});
