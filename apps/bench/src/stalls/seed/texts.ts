/** The longest texts that the interface takes, of the characters that take the most bytes. */
export const longText = (characters: number): string => '🪨'.repeat(characters);

export const LONG_TITLE = longText(500);
export const LONG_DESCRIPTION = longText(100_000);
export const LONG_MESSAGE = longText(20_000);
export const LONG_EVIDENCE = longText(10_000);

export const DESCRIPTION =
  'Try again up to five times with a growing pause, and say in the log which mirror was away.';

/** When everything was made, if not later. */
export const START = Date.now() - 7 * 24 * 60 * 60_000;
