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

/** The stored reference to an item that waits for people. */
export interface InboxEntry {
  readonly kind: InboxKind;
  /**
   * The id of a question or goal, the number of a task, or the id of an agent over its limit or of a disabled
   * webhook, prefixed with `agent` or `webhook`.
   */
  readonly ref: string;
  readonly since: number;
  /** Member ids; null is every person of the workspace. */
  readonly people: readonly string[] | null;
}

/** An item that waits for a person, with enough context to decide in place (docs/rules.md, Inbox). */
export interface InboxItem {
  readonly kind: InboxKind;
  readonly since: number;
  readonly task: TaskMention | null;
  readonly question?: Question | undefined;
  readonly result?: Result | undefined;
  /** The criteria of the task whose result is, or can be, reviewed. */
  readonly criteria?: readonly Criterion[] | undefined;
  readonly goal?: Goal | undefined;
  /** An agent that has reached its daily usage limit. */
  readonly agent?: MemberRef | undefined;
  /** A disabled webhook, without its address, which not every reader may see. */
  readonly webhook?: Pick<Webhook, 'id' | 'description' | 'disabledReason'> | undefined;
  readonly waitingFor?: WaitingFor | undefined;
}

/** The person whose own key, or service key, makes the request; 403 for any other key. */
export function personOf(caller: Caller): string {
  const { kind } = caller.key;
  if ((kind === 'person' || kind === 'service') && caller.inboxId !== null) return caller.inboxId;
  throw new Refusal(
    'FORBIDDEN',
    "Only a person has an inbox. Use a person's own key, or a service key that a person has created.",
  );
}
