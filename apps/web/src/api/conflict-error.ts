import { strings } from '../strings/index.ts';

/** The text has changed since the edit began; holds the current text. */
export class ConflictError extends Error {
  override readonly name = 'ConflictError';
  readonly theirs: string;

  constructor(field: string, theirs: string) {
    super(strings().conflict.message(field, theirs));
    this.theirs = theirs;
  }
}

/** Throws if a text has changed since its edit began. `what` names the text, in lower case. */
export function expectUnchanged(field: string, base: string, now: string): void {
  if (now !== base) throw new ConflictError(field, now);
}
