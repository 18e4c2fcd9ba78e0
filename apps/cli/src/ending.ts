/**
 * Exit codes: done, rejected by the service, wrong usage, service unavailable, nothing to do for now
 * (EX_TEMPFAIL).
 */
export const EXIT = {
  done: 0,
  refused: 1,
  misused: 2,
  unreachable: 3,
  nothing: 75,
  interrupted: 130,
} as const;

/** A problem that the user can fix: the messages say how, one line each. */
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

/** Wrong usage of a command. */
export class Misused extends CannotDo {
  override readonly name = 'Misused';

  override get exitCode(): number {
    return EXIT.misused;
  }
}

/** There is nothing to do now, but there may be later. */
export class NothingToDo extends CannotDo {
  override readonly name = 'NothingToDo';

  override get exitCode(): number {
    return EXIT.nothing;
  }
}
