import type { Word } from '@tandem/core';
import type { Session } from '../../session.ts';
import { type Lane, type Part, SLOT_BASE, type WordLookup } from './document.ts';
import * as fts from './fts.ts';
import { shownIn } from './shown.ts';
import * as tsvector from './tsvector.ts';

/** The remaining budget of a page, in index entries. */
export interface Effort {
  left: number;
}

/** A search: matches all words in the title; all words in any texts, but not all in the title; or either. */
export interface WordSearch {
  readonly lane: Lane;
  readonly tier: 'title' | 'text' | 'any';
  readonly words: readonly Word[];
  readonly effort: Effort;
  /** The ids of the blocks on SQLite. */
  readonly names: fts.Blocks | null;
  /** Statistics on the words in the blocks that this page has read. */
  readonly seen: WordStatistics;
}

/** The frequency of each word and field in the blocks last read, and the blocks without the word in a title. */
export interface WordStatistics {
  readonly often: Map<string, number>;
  readonly nowhere: Set<string>;
}

export const noStatistics = (): WordStatistics => ({ often: new Map(), nowhere: new Set() });

/** The matches in a range of blocks. */
export interface Matches {
  /** Unordered. */
  readonly numbers: readonly number[];
  /** The slot of the document with the most words of the search, for display; null for the title. */
  shownIn(number: number): number | null;
}

const NO_MATCHES: Matches = { numbers: [], shownIn: () => null };

/** Fixed cost of a lookup, in entries. */
export const LOOKUP_COST = 10;
/** An entry found by prefix counts as one of this many. */
const PREFIX_COST = 4;

const numberOf = (document: number) => Math.floor(document / SLOT_BASE);

async function documentsWith(
  session: Session,
  wordSearch: WordSearch,
  wordLookup: WordLookup,
): Promise<readonly number[]> {
  const { names, effort, seen } = wordSearch;
  const { lane, part, word } = wordLookup;
  const known = `${lane} ${part} ${word.text}`;
  const blocks = wordLookup.blocks.filter((block) => !seen.nowhere.has(`${known} ${block}`));
  if (blocks.length === 0) return [];
  const lookup = { ...wordLookup, blocks };
  const found = names
    ? fts.documentsWith(session.connection, names, session.blockSize, lookup)
    : await tsvector.documentsWith(session, lookup);
  effort.left -= LOOKUP_COST * blocks.length + (found.length * (word.beginning ? PREFIX_COST : 1)) / 2;
  seen.often.set(known, found.length / blocks.length);
  if (part === 't' && (found.length === 0 || blocks.length > 1)) {
    const there = new Set(found.map((document) => Math.floor(numberOf(document) / session.blockSize)));
    for (const block of blocks) if (!there.has(block)) seen.nowhere.add(`${known} ${block}`);
  }
  return found;
}

/**
 * Rarest words first, by the frequencies seen so far. Without those, longer words come first and a prefix counts as
 * common.
 */
function inOrder({ lane, tier, words, seen }: WordSearch): readonly Word[] {
  const often = ({ text }: Word) => {
    const [title, any] = ['t', 'x'].map((part) => seen.often.get(`${lane} ${part} ${text}`));
    return tier === 'title' ? title : title === undefined || any === undefined ? undefined : title + any;
  };
  const guess = ({ text, beginning }: Word) => (beginning ? 10 : 1) / text.length;
  return words.toSorted((a, b) => (often(a) ?? guess(a)) - (often(b) ?? guess(b)));
}

/** Matches in adjacent blocks. */
export async function matchesIn(
  session: Session,
  wordSearch: WordSearch,
  blocks: readonly number[],
): Promise<Matches> {
  const { lane, tier } = wordSearch;
  const first = (blocks.at(-1) as number) * session.blockSize;
  const words = inOrder(wordSearch);
  /** For each number: how many words have matched so far, in the title and anywhere. */
  const inTitle = new Uint8Array(blocks.length * session.blockSize);
  const anywhere = tier === 'title' ? inTitle : new Uint8Array(inTitle.length);
  const titles: (readonly number[])[] = [];
  const texts: (readonly number[])[] = [];
  const blockOf = (document: number) => Math.floor(numberOf(document) / session.blockSize);
  /** Blocks that contain all previous words. */
  let left = blocks;
  for (const [i, word] of words.entries()) {
    const documents = (part: Part) => documentsWith(session, wordSearch, { lane, blocks: left, part, word });
    const mark = (levels: Uint8Array, document: number): boolean => {
      const at = numberOf(document) - first;
      if (levels[at] !== i) return false;
      levels[at] = i + 1;
      return true;
    };
    const text = tier === 'title' ? [] : await documents('x');
    // A single word that matches in the title was found in the title tier.
    if (tier === 'text' && words.length === 1 && text.length === 0) return NO_MATCHES;
    const title = await documents('t');
    const marked = new Set<number>();
    for (const document of title) {
      const isNew = mark(inTitle, document);
      if (tier === 'title' ? isNew : mark(anywhere, document)) marked.add(blockOf(document));
    }
    for (const document of text) if (mark(anywhere, document)) marked.add(blockOf(document));
    left = blocks.filter((block) => marked.has(block));
    if (left.length === 0) return NO_MATCHES;
    titles.push(title);
    texts.push(text);
  }
  const numbers: number[] = [];
  for (let at = 0; at < anywhere.length; at++) {
    if (anywhere[at] !== words.length) continue;
    if (tier !== 'text' || (inTitle[at] as number) < words.length) numbers.push(first + at);
  }
  return { numbers, shownIn: tier === 'title' ? () => null : shownIn(numbers, titles, texts) };
}
