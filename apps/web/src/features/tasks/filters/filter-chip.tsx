import { strings } from '../../../strings/index.ts';
import { X } from '../../../ui/icons.ts';
import type { Choice } from '../../../ui/picker.tsx';
import { SearchMultiSelect } from '../../../ui/search-select.tsx';
import styles from './filter-bar.module.css';

interface FilterChipProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly values: readonly string[];
  readonly onChange: (values: readonly string[]) => void;
  /** Chooses at once: the chip has just been added. */
  readonly isNew: boolean;
  /** Called when a new chip is closed. */
  readonly onClose: () => void;
  /** Called while typing, for choices that are typed. */
  readonly onWrite?: ((text: string) => void) | undefined;
}

/** Values that a chip names; more are counted. */
const MAX_NAMED = 2;

const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();

/** A filter with its values, which opens to change them. A value from the address is shown even if it is unknown. */
export function FilterChip({ label, choices, values, onChange, isNew, onClose, onWrite }: FilterChipProps) {
  const unknown = values.filter((value) => !choices.some((choice) => same(choice.value, value)));
  const all = [...choices, ...unknown.map((value) => ({ value, text: value }))];
  const chosen = all.filter((choice) => values.some((value) => same(choice.value, value)));
  const named = chosen.slice(0, MAX_NAMED).map(({ text }) => text);
  const rest = chosen.length - named.length;
  const text = [...named, ...(rest > 0 ? [`+${rest}`] : [])].join(', ');
  return (
    <span className={styles.chip}>
      <SearchMultiSelect
        label={label}
        choices={all}
        value={chosen.map(({ value }) => value)}
        onChange={onChange}
        onWrite={onWrite}
        startsOpen={isNew}
        onClose={onClose}
      >
        <span className={styles.name}>{label}</span> {text}
      </SearchMultiSelect>
      <button
        type="button"
        className={styles.remove}
        aria-label={strings().tasks.filter.remove(label)}
        onClick={() => onChange([])}
      >
        <X />
      </button>
    </span>
  );
}
