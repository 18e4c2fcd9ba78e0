import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useChange } from '../../api/change.ts';
import { tandem } from '../../api/tandem.ts';
import { texts } from '../../app/texts/index.ts';
import { CheckBox, drafts, TextArea, TextField } from '../../ui/fields.tsx';
import { type Choice, Picker } from '../../ui/picker.tsx';
import { NO_CHOICE, useInitiativeChoices } from '../plans/choices.ts';
import { NewDialog } from '../plans/new-dialog.tsx';
import { MetricFields, metricOf, NO_METRIC } from './metric-fields.tsx';

const KEEP = 'new-goal';

interface NewGoalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewGoal({ open, onClose }: NewGoalProps) {
  const [title, setTitle] = useState('');
  const [test, setTest] = useState('');
  const [isMeasured, setMeasured] = useState(false);
  const [metric, setMetric] = useState(NO_METRIC);
  const [initiative, setInitiative] = useState<Choice | null>(null);
  const initiatives = useInitiativeChoices();
  const navigate = useNavigate();
  const { mutate, isPending } = useChange({
    send: () =>
      tandem.goals.create({
        title,
        ...(test !== '' && { test }),
        ...(isMeasured && { metric: metricOf(metric) }),
        ...(initiative && initiative !== NO_CHOICE && { initiativeId: initiative.value }),
      }),
    reads: ['goals'],
    onDone: ({ id }) => {
      drafts.set(KEEP, '');
      void navigate({ to: '/goals/$goalId', params: { goalId: id } });
    },
  });
  const { goals, plans } = texts;
  return (
    <NewDialog
      title={goals.new}
      action={goals.create}
      open={open}
      busy={isPending}
      onCreate={mutate}
      onClose={onClose}
    >
      <TextField label={plans.title} value={title} onChange={setTitle} required autoFocus />
      <TextArea
        label={goals.testField}
        hint={goals.testHint}
        value={test}
        onChange={setTest}
        keep={KEEP}
        onSubmit={mutate}
      />
      <CheckBox label={goals.withMetric} checked={isMeasured} onChange={setMeasured} />
      {isMeasured && <MetricFields value={metric} onChange={setMetric} />}
      <Picker label={plans.initiative} value={initiative} onChange={setInitiative} {...initiatives} />
    </NewDialog>
  );
}
