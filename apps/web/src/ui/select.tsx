import { Select as Base } from '@base-ui/react/select';
import type { ReactNode } from 'react';
import { Field, type FieldProps } from './fields.tsx';
import { Check, ChevronsUpDown } from './icons.ts';
import { landmark } from './landmark.ts';
import list from './picker.module.css';
import styles from './select.module.css';

interface Option<Value extends string> {
  readonly value: Value;
  readonly text: string;
  /** A sign in front of the text. */
  readonly icon?: ReactNode;
}

interface SelectProps<Value extends string> extends FieldProps {
  readonly value: Value;
  readonly options: readonly Option<Value>[];
  readonly onChange: (value: Value) => void;
  readonly disabled?: boolean | undefined;
  /** Shown in front of the value, where no label is. */
  readonly prefix?: string;
}

/** The options of a select, in the order of the values. */
export const optionsOf = <Value extends string>(
  values: readonly Value[],
  texts: Readonly<Record<Value, string>>,
  iconOf?: (value: Value) => ReactNode,
): Option<Value>[] => values.map((value) => ({ value, text: texts[value], icon: iconOf?.(value) }));

/** A choice of few options, used by click, arrow keys, or first letters. */
export function Select<Value extends string>({
  label,
  hint,
  problem,
  bare,
  value,
  options,
  onChange,
  disabled,
  prefix,
}: SelectProps<Value>) {
  return (
    <Field label={label} hint={hint} problem={problem} bare={bare}>
      {(ids) => (
        <Base.Root<Value>
          items={options.map((option) => ({ value: option.value, label: <Label option={option} /> }))}
          value={value}
          onValueChange={(next) => next !== null && onChange(next)}
          disabled={disabled}
          modal={false}
        >
          <Base.Trigger {...ids} className={styles.trigger}>
            {prefix && <span className={styles.prefix}>{prefix}</span>}
            <Base.Value className={styles.value} />
            <ChevronsUpDown className={styles.sign} />
          </Base.Trigger>
          <Base.Portal container={landmark}>
            <Base.Positioner sideOffset={4} align="start" alignItemWithTrigger={false} className={list.place}>
              <Base.Popup className={`${list.popup} ${styles.popup}`}>
                <Base.List className={list.list}>
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      label={option.text}
                      className={list.item}
                    >
                      <Base.ItemText>
                        <Label option={option} />
                      </Base.ItemText>
                      <Base.ItemIndicator className={list.chosen}>
                        <Check />
                      </Base.ItemIndicator>
                    </Base.Item>
                  ))}
                </Base.List>
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}

const Label = ({ option: { icon, text } }: { option: Option<string> }) => (
  <span className={styles.label}>
    {icon}
    <span className="cut">{text}</span>
  </span>
);
