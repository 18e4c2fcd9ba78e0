/** What the process answers: done, refused, not understood, no service there, nothing to do for now (EX_TEMPFAIL). */
export const EXIT = {
  done: 0,
  refused: 1,
  misused: 2,
  unreachable: 3,
  nothing: 75,
  interrupted: 130,
} as const;

/** What keeps a command from being done and the user can put right: the messages say how, a line for each. */
export class CannotDo extends Error {
  override readonly name: string = 'CannotDo';
  readonly messages: readonly string[];

  constructor(...messages: readonly string[]) {
    super(messages.join('\n'));
    this.messages = messages;
  }

  get exitCode(): number {
    return EXIT.refused;
  }
}

/** What was asked for cannot be meant so. */
export class Misused extends CannotDo {
  override readonly name = 'Misused';

  override get exitCode(): number {
    return EXIT.misused;
  }
}

/** There is nothing to do now; later there may be. */
export class NothingToDo extends CannotDo {
  override readonly name = 'NothingToDo';

  override get exitCode(): number {
    return EXIT.nothing;
  }
}
