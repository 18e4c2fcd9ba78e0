import { Combobox as Base } from '@base-ui/react/combobox';
import type { ComponentProps, ReactNode } from 'react';
import { strings } from '../strings/index.ts';
import { Field } from './fields.tsx';
import styles from './picker.module.css';

export interface Choice {
  readonly value: string;
  readonly text: string;
  /** A sign in front of the text. */
  readonly icon?: ReactNode;
  /** Shown next to the text. */
  readonly detail?: string | undefined;
}

interface PickerProps {
  readonly label: string;
  readonly choices: readonly Choice[];
  readonly value: Choice | null;
  readonly onChange: (choice: Choice | null) => void;
  /** Called while typing, for choices that are looked up on the server. */
  readonly onSearch?: ((text: string) => void) | undefined;
  /** Called while typing, for choices that are filtered here; they may include the typed text. */
  readonly onWrite?: ((text: string) => void) | undefined;
  readonly placeholder?: string | undefined;
  readonly bare?: boolean | undefined;
  /** Takes the focus when it appears. */
  readonly autoFocus?: boolean | undefined;
}

/** A searchable single choice. */
export function Picker({
  label,
  choices,
  value,
  onChange,
  onSearch,
  onWrite,
  placeholder,
  bare,
  autoFocus,
}: PickerProps) {
  const chosenText = value?.text ?? '';
  /** Typing replaces the current choice. */
  const selectChosen = ({ currentTarget: field }: { readonly currentTarget: HTMLInputElement }) => {
    if (field.value === chosenText) field.select();
  };
  /** Enter submits the form only if the field shows the current choice. */
  const keepForm: ComponentProps<typeof Base.Input>['onKeyDown'] = (event) => {
    const field = event.currentTarget;
    if (event.key !== 'Enter') return;
    const isOther = field.value !== chosenText;
    if (isOther || field.ariaExpanded === 'true') event.preventDefault();
    // Without a highlighted choice, Enter would discard the text, and the next Enter would submit.
    if (isOther && !field.hasAttribute('aria-activedescendant')) event.preventBaseUIHandler();
  };
  return (
    <Base.Root<Choice>
      items={choices}
      value={value}
      onValueChange={onChange}
      itemToStringLabel={({ text }) => text}
      isItemEqualToValue={(a, b) => a.value === b.value}
      autoHighlight
      {...(onSearch && { filter: null, onInputValueChange: onSearch })}
      {...(onWrite && { onInputValueChange: onWrite })}
    >
      <Field label={label} bare={bare}>
        {(ids) => (
          <Base.Input
            {...ids}
            placeholder={placeholder}
            autoFocus={autoFocus}
            onFocus={selectChosen}
            onClick={selectChosen}
            onKeyDown={keepForm}
          />
        )}
      </Field>
      <Base.Portal>
        <Base.Positioner sideOffset={4} className={styles.place}>
          <Base.Popup className={styles.popup}>
            <Base.Empty className={styles.empty}>{strings().noResults}</Base.Empty>
            <Base.List className={styles.list} aria-label={label}>
              {(choice: Choice) => (
                <Base.Item key={choice.value} value={choice} className={styles.item}>
                  <ChoiceText choice={choice} />
                </Base.Item>
              )}
            </Base.List>
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** A choice in a list: its sign, text and details. */
export const ChoiceText = ({ choice: { icon, text, detail } }: { readonly choice: Choice }) => (
  <>
    <span className={styles.text}>
      {icon}
      <span>{text}</span>
    </span>
    {detail && <span className={styles.detail}>{detail}</span>}
  </>
);
