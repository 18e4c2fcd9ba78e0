import { LIMITS } from '@tandem/core';
import type { oas31 } from 'zod-openapi';

type Headers = Record<string, oas31.ReferenceObject>;

const TEXT = { type: 'string' } as const;
const IDEMPOTENCY_KEY = {
  type: 'string',
  minLength: 1,
  maxLength: LIMITS.idempotencyKey,
  pattern: '\\S',
} as const;

/** Every response header, by name. */
const HEADERS: Record<string, oas31.HeaderObject> = {
  'X-Request-Id': {
    description: 'Opaque id of this request in the logs',
    required: true,
    schema: TEXT,
  },
  RateLimit: {
    description: 'Quota left in this minute (IETF draft 7), unless the limit is off',
    schema: TEXT,
    example: 'limit=1200, remaining=1199, reset=60',
  },
  'RateLimit-Policy': {
    description: 'The limit as requests per window in seconds, unless the limit is off',
    schema: TEXT,
    example: '1200;w=60',
  },
  'Preference-Applied': {
    description: 'The preferences of `Prefer` that were honored',
    schema: TEXT,
  },
  'Tandem-Ignored': {
    description:
      'Unknown fields and query parameters that were ignored, percent-encoded; with `Prefer: handling=strict` such a request is rejected instead',
    schema: TEXT,
    example: 'sort, customerId',
  },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer' } },
  'WWW-Authenticate': { required: true, schema: { type: 'string', const: 'Bearer' } },
  'Idempotent-Replayed': {
    description: 'The request was executed before under this key; nothing was done twice',
    required: true,
    schema: { type: 'string', const: 'true' },
  },
  Replayed: {
    description: 'Sent only if the request was executed before under this key; nothing was done twice',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'Identifies the current version of the resource', schema: TEXT },
  'Accept-Ranges': { schema: { type: 'string', const: 'bytes' } },
  'Content-Range': {
    description: 'The range of bytes sent, and the total size',
    required: true,
    schema: TEXT,
  },
  'Content-Disposition': { description: '`attachment` with the file name', schema: TEXT },
};

/** Request headers that are not part of any row of the contract. */
const PARAMETERS: Record<string, oas31.ParameterObject> = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict`: reject unknown fields and query parameters instead of ignoring them; `return=representation`: return the removed resource, where the operation supports it (RFC 7240)',
    schema: TEXT,
    example: 'handling=strict',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A request repeated under the same key is executed only once; the stored response is returned for at least 24 hours',
    schema: IDEMPOTENCY_KEY,
  },
  'Idempotency-Key-Of-Message': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'A request repeated under the same key is sent only once; equivalent to `clientMessageId`, and must equal it if both are given',
    schema: IDEMPOTENCY_KEY,
  },
  'Tandem-Claim': {
    name: 'Tandem-Claim',
    in: 'header',
    description: "The token of the task's active claim; required for changes by an agent or a service",
    schema: TEXT,
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'A single range of bytes',
    schema: TEXT,
    example: 'bytes=0-1023',
  },
  'If-Range': {
    name: 'If-Range',
    in: 'header',
    description: 'An ETag: the range is returned only for this version, otherwise the whole content',
    schema: TEXT,
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'Id of the last event received; the stream continues after it',
    schema: TEXT,
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'ETags, or `*`: 412 unless the resource matches one of them',
    schema: TEXT,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags, or `*`: 304 if the resource matches one of them',
    schema: TEXT,
  },
};

export const components = { headers: HEADERS, parameters: PARAMETERS };

const headers = (...names: string[]): Headers =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const onEveryAnswer = headers(
  'X-Request-Id',
  'RateLimit',
  'RateLimit-Policy',
  'Preference-Applied',
  'Tandem-Ignored',
);
export const retryAfter = headers('Retry-After');
export const wwwAuthenticate = headers('WWW-Authenticate');
export const idempotentReplayed = headers('Idempotent-Replayed');
/** Response headers of an operation that returns the stored response to a repeated request. */
export const mayBeReplayed: Headers = {
  'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' },
};
export const etag = headers('ETag');
export const ofAFile = headers('Accept-Ranges', 'Content-Disposition');
export const contentRange = headers('Content-Range');

/** References to request headers. */
export const requestHeaders = (...names: string[]): oas31.ReferenceObject[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
