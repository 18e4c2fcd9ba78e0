import { drafts } from './drafts.ts';

/** A text that is being written. */
export interface Draft {
  readonly text: string;
  /** What it was made from: over anything else it is not saved unseen. */
  readonly base: string;
}

const baseOf = (keep: string) => `${keep}-base`;

export function keepDraft(keep: string, draft: Draft | null): void {
  drafts.set(baseOf(keep), draft ? JSON.stringify(draft.base) : '');
  drafts.set(keep, draft?.text ?? '');
}

/** What was being written when the page was left. */
export function keptDraft(keep: string): Draft | null {
  const text = drafts.get(keep);
  const base = drafts.get(baseOf(keep));
  if (text === '' || base === '') return null;
  const parsed: unknown = JSON.parse(base);
  return typeof parsed === 'string' && parsed !== text ? { text, base: parsed } : null;
}
