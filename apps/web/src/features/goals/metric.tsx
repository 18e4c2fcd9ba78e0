import type { Goal } from '@tandem/client';
import { useQuery } from '@tanstack/react-query';
import { strings } from '../../strings/index.ts';
import { exact } from '../../ui/format.ts';
import { useInView } from '../../ui/in-view.ts';
import { Progress } from '../../ui/progress.tsx';
import styles from '../plans/plans.module.css';
import { measured } from './measured.ts';
import { goalEvents } from './measured-query.ts';
import { metricProgress, shouldFall } from './metric-progress.ts';

interface MetricProps {
  readonly goalId: string;
  readonly metric: NonNullable<Goal['metric']>;
}

/** A metric's progress. Its first value, from the log, says whether it should rise or fall. */
export function Metric({ goalId, metric }: MetricProps) {
  const { ref, inView } = useInView<HTMLDivElement>();
  const { data } = useQuery({ ...goalEvents(goalId), enabled: inView });
  const first = data && measured(data.events)[0]?.current;
  const { current, target, unit } = metric;
  const { metricNow, metricFalling } = strings().goals;
  const textOf = shouldFall(metric, first) ? metricFalling : metricNow;
  const text = textOf(exact(current), exact(target), unit).trim();
  const progress = metricProgress(metric, first);
  return (
    <div ref={ref} className={styles.progress}>
      <span>{text}</span>
      {progress !== null && <Progress label={text} value={progress} />}
    </div>
  );
}
