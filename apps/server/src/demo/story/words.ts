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

/* What the story of the demo is written in. `tell` makes a workspace of it, by the rules that hold for everybody. */

/**
 * When something happens: `12d 09:30` is twelve working days before today, by the clock on the wall; `3h` and `20m` are so
 * long ago. What is told by the day lies before 16:30 there, and what is told by the hour within seven hours: so they keep
 * their order, whenever the story is told.
 */
export type When = `${number}d ${number}:${number}` | `${number}h` | `${number}m`;

/** The name of a member. */
export type Who = string;
/** How the story calls a task, a project, a goal or a file. */
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
      /** How many hours from then it is due. */
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
  /** What is due by then takes its course: leases that ran out, questions with a default. */
  | { readonly does: 'pass' };

export type DeedName = Deed['does'];
export type DeedOf<Name extends DeedName> = Extract<Deed, { does: Name }>;

/** Somebody does something to a task. */
export type Act = Deed & { readonly at: When; readonly by: Who };

export interface StoryTask {
  /** By which others of the story name it. */
  readonly key?: Key;
  readonly title: string;
  readonly text?: string;
  readonly project: Key | null;
  readonly at: When;
  readonly by: Who;
  /** Whose it is at first. */
  readonly to?: Who;
  /** In which it is made; todo unless it says. */
  readonly status?: TaskStatus;
  readonly priority?: Priority;
  readonly effort?: Effort;
  readonly labels?: readonly string[];
  readonly tags?: readonly string[];
  /** In how many working days it is due, counted from today. */
  readonly due?: number;
  /** By id: `c1`, `c2` and so on. */
  readonly criteria?: readonly string[];
  readonly acts?: readonly Act[];
}

export interface StoryLabel {
  readonly name: string;
  readonly color: LabelColor;
}

/** Acts as they are written down. */
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
