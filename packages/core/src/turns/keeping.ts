import type { Caller } from '../access/caller.ts';
import { chatEntity } from '../chats/chat.ts';
import { recorder } from '../events/record.ts';
import type { Ports, Stores } from '../ports.ts';
import { raiseTurn } from './signals.ts';
import type { Turn } from './turn.ts';

/** Keeps turns that have come into another state, and records it without a word of the chat. */
export function turnKeeper(ports: Pick<Ports, 'clock' | 'newId'>) {
  const record = recorder(ports);

  /** Of a chat that is closed to its person, the event is nobody's: whose the name is now need not be who wrote it. */
  const recordTurn = async (
    { id, chatId, agentId, personId, state }: Turn,
    stores: Stores,
    by: Caller,
  ): Promise<void> => {
    const isOpen = (await stores.chats.ofPerson(personId, chatId)) !== null;
    const related = { turnId: id, agentId, ...(isOpen && { personId }) };
    await record(stores, by, chatEntity(chatId), `turn.${state}`, { related });
  };

  return {
    insert: async (stores: Stores, by: Caller, turn: Turn): Promise<void> => {
      await stores.turns.insert(turn);
      await recordTurn(turn, stores, by);
      raiseTurn(stores, turn);
    },
    /** Those who wait for the turn are told, unless it is taken up again in the same unit. */
    save: async (stores: Stores, by: Caller, turn: Turn, tell = true): Promise<void> => {
      await stores.turns.update(turn);
      await recordTurn(turn, stores, by);
      if (tell) raiseTurn(stores, turn);
    },
  };
}
