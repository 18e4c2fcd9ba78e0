import type { Event } from '@tandem/client';
import { queryOptions } from '@tanstack/react-query';
import { tandem } from '../../api/tandem.ts';

const PAGE = 100;
/** Pages read at a time; the remaining ones are read with the next change. */
const MAX_PAGES = 20;

interface History {
  readonly events: readonly Event[];
  /** The cursor to continue from. */
  readonly cursor: string | null;
}

/** The logged changes of a goal's metric. Later reads fetch only new events. */
export const goalEvents = (goalId: string) =>
  queryOptions({
    queryKey: ['goal', goalId, 'measured'],
    queryFn: async ({ client, queryKey, signal }): Promise<History> => {
      const before = client.getQueryData<History>(queryKey);
      const events = [...(before?.events ?? [])];
      let cursor = before?.cursor ?? null;
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const read = await tandem.events.list(
          {
            entity: `goal:${goalId}`,
            types: ['goal.created', 'goal.updated', 'goal.verified'],
            limit: PAGE,
            ...(cursor && { after: cursor }),
          },
          { signal },
        );
        events.push(...read.data);
        cursor = read.cursor;
        if (!read.hasMore) break;
      }
      return { events, cursor };
    },
  });
