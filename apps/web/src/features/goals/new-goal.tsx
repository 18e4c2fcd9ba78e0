import { useNavigate } from '@tanstack/react-router';
import { tandem } from '../../api/tandem.ts';
import { strings } from '../../strings/index.ts';
import { useChange } from '../../ui/change.ts';
import { CheckBox, TextArea, TextField } from '../../ui/fields.tsx';
import { Picker } from '../../ui/picker.tsx';
import { chosen, useInitiativeChoices } from '../plans/choices.ts';
import { NewDialog } from '../plans/new-dialog.tsx';
import { useKept } from '../plans/new-draft.ts';
import { MetricFields, metricOf, NO_METRIC } from './metric-fields.tsx';

const EMPTY = { title: '', test: '', measured: '', ...NO_METRIC, initiativeId: '', initiative: '' };

interface NewGoalProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

export function NewGoal({ open, onClose }: NewGoalProps) {
  const { draft, change, clear } = useKept('new-goal', EMPTY);
  const { title, test, initiativeId } = draft;
  const isMeasured = draft.measured !== '';
  const initiatives = useInitiativeChoices();
  const navigate = useNavigate();
  const { mutate, isPending } = useChange({
    send: () =>
      tandem.goals.create({
        title,
        ...(test !== '' && { test }),
        ...(isMeasured && { metric: metricOf(draft) }),
        ...(initiativeId !== '' && { initiativeId }),
      }),
    reads: ['goals'],
    onDone: ({ id }) => {
      clear();
      void navigate({ to: '/goals/$goalId', params: { goalId: id } });
    },
  });
  const { goals, plans } = strings();
  return (
    <NewDialog
      title={goals.new}
      action={goals.create}
      open={open}
      busy={isPending}
      onCreate={mutate}
      onClose={onClose}
    >
      <TextField
        label={plans.title}
        value={title}
        onChange={(to) => change({ title: to })}
        required
        autoFocus
      />
      <TextArea
        label={goals.testField}
        hint={goals.testHint}
        value={test}
        onChange={(to) => change({ test: to })}
        onSubmit={mutate}
      />
      <CheckBox
        label={goals.withMetric}
        checked={isMeasured}
        onChange={(to) => change({ measured: to ? 'yes' : '' })}
      />
      {isMeasured && <MetricFields value={draft} onChange={change} />}
      <Picker
        label={plans.initiative}
        value={chosen(initiativeId, draft.initiative)}
        onChange={(choice) =>
          change({ initiativeId: choice?.value ?? '', initiative: choice?.value ? choice.text : '' })
        }
        {...initiatives}
      />
    </NewDialog>
  );
}
