import { createHash } from 'node:crypto';
import { type DataPoint, isCountable, MAX_DATA_POINTS, type MeasuredName } from '@tandem/core';
import type { Attributes, ExportedMetrics, Metric, Point, Rejected } from './schema.ts';

/** How a metric measures usage. */
interface Understood {
  /** The attribute whose value selects the name, such as the type of the tokens. */
  readonly by: string;
  readonly names: Readonly<Record<string, MeasuredName>>;
  /** A scope that sends the same numbers under another name, too. */
  readonly exceptIn?: string;
}

/** The metrics of coding agents that are counted (docs/measuring.md). Others are ignored. */
const UNDERSTOOD: Readonly<Record<string, Understood | MeasuredName>> = {
  'claude_code.cost.usage': 'costUsd',
  'claude_code.token.usage': {
    by: 'type',
    names: {
      input: 'inputTokens',
      output: 'outputTokens',
      cacheRead: 'cacheReadTokens',
      cacheCreation: 'cacheCreationTokens',
    },
  },
  'gemini_cli.token.usage': {
    by: 'type',
    names: {
      input: 'inputTokens',
      tool: 'inputTokens',
      output: 'outputTokens',
      thought: 'outputTokens',
      cache: 'cacheReadTokens',
    },
  },
  // `total` and `reasoning_output` are sums and parts of these.
  'codex.turn.token_usage': {
    by: 'token_type',
    names: { input: 'inputTokens', cached_input: 'cacheReadTokens', output: 'outputTokens' },
  },
  // `completion` is the name of `output` in older versions of the convention.
  'gen_ai.client.token.usage': {
    by: 'gen_ai.token.type',
    names: { input: 'inputTokens', output: 'outputTokens', completion: 'outputTokens' },
    exceptIn: 'gemini-cli',
  },
};

const TEMPORALITIES: Readonly<Record<string, DataPoint['temporality']>> = {
  1: 'delta',
  2: 'cumulative',
  AGGREGATION_TEMPORALITY_DELTA: 'delta',
  AGGREGATION_TEMPORALITY_CUMULATIVE: 'cumulative',
};

/** The metrics in an OTLP request. */
export interface Measurements {
  readonly points: readonly DataPoint[];
  /** The names of metrics that were ignored. */
  readonly ignored: readonly string[];
  readonly rejected: Rejected | null;
}

/** The data points of the metrics that are understood. */
export function measurementsIn({ resourceMetrics }: ExportedMetrics): Measurements {
  const points: DataPoint[] = [];
  const ignored = new Set<string>();
  const problems: string[] = [];
  for (const { resource, scopeMetrics } of resourceMetrics ?? []) {
    for (const { scope, metrics } of scopeMetrics ?? []) {
      const source = [entries(resource?.attributes), scope?.name, scope?.version, entries(scope?.attributes)];
      for (const metric of metrics ?? []) {
        const name = metric.name ?? '';
        const understood = Object.hasOwn(UNDERSTOOD, name) ? UNDERSTOOD[name] : undefined;
        const exceptIn = typeof understood === 'object' ? understood.exceptIn : undefined;
        if (understood === undefined || (exceptIn !== undefined && exceptIn === scope?.name)) {
          ignored.add(name);
          continue;
        }
        for (const read of pointsOf(metric, understood, source)) {
          if (typeof read === 'string') problems.push(read);
          else if (points.length < MAX_DATA_POINTS) points.push(read);
          else problems.push(`A request may have at most ${MAX_DATA_POINTS} data points of usage.`);
        }
      }
    }
  }
  const message = [...new Set(problems)].join(' ');
  return {
    points,
    ignored: [...ignored],
    rejected: problems.length > 0 ? { dataPoints: problems.length, message } : null,
  };
}

/** The points of a metric, or the reason why one can't be counted. Points of other kinds of tokens are left out. */
function* pointsOf(
  { name, sum, histogram, exponentialHistogram }: Metric,
  understood: Understood | MeasuredName,
  source: readonly unknown[],
): Generator<DataPoint | string> {
  const data = sum ?? histogram ?? exponentialHistogram;
  const temporality = TEMPORALITIES[String(data?.aggregationTemporality)];
  for (const point of data?.dataPoints ?? []) {
    const own = entries(point.attributes);
    const measured = nameOf(understood, own);
    if (measured === undefined) continue;
    if (temporality === undefined) {
      yield `${name} must have a temporality.`;
      continue;
    }
    const [start, time] = [point.startTimeUnixNano ?? 0, point.timeUnixNano ?? 0].map(String);
    const value = numberOf(point);
    if (!isTime(start) || !isTime(time) || !isCountable(value)) {
      yield `${name} must have times in nanoseconds and values of at least 0.`;
      continue;
    }
    const series = createHash('sha256')
      .update(JSON.stringify([source, name, own]))
      .digest('base64url');
    yield { name: measured, series, temporality, start, time, value };
  }
}

const isTime = (time: string | undefined): time is string => time !== undefined && /^\d{1,20}$/.test(time);

function nameOf(understood: Understood | MeasuredName, own: readonly Entry[]): MeasuredName | undefined {
  if (typeof understood === 'string') return understood;
  const [, kind] = own.find(([key]) => key === understood.by) ?? [];
  return typeof kind === 'string' && Object.hasOwn(understood.names, kind)
    ? understood.names[kind]
    : undefined;
}

/** The value of a counter, or the sum of a histogram; NaN without one. */
function numberOf({ asDouble, asInt, sum }: Point): number {
  const value = asDouble ?? asInt ?? sum;
  return value === undefined || value === null || value === '' ? Number.NaN : Number(String(value));
}

type Entry = readonly [key: string, value: string];

/** Attributes by key, because their order has no meaning. */
const entries = (attributes: Attributes): readonly Entry[] =>
  (attributes ?? [])
    .map(({ key, value }): Entry => {
      const { stringValue, boolValue, intValue, doubleValue } = value ?? {};
      return [key ?? '', String(stringValue ?? boolValue ?? intValue ?? doubleValue ?? '')];
    })
    .sort(([a], [b]) => (a < b ? -1 : 1));
