import type { Label } from '@tandem/client';
import { useState } from 'react';
import { strings } from '../../../strings/index.ts';
import { LabelTag } from '../../../ui/label-tag.tsx';
import { Picker } from '../../../ui/picker.tsx';
import styles from './new-task-dialog.module.css';

interface LabelsFieldProps {
  readonly all: readonly Label[];
  readonly names: readonly string[];
  readonly onChange: (names: readonly string[]) => void;
}

const words = () => strings().tasks.form;

/**
 * The labels of a new task; hidden if the workspace has none. Not all labels may be loaded, so the typed name is
 * offered too, and the server finds or creates it.
 */
export function LabelsField({ all, names, onChange }: LabelsFieldProps) {
  const [written, setWritten] = useState('');
  const name = written.trim();
  const isKnown = [...all.map((label) => label.name), ...names].some((each) => same(each, name));
  if (all.length === 0 && names.length === 0) return null;
  return (
    <div className="stack">
      <Picker
        label={words().labels}
        placeholder={words().addLabel}
        choices={[
          ...all.filter((label) => !names.includes(label.name)).map(choiceOf),
          ...(name !== '' && !isKnown ? [{ value: name, text: strings().task.addLabel(name) }] : []),
        ]}
        value={null}
        onWrite={setWritten}
        onChange={(choice) => choice && onChange([...names, choice.value])}
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
              ✕
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

const choiceOf = ({ name }: Label) => ({ value: name, text: name });

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
