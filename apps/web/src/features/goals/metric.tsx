import type { Goal } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { exact } from '../../ui/format.ts';
import { Progress } from '../../ui/progress.tsx';
import styles from '../plans/plans.module.css';

interface MetricProps {
  readonly metric: NonNullable<Goal['metric']>;
}

/**
 * A metric's progress. The intended direction is unknown, so the bar is shown only for a value above zero and below
 * its target.
 */
export function Metric({ metric: { current, target, unit } }: MetricProps) {
  const text = strings().goals.metricNow(exact(current), exact(target), unit).trim();
  return (
    <div className={styles.progress}>
      <span>{text}</span>
      {current >= 0 && target > 0 && current <= target && <Progress label={text} value={current / target} />}
    </div>
  );
}
