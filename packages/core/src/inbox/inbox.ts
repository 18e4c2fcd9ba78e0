import type { Caller } from '../access/caller.ts';
import type { Goal } from '../goals/goal.ts';
import type { MemberRef } from '../members/member.ts';
import type { Question } from '../questions/question.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Result } from '../results/result.ts';
import { Refusal } from '../shared/refusal.ts';
import type { TaskMention } from '../tasks/mention.ts';
import type { WaitingFor } from '../tasks/task.ts';
import type { Webhook } from '../webhooks/webhook.ts';

export const INBOX_KINDS = ['question', 'review', 'attention', 'goal'] as const;
export type InboxKind = (typeof INBOX_KINDS)[number];

/** What is kept of something that waits for people: what it is, and for whom. */
export interface InboxEntry {
  readonly kind: InboxKind;
  /**
   * Of a question or goal its id, of a task its number, of an agent over a limit `agent` and its id, of a webhook that
   * was disabled `webhook` and its id.
   */
  readonly ref: string;
  readonly since: number;
  /** Members; null is every person of the workspace. */
  readonly people: readonly string[] | null;
}

/** Something that waits for a person, with enough to decide in place (docs/rules.md, Inbox). */
export interface InboxItem {
  readonly kind: InboxKind;
  readonly since: number;
  readonly task: TaskMention | null;
  readonly question?: Question | undefined;
  readonly result?: Result | undefined;
  /** Those of the task whose result is to be reviewed. */
  readonly criteria?: readonly Criterion[] | undefined;
  readonly goal?: Goal | undefined;
  /** An agent that has used as much as it may today. */
  readonly agent?: MemberRef | undefined;
  /** A webhook that was disabled; its address is for who may see webhooks. */
  readonly webhook?: Pick<Webhook, 'id' | 'description' | 'disabledReason'> | undefined;
  readonly waitingFor?: WaitingFor | undefined;
}

/** The person that the caller's own key, or a service of theirs, speaks for; 403 for any other key. */
export function personOf(caller: Caller): string {
  const { kind } = caller.key;
  if ((kind === 'person' || kind === 'service') && caller.inboxId !== null) return caller.inboxId;
  throw new Refusal(
    'FORBIDDEN',
    "The inbox is a person's. Use a person's own key, or a service key that a person has made.",
  );
}
