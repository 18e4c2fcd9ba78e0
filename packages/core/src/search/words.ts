import { type Folded, folded } from './characters.ts';

/*
 * The words by which texts are found: of a text when it is kept, and of what is typed when it is looked for. All storages
 * make them here, so that they find the same.
 */

/** A word longer than this counts by its beginning, in UTF-16 units, on both sides. */
const LONGEST_WORD = 64;
/** Different words of one text by which it is found; those that come after them are not. */
export const WORDS_OF_A_TEXT = 5_000;
/** Different words of a query that are looked for; those that come after them are not. */
export const WORDS_OF_A_QUERY = 16;

/** A word that is looked for. */
export interface Word {
  readonly text: string;
  /** Whether words that begin with it count as well. */
  readonly beginning: boolean;
}

/** Characters of a text that belong together, folded, and where they stand in it, in UTF-16 units. */
export interface Run {
  readonly text: string;
  readonly from: number;
  readonly to: number;
  /** Whether it is of a script without spaces. */
  readonly dense: boolean;
}

/** The runs of a text, until `heard` returns false. */
export function eachRun(text: string, heard: (run: Run) => boolean): void {
  let run = '';
  let dense = false;
  let from = 0;
  let to = 0;
  const end = () => {
    const whole = run;
    run = '';
    return whole === '' || heard({ text: whole, from, to, dense });
  };
  let next = 0;
  for (let at = 0; at < text.length; at = next) {
    const code = text.charCodeAt(at);
    // What most texts are made of is not looked at character by character.
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
    // An accent, or what joins two characters, belongs to what it follows.
    if (run !== '' && characters.length === 0) to = next;
  }
  end();
}

/** Where a run of ASCII letters and digits ends. */
function endOfAscii(text: string, from: number): number {
  let at = from;
  while (at < text.length && IN_WORDS[text.charCodeAt(at)]) at++;
  return at;
}

/** Whether a word may hold it, by the character; of ASCII alone. */
const IN_WORDS = Array.from({ length: 0x80 }, (_, code) => /[a-z0-9]/i.test(String.fromCharCode(code)));

const ASCII = /^[\0-\x7f]*$/;
const ASCII_WORD = /[a-z0-9]+/g;

/** A word as far as it counts. */
const counted = (word: string): string => {
  if (word.length <= LONGEST_WORD) return word;
  const splitsPair = (word.charCodeAt(LONGEST_WORD - 1) & 0xfc00) === 0xd800;
  return word.slice(0, splitsPair ? LONGEST_WORD - 1 : LONGEST_WORD);
};

/** Each two characters of a run that follow each other, and the last one. */
function* partsOf(run: string): Generator<string> {
  let before = '';
  for (const character of run) {
    if (before !== '') yield before + character;
    before = character;
  }
  yield before;
}

/**
 * The different words of a text. A run of a script without spaces counts by each two characters that follow each other, and
 * by its last one: so any part of it is found.
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

/** What is looked for when this is typed: each word as such, and the last one also as the beginning of one. */
export function queryWords(typed: string): readonly Word[] {
  const runs: Run[] = [];
  eachRun(typed, (run) => runs.push(run) > 0);
  const words = runs.flatMap(({ text, dense }, i): Word[] => {
    if (!dense) return [{ text: counted(text), beginning: i === runs.length - 1 }];
    const parts = [...partsOf(text)];
    // A character alone may stand anywhere in a run: then something begins with it.
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

/** Whether a text of these words has the word. */
export function hasWord(words: ReadonlySet<string>, { text, beginning }: Word): boolean {
  if (words.has(text)) return true;
  if (!beginning) return false;
  for (const word of words) if (word.startsWith(text)) return true;
  return false;
}
