import type { Page, PageSlice } from '../shared/page.ts';
import type { Turn } from '../turns/turn.ts';
import type { Chat, ChatStatus } from './chat.ts';
import type { Message } from './message.ts';

export interface ChatStore {
  insert(chat: Chat): Promise<void>;
  update(chat: Chat): Promise<void>;
  /** Removes the chat with its messages, turns and idempotency keys; files stay. */
  delete(id: string): Promise<void>;
  /** The chat, if it is this person's and not closed to them. */
  ofPerson(personId: string, id: string): Promise<Chat | null>;
  /** The chat, also one that is closed to its person. */
  byId(id: string): Promise<Chat | null>;
  /** A person's chats but those that are closed to them, newest first. */
  list(personId: string, status: ChatStatus | undefined, page: PageSlice): Promise<Page<Chat>>;
  /** Closes the chats that a person has so far to that person; returns whether any were open. */
  closeAll(personId: string): Promise<boolean>;
  /** Opens them again; returns whether any were closed. */
  openAll(personId: string): Promise<boolean>;
  /** Events of chats up to that number are from before they were closed to the person; 0 where none were. */
  eventsShownAfter(personId: string): Promise<number>;
}

export interface MessageStore {
  /** Adds a message, with the files that it carries. */
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
  /** The agent's queued turn that has waited longest. */
  nextOf(agentId: string): Promise<Turn | null>;
  /** The agent's turns in progress, so many at the most. */
  openOfAgent(agentId: string, atMost: number): Promise<readonly Turn[]>;
  /** The turns in progress in a person's chats, so many at the most. */
  openOfPerson(personId: string, atMost: number): Promise<readonly Turn[]>;
  /** Running turns whose lease has run out, the agent's or all, a few at a time, the longest ago first. */
  expired(now: number, agentId?: string): Promise<readonly Turn[]>;
}

/** What a keyed request came to; remembered as long as its message exists, and for 90 days (docs/decisions/0023). */
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
  /** Removes those from before a time, so many at the most; returns how many. */
  forget(before: number, atMost: number): Promise<number>;
}
