import { MAX_USAGE, numberOf, plus, type Usage } from './usage.ts';

/** The names of measured numbers; agents that report the same things use them too (docs/rules.md, Usage). */
export const MEASURED_NAMES = [
  'inputTokens',
  'outputTokens',
  'cacheReadTokens',
  'cacheCreationTokens',
  'costUsd',
] as const;
export type MeasuredName = (typeof MEASURED_NAMES)[number];

/** The usage of a claim by its two sources, each in total since the claim began. */
export interface UsageSources {
  /** By heartbeats and results. */
  readonly reported: Usage;
  /** By the telemetry of the program that did the work. */
  readonly measured: Usage;
}

export const NO_USAGE: UsageSources = { reported: {}, measured: {} };

/** The larger number of each name. */
const larger = (usage: Usage, other: Usage): Usage =>
  Object.fromEntries(
    Object.keys({ ...usage, ...other }).map((name) => [
      name,
      Math.max(numberOf(usage, name), numberOf(other, name)),
    ]),
  );

/** The usage that counts: the larger number of each name. */
export const countedUsage = ({ reported, measured }: UsageSources): Usage => larger(reported, measured);

/**
 * The sources after more usage: reported numbers are totals, which never shrink; measured numbers add to those before.
 */
export const withUsage = (
  { reported, measured }: UsageSources,
  source: keyof UsageSources,
  usage: Usage,
): UsageSources =>
  source === 'reported'
    ? { reported: larger(reported, usage), measured }
    : { reported, measured: plus(measured, usage) };

/** The growth of each number, and the numbers that are new. */
export const growthBetween = (before: Usage, after: Usage): Usage =>
  Object.fromEntries(
    Object.entries(after).flatMap(([name, value]) => {
      const more = numberOf(plus({ [name]: value }, { [name]: -numberOf(before, name) }), name);
      return more > 0 || !Object.hasOwn(before, name) ? [[name, more]] : [];
    }),
  );

/** Sources that differ by more than this part of the larger number are shown. */
const SHOWN_DIFFERENCE = 0.1;

/** Both sources, if they differ noticeably in a number that both have; otherwise null. */
export function differingSources(sources: UsageSources): UsageSources | null {
  const { reported, measured } = sources;
  const differs = Object.entries(reported).some(([name, value]) => {
    const other = numberOf(measured, name);
    return (
      Object.hasOwn(measured, name) && Math.abs(value - other) > SHOWN_DIFFERENCE * Math.max(value, other)
    );
  });
  return differs ? sources : null;
}

/** A data point of a metric that was understood, as OpenTelemetry defines it. */
export interface DataPoint {
  readonly name: MeasuredName;
  /** Identifies the time series: a digest of its resource, scope, metric and attributes. */
  readonly series: string;
  /** Whether the value counts from the previous point or from the start of the series. */
  readonly temporality: 'delta' | 'cumulative';
  /** Nanoseconds since 1970 in decimal digits; `0` if unknown. A series that starts again has a new start. */
  readonly start: string;
  readonly time: string;
  readonly value: number;
}

/** The state of a data point or of a cumulative series, which keeps a repeated value from being counted twice. */
export interface SeenPoint {
  readonly key: string;
  /** Nanoseconds since 1970 of the latest value. */
  readonly time: string;
  readonly value: number;
}

/** Deltas are told apart by their interval, cumulative values by the start of their series. */
export const pointKey = ({ series, temporality, start, time }: DataPoint): string =>
  temporality === 'delta' ? `${series} ${start} ${time}` : `${series} ${start}`;

/** Whether a value can be counted. */
export const isCountable = (value: number): boolean =>
  Number.isFinite(value) && value >= 0 && value <= MAX_USAGE;

/** What a point adds to what was seen of it, and what is then seen. */
export function growthOf(seen: SeenPoint | undefined, point: DataPoint): readonly [number, SeenPoint] {
  const { time, value } = point;
  const now = { key: pointKey(point), time, value };
  if (!seen) return [value, now];
  if (point.temporality === 'delta') return [0, seen];
  const isLater = BigInt(time) > BigInt(seen.time);
  if (point.start === '0') {
    // Only a smaller value at a later time shows that the series has started again.
    if (!isLater) return [0, seen];
    return value < seen.value ? [value, now] : [value - seen.value, now];
  }
  return value > seen.value ? [value - seen.value, isLater ? now : { ...now, time: seen.time }] : [0, seen];
}
