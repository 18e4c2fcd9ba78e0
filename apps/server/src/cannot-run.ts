/** What keeps Tandem from running and is the operator's to put right: the message says how, on one line. */
export class CannotRun extends Error {
  override readonly name = 'CannotRun';
}
