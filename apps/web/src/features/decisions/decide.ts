import type { InboxItem, Page } from '@tandem/client';
import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { inbox } from '../../api/queries/inbox.ts';
import { messageOf } from '../../api/tandem.ts';
import { drafts } from '../../ui/drafts.ts';
import { type Toast, toast } from '../../ui/toasts.ts';

interface Decision<Given> {
  /** Sends it. */
  readonly send: (given: Given) => PromiseLike<unknown>;
  /** Whether an entry of the inbox is what was decided. */
  readonly settles: (item: InboxItem) => boolean;
  /** What it came to, in words, and how it is taken back where it can be. */
  readonly said: (given: Given) => Toast;
  /** What is read anew beside the inbox: the beginnings of keys of queries. */
  readonly reads: readonly (readonly unknown[])[];
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
  return useMutation({
    mutationFn: async (given: Given) => send(given),
    onSuccess: (_, given) => {
      queries.setQueryData<Pages>(
        inbox.queryKey,
        (pages) => pages && { ...pages, pages: pages.pages.map((page) => without(page, settles)) },
      );
      if (keep) drafts.set(keep, '');
      toast(said(given));
    },
    onError: (error) => toast({ tone: 'bad', text: messageOf(error) }),
    onSettled: () => {
      for (const queryKey of [inbox.queryKey, ...reads]) void queries.invalidateQueries({ queryKey });
    },
  });
}

const without = (page: Page<InboxItem>, settles: (item: InboxItem) => boolean) => {
  const data = page.data.filter((item) => !settles(item));
  const gone = page.data.length - data.length;
  return { ...page, data, ...('total' in page && { total: Number(page.total) - gone }) };
};
