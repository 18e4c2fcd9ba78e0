import type { MemberRef } from '../members/member.ts';
import type { Page } from '../shared/page.ts';
import type { Snippet } from './snippet.ts';
import type { Word } from './words.ts';

/** Searchable types (docs/rules.md, Search). */
export const SEARCH_TYPES = ['task', 'project', 'initiative', 'goal'] as const;
export type SearchType = (typeof SEARCH_TYPES)[number];

/** A parsed search. */
export interface SearchFilter {
  /** All of them must occur in the texts, in any of them. */
  readonly words: readonly Word[];
  /** The task with this number comes first, and is not repeated below. */
  readonly taskNumber: number | null;
  readonly types: readonly SearchType[];
  /** Includes archived resources. */
  readonly archived: boolean;
}

/** A search result from a storage. */
export interface Found {
  readonly type: SearchType;
  readonly id: string;
  /** null unless it is a task. */
  readonly taskNumber: number | null;
  readonly title: string;
  readonly status: string;
  /** The task's assignee; null for an unassigned task and for other types. */
  readonly assignee: MemberRef | null;
  /** The text with the most of the words, cut to `FOUND_TEXT` characters. */
  readonly text: string;
}

/** A search result as returned to clients. */
export interface Hit extends Omit<Found, 'text'> {
  readonly snippet: Snippet;
}

/** A page of search results. */
export interface FoundPage extends Page<Found> {
  /** Whether all texts of the workspace are indexed; false while older ones are still being added. */
  readonly complete: boolean;
}

/** Closed statuses of tasks, projects, initiatives and goals: a status means the same for all types. */
export const CLOSED_ANYWHERE: readonly string[] = [
  'done',
  'complete',
  'completed',
  'met',
  'canceled',
  'abandoned',
];

/** Whether a status ranks before closed ones. */
export const isOpenStatus = (status: string): boolean => !CLOSED_ANYWHERE.includes(status);

/** Characters of a text that are searched for a snippet. */
export const SNIPPET_FROM = 20_000;
/** Characters of a text that a storage returns: one more shows that the text continues. */
export const FOUND_TEXT = SNIPPET_FROM + 1;
