import type { RefusalCode, Scope } from '@tandem/core';
import { z } from 'zod';
import { eventStream } from './shapes.ts';

/** Codes that only HTTP knows; the others are the core's refusals (docs/rules.md, Errors). */
export type HttpCode =
  | 'INVALID_JSON'
  | 'METHOD_NOT_ALLOWED'
  | 'OTHER_SESSION'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INTERNAL_ERROR';

export type ErrorCode = RefusalCode | HttpCode;

/** A change that an agent does not make while it is paused or over its usage limit (docs/rules.md, Claims). */
export const STOPS = ['AGENT_PAUSED', 'USAGE_LIMIT'] as const satisfies readonly ErrorCode[];
/** A change of a task that a run of an agent may hold. */
export const ON_TASK = [
  'TASK_CLAIMED',
  'LEASE_LOST',
  'FORBIDDEN',
  ...STOPS,
] as const satisfies readonly ErrorCode[];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** What a key must hold: a scope, any one of several, nothing beyond being valid; or no key is needed. */
export type Access = Scope | readonly Scope[] | 'any key' | 'no key';

/** The schema of each success status; null for an empty answer. */
export type Schemas = Readonly<Record<number, z.ZodType | null>>;

/** One operation of the HTTP interface, as data. */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Responses extends Schemas = Schemas,
> {
  /** `group.action`, the name in logs and metrics. */
  readonly id: string;
  readonly method: Method;
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  /** A JSON object, or undefined where none is read. */
  readonly body: Body;
  /** Whether the body may be left out. */
  readonly bodyOptional: boolean;
  /** Whether the body is multipart/form-data with one file in the field `file`. */
  readonly multipart: boolean;
  /** The schema of each success status; null for an empty answer. */
  readonly responses: Responses;
  /**
   * Of an answer that is shown only once: what to do instead of asking for it again, in a sentence. It is not kept under
   * an idempotency key then.
   */
  readonly secretOnce: string | undefined;
  /** Codes beside those that any operation of its kind can answer. */
  readonly errors: readonly ErrorCode[];
}

const NOTHING = z.object({});

const isPage = (schema: z.ZodType | null | undefined) =>
  schema instanceof z.ZodObject && 'hasMore' in schema.shape;

/** One resource that is read is answered 304 as well: when the client has it as it is. */
const withNotModified = <Responses extends Schemas>(method: Method, responses: Responses): Responses =>
  method === 'get' && !isPage(responses[200]) && responses[200] !== eventStream
    ? { ...responses, 304: null }
    : responses;

/** Completes a row: no query, no body, no secret and no special errors unless it names them. */
export function operation<
  Params extends z.ZodObject = typeof NOTHING,
  Query extends z.ZodObject = typeof NOTHING,
  Body extends z.ZodObject | undefined = undefined,
  const Responses extends Schemas = Schemas,
>(row: {
  id: string;
  method: Method;
  path: string;
  access: Access;
  summary: string;
  params?: Params;
  query?: Query;
  body?: Body;
  bodyOptional?: boolean;
  multipart?: boolean;
  responses: Responses;
  secretOnce?: string;
  errors?: readonly ErrorCode[];
}): Operation<Params, Query, Body, Responses> {
  return {
    ...row,
    responses: withNotModified(row.method, row.responses),
    params: (row.params ?? NOTHING) as Params,
    query: (row.query ?? NOTHING) as Query,
    body: row.body as Body,
    bodyOptional: row.bodyOptional ?? false,
    multipart: row.multipart ?? false,
    secretOnce: row.secretOnce,
    errors: row.errors ?? [],
  };
}
