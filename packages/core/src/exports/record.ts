import type { Attempt, AttemptRecord } from '../attempts/attempt.ts';
import type { Chat } from '../chats/chat.ts';
import type { Message } from '../chats/message.ts';
import type { ShownEvent } from '../events/shown.ts';
import type { File } from '../files/file.ts';
import type { Goal, Verification } from '../goals/goal.ts';
import type { Initiative } from '../initiatives/initiative.ts';
import type { Label } from '../labels/label.ts';
import type { Member } from '../members/member.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { Project } from '../projects/project.ts';
import type { Question } from '../questions/question.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Result } from '../results/result.ts';
import type { Attachment } from '../tasks/attachments.ts';
import type { Comment } from '../tasks/comments.ts';
import type { StoredRelation } from '../tasks/relations.ts';
import type { Task } from '../tasks/task.ts';
import type { Day } from '../usage/days.ts';
import type { Usage } from '../usage/usage.ts';
import type { View } from '../views/view.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A criterion with the task that it belongs to. */
export interface CriterionOfTask extends Criterion {
  readonly taskNumber: number;
}

export interface Subscription {
  readonly taskNumber: number;
  readonly memberId: string;
}

/** What the last run left for the next one. */
export interface Checkpoint {
  readonly taskNumber: number;
  readonly text: string;
}

export interface AttemptOfTask extends Attempt {
  /** Of the claim. */
  readonly id: string;
  readonly taskNumber: number;
}

/** The usage of an agent on a day; usage without an agent has null. */
export interface UsageOfDay {
  readonly day: Day;
  readonly agentId: string | null;
  readonly usage: Usage;
}

export interface PreferencesOfMember extends Preferences {
  /** Of the member. */
  readonly id: string;
}

/** The entities of an export that a store reads in one pass; times are in milliseconds. */
export interface Scanned {
  /** Removed members too: history refers to them. */
  readonly member: Member;
  readonly label: Label;
  readonly initiative: Initiative;
  /** Archived ones too, like all that follow. */
  readonly goal: Omit<Goal, 'lastVerification'>;
  readonly verification: Verification;
  readonly project: Project;
  readonly file: File;
  readonly task: Task;
  readonly relation: StoredRelation;
  readonly comment: Comment;
  readonly attachment: Attachment;
  readonly criterion: CriterionOfTask;
  readonly result: Result;
  readonly question: Question;
  readonly attempt: AttemptRecord;
  readonly checkpoint: Checkpoint;
  readonly subscription: Subscription;
}
export type ScannedType = keyof Scanned;

/** The entities of an export by the type of their record. */
export interface Exported extends Omit<Scanned, 'attempt'> {
  readonly attempt: AttemptOfTask;
  /** A waiting task: what it waits for may be a result or a question, which follow the tasks. */
  readonly wait: Task;
  readonly usage: UsageOfDay;
  readonly view: View;
  /** The caller's own. */
  readonly preferences: PreferencesOfMember;
  readonly chat: Chat;
  readonly message: Message;
  readonly event: ShownEvent;
}
export type ExportedType = keyof Exported;

export interface ExportHeader {
  readonly workspace: Workspace;
  readonly exportedAt: number;
  /** The last event of the snapshot. */
  readonly seq: number;
  /** Maps the id of each merged member to that of its person. */
  readonly merged: ReadonlyMap<string, string>;
}

/** Records of one type, in order. */
export type ExportBatch = {
  [Type in ExportedType]: { readonly type: Type; readonly items: readonly Exported[Type][] };
}[ExportedType];

/** An export of one snapshot. The snapshot is open from the first batch until the batches end or are left. */
export interface Export {
  /** In an order in which every reference points backwards. The first element is the header. */
  readonly batches: AsyncIterable<ExportHeader | ExportBatch>;
}

export const EXPORT_INCLUDES = ['my-chats'] as const;
export type ExportInclude = (typeof EXPORT_INCLUDES)[number];

export interface ExportOptions {
  /** Adds the caller's own chats. */
  readonly include?: readonly ExportInclude[] | undefined;
}
