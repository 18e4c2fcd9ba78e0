/** Somebody else has changed the same text meanwhile: this is theirs. */
export class Overtaken extends Error {
  override readonly name = 'Overtaken';
  readonly theirs: string;

  constructor(message: string, theirs: string) {
    super(message);
    this.theirs = theirs;
  }
}
