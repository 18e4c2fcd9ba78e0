import { useState } from 'react';
import { keptAt } from '../../ui/kept.ts';

/** What was written into a form, field by field. */
type Texts = Readonly<Record<string, string>>;

/** What is being written for something new: it outlives a reload, and a form that was closed, until it is made. */
export function useKept<Draft extends Texts>(name: string, empty: Draft) {
  const kept = keptAt<unknown>(name);
  const [draft, setDraft] = useState<Draft>(() => textsIn(kept.get(), empty));
  const change = (fields: Partial<Draft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    kept.set(next);
  };
  const clear = () => {
    setDraft(empty);
    kept.set(null);
  };
  return { draft, change, clear };
}

/** Another version of the page may have kept it: only texts of fields that there are count. */
export function textsIn<Draft extends Texts>(kept: unknown, empty: Draft): Draft {
  const given = Object.entries(kept ?? {}).filter(
    ([name, text]) => Object.hasOwn(empty, name) && typeof text === 'string',
  );
  return { ...empty, ...Object.fromEntries(given) };
}
