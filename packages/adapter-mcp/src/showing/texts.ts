import { beginningOf } from './tokens.ts';

/**
 * Texts of others as a model is shown them: as data. What nobody sees is taken out of them here, at the edge, for it could
 * say to a model what no person has read: controls, characters that change the direction of others, tags and all else that
 * Unicode has ignored by default, and what is of private use. What is left stands in quotes, or behind `> ` on each of its
 * lines: there is no text that could end either.
 */

/** Where a line may end. */
const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** All that is not seen, but for the end of a line and the tabulator. */
const UNSEEN = /[^\P{Cc}\n\t]|[\p{Cf}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

/** A text without what nobody sees. */
export const seen = (text: string): string => text.replace(LINE_ENDS, '\n').replace(UNSEEN, '');

/** A text on one line. */
export const onOneLine = (text: string): string => seen(text).replace(/\s+/g, ' ').trim();

/** Tokens that a character of what is quoted may cost: a text in a script that costs more is cut sooner. */
const TOKENS_A_SIGN = 0.4;

/** The beginning of a text on one line, in quotes that it cannot close. */
export function quoted(text: string, max = 200): string {
  const line = onOneLine(text.slice(0, max * 8));
  const short = [...line].slice(0, max).join('');
  const shown = beginningOf(short, max * TOKENS_A_SIGN);
  return JSON.stringify(shown.length < line.length || text.length > max * 8 ? `${shown.trimEnd()} …` : shown);
}

/** A text that has been through `seen`, marked as somebody's on each of its lines. */
export const marked = (text: string): string => `> ${text.replaceAll('\n', '\n> ')}`;
