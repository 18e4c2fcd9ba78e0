import type { Histogram, Registry } from 'prom-client';

/** Seconds. From a read by key to a request that is held for its 25 seconds. */
const DURATIONS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const NAME = 'tandem_request_duration_seconds';
const HELP = 'Requests by operation and status, and how long they took; none is a path that is no operation';

export interface RequestTimes {
  observe(operation: string, status: number, seconds: number): void;
}

/** The requests of an operation that had a status. */
interface Series {
  /** How many took as long as each duration or less, but longer than the one before. */
  readonly buckets: number[];
  count: number;
  sum: number;
}

/**
 * A histogram that a registry of prom-client exports as one of its own. Those make a text of the labels at each
 * observation, and look it up: that takes four times as long as to count.
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
  // All that a registry asks of a metric is its name and its samples.
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

/** What is exported of a series; each bucket counts those of the shorter ones as well. */
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
