import { type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { itemsOf } from '../../../../api/queries/lists.ts';
import { taskActivity, taskComments, taskQuestions, taskResults } from '../../../../api/queries/task.ts';
import { type FeedItem, horizonOf, merge, type Source } from './merge.ts';

export const FEED_FILTERS = ['all', 'comments', 'history'] as const;
export type FeedFilter = (typeof FEED_FILTERS)[number];

/** Log entries of things that the feed shows themselves. */
const SHOWN_ITSELF: ReadonlySet<string> = new Set([
  'commented',
  'reported',
  'reviewed',
  'asked',
  'answered',
  'withdrawn',
  'expired',
]);

/** The history of a task, in one order. Earlier pages of all lists are read together. */
export function useFeed(taskNumber: number, filter: FeedFilter) {
  const parts: readonly Part[] = [
    usePart('comments', useInfiniteQuery(taskComments(taskNumber)), (comment) => ({
      kind: 'comment',
      at: comment.createdAt,
      comment,
    })),
    usePart('history', useInfiniteQuery(taskResults(taskNumber)), (result) => ({
      kind: 'result',
      at: result.createdAt,
      result,
    })),
    usePart('history', useInfiniteQuery(taskQuestions(taskNumber)), (question) => ({
      kind: 'question',
      at: question.createdAt,
      question,
    })),
    usePart('history', useInfiniteQuery(taskActivity(taskNumber)), (entry) => ({
      kind: 'history',
      at: entry.createdAt,
      entry,
    })),
  ];
  const wanted = parts.filter(({ shownBy }) => filter === 'all' || filter === shownBy);
  const horizon = horizonOf(wanted);
  const failed = wanted.filter(({ error }) => error);
  return {
    items: merge(wanted).filter(isShown),
    isComplete: wanted.every(({ isRead }) => isRead),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    earlier: {
      hasNextPage: horizon !== undefined,
      isFetchingNextPage: wanted.some(({ isFetchingNextPage }) => isFetchingNextPage),
      /** Reads the lists that hold up the others. */
      fetchNextPage: () => {
        for (const { hasMore, items, fetchNextPage } of wanted) {
          if (hasMore && items.at(-1)?.at === horizon) void fetchNextPage();
        }
      },
    },
  };
}

/** A list that is part of the feed. */
interface Part
  extends Source,
    Pick<UseInfiniteQueryResult, 'error' | 'refetch' | 'isFetchingNextPage' | 'fetchNextPage'> {
  readonly shownBy: FeedFilter;
  readonly isRead: boolean;
}

function usePart<Item>(
  shownBy: FeedFilter,
  query: UseInfiniteQueryResult<{ readonly pages: readonly { readonly data: readonly Item[] }[] }>,
  itemOf: (item: Item) => FeedItem,
): Part {
  const { data, hasNextPage, error, refetch, isFetchingNextPage, fetchNextPage } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is always the same.
  const items = useMemo(() => itemsOf(data).map(itemOf), [data]);
  const isRead = data !== undefined;
  return { shownBy, items, hasMore: hasNextPage, isRead, error, refetch, isFetchingNextPage, fetchNextPage };
}

/** Open questions are at the top of the page. */
const isShown = (item: FeedItem): boolean =>
  item.kind === 'history'
    ? !SHOWN_ITSELF.has(item.entry.action)
    : item.kind !== 'question' || item.question.status !== 'open';
