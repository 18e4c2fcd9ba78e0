import { type Choice, Picker } from '../../../ui/picker.tsx';
import styles from './filter-bar.module.css';

interface FilterPickerProps {
  readonly label: string;
  /** What it says where it filters by nothing. */
  readonly any: string;
  readonly choices: readonly Choice[];
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

/** One of the filters; what the address names is shown, also where nobody knows it. */
export function FilterPicker({ label, any, choices, value, onChange }: FilterPickerProps) {
  const all = [{ value: '', text: any }, ...choices];
  const current = value ?? '';
  const known = all.find((choice) => choice.value.toLowerCase() === current.toLowerCase());
  return (
    <div className={styles.picker} data-set={value !== undefined || undefined}>
      <Picker
        bare
        label={label}
        choices={all}
        value={known ?? { value: current, text: current }}
        onChange={(choice) => onChange(choice?.value || undefined)}
      />
    </div>
  );
}
