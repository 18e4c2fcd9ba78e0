import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { beginning } from '../../api/queries/beginning.ts';
import { me } from '../../api/queries/me.ts';
import { notifyOfAnswers } from '../../features/chats/notify-of-answers.ts';
import { onSignedIn } from '../../features/sign-in/session.ts';
import { toSignIn } from '../../features/sign-in/to-sign-in.ts';
import { refetchQueries } from '../../live/refetch.ts';
import { followEvents } from '../../live/stream.ts';
import type { ConnectionState } from '../../live/tab.ts';
import { endOfflineStart, isOffline } from '../../offline/state.ts';
import { refresh } from './refresh.ts';

/**
 * Follows the workspace's events and refreshes the affected queries. When someone else signs in in another tab, this
 * one reloads (api/bound-fetch.ts).
 */
export function useLive(sessionId: string): ConnectionState {
  const queries = useQueryClient();
  const router = useRouter();
  const [state, setState] = useState<ConnectionState>('connecting');
  useEffect(
    () =>
      followEvents(sessionId, queries.getQueryData(beginning.queryKey), {
        onEvents: (events) => {
          refresh(queries, events);
          notifyOfAnswers(events, {
            path: router.latestLocation.pathname,
            open: (chatId) => void router.navigate({ to: '/chats/$chatId', params: { chatId } }),
          });
        },
        onGap: () => refetchQueries(queries, {}),
        onState: (next) => {
          setState(next);
          if (next === 'live' && isOffline()) {
            endOfflineStart();
            // Starts over what is still being retried from before the connection was back.
            void queries.invalidateQueries();
          }
        },
        onSignedOut: () => toSignIn(router),
      }),
    [sessionId, queries, router],
  );
  useEffect(
    () =>
      onSignedIn(() => {
        // The response to any request shows whether the tab still belongs to this session.
        queries.fetchQuery({ ...me, staleTime: 0 }).catch(() => undefined);
      }),
    [queries],
  );
  return state;
}
