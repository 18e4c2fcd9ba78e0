import type { Turn } from '@tandem/client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { turn as turnQuery } from '../../api/queries/chats.ts';
import { isTandemError, tandem } from '../../api/tandem.ts';
import { electLeader } from '../../live/leader.ts';

/** The service holds a request for so long at most; each answer tells as well when the agent was last heard of. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 2_000;
/** What one tab of the browser does at a time. */
const WAIT = 'tandem-turn-wait';

/**
 * A turn, which is waited for until it ends: the request is held, and answered in the moment in which there is an answer. A
 * browser has few connections for a server: one tab that can be seen holds such a request, and the others hear of the end
 * by the events.
 */
export function useTurn(chatId: string, turnId: string | null): Turn | undefined {
  const queries = useQueryClient();
  const { data } = useQuery({ ...turnQuery(chatId, turnId ?? ''), enabled: turnId !== null });
  const isPending = data?.status === 'pending';
  useEffect(() => {
    if (turnId === null || !isPending) return;
    let wait = new AbortController();
    const begin = () => {
      wait.abort();
      wait = new AbortController();
      if (document.visibilityState !== 'visible') return;
      electLeader(WAIT, wait.signal, (signal) => waitFor(queries, chatId, turnId, signal));
    };
    begin();
    document.addEventListener('visibilitychange', begin);
    return () => {
      document.removeEventListener('visibilitychange', begin);
      wait.abort();
    };
  }, [queries, chatId, turnId, isPending]);
  return turnId === null ? undefined : data;
}

async function waitFor(
  queries: QueryClient,
  chatId: string,
  turnId: string,
  signal: AbortSignal,
): Promise<void> {
  const { queryKey } = turnQuery(chatId, turnId);
  while (!signal.aborted) {
    const began = Date.now();
    try {
      const turn = await tandem.chats.turn(chatId, turnId, { wait: WAIT_SECONDS }, { signal });
      queries.setQueryData(queryKey, turn);
      if (turn.status !== 'pending') {
        for (const subject of ['messages', 'chat']) {
          void queries.invalidateQueries({ queryKey: [subject, chatId] });
        }
        return;
      }
    } catch (error) {
      // What is refused is told by the next reading of the chat; without a network the page says so, and goes on.
      if (isTandemError(error) && !error.isPassing) return;
    }
    // A server that stops answers at once all that it holds.
    const early = PAUSE_MS - (Date.now() - began);
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }
}
