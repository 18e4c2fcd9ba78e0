import type { ActivityEntry, Comment, Question, Result } from '@tandem/client';

/** Something that happened to a task. */
export type FeedItem =
  | { readonly kind: 'comment'; readonly at: string; readonly comment: Comment }
  | { readonly kind: 'result'; readonly at: string; readonly result: Result }
  | { readonly kind: 'question'; readonly at: string; readonly question: Question }
  | { readonly kind: 'history'; readonly at: string; readonly entry: ActivityEntry };

/** A list that is read page by page, newest first. */
export interface Source {
  readonly items: readonly FeedItem[];
  readonly hasMore: boolean;
}

/** Items before this time can be missing; undefined if everything has been read. */
export function horizonOf(sources: readonly Source[]): string | undefined {
  const ends = sources.flatMap(({ items, hasMore }) => (hasMore ? (items.at(-1)?.at ?? []) : []));
  return ends.toSorted().at(-1);
}

/** The items of several lists in one order, oldest first, from where no item of any list is missing. */
export function merge(sources: readonly Source[]): readonly FeedItem[] {
  const horizon = horizonOf(sources) ?? '';
  return sources
    .flatMap(({ items }) => items.filter(({ at }) => at >= horizon).reverse())
    .toSorted((a, b) => (a.at === b.at ? 0 : a.at < b.at ? -1 : 1));
}
