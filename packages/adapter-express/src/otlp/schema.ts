import { validate } from '@tandem/contract';
import { invalid } from '@tandem/core';
import protobuf from 'protobufjs';
import * as z from 'zod';

/** 64-bit integers: text or numbers in JSON, objects in Protocol Buffers. `String` makes decimal digits of each. */
const int64 = z.union([z.string(), z.number(), z.custom<{ toString(): string }>(() => false)]).nullish();
/** JSON has no NaN and no infinity, which are texts there. */
const double = z.union([z.number(), z.string()]).nullish();
const texts = z.string().nullish();
const listOf = <T extends z.ZodType>(entry: T) => z.array(entry).nullish();

const attributes = listOf(
  z.object({
    key: texts,
    value: z
      .object({ stringValue: texts, boolValue: z.boolean().nullish(), intValue: int64, doubleValue: double })
      .nullish(),
  }),
);
const point = z.object({
  attributes,
  startTimeUnixNano: int64,
  timeUnixNano: int64,
  asDouble: double,
  asInt: int64,
  sum: double,
});
const points = z
  .object({
    dataPoints: listOf(point),
    aggregationTemporality: z.union([z.number(), z.string()]).nullish(),
  })
  .nullish();
const metric = z.object({ name: texts, sum: points, histogram: points, exponentialHistogram: points });
const exported = z.object({
  resourceMetrics: listOf(
    z.object({
      resource: z.object({ attributes }).nullish(),
      scopeMetrics: listOf(
        z.object({
          scope: z.object({ name: texts, version: texts, attributes }).nullish(),
          metrics: listOf(metric),
        }),
      ),
    }),
  ),
});

/** The parts of an `ExportMetricsServiceRequest` that are read. */
export type ExportedMetrics = z.infer<typeof exported>;
export type Metric = z.infer<typeof metric>;
export type Point = z.infer<typeof point>;
export type Attributes = z.infer<typeof attributes>;

/**
 * The same parts of opentelemetry/proto/collector/metrics/v1. Other fields are skipped; attributes with lists or maps
 * have no value then.
 */
const { root } = protobuf.parse(`
  syntax = "proto3";

  message Request { repeated ResourceMetrics resource_metrics = 1; }
  message ResourceMetrics { Resource resource = 1; repeated ScopeMetrics scope_metrics = 2; }
  message Resource { repeated KeyValue attributes = 1; }
  message ScopeMetrics { Scope scope = 1; repeated Metric metrics = 2; }
  message Scope { string name = 1; string version = 2; repeated KeyValue attributes = 3; }
  message Metric {
    string name = 1;
    Sum sum = 7;
    Histogram histogram = 9;
    ExponentialHistogram exponential_histogram = 10;
  }
  message Sum { repeated NumberPoint data_points = 1; int32 aggregation_temporality = 2; }
  message Histogram { repeated HistogramPoint data_points = 1; int32 aggregation_temporality = 2; }
  message ExponentialHistogram { repeated ExponentialPoint data_points = 1; int32 aggregation_temporality = 2; }
  message NumberPoint {
    repeated KeyValue attributes = 7;
    fixed64 start_time_unix_nano = 2;
    fixed64 time_unix_nano = 3;
    oneof value { double as_double = 4; sfixed64 as_int = 6; }
  }
  message HistogramPoint {
    repeated KeyValue attributes = 9;
    fixed64 start_time_unix_nano = 2;
    fixed64 time_unix_nano = 3;
    optional double sum = 5;
  }
  message ExponentialPoint {
    repeated KeyValue attributes = 1;
    fixed64 start_time_unix_nano = 2;
    fixed64 time_unix_nano = 3;
    optional double sum = 5;
  }
  message KeyValue { string key = 1; AnyValue value = 2; }
  message AnyValue {
    oneof value { string string_value = 1; bool bool_value = 2; int64 int_value = 3; double double_value = 4; }
  }

  message Response { PartialSuccess partial_success = 1; }
  message PartialSuccess { int64 rejected_data_points = 1; string error_message = 2; }
`);
const Request = root.lookupType('Request');
const Response = root.lookupType('Response');

/** Decodes a request in Protocol Buffers; 400 for anything else. */
export function metricsInProtobuf(bytes: Uint8Array): ExportedMetrics {
  try {
    return Request.decode(bytes) as ExportedMetrics;
  } catch {
    throw invalid({ body: 'must be an ExportMetricsServiceRequest in Protocol Buffers' });
  }
}

/** Checks a request in JSON; 400 at the wrong field. */
export function metricsInJson(body: object): ExportedMetrics {
  const result = validate(exported, body);
  if ('problems' in result) throw invalid(result.problems);
  return result.data as ExportedMetrics;
}

/** Data points that were not accepted. */
export interface Rejected {
  readonly dataPoints: number;
  readonly message: string;
}

/** The response, as OTLP defines it: empty if everything was accepted. */
export const responseInJson = (rejected: Rejected | null): Buffer =>
  Buffer.from(
    JSON.stringify(
      rejected
        ? {
            partialSuccess: {
              rejectedDataPoints: String(rejected.dataPoints),
              errorMessage: rejected.message,
            },
          }
        : {},
    ),
  );
export const responseInProtobuf = (rejected: Rejected | null): Uint8Array =>
  Response.encode(
    rejected
      ? { partialSuccess: { rejectedDataPoints: rejected.dataPoints, errorMessage: rejected.message } }
      : {},
  ).finish();
