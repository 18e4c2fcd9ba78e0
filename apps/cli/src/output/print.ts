/** Prints a line of a command's output on standard output. */
export function print(line: string): void {
  process.stdout.write(`${printable(line)}\n`);
}

/** Prints a one-line message on standard error. */
export function note(message: string): void {
  process.stderr.write(`${printable(message)}\n`);
}

/**
 * Characters with an effect on a terminal: controls (C0, DEL, C1), line and paragraph separators, direction changes and
 * unpaired surrogates.
 */
const ACTING = /[\p{Cc}\p{Cs}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Escapes untrusted text, such as names and titles, for a single line of a terminal. Control characters
 * become escapes such as
 * `\u001b`, which mean the same in JSON.
 */
export const printable = (text: string): string =>
  text.replace(ACTING, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** The same for a text with several lines, such as help or a description, which keeps its line breaks. */
export const printableLines = (text: string): string =>
  text
    .split(/\r\n|\n/)
    .map(printable)
    .join('\n');
