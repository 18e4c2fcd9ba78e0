import type { Goal, GoalsUpdateBody } from '@tandem/client';
import { useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Section } from '../../ui/section.tsx';
import styles from '../plans/plans.module.css';
import { Metric } from './metric.tsx';
import { MetricChart } from './metric-chart.tsx';
import { draftOf, type MetricDraft, MetricFields, metricOf } from './metric-fields.tsx';

interface MetricSectionProps {
  readonly goal: Goal;
  /** Saves the metric. Rejections have already been shown to the person. */
  readonly onSave: (body: GoalsUpdateBody) => Promise<unknown>;
  readonly locked: boolean;
}

/** The goal's metric: current value, history, and form to edit it. */
export function MetricSection({ goal, onSave, locked }: MetricSectionProps) {
  const { metric } = goal;
  const [draft, setDraft] = useState<MetricDraft | null>(null);
  const { goals } = strings();
  const save = async (to: GoalsUpdateBody['metric']) => {
    try {
      await onSave({ metric: to });
      setDraft(null);
    } catch {
      // The reason has been shown; the input stays.
    }
  };
  return (
    <Section
      title={goals.metric}
      actions={
        !locked &&
        draft === null && (
          <Button quiet onClick={() => setDraft(draftOf(metric))}>
            {goals.editMetric}
          </Button>
        )
      }
    >
      {draft ? (
        <form
          className="stack-l"
          onSubmit={(event) => {
            event.preventDefault();
            void save(metricOf(draft));
          }}
        >
          <MetricFields value={draft} onChange={(fields) => setDraft({ ...draft, ...fields })} />
          <div className={styles.buttons}>
            {metric && <Button onClick={() => void save(null)}>{goals.removeMetric}</Button>}
            <Button onClick={() => setDraft(null)}>{strings().cancel}</Button>
            <Button primary type="submit">
              {strings().save}
            </Button>
          </div>
        </form>
      ) : metric ? (
        <Metric goalId={goal.id} metric={metric} />
      ) : (
        <p className={styles.soft}>{goals.noMetric}</p>
      )}
      {metric && <MetricChart goal={goal} metric={metric} />}
    </Section>
  );
}
