import type { Goal } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { serverNow } from '../../api/clock.ts';
import { strings } from '../../strings/index.ts';
import { Chart } from '../../ui/chart/chart.tsx';
import { timeText } from '../../ui/chart/series.ts';
import { exact } from '../../ui/format.ts';
import { measured } from './measured.ts';
import { goalEvents } from './measured-query.ts';
import { shouldFall } from './metric-progress.ts';

interface MetricChartProps {
  readonly goal: Goal;
  readonly metric: NonNullable<Goal['metric']>;
}

/** The metric over time, against its target, until now. */
export function MetricChart({ goal: { id, title }, metric: { current, target, unit } }: MetricChartProps) {
  const { data } = useQuery(goalEvents(id));
  const { goals } = strings();
  const isWhole = data?.events.some(({ type }) => type === 'goal.created');
  const drawn = useMemo(() => {
    const known = measured(data?.events ?? []);
    const falls = shouldFall({ current, target }, known[0]?.current);
    return {
      times: [...known.map(({ at }) => Date.parse(at)), serverNow()],
      series: [
        {
          label: goals.current,
          values: [...known.map((each) => each.current), current],
          shape: 'step',
          // The area below a falling metric is what should go away.
          filled: !falls,
        },
        {
          label: goals.target,
          values: [...known.map((each) => each.target), target],
          tone: 'quiet',
          shape: 'step',
          dashed: true,
        },
      ],
    } as const;
  }, [data, current, target, goals]);
  // A single point shows no more than the number next to it.
  if (drawn.times.length < 3) return null;
  const summary = goals.metricSummary(
    exact(current),
    exact(target),
    unit,
    timeText(drawn.times[0] ?? 0, true),
  );
  return (
    <Chart
      label={goals.overTime(title)}
      summary={isWhole ? summary : `${summary} ${goals.metricKept}`}
      {...drawn}
    />
  );
}
