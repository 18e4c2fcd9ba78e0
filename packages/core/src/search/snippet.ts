import { folded } from './characters.ts';
import { eachRun, type Run, type Word } from './words.ts';

/** An excerpt of a text around the words found. */
export interface Snippet {
  readonly text: string;
  /** Ranges of the words in the excerpt, in code points, ordered and disjoint. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/** Maximum length of a snippet, and of its part before the first mark, in UTF-16 units. */
const LONGEST = 160;
const BEFORE = 40;
/** Maximum occurrences that are compared. */
const MAX_MATCHES = 200;

interface Match {
  readonly from: number;
  readonly to: number;
  /** Index of the word. */
  readonly word: number;
}

/**
 * The excerpt of a text with the most of the words, or its beginning; white space becomes a single space. `goesOn`
 * means that the text continues beyond what was given.
 */
export function snippetOf(text: string, words: readonly Word[], goesOn = false): Snippet {
  const matches: Match[] = [];
  const matchesIn = matchesOf(text, words);
  eachRun(text, (run) => {
    matchesIn(run, matches);
    return matches.length < MAX_MATCHES;
  });
  const first = bestOf(matches);
  const [start, end] = windowAround(text, first?.from ?? 0);
  const inside = matches.filter(({ from, to }) => from >= start && to <= end);
  return excerpt(text, inside, { start, end, goesOn });
}

/** The occurrence from which a snippet would contain the most words. */
function bestOf(matches: readonly Match[]): Match | undefined {
  let best: Match | undefined;
  let max = 0;
  /** Occurrences of each word from the current one up to `end`. */
  const counts = new Map<number, number>();
  const count = (word: number, more: number) => {
    const now = (counts.get(word) ?? 0) + more;
    if (now > 0) counts.set(word, now);
    else counts.delete(word);
  };
  let end = 0;
  for (const [i, match] of matches.entries()) {
    end = Math.max(end, i);
    for (let next = matches[end]; next && next.to <= match.from + LONGEST - BEFORE; next = matches[++end]) {
      count(next.word, 1);
    }
    if (counts.size > max) {
      max = counts.size;
      best = match;
    }
    if (end > i) count(match.word, -1);
  }
  return best;
}

/** The bounds of the snippet, at word boundaries where possible. */
function windowAround(text: string, first: number): [start: number, end: number] {
  if (text.length <= LONGEST) return [0, text.length];
  let start = Math.max(0, Math.min(first - BEFORE, text.length - LONGEST));
  if (start > 0) {
    const space = text.slice(start, first).search(/\s/);
    if (space >= 0) start += space + 1;
    else if (isSecondHalf(text, start)) start++;
  }
  let end = Math.min(text.length, start + LONGEST);
  if (end < text.length) {
    const space = text.slice(first, end).search(/\s\S*$/);
    if (space > 0) end = first + space;
    else if (isSecondHalf(text, end)) end--;
  }
  return [start, end];
}

const isSecondHalf = (text: string, at: number) => (text.charCodeAt(at) & 0xfc00) === 0xdc00;

function excerpt(
  text: string,
  matches: readonly Match[],
  { start, end, goesOn }: { readonly start: number; readonly end: number; readonly goesOn: boolean },
): Snippet {
  const marked = new Uint8Array(end - start);
  for (const { from, to } of matches) marked.fill(1, from - start, to - start);
  const piece: string[] = start > 0 ? ['…'] : [];
  const marks: [number, number][] = [];
  let marking = false;
  let next = start;
  for (let at = start; at < end; at = next) {
    const character = String.fromCodePoint(text.codePointAt(at) as number);
    next = at + character.length;
    const isSpace = /\s/.test(character);
    if (isSpace && (piece.length === 0 || piece.at(-1) === ' ')) continue;
    const isMarked = marked[at - start] === 1;
    if (isMarked && !marking) marks.push([piece.length, piece.length]);
    piece.push(isSpace ? ' ' : character);
    if (isMarked) (marks.at(-1) as [number, number])[1] = piece.length;
    marking = isMarked;
  }
  if (piece.at(-1) === ' ') piece.pop();
  if (goesOn || end < text.length) piece.push('…');
  return { text: piece.join(''), marks };
}

/** Adds the first occurrences of words in a run. Most runs have none. */
function matchesOf(text: string, words: readonly Word[]): (run: Run, matches: Match[]) => void {
  const byText = new Map(words.map((word, i) => [word.text, i]));
  const parts = [...words.entries()].filter(([, word]) => word.beginning || canBeCut(word));

  const inDense = (run: Run): Match[] => {
    const found: { at: number; end: number; word: number }[] = [];
    for (const [word, { text: wanted }] of words.entries()) {
      let at = run.text.indexOf(wanted);
      for (let count = 0; at >= 0 && count < MAX_MATCHES; count++) {
        found.push({ at, end: at + wanted.length, word });
        at = run.text.indexOf(wanted, at + 1);
      }
    }
    if (found.length === 0) return [];
    const first = found.sort((a, b) => a.at - b.at).slice(0, MAX_MATCHES);
    const { starts, ends } = offsetsOf(text, run, Math.max(...first.map(({ end }) => end)));
    return first.map(({ at, end, word }) => ({ from: starts[at] as number, to: ends[end] as number, word }));
  };
  return (run, matches) => {
    if (run.dense) return void matches.push(...inDense(run));
    const word = byText.get(run.text);
    if (word !== undefined) matches.push({ from: run.from, to: run.to, word });
    for (const [word, { text: wanted, beginning }] of parts) {
      if (run.text.length <= wanted.length || !run.text.startsWith(wanted)) continue;
      const to = beginning ? (offsetsOf(text, run, wanted.length).ends[wanted.length] as number) : run.to;
      matches.push({ from: run.from, to, word });
    }
  };
}

/** Whether the word is so long that longer words match it by this prefix. */
const canBeCut = ({ text }: Word) => text.length >= 63;

/** Positions in the text where each character of a folded run begins and ends, including the diacritics after it. */
interface Offsets {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** For the first `count` characters of the fold only. */
function offsetsOf(text: string, { from, to }: Run, count: number): Offsets {
  const starts: number[] = [];
  const ends: number[] = [from];
  for (let at = from; at < to && ends.length <= count; ) {
    const codePoint = text.codePointAt(at) as number;
    const length = folded(codePoint).reduce((sum, each) => sum + each.text.length, 0);
    if (length > 0) while (ends.length <= starts.length) ends.push(at);
    for (let i = 0; i < length; i++) starts.push(at);
    at += codePoint > 0xffff ? 2 : 1;
  }
  while (ends.length <= starts.length) ends.push(to);
  return { starts, ends };
}
