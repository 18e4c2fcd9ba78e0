import type { Agent } from '../members/member.ts';
import { cut, LIMITS } from '../shared/text.ts';
import type { TurnState, TurnStatus } from '../turns/turn.ts';

export const CHAT_STATUSES = ['active', 'archived'] as const;
export type ChatStatus = (typeof CHAT_STATUSES)[number];

/** A private conversation between one person and one agent (docs/rules.md, Chats). */
export interface Chat {
  readonly id: string;
  readonly personId: string;
  readonly title: string;
  readonly status: ChatStatus;
  /** As it is now; fixed for the life of the chat. */
  readonly agent: {
    readonly id: string;
    readonly name: string;
    readonly displayName: string;
    readonly title: string | null;
    readonly avatarUrl: string | null;
  };
  readonly messageCount: number;
  /** Found by the store, never saved. */
  readonly activeTurn: {
    readonly id: string;
    readonly status: TurnStatus;
    readonly state: TurnState;
  } | null;
  readonly lastMessageAt: number;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}

/** A chat as the log tells of it: its title is its person's. */
export const chatEntity = (id: string) => ({ type: 'chat', id, title: '' }) as const;

/** A chat's first title: the message with white space folded, or the first file's name (docs/rules.md, Chats). */
export function firstTitle(body: string, fileNames: readonly string[]): string {
  const text = body.replace(/\s+/gu, ' ').trim();
  return cut(text === '' ? (fileNames[0] ?? 'New chat') : text, LIMITS.chatTitle).trim();
}

/** An agent as its chats show it. */
export const chatAgent = ({ id, name, displayName, title, avatar }: Agent): Chat['agent'] => ({
  id,
  name,
  displayName,
  title,
  avatarUrl: avatar,
});
