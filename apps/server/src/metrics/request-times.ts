import type { Histogram, Registry } from 'prom-client';

/** Bucket limits in seconds, from a read by key to a request that is held for its 25 seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const NAME = 'tandem_request_duration_seconds';
const HELP = 'Duration of requests by operation and status; operation none is any other path';

export interface RequestTimes {
  observe(operation: string, status: number, seconds: number): void;
}

/** The requests of an operation with one status. */
interface Series {
  /** Requests per bucket, not cumulative: longer than the previous limit, up to this one. */
  readonly buckets: number[];
  count: number;
  sum: number;
}

/**
 * A histogram that can be registered with prom-client. prom-client's own builds and looks up a label string at each
 * observation, which costs four times as much as counting.
 */
export function requestTimes(registry: Registry): RequestTimes {
  const operations = new Map<string, Map<number, Series>>();

  const seriesOf = (operation: string, status: number): Series => {
    let statuses = operations.get(operation);
    if (!statuses) {
      statuses = new Map();
      operations.set(operation, statuses);
    }
    let series = statuses.get(status);
    if (!series) {
      series = { buckets: DURATIONS.map(() => 0), count: 0, sum: 0 };
      statuses.set(status, series);
    }
    return series;
  };

  const values = () =>
    [...operations].flatMap(([operation, statuses]) =>
      [...statuses].flatMap(([status, series]) => samples({ operation, status }, series)),
    );
  const get = async () => ({
    name: NAME,
    help: HELP,
    type: 'histogram',
    aggregator: 'sum',
    values: values(),
  });
  // A registry only needs a metric's name and samples.
  registry.registerMetric({ name: NAME, get } as unknown as Histogram);

  return {
    observe: (operation, status, seconds) => {
      const series = seriesOf(operation, status);
      series.count++;
      series.sum += seconds;
      const bucket = DURATIONS.findIndex((max) => seconds <= max);
      if (bucket >= 0) (series.buckets[bucket] as number)++;
    },
  };
}

interface Labels {
  readonly operation: string;
  readonly status: number;
}

/** The exported samples of a series; its buckets are cumulative. */
function samples(labels: Labels, { buckets, count, sum }: Series) {
  let within = 0;
  const bucket = (le: number | string, value: number) => ({
    metricName: `${NAME}_bucket`,
    labels: { le, ...labels },
    value,
  });
  return [
    ...DURATIONS.map((le, i) => {
      within += buckets[i] as number;
      return bucket(le, within);
    }),
    bucket('+Inf', count),
    { metricName: `${NAME}_sum`, labels, value: sum },
    { metricName: `${NAME}_count`, labels, value: count },
  ];
}
