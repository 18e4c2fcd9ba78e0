import { LIMITS, nameProblem, type Problem } from '../shared/text.ts';
import { type Folded, folded } from './characters.ts';

/* The words of texts and of queries. Every storage uses these functions, so that all of them find the same results. */

/** Longer words are cut to this length, in texts and in queries; in UTF-16 units. */
const LONGEST_WORD = 64;
/** Maximum distinct words indexed per text; later ones are ignored. */
export const WORDS_OF_A_TEXT = 5_000;
/** Maximum distinct words per query; later ones are ignored. */
export const WORDS_OF_A_QUERY = 16;

/** A word of a query. */
export interface Word {
  readonly text: string;
  /** Also matches as a prefix. */
  readonly beginning: boolean;
}

/** A folded sequence of characters that belong together, with its position in the text, in UTF-16 units. */
export interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** From a script written without spaces. */
  readonly dense: boolean;
}

/** Passes the runs of a text to `heard` until that returns false. */
export function eachRun(text: string, heard: (run: Run) => boolean): void {
  let run = '';
  let dense = false;
  let from = 0;
  let to = 0;
  const end = () => {
    const word = run;
    run = '';
    return word === '' || heard({ text: word, from, to, dense });
  };
  let next = 0;
  for (let at = 0; at < text.length; at = next) {
    const code = text.charCodeAt(at);
    // Fast path: most text is ASCII.
    if (code < 0x80) {
      next = endOfAscii(text, at);
      if (run !== '' && (dense || next === at) && !end()) return;
      if (next > at) {
        if (run === '') from = at;
        run += text.slice(at, next).toLowerCase();
        dense = false;
        to = next;
      } else next++;
      continue;
    }
    const codePoint = code < 0xd800 ? code : (text.codePointAt(at) as number);
    next = at + (codePoint > 0xffff ? 2 : 1);
    const characters = folded(codePoint);
    for (let i = 0; i < characters.length; i++) {
      const { text: character, kind } = characters[i] as Folded;
      const goesOn = kind === 'letter' || kind === 'dense';
      if (run !== '' && (!goesOn || dense !== (kind === 'dense')) && !end()) return;
      if (kind === 'other') continue;
      if (run === '') from = at;
      run += character;
      dense = kind === 'dense';
      to = next;
      if (kind === 'pictogram' && !end()) return;
    }
    // A diacritic or a joiner belongs to the character before it.
    if (run !== '' && characters.length === 0) to = next;
  }
  end();
}

/** The end of a run of ASCII letters and digits. */
function endOfAscii(text: string, from: number): number {
  let at = from;
  while (at < text.length && IN_WORDS[text.charCodeAt(at)]) at++;
  return at;
}

/** Whether an ASCII character can be part of a word. */
const IN_WORDS = Array.from({ length: 0x80 }, (_, code) => /[a-z0-9]/i.test(String.fromCharCode(code)));

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** A word cut to the maximum length. */
const counted = (word: string): string => {
  if (word.length <= LONGEST_WORD) return word;
  const splitsPair = (word.charCodeAt(LONGEST_WORD - 1) & 0xfc00) === 0xd800;
  return word.slice(0, splitsPair ? LONGEST_WORD - 1 : LONGEST_WORD);
};

/** The overlapping pairs of characters of a run, and its last character. */
function* partsOf(run: string): Generator<string> {
  let before = '';
  for (const character of run) {
    if (before !== '') yield before + character;
    before = character;
  }
  yield before;
}

/**
 * The distinct words of a text. A run without spaces counts as its overlapping pairs and its last character, so that
 * any part of it can be found.
 */
export function wordsOf(text: string): ReadonlySet<string> {
  const words = new Set<string>();
  if (ASCII.test(text)) {
    for (const word of text.toLowerCase().match(ASCII_WORD) ?? []) {
      words.add(counted(word));
      if (words.size >= WORDS_OF_A_TEXT) break;
    }
    return words;
  }
  eachRun(text, ({ text: run, dense }) => {
    for (const word of dense ? partsOf(run) : [counted(run)]) {
      words.add(word);
      if (words.size >= WORDS_OF_A_TEXT) return false;
    }
    return true;
  });
  return words;
}

export const queryProblem = (typed: string): Problem => nameProblem(typed, LIMITS.searchQuery);

/** The words of a query; the last one also matches as a prefix. */
export function queryWords(typed: string): readonly Word[] {
  const runs: Run[] = [];
  eachRun(typed, (run) => runs.push(run) > 0);
  const words = runs.flatMap(({ text, dense }, i): Word[] => {
    if (!dense) return [{ text: counted(text), beginning: i === runs.length - 1 }];
    const parts = [...partsOf(text)];
    // A single character can occur anywhere in a run, at the start of a pair.
    if (parts.length === 1) return [{ text, beginning: true }];
    return parts.slice(0, -1).map((part) => ({ text: part, beginning: false }));
  });
  const exact = new Set(words.flatMap(({ text, beginning }) => (beginning ? [] : [text])));
  const beginnings = words.filter(
    ({ text, beginning }, i) =>
      beginning &&
      !words.some((other, j) => (!other.beginning || j < i) && j !== i && other.text.startsWith(text)),
  );
  return [...[...exact].map((text) => ({ text, beginning: false })), ...beginnings].slice(
    0,
    WORDS_OF_A_QUERY,
  );
}

/** Whether a text with these words contains the word. */
export function hasWord(words: ReadonlySet<string>, { text, beginning }: Word): boolean {
  if (words.has(text)) return true;
  if (!beginning) return false;
  for (const word of words) if (word.startsWith(text)) return true;
  return false;
}
