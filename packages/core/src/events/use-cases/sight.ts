import { administers, type Caller } from '../../access/caller.ts';
import { chatPersonOf } from '../../access/chat-access.ts';
import { grants } from '../../access/scopes.ts';
import type { Stores } from '../../ports.ts';
import { READ_BY, type Sight } from '../visible.ts';

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
