import type { Caller } from '../access/caller.ts';
import { chatEntity } from '../chats/chat.ts';
import type { Ports, Stores } from '../ports.ts';
import { queueTopic, turnTopic } from '../turns/signals.ts';
import type { Turn } from '../turns/turn.ts';
import { recorder } from './record.ts';

/** Saves turns in a new state and records the event without any content of the chat. */
export function turnKeeper(ports: Pick<Ports, 'clock' | 'newId'>) {
  const record = recorder(ports);

  /**
   * The event of a chat that is closed to its person belongs to nobody: the name's current holder may not have
   * written it.
   */
  const recordTurn = async (
    { id, chatId, agentId, personId, state }: Turn,
    stores: Stores,
    by: Caller,
  ): Promise<void> => {
    const isOpen = (await stores.chats.ofPerson(personId, chatId)) !== null;
    const related = { turnId: id, agentId, ...(isOpen && { personId }) };
    await record(stores, by, { entity: chatEntity(chatId), action: `turn.${state}`, related });
  };

  return {
    insert: async (stores: Stores, by: Caller, turn: Turn): Promise<void> => {
      await stores.turns.insert(turn);
      await recordTurn(turn, stores, by);
      raiseTurn(stores, turn);
    },
    /** Waiters are signaled, unless the turn is claimed again in the same unit. */
    save: async (stores: Stores, by: Caller, turn: Turn, signals = true): Promise<void> => {
      await stores.turns.update(turn);
      await recordTurn(turn, stores, by);
      if (signals) raiseTurn(stores, turn);
    },
  };
}

/** Wakes requests that wait for the end of a turn, or for a turn in the queue. */
export function raiseTurn({ signals }: Pick<Stores, 'signals'>, turn: Turn): void {
  if (turn.status !== 'pending') signals.raise({ topic: turnTopic(turn.id), toOne: false });
  else if (turn.state === 'queued') signals.raise({ topic: queueTopic(turn.agentId), toOne: true });
}
