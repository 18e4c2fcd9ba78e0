import { contract } from '@tandem/contract';
import type { Positioned } from '@tandem/core';
import { presentEvent } from '../events/present.ts';
import { bind } from '../http/binding.ts';

export const events = bind(contract.events, {
  list: async ({ tandem, caller, query }) => {
    const { items, position, more } = await tandem.events.list(caller, query);
    return {
      kind: 'feed',
      feed: { items, positions: items.map((item) => item.position), next: position, more },
      present: ({ event }: Positioned) => presentEvent(event),
    };
  },
  stream: async ({ streams, caller, query, req }) => {
    const last = req.headers['last-event-id']?.toString();
    return streams.open(caller, { ...query, after: last || query.after });
  },
});
