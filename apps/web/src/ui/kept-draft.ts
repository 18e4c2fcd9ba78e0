import { drafts } from './drafts.ts';
import { keptAt } from './kept.ts';

/** An unsaved text. */
export interface Draft {
  readonly text: string;
  /** The text that the edit began with; a newer one must not be overwritten unseen. */
  readonly base: string;
}

const baseOf = (keep: string) => keptAt<unknown>(`${keep}-base`);

export function keepDraft(keep: string, draft: Draft | null): void {
  baseOf(keep).set(draft?.base ?? null);
  drafts.set(keep, draft?.text ?? '');
}

/** The draft from before the page was left. */
export function keptDraft(keep: string): Draft | null {
  const text = drafts.get(keep);
  const base = baseOf(keep).get();
  return typeof base === 'string' && text !== '' && text !== base ? { text, base } : null;
}
