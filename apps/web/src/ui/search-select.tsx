import { Combobox as Base } from '@base-ui/react/combobox';
import type { ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import { Check } from './icons.ts';
import list from './picker.module.css';
import { type Choice, ChoiceText } from './picker.tsx';
import styles from './search-select.module.css';

interface SearchSelectProps {
  /** The accessible name, which screen readers read before the current value. */
  readonly label: string;
  /** The content of the closed button. */
  readonly children: ReactNode;
  readonly choices: readonly Choice[];
  readonly disabled?: boolean | undefined;
  /** With a border, for use on its own. */
  readonly framed?: boolean | undefined;
}

interface OneProps extends SearchSelectProps {
  /** Called while typing, for choices that are looked up on the server. */
  readonly onSearch?: ((text: string) => void) | undefined;
  readonly value: string | null;
  readonly onChange: (value: string) => void;
}

interface SomeProps extends SearchSelectProps {
  /** Called while typing. */
  readonly onWrite?: ((text: string) => void) | undefined;
  readonly value: readonly string[];
  readonly onChange: (value: string[]) => void;
  readonly startsOpen?: boolean | undefined;
  readonly onClose?: (() => void) | undefined;
}

/** A searchable single choice, opened by a button that shows the current value. */
export function SearchSelect({
  label,
  children,
  choices,
  value,
  onChange,
  onSearch,
  disabled,
  framed,
}: OneProps) {
  return (
    <Base.Root<Choice>
      items={choices}
      value={choices.find((choice) => choice.value === value) ?? null}
      onValueChange={(choice) => choice && onChange(choice.value)}
      itemToStringLabel={({ text }) => text}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
      disabled={disabled}
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
    >
      <Opened label={label} framed={framed}>
        {children}
      </Opened>
    </Base.Root>
  );
}

/** A searchable multiple choice. Each change passes the complete selection. */
export function SearchMultiSelect({
  label,
  children,
  choices,
  value,
  onChange,
  onWrite,
  disabled,
  startsOpen,
  onClose,
}: SomeProps) {
  return (
    <Base.Root<Choice, true>
      multiple
      items={choices}
      value={choices.filter((choice) => value.includes(choice.value))}
      onValueChange={(chosen) => onChange(chosen.map((choice) => choice.value))}
      itemToStringLabel={({ text }) => text}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
      disabled={disabled}
      {...(startsOpen && { defaultOpen: true })}
      {...(onClose && { onOpenChange: (open: boolean) => !open && onClose() })}
      {...(onWrite && { onInputValueChange: onWrite })}
    >
      <Opened label={label}>{children}</Opened>
    </Base.Root>
  );
}

function Opened({ label, framed, children }: Pick<SearchSelectProps, 'label' | 'framed' | 'children'>) {
  return (
    <>
      <Base.Trigger className={styles.trigger} data-framed={framed || undefined} aria-label={label}>
        {children}
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner sideOffset={4} align="start" className={list.place}>
          <Base.Popup className={list.popup} aria-label={label}>
            <Base.Input className={styles.input} aria-label={label} placeholder={strings().find} />
            <Base.Empty className={list.empty}>{strings().noResults}</Base.Empty>
            <Base.List className={list.list} aria-label={label}>
              {(choice: Choice) => (
                <Base.Item key={choice.value} value={choice} className={list.item}>
                  <ChoiceText choice={choice} />
                  <Base.ItemIndicator className={list.chosen}>
                    <Check />
                  </Base.ItemIndicator>
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </>
  );
}
