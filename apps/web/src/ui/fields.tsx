import { useEffect, useId } from 'react';
import styles from './fields.module.css';

interface TextAreaProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Keeps what is written over a reload, under this name, until it is emptied. */
  readonly keep?: string | undefined;
}

/** Several lines of text. What somebody has written is not lost by a reload or a failure. */
export function TextArea({ label, value, onChange, keep }: TextAreaProps) {
  const id = useId();
  // Once, when the field appears: what was written before.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a field stays the same field.
  useEffect(() => {
    const kept = keep && drafts.get(keep);
    if (kept && value === '') onChange(kept);
  }, [keep]);
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <textarea
        id={id}
        rows={2}
        value={value}
        onChange={(event) => {
          onChange(event.target.value);
          if (keep) drafts.set(keep, event.target.value);
        }}
      />
    </div>
  );
}

const PREFIX = 'tandem-draft-';

/** Texts that have not been sent. */
export const drafts = {
  get: (name: string): string => localStorage.getItem(PREFIX + name) ?? '',
  set: (name: string, text: string): void => {
    try {
      if (text === '') localStorage.removeItem(PREFIX + name);
      else localStorage.setItem(PREFIX + name, text);
    } catch {
      // The browser has no more room: the text is still in its field.
    }
  },
};
