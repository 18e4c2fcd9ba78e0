import { strings } from '../strings/index.ts';

/** Somebody else has changed the same text meanwhile: this is theirs. */
export class ConflictError extends Error {
  override readonly name = 'Overtaken';
  readonly theirs: string;

  constructor(what: string, theirs: string) {
    super(strings.overtaken.said(what, theirs));
    this.theirs = theirs;
  }
}

/** Throws where a text is no longer the one that its edit began with; `what` it is, in small letters. */
export function expectUnchanged(what: string, base: string, now: string): void {
  if (now !== base) throw new ConflictError(what, now);
}
