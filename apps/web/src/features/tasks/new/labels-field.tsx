import type { Label } from '@tandem/client';
import { strings } from '../../../strings/index.ts';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { Picker } from '../../../ui/picker.tsx';
import styles from './new-task-dialog.module.css';

interface LabelsFieldProps {
  readonly all: readonly Label[];
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

const words = strings.tasks.form;

/** The labels of a task; nothing to choose from where the workspace has none. */
export function LabelsField({ all, names, onChange }: LabelsFieldProps) {
  if (all.length === 0 && names.length === 0) return null;
  return (
    <div className={styles.labels}>
      <Picker
        label={words.labels}
        placeholder={words.addLabel}
        choices={all
          .filter(({ name }) => !names.includes(name))
          .map(({ id, name }) => ({ value: id, text: name }))}
        value={null}
        onChange={(choice) => choice && onChange([...names, choice.text])}
      />
      <ul className={styles.chosen}>
        {names.map((name) => (
          <li key={name}>
            <LabelTag label={all.find((label) => label.name === name) ?? { name, color: 'gray' }} />
            <button
              type="button"
              className={styles.remove}
              aria-label={words.removeLabel(name)}
              onClick={() => onChange(names.filter((each) => each !== name))}
            >
              ✕
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
