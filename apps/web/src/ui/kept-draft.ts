import { drafts } from './drafts.ts';
import { keptAt } from './kept.ts';

/** A text that is being written. */
export interface Draft {
  readonly text: string;
  /** What it was made from: over anything else it is not saved unseen. */
  readonly base: string;
}

const baseOf = (keep: string) => keptAt<unknown>(`${keep}-base`);

export function keepDraft(keep: string, draft: Draft | null): void {
  baseOf(keep).set(draft?.base ?? null);
  drafts.set(keep, draft?.text ?? '');
}

/** What was being written when the page was left. */
export function keptDraft(keep: string): Draft | null {
  const text = drafts.get(keep);
  const base = baseOf(keep).get();
  return typeof base === 'string' && text !== '' && text !== base ? { text, base } : null;
}
