import type { InboxItem, Page } from '@tandem/client';
import { type InfiniteData, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { inbox } from '../../api/queries/inbox.ts';
import { useChange } from '../../ui/change.ts';
import { drafts } from '../../ui/drafts.ts';
import type { Toast } from '../../ui/toasts.ts';

interface Decision<Given> {
  /** Sends it. */
  readonly send: (given: Given) => PromiseLike<unknown>;
  /** Returns whether the decision resolves this inbox entry. */
  readonly settles: (item: InboxItem) => boolean;
  /** The success message, with Undo where possible. */
  readonly said: (given: Given) => Toast;
  /** Prefixes of query keys to read again, in addition to the inbox. */
  readonly reads: readonly QueryKey[];
  /** The key of the comment's draft, deleted after sending. */
  readonly keep?: string;
}

type Pages = InfiniteData<Page<InboxItem>, string>;

/**
 * A decision. The entry leaves the inbox once the server has accepted it. If the server refuses it, the entry stays
 * with the input and the reason.
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
  const removedCount = page.data.length - data.length;
  return { ...page, data, ...('total' in page && { total: Number(page.total) - removedCount }) };
};
