import type { Sent, TurnView } from '../chats/sent.ts';
import type { Stores } from '../ports.ts';
import { all } from '../shared/all.ts';
import { afterRemoval, isPending, type Turn } from '../turns/turn.ts';

/** The current outcome of a request with an idempotency key; null if it no longer exists. */
export async function replay(stores: Stores, chatId: string, messageId: string): Promise<Sent | null> {
  const [chat, message] = await all(stores.chats.byId(chatId), stores.messages.byId(chatId, messageId));
  const turn = message?.turnId ? await stores.turns.byId(message.turnId) : null;
  if (!chat || !message || !turn) return null;
  return { replayed: true, chat, message, turn: await withReply(stores, await asAfterRemoval(stores, turn)) };
}

/** A pending turn of a removed agent counts as failed even before the clean-up has updated it. */
export async function asAfterRemoval({ removals }: Stores, turn: Turn): Promise<Turn> {
  const removal = isPending(turn) ? await removals.of(turn.agentId) : null;
  return removal ? afterRemoval(turn, removal.id, removal.at) : turn;
}

export async function withReply({ messages }: Stores, turn: Turn): Promise<TurnView> {
  const reply = turn.replyMessageId === null ? null : await messages.byId(turn.chatId, turn.replyMessageId);
  return { ...turn, reply };
}
