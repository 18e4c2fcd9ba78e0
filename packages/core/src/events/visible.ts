import { type Event, isImported } from './event.ts';
import type { EventEntityType } from './types.ts';

/** The right required to see events of an entity: the right to read it. */
export const READ_BY = {
  task: 'tasks:read',
  project: 'tasks:read',
  initiative: 'tasks:read',
  goal: 'tasks:read',
  label: 'tasks:read',
  comment: 'tasks:read',
  member: 'tasks:read',
  workspace: 'tasks:read',
  agent: 'agents:read',
  key: 'admins',
  webhook: 'admins',
  import: 'admins',
  chat: 'person',
} as const satisfies Record<EventEntityType, string>;

/** The part of the log that a reader may see, by current rights. */
export interface Sight {
  /** Equal for equal rights. */
  readonly key: string;
  sees(event: Pick<Event, 'seq' | 'entity' | 'related'>): boolean;
}

/** Webhooks see what an admin with `full` sees, except chats and what an import wrote. */
export const FOR_WEBHOOKS: Sight = {
  key: 'webhooks',
  sees: (event) => event.entity.type !== 'chat' && !isImported(event),
};

/** For the program that embeds Tandem. */
export const EVERYTHING: Sight = { key: 'everything', sees: () => true };

/** Part of the log. `next` is the position to continue from, even if the page is empty and the last. */
export interface EventPage {
  readonly events: readonly Event[];
  readonly next: number;
  readonly more: boolean;
}
