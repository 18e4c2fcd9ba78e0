import { administers, type Caller } from '../access/caller.ts';
import { chatPersonOf } from '../access/chat-access.ts';
import { grants } from '../access/scopes.ts';
import type { Stores } from '../ports.ts';
import type { Event } from './event.ts';
import type { EventEntityType } from './types.ts';

/** The right required to see events of an entity: the right to read it. */
const READ_BY = {
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
  chat: 'person',
} as const satisfies Record<EventEntityType, string>;

/** The part of the log that a reader may see, by current rights. */
export interface Sight {
  /** Equal for equal rights. */
  readonly key: string;
  sees(event: Pick<Event, 'seq' | 'entity' | 'related'>): boolean;
}

/** The caller's rights, evaluated when events are read, not when they are written (docs/rules.md, Events). */
export async function sightOf({ chats }: Pick<Stores, 'chats'>, caller: Caller): Promise<Sight> {
  const { scopes, kind } = caller.key;
  const person = caller.chatInPlan && grants(scopes, 'chat:read') ? chatPersonOf(caller) : null;
  const rights = {
    'tasks:read': grants(scopes, 'tasks:read'),
    'agents:read': grants(scopes, 'agents:read'),
    admins: kind === 'person' && administers(caller),
  };
  // Chats from before an accepted invitation may belong to the previous holder of the name.
  const chatsAfter = person === null ? 0 : await chats.eventsShownAfter(person);
  return {
    key: JSON.stringify([Object.values(rights), person, chatsAfter]),
    sees: ({ seq, entity, related }) => {
      const by = READ_BY[entity.type];
      if (by !== 'person') return rights[by];
      return person !== null && related?.personId === person && seq > chatsAfter;
    },
  };
}

/** Webhooks see what an admin with `full` sees, except chats. */
export const FOR_WEBHOOKS: Sight = { key: 'webhooks', sees: ({ entity }) => entity.type !== 'chat' };

/** For the program that embeds Tandem. */
export const EVERYTHING: Sight = { key: 'everything', sees: () => true };
