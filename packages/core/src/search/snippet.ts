import { folded } from './characters.ts';
import { eachRun, type Run, type Word } from './words.ts';

/** A piece of a text in which words were found. */
export interface Snippet {
  readonly text: string;
  /** Where they stand in it: from and to, in code points, in order and apart. */
  readonly marks: readonly (readonly [from: number, to: number])[];
}

/** The longest snippet, in UTF-16 units, and how much of it stands before the first mark. */
const LONGEST = 160;
const BEFORE = 40;
/** Places that are compared with each other. */
const MOST_PLACES = 200;

interface Place {
  readonly from: number;
  readonly to: number;
  /** Which of the words. */
  readonly word: number;
}

/** The piece of a text that has the most of the words, or its beginning; white space is shown as a space. */
export function snippetOf(text: string, words: readonly Word[]): Snippet {
  const places: Place[] = [];
  eachRun(text, (run) => {
    places.push(...placesIn(text, run, words));
    return places.length < MOST_PLACES;
  });
  const first = bestOf(places);
  const [start, end] = windowAround(text, first?.from ?? 0);
  return shown(
    text,
    start,
    end,
    places.filter(({ from, to }) => from >= start && to <= end),
  );
}

function bestOf(places: readonly Place[]): Place | undefined {
  let best: Place | undefined;
  let most = 0;
  for (const [i, place] of places.entries()) {
    const different = new Set<number>();
    for (let j = i; j < places.length; j++) {
      const other = places[j] as Place;
      if (other.to > place.from + LONGEST - BEFORE) break;
      different.add(other.word);
    }
    if (different.size <= most) continue;
    most = different.size;
    best = place;
  }
  return best;
}

/** From where to where, so that no word is cut if that can be. */
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

function shown(text: string, start: number, end: number, places: readonly Place[]): Snippet {
  const marked = new Uint8Array(end - start);
  for (const { from, to } of places) marked.fill(1, from - start, to - start);
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
  if (end < text.length) piece.push('…');
  return { text: piece.join(''), marks };
}

/** Where words stand in a run, the first of them. Most runs have none. */
function placesIn(text: string, run: Run, words: readonly Word[]): Place[] {
  const places: Place[] = [];
  let known: Offsets | undefined;
  const add = (word: number, first: number, end: number) => {
    known ??= offsetsOf(text, run);
    places.push({ from: known.starts[first] as number, to: known.ends[end] as number, word });
  };
  for (const [word, { text: wanted, beginning }] of words.entries()) {
    if (run.dense) {
      let at = run.text.indexOf(wanted);
      for (let found = 0; at >= 0 && found < MOST_PLACES; found++) {
        add(word, at, at + wanted.length);
        at = run.text.indexOf(wanted, at + 1);
      }
    } else if (run.text === wanted || (!beginning && run.text.length > wanted.length && isCut(run, wanted))) {
      places.push({ from: run.from, to: run.to, word });
    } else if (beginning && run.text.startsWith(wanted)) {
      add(word, 0, wanted.length);
    }
  }
  return places.sort((a, b) => a.from - b.from).slice(0, MOST_PLACES);
}

/** Whether a word counts by this beginning because it is too long. */
const isCut = (run: Run, wanted: string) => wanted.length >= 63 && run.text.startsWith(wanted);

/** Where in the text a part of the fold of a run begins, and where it ends, with the accents that follow it. */
interface Offsets {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

function offsetsOf(text: string, { from, to }: Run): Offsets {
  const starts: number[] = [];
  const ends: number[] = [from];
  for (let at = from; at < to; ) {
    const codePoint = text.codePointAt(at) as number;
    const length = folded(codePoint).reduce((sum, each) => sum + each.text.length, 0);
    if (length > 0) while (ends.length <= starts.length) ends.push(at);
    for (let i = 0; i < length; i++) starts.push(at);
    at += codePoint > 0xffff ? 2 : 1;
  }
  while (ends.length <= starts.length) ends.push(to);
  return { starts, ends };
}
