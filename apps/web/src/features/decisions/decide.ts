import type { InboxItem, Page } from '@tandem/client';
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useChange } from '../../api/change.ts';
import { inbox } from '../../api/queries/inbox.ts';
import { drafts } from '../../ui/drafts.ts';
import type { Toast } from '../../ui/toasts.ts';

interface Decision<Given> {
  /** Sends it. */
  readonly send: (given: Given) => PromiseLike<unknown>;
  /** Whether an entry of the inbox is what was decided. */
  readonly settles: (item: InboxItem) => boolean;
  /** What it came to, in words, and how it is taken back where it can be. */
  readonly said: (given: Given) => Toast;
  /** What is read anew beside the inbox: the beginnings of keys of queries. */
  readonly reads: readonly QueryKey[];
  /** Under what the comment is kept; it has been sent then. */
  readonly keep?: string;
}

type Pages = InfiniteData<Page<InboxItem>, string>;

/**
 * A decision: what was decided leaves the inbox with the answer, for whoever decided is told then that it counts. What the
 * server refuses stays where it is, with what was written and the reason.
 */
export function useDecision<Given>({ send, settles, said, reads, keep }: Decision<Given>) {
  const queries = useQueryClient();
  return useChange({
    send,
    said: (_, given: Given) => said(given),
    onDone: () => {
      queries.setQueriesData<Pages>(
        { queryKey: inbox.queryKey },
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => without(page, settles)) },
      );
      if (keep) drafts.set(keep, '');
    },
    reads: [inbox.queryKey, ...reads],
  });
}

const without = (page: Page<InboxItem>, settles: (item: InboxItem) => boolean) => {
  const data = page.data.filter((item) => !settles(item));
  const gone = page.data.length - data.length;
  return { ...page, data, ...('total' in page && { total: Number(page.total) - gone }) };
};
