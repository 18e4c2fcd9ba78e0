import type { Label } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { X } from '../../../ui/icons.ts';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { LabelPicker } from '../label-picker.tsx';
import styles from './new-task-dialog.module.css';

interface LabelsFieldProps {
  readonly all: readonly Label[];
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

const words = () => strings().tasks.form;

/** The labels of a new task; hidden if the workspace has none. */
export function LabelsField({ all, names, onChange }: LabelsFieldProps) {
  if (all.length === 0 && names.length === 0) return null;
  return (
    <div className="stack">
      <LabelPicker
        label={words().labels}
        placeholder={words().addLabel}
        known={all}
        without={names}
        onChange={(name) => onChange([...names, name])}
      />
      <ul className={styles.chosen}>
        {names.map((name) => (
          <li key={name}>
            <LabelTag label={all.find((label) => label.name === name) ?? { name, color: 'gray' }} />
            <button
              type="button"
              className={styles.remove}
              aria-label={words().removeLabel(name)}
              onClick={() => onChange(names.filter((each) => each !== name))}
            >
              <X />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
