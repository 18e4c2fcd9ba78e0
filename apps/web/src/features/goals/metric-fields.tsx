import type { Goal } from '@tandem/client';
import { strings } from '../../strings/index.ts';
import { TextField } from '../../ui/fields.tsx';
import styles from '../plans/plans.module.css';

/** A metric as typed: numbers may be incomplete. */
export type MetricDraft = Readonly<Record<'current' | 'target' | 'unit', string>>;

export const NO_METRIC: MetricDraft = { current: '0', target: '', unit: '' };

export const draftOf = (metric: Goal['metric']): MetricDraft =>
  metric ? { current: String(metric.current), target: String(metric.target), unit: metric.unit } : NO_METRIC;

export const metricOf = ({ current, target, unit }: MetricDraft): NonNullable<Goal['metric']> => ({
  current: Number(current),
  target: Number(target),
  unit,
});

interface MetricFieldsProps {
  readonly value: MetricDraft;
  readonly onChange: (fields: Partial<MetricDraft>) => void;
}

export function MetricFields({ value, onChange }: MetricFieldsProps) {
  const { goals } = strings();
  const set = (name: keyof MetricDraft) => (text: string) => onChange({ [name]: text });
  const number = { type: 'number', step: 'any', required: true };
  return (
    <div className={styles.together}>
      <TextField label={goals.current} value={value.current} onChange={set('current')} {...number} />
      <TextField label={goals.target} value={value.target} onChange={set('target')} {...number} />
      <TextField label={goals.unit} value={value.unit} onChange={set('unit')} />
    </div>
  );
}
