import type { ReactNode } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { useChange } from '../../ui/change.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Picker } from '../../ui/picker.tsx';
import { useInitiativeChoices } from './choices.ts';
import { type PlanKind, singular } from './kind.ts';
import styles from './plans.module.css';
import { type Texts, useStoredForm } from './use-stored-form.ts';

export interface NewPlanProps {
  readonly open: boolean;
  readonly onClose: () => void;
}

interface NewPlan<Draft extends Texts> extends NewPlanProps {
  readonly kind: PlanKind;
  readonly empty: Draft;
  /** The field that names it. */
  readonly name: 'name' | 'title';
  readonly create: (draft: Draft) => PromiseLike<{ readonly id: string }>;
  readonly onCreated: (id: string) => void;
  readonly children: (
    draft: Draft,
    change: (fields: Partial<Draft>) => void,
    submit: () => void,
  ) => ReactNode;
}

/** A dialog to create a project, goal or initiative. The input is kept until it is created. */
export function NewPlan<Draft extends Texts>(props: NewPlan<Draft>) {
  const { kind, empty, name, create, onCreated, open, onClose, children } = props;
  const { draft, change, clear } = useStoredForm(`new-${singular(kind)}`, empty);
  const { mutate, isPending } = useChange({
    send: () => create(draft),
    invalidates: [kind],
    onDone: ({ id }) => {
      clear();
      onCreated(id);
    },
  });
  const { plans, cancel, [kind]: texts } = strings();
  return (
    <Dialog title={texts.new} open={open} onClose={onClose}>
      <form
        className="stack-l"
        onSubmit={(event) => {
          event.preventDefault();
          if (!isPending) mutate();
        }}
      >
        <TextField
          label={plans[name]}
          value={draft[name] ?? ''}
          onChange={(to) => change({ [name]: to } as Partial<Draft>)}
          required
          autoFocus
        />
        {children(draft, change, mutate)}
        <div className={styles.buttons}>
          <Button onClick={onClose}>{cancel}</Button>
          <Button primary type="submit" disabled={isPending}>
            {texts.create}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

interface InitiativePickerProps {
  readonly draft: { readonly initiativeId: string; readonly initiative: string };
  readonly onChange: (to: { initiativeId: string; initiative: string }) => void;
}

/** The initiative of something new; the draft keeps its name too. */
export const InitiativePicker = ({
  draft: { initiativeId, initiative },
  onChange,
}: InitiativePickerProps) => (
  <Picker
    label={strings().plans.initiative}
    value={initiativeId === '' ? null : { value: initiativeId, text: initiative }}
    onChange={(choice) =>
      onChange({ initiativeId: choice?.value ?? '', initiative: choice?.value ? choice.text : '' })
    }
    {...useInitiativeChoices()}
  />
);
