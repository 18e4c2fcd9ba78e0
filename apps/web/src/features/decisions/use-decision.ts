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
  readonly resolves: (item: InboxItem) => boolean;
  /** The success message, with Undo where possible. */
  readonly successMessage: (given: Given) => Toast;
  /** Prefixes of query keys to read again, in addition to the inbox. */
  readonly invalidates: readonly QueryKey[];
  /** The key of the comment's draft, deleted after sending. */
  readonly keep?: string;
  /** Returns whether it has shown the failure; otherwise a toast does. */
  readonly onFailed?: ((error: Error) => boolean) | undefined;
}

type Pages = InfiniteData<Page<InboxItem>, string>;

/**
 * A decision. The entry leaves the inbox once the server has accepted it. If the server refuses it, the entry stays
 * with the input and the reason.
 */
export function useDecision<Given>({
  send,
  resolves,
  successMessage,
  invalidates,
  keep,
  onFailed,
}: Decision<Given>) {
  const queries = useQueryClient();
  return useChange({
    send,
    successMessage: (_, given: Given) => successMessage(given),
    onFailed,
    onDone: () => {
      queries.setQueriesData<Pages>(
        { queryKey: inbox.queryKey },
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => without(page, resolves)) },
      );
      if (keep) drafts.set(keep, '');
    },
    invalidates: [inbox.queryKey, ...invalidates],
  });
}

const without = (page: Page<InboxItem>, resolves: (item: InboxItem) => boolean) => {
  const data = page.data.filter((item) => !resolves(item));
  const removedCount = page.data.length - data.length;
  return { ...page, data, ...('total' in page && { total: Number(page.total) - removedCount }) };
};
