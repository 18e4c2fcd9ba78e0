import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { tellAnswers } from '../../features/chats/answers.ts';
import { refresh } from '../../live/refresh.ts';
import { followEvents, type Standing } from '../../live/stream.ts';

/** Follows what happens in the workspace, and reads anew what it changes of what is shown. */
export function useLive(workspaceId: string): Standing {
  const queries = useQueryClient();
  const router = useRouter();
  const [standing, setStanding] = useState<Standing>('connecting');
  useEffect(
    () =>
      followEvents(workspaceId, {
        onEvents: (events) => {
          refresh(queries, events);
          tellAnswers(events, {
            path: router.latestLocation.pathname,
            open: (chatId) => void router.navigate({ to: '/chats/$chatId', params: { chatId } }),
          });
        },
        onGap: () => void queries.invalidateQueries(),
        onStanding: setStanding,
        onSignedOut: () => {
          const from = router.latestLocation.publicHref;
          void router.navigate({ to: '/sign-in', search: { from } });
        },
      }),
    [workspaceId, queries, router],
  );
  return standing;
}
