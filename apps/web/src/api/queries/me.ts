import { queryOptions } from '@tanstack/react-query';
import { lastShown } from '../last-shown.ts';
import { pageSession } from '../session.ts';
import { tandem } from '../tandem.ts';

/* All queries of the page, one file per subject. The first word of a key is the subject, by which events refresh it (app/shell/refresh.ts). */

export const me = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const own = await tandem.workspace.me({ signal });
    pageSession.is({ id: own.key.id, personId: own.caller.id });
    lastShown.belongTo(own.key.id);
    return own;
  },
  staleTime: Number.POSITIVE_INFINITY,
});
