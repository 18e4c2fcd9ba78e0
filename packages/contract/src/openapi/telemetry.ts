import * as z from 'zod';
import type { ZodOpenApiPathItemObject, ZodOpenApiResponseObject } from 'zod-openapi';
import type { ErrorCode } from '../operation.ts';
import { onEveryAnswer } from './headers.ts';
import { BEARER } from './row.ts';

/** OTLP over HTTP, by path. Not in the contract, because OpenTelemetry defines the requests. */
const SIGNALS = {
  '/otlp/v1/metrics': {
    id: 'usage.metrics',
    summary: "Measure the usage of an agent's program",
    example: { resourceMetrics: [] },
  },
  '/otlp/v1/traces': {
    id: 'usage.traces',
    summary: 'Accept and ignore traces',
    example: { resourceSpans: [] },
  },
  '/otlp/v1/logs': { id: 'usage.logs', summary: 'Accept and ignore logs', example: { resourceLogs: [] } },
};

const ERRORS: readonly ErrorCode[] = [
  'VALIDATION_ERROR',
  'INVALID_JSON',
  'UNAUTHENTICATED',
  'INSUFFICIENT_SCOPE',
  'FORBIDDEN',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'UNAVAILABLE',
];

const PROTOBUF = { 'application/x-protobuf': { schema: { type: 'string', format: 'binary' } } } as const;

const response = z.object({
  partialSuccess: z
    .object({
      rejectedDataPoints: z.string().meta({ description: 'Number of data points that were not counted' }),
      errorMessage: z.string(),
    })
    .optional(),
});

/** The paths that take telemetry. `responsesOf` makes the responses of error codes. */
export const telemetry = (
  responsesOf: (codes: readonly ErrorCode[]) => Record<string, ZodOpenApiResponseObject>,
): Record<string, ZodOpenApiPathItemObject> =>
  Object.fromEntries(
    Object.entries(SIGNALS).map(([path, { id, summary, example }]) => [
      path,
      {
        post: {
          operationId: id,
          tags: ['usage'],
          summary,
          description: "Needs a run key, or an agent's key with the scope `tasks:write`.",
          externalDocs: { url: 'https://opentelemetry.io/docs/specs/otlp/#otlphttp' },
          security: [{ [BEARER]: ['tasks:write'] }],
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { type: 'object' }, example }, ...PROTOBUF },
          },
          responses: {
            '200': {
              description: 'Accepted',
              headers: onEveryAnswer,
              content: { 'application/json': { schema: response }, ...PROTOBUF },
            },
            ...responsesOf(ERRORS),
          },
        },
      },
    ]),
  );
