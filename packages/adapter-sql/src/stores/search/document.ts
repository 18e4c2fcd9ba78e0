import { type Word, wordsOf } from '@tandem/core';

/**
 * A searchable text: a task (title and description), one of its comments or results, or another entity
 * (`search_placed`).
 */
export interface Document {
  readonly lane: Lane;
  /** The task's number; for other entities, the ordinal. */
  readonly number: number;
  /** 0 for the task itself; for comments and results, the position among the task's texts. */
  readonly slot: number;
}

/** Tasks, and all other searchable entities. Each has its own blocks. */
export type Lane = 'tasks' | 'placed';

/** Slots for comments and for results, each. Texts beyond that are not searchable. */
export const SLOTS = 2 ** 19;
export const SLOTS_OF = { comment: 1, result: SLOTS } as const;

/** A task's text that is stored in its own row. */
export interface Text {
  readonly kind: keyof typeof SLOTS_OF;
  readonly number: number;
  /** The id of the comment or result. */
  readonly ref: string;
  readonly text: string;
}

/** A task's document has one number: the task's number times this, plus the slot. */
export const SLOT_BASE = 2 ** 20;

/**
 * Tasks per block. Index entries are kept per block, and a search reads at least one block. A word in every task costs
 * only the blocks that the page needs; a rare word costs one lookup per block.
 */
export const BLOCK = 4_096;

/** The field of a word: title or text. Titles are searched first. */
export type Part = 't' | 'x';

/** The words of a document, each prefixed with its field. */
export function termsOf(title: string | null, text: string | null): string[] {
  const terms: string[] = [];
  if (title !== null) for (const word of wordsOf(title)) terms.push(`t${word}`);
  if (text !== null) for (const word of wordsOf(text)) terms.push(`x${word}`);
  return terms;
}

/** A lookup of one word in adjacent blocks, newest first. */
export interface WordLookup {
  readonly lane: Lane;
  readonly blocks: readonly number[];
  readonly part: Part;
  readonly word: Word;
}
