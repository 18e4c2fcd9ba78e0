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

type Read = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage' | 'error' | 'refetch'
> & { readonly data: unknown };

/** What happened to a task, in one order. Earlier pages of all lists are read together. */
export function useFeed(taskNumber: number, filter: FeedFilter) {
  const comments = useInfiniteQuery(taskComments(taskNumber));
  const results = useInfiniteQuery(taskResults(taskNumber));
  const questions = useInfiniteQuery(taskQuestions(taskNumber));
  const activity = useInfiniteQuery(taskActivity(taskNumber));

  const commentItems = useItems(
    comments.data,
    (comment): FeedItem => ({
      kind: 'comment',
      at: comment.createdAt,
      comment,
    }),
  );
  const resultItems = useItems(
    results.data,
    (result): FeedItem => ({
      kind: 'result',
      at: result.createdAt,
      result,
    }),
  );
  const questionItems = useItems(
    questions.data,
    (question): FeedItem => ({
      kind: 'question',
      at: question.createdAt,
      question,
    }),
  );
  const historyItems = useItems(
    activity.data,
    (entry): FeedItem => ({
      kind: 'history',
      at: entry.createdAt,
      entry,
    }),
  );

  const reads: readonly (readonly [Read, readonly FeedItem[], FeedFilter])[] = [
    [comments, commentItems, 'comments'],
    [results, resultItems, 'history'],
    [questions, questionItems, 'history'],
    [activity, historyItems, 'history'],
  ];
  const wanted = reads.filter(([, , of]) => filter === 'all' || filter === of);
  const sources: readonly Source[] = wanted.map(([{ hasNextPage: hasMore }, items]) => ({ items, hasMore }));
  const horizon = horizonOf(sources);
  const failed = wanted.map(([read]) => read).filter(({ error }) => error);
  return {
    items: merge(sources).filter(isShown),
    isComplete: wanted.every(([{ data }]) => data !== undefined),
    error: failed[0]?.error ?? null,
    retry: () => {
      for (const { refetch } of failed) void refetch();
    },
    earlier: {
      hasNextPage: horizon !== undefined,
      isFetchingNextPage: wanted.some(([{ isFetchingNextPage }]) => isFetchingNextPage),
      /** Reads the lists that hold up the others. */
      fetchNextPage: () => {
        for (const [{ hasNextPage, fetchNextPage }, items] of wanted) {
          if (hasNextPage && items.at(-1)?.at === horizon) void fetchNextPage();
        }
      },
    },
  };
}

/** Open questions are at the top of the page. */
const isShown = (item: FeedItem): boolean =>
  item.kind === 'history'
    ? !SHOWN_ITSELF.has(item.entry.action)
    : item.kind !== 'question' || item.question.status !== 'open';

function useItems<Item>(
  data: { readonly pages: readonly { readonly data: readonly Item[] }[] } | undefined,
  itemOf: (item: Item) => FeedItem,
): readonly FeedItem[] {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the function is always the same.
  return useMemo(() => itemsOf(data).map(itemOf), [data]);
}
