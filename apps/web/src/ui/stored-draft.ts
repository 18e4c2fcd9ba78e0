import { drafts } from './drafts.ts';
import { storedValue } from './stored-value.ts';

/** An unsaved text. */
export interface Draft {
  readonly text: string;
  /** The text that the edit began with; a newer one must not be overwritten unseen. */
  readonly base: string;
}

const baseOf = (keep: string) => storedValue<unknown>(`${keep}-base`);

export function storeDraft(keep: string, draft: Draft | null): void {
  baseOf(keep).set(draft?.base ?? null);
  drafts.set(keep, draft?.text ?? '');
}

/** The draft from before the page was left. */
export function storedDraft(keep: string): Draft | null {
  const text = drafts.get(keep);
  const base = baseOf(keep).get();
  return typeof base === 'string' && text !== '' && text !== base ? { text, base } : null;
}
