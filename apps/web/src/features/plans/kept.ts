import { useState } from 'react';
import { drafts } from '../../ui/drafts.ts';

/** What was written into a form, field by field. */
type Texts = Readonly<Record<string, string>>;

/** What is being written for something new: it outlives a reload, and a form that was closed, until it is made. */
export function useKept<Draft extends Texts>(name: string, empty: Draft) {
  const [draft, setDraft] = useState<Draft>(() => read(drafts.get(name), empty));
  const change = (fields: Partial<Draft>) => {
    const next = { ...draft, ...fields };
    setDraft(next);
    drafts.set(name, JSON.stringify(next));
  };
  const clear = () => {
    setDraft(empty);
    drafts.set(name, '');
  };
  return { draft, change, clear };
}

/** Another version of the page may have kept it: only texts of fields that there are count. */
export function read<Draft extends Texts>(kept: string, empty: Draft): Draft {
  try {
    const given = JSON.parse(kept) as Readonly<Record<string, unknown>>;
    const fields = Object.keys(empty).filter((name) => typeof given[name] === 'string');
    return { ...empty, ...Object.fromEntries(fields.map((name) => [name, given[name]])) };
  } catch {
    return empty;
  }
}
