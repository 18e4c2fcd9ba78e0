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
  /** Current name and avatar; the agent of a chat never changes. */
  readonly agent: {
    readonly id: string;
    readonly name: string;
    readonly displayName: string;
    readonly title: string | null;
    readonly avatarUrl: string | null;
  };
  readonly messageCount: number;
  /** Computed by the store, never saved. */
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

/** The chat in the log, without its title, which is private to the person. */
export const chatEntity = (id: string) => ({ type: 'chat', id, title: '' }) as const;

/** A chat's first title: the message with white space collapsed, or the first file's name (docs/rules.md, Chats). */
export function firstTitle(body: string, fileNames: readonly string[]): string {
  const text = body.replace(/\s+/gu, ' ').trim();
  return cut(text === '' ? (fileNames[0] ?? 'New chat') : text, LIMITS.chatTitle).trim();
}

/** The agent as embedded in its chats. */
export const chatAgent = ({ id, name, displayName, title, avatar }: Agent): Chat['agent'] => ({
  id,
  name,
  displayName,
  title,
  avatarUrl: avatar,
});
