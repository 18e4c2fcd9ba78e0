/** A line of a command's answer, on standard output. */
export function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** A message of one line beside the answer, on standard error. */
export function note(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}

/**
 * What acts on a terminal instead of standing there: controls (C0, DEL, C1), line and paragraph separators,
 * whatever turns the direction of writing, and halves of characters.
 */
const ACTING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * A text as it can be shown on one line of a terminal, whoever wrote it: names and titles above all. What
 * acts is written as `\u001b`, which in JSON means the same as the character itself.
 */
export const printable = (text: string): string =>
  text.replace(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text of several lines, such as a help or a description, in which only the ends of lines act. */
export const printableLines = (text: string): string =>
  text
    .split(/\r\n|\n/)
    .map(printable)
    .join('\n');
