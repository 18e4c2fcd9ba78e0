import { useState } from 'react';
import { storedValue } from '../../ui/stored-value.ts';

/** Form input by field. */
export type Texts = Readonly<Record<string, string>>;

/** A draft of a new resource. It survives a reload and closing the form, until the resource is created. */
export function useStoredForm<Draft extends Texts>(name: string, empty: Draft) {
  const stored = storedValue<unknown>(name);
  const [draft, setDraft] = useState<Draft>(() => knownTexts(stored.get(), empty));
  const change = (fields: Partial<Draft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    stored.set(next);
  };
  const clear = () => {
    setDraft(empty);
    stored.set(null);
  };
  return { draft, change, clear };
}

/** Keeps only texts of known fields: another version of the page may have stored the draft. */
export function knownTexts<Draft extends Texts>(stored: unknown, empty: Draft): Draft {
  const known = Object.entries(stored ?? {}).filter(
    ([name, text]) => Object.hasOwn(empty, name) && typeof text === 'string',
  );
  return { ...empty, ...Object.fromEntries(known) };
}
