import type { Turn } from '@tandem/client';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { turn as turnQuery } from '../../api/queries/chats.ts';
import { isTandemError, tandem } from '../../api/tandem.ts';
import { electLeader } from '../../live/leader.ts';

/** The server's maximum hold time for a request. Each response also updates when the agent was last heard from. */
const WAIT_SECONDS = 20;
const PAUSE_MS = 2_000;
/** The lock of the one tab that waits. */
const WAIT = 'tandem-turn-wait';

/**
 * A turn, updated until it ends. A held request returns the answer as soon as it exists. Since browsers allow few
 * connections per server, only one visible tab holds such a request; other tabs learn of the end by events.
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
      // The next read of the chat shows a refusal; the page shows a lost network and continues.
      if (isTandemError(error) && !error.isPassing) return;
    }
    // A stopping server answers all held requests immediately.
    const early = PAUSE_MS - (Date.now() - began);
    if (early > 0) await new Promise((resolve) => setTimeout(resolve, early));
  }
}
