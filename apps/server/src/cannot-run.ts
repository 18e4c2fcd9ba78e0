/** What keeps Tandem from running and is the operator's to put right: the messages say how, a line for each. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
  readonly messages: readonly string[];

  constructor(...messages: readonly string[]) {
    super(messages.join('\n'));
    this.messages = messages;
  }
}
