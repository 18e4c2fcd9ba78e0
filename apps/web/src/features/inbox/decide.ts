import type { InboxItem, Page } from '@tandem/client';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { inbox } from '../../api/queries/inbox.ts';
import { messageOf } from '../../api/tandem.ts';
import { toast } from '../../ui/toasts.ts';

interface Decision<Given> {
  /** Sends it. */
  readonly send: (given: Given) => PromiseLike<unknown>;
  /** Whether an entry is what was decided. */
  readonly settles: (item: InboxItem) => boolean;
  /** What it came to, in words. */
  readonly said: (given: Given) => string;
}

/**
 * A decision: what was decided leaves the inbox at once, and comes back with the reason where the server says no. What was
 * written into its fields stays in them until then.
 */
export function useDecision<Given>({ send, settles, said }: Decision<Given>) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (given: Given) => send(given),
    onSuccess: (_, given) => {
      queries.setQueryData<InfiniteData<Page<InboxItem>, string>>(
        inbox.queryKey,
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => without(page, settles)) },
      );
      toast({ text: said(given) });
    },
    onError: (error) => toast({ tone: 'bad', text: messageOf(error) }),
    onSettled: () => queries.invalidateQueries({ queryKey: inbox.queryKey }),
  });
}

const without = (page: Page<InboxItem>, settles: (item: InboxItem) => boolean) => ({
  ...page,
  data: page.data.filter((item) => !settles(item)),
});
