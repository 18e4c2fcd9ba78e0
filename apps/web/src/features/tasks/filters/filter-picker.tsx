import { useState } from 'react';
import { type Choice, Picker } from '../../../ui/picker.tsx';
import styles from './filter-bar.module.css';

interface FilterPickerProps {
  readonly label: string;
  /** The text shown without a filter. */
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
  /** Also offers the typed text, for when only some of many choices are loaded. */
  readonly asWritten?: boolean | undefined;
}

/** A filter. A value from the address is shown even if it is unknown. */
export function FilterPicker({ label, any, choices, value, onChange, asWritten }: FilterPickerProps) {
  const [typed, setTyped] = useState('');
  const name = asWritten ? typed.trim() : '';
  const isKnown = name === '' || [{ text: any }, ...choices].some(({ text }) => same(text, name));
  const all = [{ value: '', text: any }, ...choices, ...(isKnown ? [] : [{ value: name, text: name }])];
  const current = value ?? '';
  const known = all.find((choice) => same(choice.value, current));
  return (
    <div className={styles.picker} data-set={value !== undefined || undefined}>
      <Picker
        bare
        label={label}
        choices={all}
        value={known ?? { value: current, text: current }}
        {...(asWritten && { onWrite: setTyped })}
        onChange={(choice) => onChange(choice?.value || undefined)}
      />
    </div>
  );
}

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
