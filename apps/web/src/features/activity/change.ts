import type { ActivityEntry, Metric, TaskStatus } from '@tandem/client';
import { strings } from '../../strings/index.ts';

/** The field that changed, with display texts where they exist; null for an entry without a value. */
export interface Change {
  readonly field: string;
  readonly from: string | null;
  readonly to: string | null;
}

export function changeOf({ field, oldValue, newValue }: ActivityEntry): Change | null {
  // A verification that changed nothing still shows the goal's status.
  const from = oldValue === newValue ? null : wordOf(oldValue);
  const to = wordOf(newValue);
  return field === null && to === null ? null : { field: field ?? '', from, to };
}

function wordOf(value: string | null): string | null {
  if (value === null) return null;
  if (Object.hasOwn(strings().status, value)) return strings().status[value as TaskStatus];
  const metric = value.startsWith('{') ? metricIn(value) : null;
  return metric
    ? strings().goals.metricNow(String(metric.current), String(metric.target), metric.unit)
    : value;
}

/** The log keeps a metric as JSON. */
function metricIn(value: string): Metric | null {
  try {
    const read = JSON.parse(value) as Partial<Metric>;
    const { current, target, unit } = read;
    return typeof current === 'number' && typeof target === 'number' && typeof unit === 'string'
      ? { current, target, unit }
      : null;
  } catch {
    return null;
  }
}
