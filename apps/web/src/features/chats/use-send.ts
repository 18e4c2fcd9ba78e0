import type { Message } from '@tandem/client';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useState } from 'react';
import { serverNow } from '../../api/clock.ts';
import { newKey } from '../../api/dedupe.ts';
import { chat as chatQuery, showMessage, turn as turnQuery } from '../../api/queries/chats.ts';
import { isRefused, messageOf, tandem } from '../../api/tandem.ts';
import { storedValue } from '../../ui/stored-value.ts';

export type ChatFile = Message['attachments'][number];

/** A message written by a person. */
export interface OutgoingMessage {
  readonly body: string;
  readonly files: readonly ChatFile[];
  /** The suggestion that the message accepts. */
  readonly source?: { readonly messageId: string; readonly suggestionId: string };
}

/** A message being sent. Its idempotency key is stored with it, so that retries create one message. */
interface Unsent extends OutgoingMessage {
  readonly key: string;
  readonly at: string;
}

/**
 * Sends messages to a chat, one at a time. A message is shown immediately, is kept across a reload, and is then sent
 * again automatically. A refused message stays with its reason until it is retried or withdrawn.
 */
export function useSend(chatId: string) {
  const queries = useQueryClient();
  const [unsent, setUnsent] = useState<Unsent | null>(() => storedValue<Unsent>(`unsent-${chatId}`).get());
  const [problem, setProblem] = useState<string | null>(null);

  const attempt = useCallback(
    async (message: Unsent) => {
      const stored = storedValue<Unsent>(`unsent-${chatId}`);
      stored.set(message);
      setUnsent(message);
      setProblem(null);
      try {
        const sent = await tandem.chats.send(chatId, bodyOf(message), { idempotencyKey: message.key });
        stored.set(null);
        showMessage(queries, sent.message);
        queries.setQueryData(turnQuery(chatId, sent.turn.id).queryKey, sent.turn);
        queries.setQueryData(chatQuery(chatId).queryKey, sent.thread);
        setUnsent(null);
        void queries.invalidateQueries({ queryKey: ['chats'] });
      } catch (error) {
        setProblem(messageOf(error));
        if (isRefused(error)) void queries.invalidateQueries({ queryKey: ['chat', chatId] });
      }
    },
    [chatId, queries],
  );

  // Once, resume the message that was being sent when the page was closed.
  useEffect(() => {
    const left = storedValue<Unsent>(`unsent-${chatId}`).get();
    if (left) void attempt(left);
  }, [chatId, attempt]);

  // Retry when the network is back.
  useEffect(() => {
    if (!unsent || problem === null) return;
    const again = () => void attempt(unsent);
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  }, [unsent, problem, attempt]);

  return {
    unsent,
    problem,
    send: (message: OutgoingMessage) =>
      void attempt({ ...message, key: newKey(), at: new Date(serverNow()).toISOString() }),
    again: () => unsent && void attempt(unsent),
    /** Withdraws the message and returns it. */
    withdraw: (): OutgoingMessage | null => {
      storedValue<Unsent>(`unsent-${chatId}`).set(null);
      setUnsent(null);
      setProblem(null);
      return unsent;
    },
  };
}

const bodyOf = ({ body, files, source }: OutgoingMessage) => ({
  body,
  fileIds: files.map(({ fileId }) => fileId),
  ...(source && { sourceMessageId: source.messageId, sourceSuggestionId: source.suggestionId }),
});
