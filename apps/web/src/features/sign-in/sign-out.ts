import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { lastShown } from '../../api/last-shown.ts';
import { me } from '../../api/queries/me.ts';
import { tandem } from '../../api/tandem.ts';
import { useChange } from '../../ui/change.ts';
import { drafts } from '../../ui/drafts.ts';
import { applyLook } from '../../ui/look.ts';

/** Ends the browser's session and deletes cached data and drafts: the next person here may be someone else. */
export function useSignOut() {
  const queries = useQueryClient();
  const router = useRouter();
  return useChange({
    send: async () => {
      const { key } = await queries.ensureQueryData(me);
      return tandem.sessions.revoke(key.id);
    },
    onDone: () => {
      drafts.clear();
      lastShown.forget();
      applyLook({});
      void router.navigate({ to: '/sign-in' }).then(() => queries.clear());
    },
  });
}
