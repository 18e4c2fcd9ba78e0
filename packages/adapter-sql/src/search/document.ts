import { type Word, wordsOf } from '@tandem/core';

/**
 * What is found by words: a task, with its title and description, or one of its comments or results; or something that is
 * no task (`search_placed`).
 */
export interface Document {
  readonly lane: Lane;
  /** Of the task; of anything else its ordinal. */
  readonly number: number;
  /** 0 for the task itself; of comments and results their place among those of the task. */
  readonly slot: number;
}

/** Tasks, and all that is no task: each has blocks of its own. */
export type Lane = 'tasks' | 'placed';

/** Comments and results have so many slots each; a task with more of them is not found by those that come after. */
export const SLOTS = 2 ** 19;
export const SLOTS_OF = { comment: 1, result: SLOTS } as const;

/** A text of a task that is kept apart from it. */
export interface Text {
  readonly kind: keyof typeof SLOTS_OF;
  readonly number: number;
  /** The id of the comment or the result. */
  readonly ref: string;
  readonly text: string;
}

/** A document of a task is told by one number: that of the task times this, and the slot. */
export const SLOT_BASE = 2 ** 20;

/**
 * How many tasks share a block. What is kept of a word is kept for each block by itself, and no search looks at less than a
 * block: so a word that stands in every task costs no more than the blocks that a page needs, and a rare one a look at
 * each block.
 */
export const BLOCK = 4_096;

/** What a word stands in: titles are looked through before all else. */
export type Part = 't' | 'x';

/** The words of a document, each behind the sign of what it stands in. */
export function termsOf(title: string | null, text: string | null): string[] {
  const terms: string[] = [];
  if (title !== null) for (const word of wordsOf(title)) terms.push(`t${word}`);
  if (text !== null) for (const word of wordsOf(text)) terms.push(`x${word}`);
  return terms;
}

/** Some blocks next to each other, the newest first, in which a word is looked for. */
export interface Probe {
  readonly lane: Lane;
  readonly blocks: readonly number[];
  readonly part: Part;
  readonly word: Word;
}
