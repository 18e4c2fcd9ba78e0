import * as z from 'zod';
import type { oas31, ZodOpenApiOperationObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { Access, Operation } from '../operation.ts';
import { isConditional, isKeyed, isMessage, isRevalidated, isTagged } from '../requests.ts';
import { bytes, eventStream, jsonLines } from '../shapes.ts';
import { bodyExample, parameterExample } from './examples.ts';
import {
  contentRange,
  etag,
  idempotentReplayed,
  mayBeReplayed,
  ofAFile,
  onEveryAnswer,
  requestHeaders,
} from './headers.ts';

/** The OpenAPI operation object of a row of the contract. */
export function operationObject(
  row: Operation,
  errors: Record<string, ZodOpenApiResponseObject>,
): ZodOpenApiOperationObject {
  const { id, summary, access, query, responses } = row;
  return {
    operationId: id,
    tags: [tagOf(row)],
    summary,
    description: NEEDS(access),
    security: securityOf(access),
    requestParams: { path: withExamples(row), query },
    parameters: requestHeaders(...headersOf(row)) as never,
    ...requestBodyOf(row),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, schema]) => [status, reply(row, Number(status), schema)]),
      ),
      ...errors,
    },
  };
}

/** The subject: the part of the row's id before the dot. */
export const tagOf = ({ id }: Operation): string => id.slice(0, id.indexOf('.'));

export const BEARER = 'bearer';
export const COOKIE = 'session';

/** OpenAPI 3.1 lists scopes as roles; several objects are alternatives. */
function securityOf(access: Access): oas31.SecurityRequirementObject[] {
  if (access === 'no key') return [];
  const scopes = access === 'any key' ? [[]] : [access].flat().map((scope) => [scope]);
  return [BEARER, COOKIE].flatMap((scheme) => scopes.map((needed) => ({ [scheme]: needed })));
}

function NEEDS(access: Access): string {
  if (access === 'no key') return 'Needs no key.';
  if (access === 'any key') return 'Needs a key with any scope.';
  return `Needs a key with the scope ${[access]
    .flat()
    .map((scope) => `\`${scope}\``)
    .join(' or ')}.`;
}

/** Whether an active claim on the task restricts the operation for agents and services. */
const isFenced = ({ errors }: Operation): boolean =>
  errors.includes('TASK_CLAIMED') && errors.includes('LEASE_LOST');
const isDownload = ({ responses }: Operation): boolean => Object.values(responses).includes(bytes);

const isStream = ({ responses }: Operation): boolean => responses[200] === eventStream;

const headersOf = (row: Operation): string[] => [
  'Prefer',
  ...(isKeyed(row) ? ['Idempotency-Key'] : []),
  ...(isMessage(row) ? ['Idempotency-Key-Of-Message'] : []),
  ...(isFenced(row) ? ['Tandem-Claim'] : []),
  ...(isConditional(row) || isDownload(row) ? ['If-Match'] : []),
  ...(isRevalidated(row) ? ['If-None-Match'] : []),
  ...(isDownload(row) ? ['Range', 'If-Range'] : []),
  ...(isStream(row) ? ['Last-Event-ID'] : []),
];

/** The path parameters, each with its example value. */
function withExamples(row: Operation): z.ZodObject {
  const shape = Object.entries(row.params.shape as Record<string, z.ZodType>).map(([name, schema]) => {
    const example = parameterExample(row, name);
    return [name, schema.meta({ ...schema.meta(), param: { example } })];
  });
  return z.object(Object.fromEntries(shape));
}

function requestBodyOf(row: Operation): Partial<ZodOpenApiOperationObject> {
  const { body, document, bodyOptional, multipart } = row;
  const schema = body ?? document;
  if (multipart) {
    const file = {
      type: 'string',
      format: 'binary',
      contentMediaType: 'application/octet-stream',
      description:
        'At most 25 MiB, unless the operator changed the limit; the file name is cut to 255 characters',
    } as const;
    const form: oas31.SchemaObject = { type: 'object', properties: { file }, required: ['file'] };
    return { requestBody: { required: true, content: { 'multipart/form-data': { schema: form } } } };
  }
  if (!schema) return {};
  const content = { 'application/json': { schema, example: bodyExample(row) } };
  return { requestBody: { required: !bodyOptional, content } };
}

function reply(
  row: Operation,
  status: number,
  schema: z.ZodType | null | undefined,
): ZodOpenApiResponseObject {
  const replayed = isMessage(row) && status === 200;
  return {
    description: replayed ? 'Sent before under the same key; nothing was sent twice' : (MEANS[status] ?? ''),
    headers: {
      ...onEveryAnswer,
      ...(replayed && idempotentReplayed),
      ...(isKeyed(row) && row.secretOnce === undefined && mayBeReplayed),
      ...(isTagged(row) && status < 400 && status !== 204 && etag),
      ...(isDownload(row) && ofAFile),
      ...((status === 206 || status === 416) && contentRange),
    },
    ...(schema && { content: { [mediaTypeOf(schema)]: { schema } } }),
  };
}

const mediaTypeOf = (schema: z.ZodType): string => {
  if (schema === bytes) return '*/*';
  if (schema === jsonLines) return 'application/x-ndjson';
  return schema === eventStream ? 'text/event-stream' : 'application/json';
};

const MEANS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  204: 'Done; the response has no body',
  206: 'The requested range',
  304: 'Unchanged: the resource matches `If-None-Match`',
  416: 'The range lies outside the content',
};
