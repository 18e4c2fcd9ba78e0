import type { Turn } from '../turns/turn.ts';
import type { Chat } from './chat.ts';
import type { Message } from './message.ts';

/** The outcome of sending a message. */
export interface Sent {
  /** True if the request repeated an earlier one with the same key. */
  readonly replayed: boolean;
  readonly chat: Chat;
  readonly message: Message;
  readonly turn: TurnView;
}

/** A turn as the client sees it: with its reply. */
export interface TurnView extends Turn {
  readonly reply: Message | null;
}
