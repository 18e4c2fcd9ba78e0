import { useNavigate } from '@tanstack/react-router';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { CheckBox, TextArea } from '../../ui/fields.tsx';
import { InitiativePicker, NewPlan, type NewPlanProps } from '../plans/new-plan.tsx';
import { MetricFields, metricOf, NO_METRIC } from './metric-fields.tsx';

const EMPTY = { title: '', test: '', measured: '', ...NO_METRIC, initiativeId: '', initiative: '' };

export function NewGoal(props: NewPlanProps) {
  const navigate = useNavigate();
  const { goals } = strings();
  return (
    <NewPlan
      {...props}
      kind="goals"
      empty={EMPTY}
      name="title"
      create={({ title, test, initiativeId, measured, ...metric }) =>
        tandem.goals.create({
          title,
          ...(test !== '' && { test }),
          ...(measured !== '' && { metric: metricOf(metric) }),
          ...(initiativeId !== '' && { initiativeId }),
        })
      }
      onCreated={(goalId) => void navigate({ to: '/goals/$goalId', params: { goalId } })}
    >
      {(draft, change, submit) => (
        <>
          <TextArea
            label={goals.testField}
            hint={goals.testHint}
            value={draft.test}
            onChange={(test) => change({ test })}
            onSubmit={submit}
          />
          <CheckBox
            label={goals.withMetric}
            checked={draft.measured !== ''}
            onChange={(to) => change({ measured: to ? 'yes' : '' })}
          />
          {draft.measured !== '' && <MetricFields value={draft} onChange={change} />}
          <InitiativePicker draft={draft} onChange={change} />
        </>
      )}
    </NewPlan>
  );
}
