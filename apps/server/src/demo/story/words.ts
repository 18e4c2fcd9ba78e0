import type {
  Effort,
  EvidenceInput,
  LabelColor,
  NewQuestion,
  Priority,
  RelationType,
  TaskStatus,
  Usage,
} from '@tandem/core';

/* The vocabulary of the demo's story. `tell` turns it into a workspace through the normal use cases. */

/**
 * When something happens: `12d 09:30` is twelve working days before today, in local time; `3h` and `20m` are relative
 * to now. Times by the day are before 16:30, and relative times are within seven hours, so that events keep their order
 * at any time of day.
 */
export type When = `${number}d ${number}:${number}` | `${number}h` | `${number}m`;

/** The name of a member. */
export type Who = string;
/** The story's own name for a task, a project, a goal or a file. */
export type Key = string;

/** Evidence, with a file by its key. */
export type Shown = Omit<EvidenceInput, 'fileId'> & { readonly file?: Key };

type Deed =
  | { readonly does: 'move'; readonly to: TaskStatus; readonly why?: string }
  | { readonly does: 'say'; readonly text: string }
  | { readonly does: 'attach'; readonly file: Key }
  | { readonly does: 'assign'; readonly to: Who | null }
  | { readonly does: 'rank'; readonly priority: Priority }
  | { readonly does: 'relate'; readonly type: RelationType; readonly other: Key }
  | { readonly does: 'archive' }
  | { readonly does: 'claim' }
  | {
      readonly does: 'beat';
      readonly note: string;
      readonly percent: number;
      readonly usage?: Usage;
      readonly checkpoint?: string;
    }
  | { readonly does: 'release'; readonly note: string }
  | {
      readonly does: 'hand in';
      readonly outcome: 'succeeded' | 'partial' | 'failed';
      readonly summary: string;
      readonly evidence?: readonly Shown[];
      readonly usage?: Usage;
      readonly to?: 'waiting' | 'done' | 'none';
    }
  | {
      readonly does: 'review';
      readonly verdict: 'accepted' | 'returned';
      readonly text?: string;
      readonly criteria?: readonly {
        readonly id: string;
        readonly status: 'accepted' | 'returned';
        readonly comment?: string;
      }[];
    }
  | {
      readonly does: 'ask';
      /** Due this many hours later. */
      readonly dueIn?: number;
      readonly question: Omit<NewQuestion, 'dueAt' | 'token'>;
    }
  | {
      readonly does: 'answer';
      readonly choice?: string;
      readonly text?: string;
      readonly approved?: boolean;
      readonly comment?: string;
    }
  /** Runs the background jobs that are due by then: expired leases, questions with a default answer. */
  | { readonly does: 'pass' };

export type DeedName = Deed['does'];
export type DeedOf<Name extends DeedName> = Extract<Deed, { does: Name }>;

/** An action on a task. */
export type Act = Deed & { readonly at: When; readonly by: Who };

export interface StoryTask {
  /** The key by which other parts of the story refer to it. */
  readonly key?: Key;
  readonly title: string;
  readonly text?: string;
  readonly project: Key | null;
  readonly at: When;
  readonly by: Who;
  /** Its first assignee. */
  readonly to?: Who;
  /** Its initial status; todo by default. */
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly effort?: Effort;
  readonly labels?: readonly string[];
  readonly tags?: readonly string[];
  /** Due in this many working days from today. */
  readonly due?: number;
  /** By id: `c1`, `c2` and so on. */
  readonly criteria?: readonly string[];
  readonly acts?: readonly Act[];
}

export interface StoryLabel {
  readonly name: string;
  readonly color: LabelColor;
}

/** Builds the actions from the story's notation. */
export const moves = (at: When, by: Who, to: TaskStatus, why?: string): Act => ({
  at,
  by,
  does: 'move',
  to,
  ...(why && { why }),
});
export const says = (at: When, by: Who, text: string): Act => ({ at, by, does: 'say', text });
export const claims = (at: When, by: Who): Act => ({ at, by, does: 'claim' });
export const beats = (
  at: When,
  by: Who,
  percent: number,
  note: string,
  usage?: Usage,
  checkpoint?: string,
): Act => ({
  at,
  by,
  does: 'beat',
  percent,
  note,
  ...(usage && { usage }),
  ...(checkpoint && { checkpoint }),
});
export const handsIn = (at: When, by: Who, result: Omit<DeedOf<'hand in'>, 'does'>): Act => ({
  at,
  by,
  does: 'hand in',
  ...result,
});
export const accepts = (at: When, by: Who, text?: string): Act => ({
  at,
  by,
  does: 'review',
  verdict: 'accepted',
  ...(text && { text }),
});
export const asks = (at: When, by: Who, question: DeedOf<'ask'>['question'], dueIn?: number): Act => ({
  at,
  by,
  does: 'ask',
  question,
  ...(dueIn && { dueIn }),
});
export const attaches = (at: When, by: Who, file: Key): Act => ({ at, by, does: 'attach', file });
export const relates = (at: When, by: Who, type: RelationType, other: Key): Act => ({
  at,
  by,
  does: 'relate',
  type,
  other,
});
