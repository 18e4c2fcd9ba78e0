import type { RefusalCode, Scope } from '@tandem/core';
import * as z from 'zod';
import { eventStream, jsonLines } from './shapes.ts';

/** Error codes of the HTTP layer; the others are the core's refusals (docs/rules.md, Errors). */
export type HttpCode =
  | 'INVALID_JSON'
  | 'NOT_A_MEMBER'
  | 'METHOD_NOT_ALLOWED'
  | 'OTHER_SESSION'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INTERNAL_ERROR';

export type ErrorCode = RefusalCode | HttpCode;

/** Errors for changes by an agent that is paused or over its usage limit (docs/rules.md, Claims). */
export const STOPS = ['AGENT_PAUSED', 'USAGE_LIMIT'] as const satisfies readonly ErrorCode[];
/** Errors for a change to a task that may be claimed. */
export const ON_TASK = [
  'TASK_CLAIMED',
  'LEASE_LOST',
  'FORBIDDEN',
  ...STOPS,
] as const satisfies readonly ErrorCode[];

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** The access a key needs: a scope, any one of several, any valid key, or no key. */
export type Access = Scope | readonly Scope[] | 'any key' | 'no key';

/** The schema of each success status; null for an empty response. */
export type Schemas = Readonly<Record<number, z.ZodType | null>>;

/** An operation of the HTTP API, as data. */
export interface Operation<
  Params extends z.ZodObject = z.ZodObject,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodObject | undefined = z.ZodObject | undefined,
  Responses extends Schemas = Schemas,
  InParts extends boolean = boolean,
  Document extends z.ZodObject | undefined = z.ZodObject | undefined,
> {
  /** `group.action`; also the name in logs and metrics. */
  readonly id: string;
  readonly method: Method;
  /** With `:name` for each parameter. */
  readonly path: string;
  readonly access: Access;
  readonly summary: string;
  readonly params: Params;
  readonly query: Query;
  /** A JSON object; undefined for operations without a body. */
  readonly body: Body;
  readonly bodyOptional: boolean;
  /** Whether the body is multipart/form-data with one file in the field `file`. */
  readonly multipart: boolean;
  /** A JSON body that the operation checks as it arrives, because it is larger than others; undefined for none. */
  readonly document: Document;
  /** The schema of each success status; null for an empty response. */
  readonly responses: Responses;
  /**
   * For a response that is shown only once: a sentence that says what to do instead of requesting it again.
   * Such a response is not stored under an idempotency key.
   */
  readonly secretOnce: string | undefined;
  /** Whether its parts are carried out one by one, and a part that is refused changes nothing about the others. */
  readonly inParts: InParts;
  /** Whether texts may have NUL characters and unpaired surrogates, which the operation removes. */
  readonly anyTexts: boolean;
  /** Codes besides those common to operations of its kind. */
  readonly errors: readonly ErrorCode[];
}

const NOTHING = z.object({});

const isPage = (schema: z.ZodType | null | undefined) =>
  schema instanceof z.ZodObject && 'hasMore' in schema.shape;

/** Reading a single resource can also return 304, if the client has the current version. */
const withNotModified = <Responses extends Schemas>(method: Method, responses: Responses): Responses =>
  method === 'get' &&
  !isPage(responses[200]) &&
  responses[200] !== eventStream &&
  responses[200] !== jsonLines
    ? { ...responses, 304: null }
    : responses;

/** Completes a row with defaults: no query, no body, no secret and no additional errors. */
export function operation<
  Params extends z.ZodObject = typeof NOTHING,
  Query extends z.ZodObject = typeof NOTHING,
  Body extends z.ZodObject | undefined = undefined,
  const Responses extends Schemas = Schemas,
  const InParts extends boolean = false,
  Document extends z.ZodObject | undefined = undefined,
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
  document?: Document;
  responses: Responses;
  secretOnce?: string;
  inParts?: InParts;
  anyTexts?: boolean;
  errors?: readonly ErrorCode[];
}): Operation<Params, Query, Body, Responses, InParts, Document> {
  return {
    ...row,
    responses: withNotModified(row.method, row.responses),
    params: (row.params ?? NOTHING) as Params,
    query: (row.query ?? NOTHING) as Query,
    body: row.body as Body,
    bodyOptional: row.bodyOptional ?? false,
    multipart: row.multipart ?? false,
    document: row.document as Document,
    secretOnce: row.secretOnce,
    inParts: (row.inParts ?? false) as InParts,
    anyTexts: row.anyTexts ?? false,
    errors: row.errors ?? [],
  };
}
