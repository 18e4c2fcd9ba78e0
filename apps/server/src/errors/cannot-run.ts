/**
 * A problem that keeps Tandem from running and that the operator can fix. Each line of the message names one and its
 * fix.
 */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
  readonly messages: readonly string[];

  constructor(...messages: readonly string[]) {
    super(messages.join('\n'));
    this.messages = messages;
  }
}
