import { administers, type Caller } from '../access/caller.ts';
import { chatPersonOf } from '../access/chat-access.ts';
import { grants } from '../access/scopes.ts';
import type { Stores } from '../ports.ts';
import type { Event } from './event.ts';
import type { EventEntityType } from './types.ts';

/** Who sees what happened to an entity: whoever may read it. */
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

/** What of the log somebody may see, by today's rights. */
export interface Sight {
  /** The same for all who see the same. */
  readonly key: string;
  sees(event: Pick<Event, 'seq' | 'entity' | 'related'>): boolean;
}

/** What a caller sees: judged whenever events are read, never when they are written (docs/rules.md, Events). */
export async function sightOf({ chats }: Pick<Stores, 'chats'>, caller: Caller): Promise<Sight> {
  const { scopes, kind } = caller.key;
  const person = caller.chatInPlan && grants(scopes, 'chat:read') ? chatPersonOf(caller) : null;
  const rights = {
    'tasks:read': grants(scopes, 'tasks:read'),
    'agents:read': grants(scopes, 'agents:read'),
    admins: kind === 'person' && administers(caller),
  };
  // What was said before a new invitation was accepted is not whose the name is now.
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

/** What webhooks are told of: what an admin with `full` sees, never chats. */
export const FOR_WEBHOOKS: Sight = { key: 'webhooks', sees: ({ entity }) => entity.type !== 'chat' };

/** For the program that embeds Tandem. */
export const EVERYTHING: Sight = { key: 'everything', sees: () => true };
