import { drafts } from './drafts.ts';
import { storedValue } from './stored-value.ts';

/** An unsaved text. */
export interface Draft {
  readonly text: string;
  /** The text that the edit began with; a newer one must not be overwritten unseen. */
  readonly base: string;
}

const baseOf = (draftKey: string) => storedValue<unknown>(`${draftKey}-base`);

export function storeDraft(draftKey: string, draft: Draft | null): void {
  baseOf(draftKey).set(draft?.base ?? null);
  drafts.set(draftKey, draft?.text ?? '');
}

/** The draft from before the page was left. */
export function storedDraft(draftKey: string): Draft | null {
  const text = drafts.get(draftKey);
  const base = baseOf(draftKey).get();
  return typeof base === 'string' && text !== '' && text !== base ? { text, base } : null;
}
