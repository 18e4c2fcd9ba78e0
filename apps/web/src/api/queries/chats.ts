import type { ChatsListQuery, Message } from '@tandem/client';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { tandem } from '../tandem.ts';
import { listOf } from './lists.ts';

export const chatList = (status: NonNullable<ChatsListQuery['status']>) =>
  listOf(['chats', status], (page, options) => tandem.chats.list({ ...page, status }, options));

export const chat = (id: string) =>
  queryOptions({ queryKey: ['chat', id], queryFn: ({ signal }) => tandem.chats.get(id, { signal }) });

/** A turn's current state. The code that waits for its end writes the result here. */
export const turn = (chatId: string, turnId: string) =>
  queryOptions({
    queryKey: ['turn', turnId],
    queryFn: ({ signal }) => tandem.chats.turn(chatId, turnId, {}, { signal }),
  });

/** The messages of a chat, as far back as they have been read. */
export interface Conversation {
  /** Oldest first. */
  readonly messages: readonly Message[];
  /** The cursor of the messages before these; null at the first message. */
  readonly before: string | null;
}

/** Messages per page. */
const PAGE = 40;

const key = (chatId: string) => ['messages', chatId] as const;

/**
 * Only the newest messages are read again after an event; older ones stay, because messages never change. If there
 * is a gap between both, the older ones are dropped.
 */
export const conversation = (chatId: string) =>
  queryOptions({
    queryKey: key(chatId),
    queryFn: async ({ client, signal }): Promise<Conversation> => {
      const page = await tandem.chats.messages(chatId, { limit: PAGE }, { signal });
      const newest = page.data.toReversed();
      const known = client.getQueryData<Conversation>(key(chatId));
      const meets = newest.findIndex(({ id }) => known?.messages.at(-1)?.id === id);
      if (known && meets >= 0) return { ...known, messages: [...known.messages, ...newest.slice(meets + 1)] };
      return { messages: newest, before: page.hasMore ? page.cursor : null };
    },
  });

/** Reads the messages before those already loaded. */
export async function readOlder(queries: QueryClient, chatId: string, before: string): Promise<void> {
  const page = await tandem.chats.messages(chatId, { limit: PAGE, cursor: before });
  queries.setQueryData<Conversation>(key(chatId), (known) =>
    known?.before === before
      ? {
          messages: [...page.data.toReversed(), ...known.messages],
          before: page.hasMore ? page.cursor : null,
        }
      : known,
  );
}

/** Shows a message that has just been sent before it is read back. */
export const showMessage = (queries: QueryClient, message: Message): void => {
  queries.setQueryData<Conversation>(key(message.threadId), (known) =>
    !known || known.messages.some(({ id }) => id === message.id)
      ? known
      : { ...known, messages: [...known.messages, message] },
  );
};
