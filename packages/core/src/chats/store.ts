import type { Page, PageSlice } from '../shared/page.ts';
import type { Turn } from '../turns/turn.ts';
import type { Chat, ChatStatus } from './chat.ts';
import type { Message } from './message.ts';

export interface ChatStore {
  insert(chat: Chat): Promise<void>;
  update(chat: Chat): Promise<void>;
  /** Deletes the chat with its messages, turns and idempotency keys; files stay. */
  delete(id: string): Promise<void>;
  /** The chat, if it belongs to this person and is not closed to them. */
  ofPerson(personId: string, id: string): Promise<Chat | null>;
  /** The chat, even if it is closed to its person. */
  byId(id: string): Promise<Chat | null>;
  /** A person's chats, except closed ones, newest first. */
  list(personId: string, status: ChatStatus | undefined, page: PageSlice): Promise<Page<Chat>>;
  /** Closes a person's existing chats to that person; returns whether any were open. */
  closeAll(personId: string): Promise<boolean>;
  /** Reopens them; returns whether any were closed. */
  openAll(personId: string): Promise<boolean>;
  /** Number of the last event before the chats were closed to the person; 0 if they never were. */
  eventsShownAfter(personId: string): Promise<number>;
}

export interface MessageStore {
  /** Adds a message with its files. */
  insert(message: Message): Promise<void>;
  byId(chatId: string, id: string): Promise<Message | null>;
  list(chatId: string, order: 'asc' | 'desc', page: PageSlice): Promise<Page<Message>>;
}

export interface TurnStore {
  insert(turn: Turn): Promise<void>;
  update(turn: Turn): Promise<void>;
  byId(id: string): Promise<Turn | null>;
  /** The turn in progress of a chat. */
  openOf(chatId: string): Promise<Turn | null>;
  /** The agent's oldest queued turn. */
  nextOf(agentId: string): Promise<Turn | null>;
  /** Up to `atMost` turns in progress of the agent. */
  openOfAgent(agentId: string, atMost: number): Promise<readonly Turn[]>;
  /** Up to `atMost` turns in progress in the person's chats. */
  openOfPerson(personId: string, atMost: number): Promise<readonly Turn[]>;
  /** A batch of running turns with expired leases, of one agent or all, those that expired first coming first. */
  expired(now: number, agentId?: string): Promise<readonly Turn[]>;
}

/** The outcome of a request with an idempotency key; kept while its message exists, and for 90 days. */
export interface IdempotencyKey {
  readonly personId: string;
  readonly key: string;
  readonly payloadHash: string;
  readonly chatId: string;
  readonly messageId: string;
  readonly createdAt: number;
}

export interface IdempotencyKeyStore {
  remember(request: IdempotencyKey): Promise<void>;
  recall(personId: string, key: string): Promise<IdempotencyKey | null>;
  /** Deletes up to `atMost` keys from before a time; returns how many. */
  forget(before: number, atMost: number): Promise<number>;
}
