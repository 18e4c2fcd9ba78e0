import { type ComponentProps, type ReactNode, type Ref, useEffect, useId, useRef } from 'react';
import { drafts } from './drafts.ts';
import styles from './fields.module.css';

export interface FieldProps {
  readonly label: string;
  /** The accepted input, shown before any error. */
  readonly hint?: string | undefined;
  /** The API's error message for the field. */
  readonly problem?: string | undefined;
  /** The label is for screen readers only, because its position makes the field's meaning visible. */
  readonly bare?: boolean | undefined;
}

interface FieldFrameProps extends FieldProps {
  readonly children: (ids: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode;
}

/** The frame of every field: label, hint and error. */
export function Field({ label, hint, problem, bare, children }: FieldFrameProps) {
  const id = useId();
  const about = problem ?? hint;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={bare ? 'visually-hidden' : undefined}>
        {label}
      </label>
      {children({
        id,
        ...(about !== undefined && { 'aria-describedby': `${id}-about` }),
        ...(problem !== undefined && { 'aria-invalid': true }),
      })}
      {about !== undefined && (
        <p id={`${id}-about`} className={problem === undefined ? styles.hint : styles.problem}>
          {about}
        </p>
      )}
    </div>
  );
}

interface TextFieldProps extends FieldProps, Omit<ComponentProps<'input'>, 'onChange' | 'id'> {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** One line of text. */
export const TextField = ({ label, hint, problem, bare, onChange, ...rest }: TextFieldProps) => (
  <Field label={label} hint={hint} problem={problem} bare={bare}>
    {(ids) => (
      <input autoComplete="off" {...rest} {...ids} onChange={(event) => onChange(event.target.value)} />
    )}
  </Field>
);

export interface TextAreaProps extends FieldProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly rows?: number | undefined;
  readonly placeholder?: string | undefined;
  /** The draft's key; the draft survives a reload and is deleted when the field is emptied. */
  readonly draftKey?: string | undefined;
  /** Called for Control+Enter or Command+Enter. */
  readonly onSubmit?: (() => void) | undefined;
  readonly autoFocus?: boolean | undefined;
  readonly ref?: Ref<HTMLTextAreaElement> | undefined;
}

/** A multi-line text. The input survives reloads and failures. */
export function TextArea({
  label,
  hint,
  problem,
  bare,
  value,
  onChange,
  draftKey,
  rows = 2,
  placeholder,
  onSubmit,
  autoFocus,
  ref,
}: TextAreaProps) {
  const before = useRef(value);
  // Once, when the field appears: what was written before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field stays the same field.
  useEffect(() => {
    const stored = draftKey && drafts.get(draftKey);
    if (stored && value === '') onChange(stored);
  }, [draftKey]);
  // The sender empties the field.
  useEffect(() => {
    if (draftKey && value === '' && before.current !== '') drafts.set(draftKey, '');
    before.current = value;
  }, [draftKey, value]);
  return (
    <Field label={label} hint={hint} problem={problem} bare={bare}>
      {(ids) => (
        <textarea
          {...ids}
          ref={ref}
          // biome-ignore lint/a11y/noAutofocus: somebody has just asked for this field.
          autoFocus={autoFocus}
          rows={rows}
          placeholder={placeholder}
          value={value}
          onChange={(event) => {
            onChange(event.target.value);
            if (draftKey) drafts.set(draftKey, event.target.value);
          }}
          onKeyDown={(event) => {
            if (onSubmit && event.key === 'Enter' && (event.ctrlKey || event.metaKey)) onSubmit();
          }}
        />
      )}
    </Field>
  );
}

interface CheckBoxProps {
  readonly label: ReactNode;
  readonly checked: boolean;
  readonly onChange: (checked: boolean) => void;
  readonly disabled?: boolean | undefined;
}

export function CheckBox({ label, checked, onChange, disabled }: CheckBoxProps) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span>{label}</span>
    </label>
  );
}
