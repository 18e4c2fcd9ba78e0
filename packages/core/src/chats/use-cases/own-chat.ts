import type { Caller } from '../../access/caller.ts';
import { requireChatPerson } from '../../access/chat-access.ts';
import type { FieldChange } from '../../events/event.ts';
import type { Action } from '../../events/types.ts';
import type { Ports, Stores } from '../../ports.ts';
import { notFound } from '../../shared/refusal.ts';
import { recorder } from '../../steps/record.ts';
import { type Chat, chatEntity } from '../chat.ts';

/** The caller's chat; 404 for another person's, as for an unknown id. */
export async function requireChat({ chats }: Stores, caller: Caller, id: string): Promise<Chat> {
  const chat = await chats.ofPerson(requireChatPerson(caller), id);
  if (!chat) throw notFound('chat');
  return chat;
}

/** Records an event of a chat, for its person alone. */
export const chatRecorder = (ports: Pick<Ports, 'clock' | 'newId'>) => {
  const record = recorder(ports);
  return (
    stores: Stores,
    caller: Caller,
    { chat, action, changes }: { chat: Chat; action: Action; changes?: readonly FieldChange[] },
  ): Promise<number> => {
    const related = { agentId: chat.agent.id, personId: chat.personId };
    return record(stores, caller, { entity: chatEntity(chat.id), action, changes, related });
  };
};
