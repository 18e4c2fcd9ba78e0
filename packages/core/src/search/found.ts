import type { MemberRef } from '../members/member.ts';
import type { Page } from '../shared/page.ts';
import type { Snippet } from './snippet.ts';
import type { Word } from './words.ts';

/** What can be found (docs/rules.md, Search). */
export const SEARCH_TYPES = ['task', 'project', 'initiative', 'goal'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** What is looked for. */
export interface SearchFilter {
  /** All of them must be in its texts, in whichever. */
  readonly words: readonly Word[];
  /** The task that comes first, and nowhere else. */
  readonly taskNumber: number | null;
  readonly types: readonly SearchType[];
  /** Whether what is archived is found too. */
  readonly archived: boolean;
}

/** Something that was found, as a storage tells of it. */
export interface Found {
  readonly type: SearchType;
  readonly id: string;
  /** Of a task, else null. */
  readonly taskNumber: number | null;
  readonly title: string;
  readonly status: string;
  /** Of a task; null for nobody. */
  readonly assignee: MemberRef | null;
  /** Of its texts the one that has the most of the words, or the first `FOUND_TEXT` characters of it. */
  readonly text: string;
}

/** Something that was found, as it is shown. */
export interface Hit extends Omit<Found, 'text'> {
  readonly snippet: Snippet;
}

/** A page of what was found. */
export interface FoundPage extends Page<Found> {
  /** Whether all texts of the workspace can be found: false while those from before are still being taken in. */
  readonly complete: boolean;
}

const CLOSED: readonly string[] = ['done', 'complete', 'completed', 'met', 'canceled', 'abandoned'];

/** Whether something of this status comes before what is closed. The statuses of all types mean the same by a word. */
export const isOpenStatus = (status: string): boolean => !CLOSED.includes(status);

/** The statuses of all types that come after the others. */
export const CLOSED_ANYWHERE = CLOSED;

/** How much of a text is looked through for a snippet, in characters. */
export const SNIPPET_FROM = 20_000;
/** How much of it a storage tells: one more, where it goes on. */
export const FOUND_TEXT = SNIPPET_FROM + 1;
