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

/** Every header that an answer may carry, by its name. */
const HEADERS: Record<string, oas31.HeaderObject> = {
  'X-Request-Id': {
    description: 'Names this request in the logs; opaque',
    required: true,
    schema: TEXT,
  },
  RateLimit: {
    description: 'What is left in this minute (IETF draft 7), unless the limit is off',
    schema: TEXT,
    example: 'limit=1200, remaining=1199, reset=60',
  },
  'RateLimit-Policy': {
    description: 'Requests in how many seconds, unless the limit is off',
    schema: TEXT,
    example: '1200;w=60',
  },
  'Preference-Applied': {
    description: 'Repeats those preferences of `Prefer` that were honored',
    schema: TEXT,
  },
  'Tandem-Ignored': {
    description:
      'Fields and query parameters that are not known and were ignored, in percent encoding; not with `Prefer: handling=strict`, which refuses them',
    schema: TEXT,
    example: 'sort, customerId',
  },
  'Retry-After': { description: 'Seconds to wait', required: true, schema: { type: 'integer' } },
  'WWW-Authenticate': { required: true, schema: { type: 'string', const: 'Bearer' } },
  'Idempotent-Replayed': {
    description: 'The request had been carried out before; nothing was done twice',
    required: true,
    schema: { type: 'string', const: 'true' },
  },
  Replayed: {
    description: 'Only where the request had been carried out before under its key; nothing was done twice',
    schema: { type: 'string', const: 'true' },
  },
  ETag: { description: 'Names what is answered, as it is now', schema: TEXT },
  'Accept-Ranges': { schema: { type: 'string', const: 'bytes' } },
  'Content-Range': { description: 'Which bytes of how many', required: true, schema: TEXT },
  'Content-Disposition': { description: '`attachment`, with the name of the file', schema: TEXT },
};

/** Headers of requests that no row of the contract holds. */
const PARAMETERS: Record<string, oas31.ParameterObject> = {
  Prefer: {
    name: 'Prefer',
    in: 'header',
    description:
      '`handling=strict`: unknown fields and query parameters are refused instead of ignored; `return=representation`: what was removed is told, where an operation says so (RFC 7240)',
    schema: TEXT,
    example: 'handling=strict',
  },
  'Idempotency-Key': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same request under the same key is carried out only once, and answered the same again for at least 24 hours',
    schema: IDEMPOTENCY_KEY,
  },
  'Idempotency-Key-Of-Message': {
    name: 'Idempotency-Key',
    in: 'header',
    description:
      'The same request under the same key is sent only once; as good as `clientMessageId`, and equal to it where both are given',
    schema: IDEMPOTENCY_KEY,
  },
  'Tandem-Claim': {
    name: 'Tandem-Claim',
    in: 'header',
    description:
      'The token of the claim that lives on the task: without it, an agent or a service does not change the task',
    schema: TEXT,
  },
  Range: {
    name: 'Range',
    in: 'header',
    description: 'One range of bytes',
    schema: TEXT,
    example: 'bytes=0-1023',
  },
  'If-Range': {
    name: 'If-Range',
    in: 'header',
    description: 'An ETag: the range is of this content, else the whole is answered',
    schema: TEXT,
  },
  'Last-Event-ID': {
    name: 'Last-Event-ID',
    in: 'header',
    description: 'The id of the last event that was read: the stream goes on after it',
    schema: TEXT,
  },
  'If-Match': {
    name: 'If-Match',
    in: 'header',
    description: 'ETags, or `*`: 412 unless what the path names is as one of them says',
    schema: TEXT,
  },
  'If-None-Match': {
    name: 'If-None-Match',
    in: 'header',
    description: 'ETags, or `*`: 304 if what the path names is as one of them says',
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
/** Of an operation that answers a repeated request as it answered the first. */
export const mayBeReplayed: Headers = {
  'Idempotent-Replayed': { $ref: '#/components/headers/Replayed' },
};
export const etag = headers('ETag');
export const ofAFile = headers('Accept-Ranges', 'Content-Disposition');
export const contentRange = headers('Content-Range');

/** References to headers of requests. */
export const requestHeaders = (...names: string[]): oas31.ReferenceObject[] =>
  names.map((name) => ({ $ref: `#/components/parameters/${name}` }));
