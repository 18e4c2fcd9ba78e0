import type { Goal } from '@tandem/client';

type Metric = Pick<NonNullable<Goal['metric']>, 'current' | 'target'>;

/** Whether the metric should fall. Without a known first value, one above its target should. */
export const shouldFall = ({ current, target }: Metric, first: number | undefined): boolean =>
  (first ?? current) > target;

/**
 * The progress between 0 and 1: of a rising metric from zero, of a falling or a negative one from its first known
 * value. Null without one.
 */
export function metricProgress(metric: Metric, first: number | undefined): number | null {
  const { current, target } = metric;
  if (!shouldFall(metric, first) && current >= 0 && target > 0) return Math.min(1, current / target);
  if (first === undefined || first === target) return null;
  return Math.min(1, Math.max(0, (current - first) / (target - first)));
}
