import { beginningOf } from './tokens.ts';

/**
 * Shows texts by others to a model as data. Invisible characters are removed, because they could carry instructions
 * that no person has seen: controls, direction changes, tags and other default-ignorable and private-use characters.
 * The rest is quoted, or prefixed with `> ` on each line, so that no text can end its own quotation.
 */

/** Line breaks in any form. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** All invisible characters except line feed and tab. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without invisible characters. */
export const seen = (text: string): string => text.replace(LINE_ENDS, '\n').replace(UNSEEN, '');

/** A text on one line. */
export const onOneLine = (text: string): string => seen(text).replace(/\s+/g, ' ').trim();

/** Estimated tokens per character of quoted text; texts in more expensive scripts are cut earlier. */
const TOKENS_A_SIGN = 0.4;

/** The beginning of a text on one line, in quotes that it cannot close. */
export function quoted(text: string, max = 200): string {
  const line = onOneLine(text.slice(0, max * 8));
  const short = [...line].slice(0, max).join('');
  const beginning = beginningOf(short, max * TOKENS_A_SIGN);
  return JSON.stringify(
    beginning.length < line.length || text.length > max * 8 ? `${beginning.trimEnd()} …` : beginning,
  );
}

/** Marks each line of a text (already passed through `seen`) as written by a member. */
export const marked = (text: string): string => `> ${text.replaceAll('\n', '\n> ')}`;
