import {
  CLAIM_SECONDS,
  LIMITS,
  MAX_REPOSITORIES,
  REPORT_LIMITS,
  VERIFICATION_OUTCOMES,
  VERIFICATION_STATES,
} from '@tandem/core';
import * as z from 'zod';
import { artifact } from './artifact.ts';
import { filled, leaseToken, recordKey, secondsToWait, text } from './inputs.ts';
import { operation } from './operation.ts';
import { id, idParams, page, paging, pulse, taskParams, timestamp } from './shapes.ts';

const state = z.enum(VERIFICATION_STATES).meta({ id: 'TaskVerificationState' });
const outcome = z.enum(VERIFICATION_OUTCOMES).meta({ id: 'TaskVerificationOutcome' });

/** docs/rules.md, Verifications. */
export const verification = z
  .object({
    id,
    task: z.object({ taskNumber: z.int(), title: z.string() }),
    resultId: id,
    criterion: z.object({ id: z.string(), text: z.string() }),
    check: z.object({ command: z.string(), timeoutSeconds: z.int(), protect: z.array(z.string()) }),
    artifact,
    state,
    tries: z.int().meta({ description: 'Leases that ended without an outcome' }),
    flaky: z.boolean().meta({ description: 'It passed after it had failed' }),
    verifier: z.object({ id, name: z.string() }).nullable(),
    claimedAt: timestamp.nullable(),
    expiresAt: timestamp.nullable(),
    progress: z.object({ output: z.string(), at: timestamp }).nullable(),
    report: z
      .object({
        outcome,
        exitCode: z.int().nullable(),
        output: z.string().meta({ description: 'Its end, at most 64,000 bytes' }),
        outputLength: z.int().meta({ description: 'Bytes of the whole output' }),
        outputDigest: z.string().nullable().meta({ description: 'SHA-256 of the whole output' }),
        durationMs: z.int(),
        environment: z.record(z.string(), z.string()),
        files: z.array(z.string()).meta({ description: 'Protected files that differ' }),
        reportedAt: timestamp,
      })
      .nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'TaskVerification' });

const leaseSeconds = z.int().meta({
  override: { minimum: CLAIM_SECONDS.min, maximum: CLAIM_SECONDS.max, default: CLAIM_SECONDS.default },
});
const claimed = z
  .object({
    verification,
    lease: z.object({ token: z.string(), seconds: z.int(), expiresAt: timestamp }),
  })
  .meta({ id: 'ClaimedVerification' });

const output = text({
  maxLength: REPORT_LIMITS.output,
  description: 'The end of the output; its last 64,000 bytes are kept',
});
const VERIFICATION = '/api/v1/verifications/:id';

/** Runs of checks by others than the author of a result (docs/rules.md, Verifications). */
export const verifications = {
  next: operation({
    id: 'verifications.next',
    method: 'post',
    path: '/api/v1/verifications/claim',
    access: 'tasks:write',
    summary: 'Claim the oldest pending verification, optionally waiting for one; verifiers only',
    body: z.object({
      repositories: z
        .array(filled(LIMITS.repository))
        .meta({
          maxItems: MAX_REPOSITORIES,
          description: 'Repository addresses, or beginnings of them up to a part of the path',
        })
        .optional(),
      leaseSeconds: leaseSeconds.optional(),
      wait: secondsToWait.optional(),
    }),
    bodyOptional: true,
    responses: { 200: claimed, 204: null },
    errors: ['FORBIDDEN', 'AGENT_PAUSED', 'USAGE_LIMIT'],
  }),
  claim: operation({
    id: 'verifications.claim',
    method: 'post',
    path: `${VERIFICATION}/claim`,
    access: 'tasks:write',
    summary: 'Claim this verification; verifiers only',
    params: idParams,
    body: z.object({
      leaseSeconds: leaseSeconds.optional(),
      takeOver: z
        .boolean()
        .meta({ description: 'Also claim one that this verifier already runs' })
        .optional(),
    }),
    bodyOptional: true,
    responses: { 200: claimed },
    errors: ['FORBIDDEN', 'NOT_INDEPENDENT', 'VERIFICATION_STATE', 'AGENT_PAUSED', 'USAGE_LIMIT'],
  }),
  heartbeat: operation({
    id: 'verifications.heartbeat',
    method: 'post',
    path: `${VERIFICATION}/heartbeat`,
    access: 'tasks:write',
    summary: 'Renew the lease of a verification, and show its output so far',
    params: idParams,
    body: z.object({ token: leaseToken, output: output.nullable().optional() }),
    responses: { 200: pulse },
    errors: ['FORBIDDEN', 'NOT_INDEPENDENT', 'LEASE_LOST'],
  }),
  release: operation({
    id: 'verifications.release',
    method: 'post',
    path: `${VERIFICATION}/release`,
    access: 'tasks:write',
    summary: 'Release a verification, for another verifier',
    params: idParams,
    body: z.object({ token: leaseToken }),
    responses: { 200: verification },
    errors: ['FORBIDDEN', 'NOT_INDEPENDENT', 'LEASE_LOST'],
  }),
  report: operation({
    id: 'verifications.report',
    method: 'post',
    path: `${VERIFICATION}/report`,
    access: 'tasks:write',
    summary: 'Report what a check has shown',
    params: idParams,
    body: z.object({
      token: leaseToken,
      outcome: z
        .enum(VERIFICATION_OUTCOMES)
        .meta({ description: '`error`: the check could not be run; it is tried again' }),
      exitCode: z
        .int()
        .meta({ override: { minimum: -0x80000000, maximum: 0x7fffffff } })
        .nullable()
        .optional(),
      output: output.nullable().optional(),
      outputLength: z
        .int()
        .meta({
          override: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
          description: 'Bytes of all of it',
        })
        .nullable()
        .optional(),
      outputDigest: text({
        minLength: 64,
        maxLength: 64,
        pattern: '^[0-9a-f]{64}$',
        description: 'SHA-256 of all of it',
      })
        .nullable()
        .optional(),
      durationMs: z.int().meta({ override: { minimum: 0, maximum: Number.MAX_SAFE_INTEGER } }),
      environment: z
        .record(recordKey, text({ maxLength: REPORT_LIMITS.environmentValue }))
        .meta({
          maxProperties: REPORT_LIMITS.environment,
          propertyNames: {
            type: 'string',
            minLength: 1,
            maxLength: REPORT_LIMITS.environmentName,
            pattern: '\\S',
          },
          description: 'Where it ran',
        })
        .nullable()
        .optional(),
      files: z
        .array(text({ maxLength: REPORT_LIMITS.file }))
        .meta({ maxItems: REPORT_LIMITS.files, description: 'Protected files that differ' })
        .nullable()
        .optional(),
    }),
    responses: { 200: verification },
    errors: ['FORBIDDEN', 'NOT_INDEPENDENT', 'LEASE_LOST'],
  }),
  retry: operation({
    id: 'verifications.retry',
    method: 'post',
    path: `${VERIFICATION}/retry`,
    access: 'tasks:write',
    summary: 'Request a failed verification again; people only',
    params: idParams,
    responses: { 200: verification },
    errors: ['HUMANS_ONLY', 'VERIFICATION_STATE'],
  }),
  ofTask: operation({
    id: 'verifications.ofTask',
    method: 'get',
    path: '/api/v1/tasks/:identifier/verifications',
    access: 'tasks:read',
    summary: 'List the verifications of a task, newest first',
    params: taskParams,
    query: paging,
    responses: { 200: page(verification) },
  }),
  list: operation({
    id: 'verifications.list',
    method: 'get',
    path: '/api/v1/verifications',
    access: 'tasks:read',
    summary: 'List verifications in a state, newest first',
    query: paging.extend({ state: z.enum(VERIFICATION_STATES).meta({ param: { example: 'pending' } }) }),
    responses: { 200: page(verification) },
  }),
  get: operation({
    id: 'verifications.get',
    method: 'get',
    path: VERIFICATION,
    access: 'tasks:read',
    summary: 'Get a verification',
    params: idParams,
    responses: { 200: verification },
  }),
};
