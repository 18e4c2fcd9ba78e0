/**
 * Estimates the tokens of a text. Models count differently, and exact counts need their tables, so this returns an
 * upper estimate without tables. The tests compare it with the tables of one model.
 */

/** The units of the estimate: a word, digits, blanks, or a single character. */
const PIECES = /[A-Za-z]+|\d+|[^\S\n]+|./gsu;
const WORD_LIKE = /^[A-Z]?[a-z]+$|^[A-Z]+$/;
/** Five consonants or four vowels in a row are unlikely in a word. */
const UNLIKELY = /[^aeiouy]{5}|[aeiouy]{4}|[jqxz][^aeiouy]/i;

/** Token cost of a non-ASCII character, by the start of its Unicode range. */
const DEAR: readonly (readonly [before: number, cost: number])[] = [
  [0x250, 1],
  [0x460, 0.75],
  [0x590, 2],
  [0x800, 0.8],
  [0x2000, 2.6],
  [0x2800, 1.4],
  [0x10000, 2],
];
const DEAREST = 4;

function costOf(piece: string): number {
  const code = piece.codePointAt(0) as number;
  if (code >= 0x80) return DEAR.find(([before]) => code < before)?.[1] ?? DEAREST;
  if (/[A-Za-z]/.test(piece)) return costOfWord(piece);
  if (code === 0x0a) return 1;
  if (/\d/.test(piece)) return Math.ceil(piece.length / 2.5);
  // A single blank before a word belongs to it.
  if (/\s/.test(piece)) return piece.length > 1 ? 0.4 * piece.length : 0.1;
  return 0.9;
}

function costOfWord(word: string): number {
  if (word.length <= 2) return 1;
  const isLikely = WORD_LIKE.test(word) && !UNLIKELY.test(word);
  return isLikely ? Math.max(1, 0.3 * word.length) : 0.8 * word.length;
}

/** Upper estimate of the number of tokens. */
export function tokensOf(text: string): number {
  let cost = 0;
  for (const [piece] of text.matchAll(PIECES)) cost += costOf(piece);
  return Math.ceil(cost);
}

/** The beginning of a text with at most this many tokens, ending with a word; the whole text if it fits. */
export function beginningOf(text: string, tokens: number): string {
  let cost = 0;
  let end = 0;
  for (const { 0: piece, index } of text.matchAll(PIECES)) {
    cost += costOf(piece);
    if (cost > tokens) return end > 0 ? text.slice(0, end) : wholeSigns(text, tokens);
    if (/[\s\u0080-\u{10ffff}]/u.test(piece)) end = index + piece.length;
  }
  return text;
}

/** This many characters, without splitting a surrogate pair. */
const wholeSigns = (text: string, length: number) => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');
