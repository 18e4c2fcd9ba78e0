import { type ReactNode, useState } from 'react';
import { strings } from '../../strings/index.ts';
import { Button } from '../../ui/button.tsx';
import { Pencil } from '../../ui/icons.ts';
import { type Choice, Picker } from '../../ui/picker.tsx';
import styles from './plans.module.css';

interface PlanPickerProps {
  readonly label: string;
  readonly value: Choice | null;
  /** An id, or null for none. */
  readonly onChange: (id: string | null) => void;
  /** The choices, loaded when the picker opens. */
  readonly useChoices: () => {
    readonly choices: readonly Choice[];
    readonly onSearch: (text: string) => void;
  };
  /** A link to the current choice. */
  readonly children: ReactNode;
  readonly locked: boolean;
}

/** A reference to another resource: a link, with a picker to change it. */
export function PlanPicker({ label, value, onChange, useChoices, children, locked }: PlanPickerProps) {
  const [chooses, setChooses] = useState(false);
  return (
    <div className="stack-s">
      <span className={styles.soft}>{label}</span>
      {chooses ? (
        <Choosing
          label={label}
          value={value}
          useChoices={useChoices}
          onChange={(choice) => {
            setChooses(false);
            if (choice && choice.value !== (value?.value ?? '')) onChange(choice.value || null);
          }}
        />
      ) : (
        <span className={styles.pointed}>
          <span>{children || strings().none}</span>
          {!locked && (
            <Button icon aria-label={strings().edit(label)} onClick={() => setChooses(true)}>
              <Pencil />
            </Button>
          )}
        </span>
      )}
    </div>
  );
}

interface ChoosingProps extends Pick<PlanPickerProps, 'label' | 'value' | 'useChoices'> {
  readonly onChange: (choice: Choice | null) => void;
}

function Choosing({ label, value, useChoices, onChange }: ChoosingProps) {
  return <Picker bare autoFocus label={label} value={value} onChange={onChange} {...useChoices()} />;
}
