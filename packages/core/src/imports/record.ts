import type { Priority } from '../tasks/task.ts';

/** Types of records that an import accepts, in an order in which every reference points backwards. */
export const IMPORTED_TYPES = ['member', 'label', 'project', 'task', 'relation', 'comment'] as const;
export type ImportedType = (typeof IMPORTED_TYPES)[number];

/** Maximum records in a request. */
export const MAX_RECORDS = 500;
/** Maximum words of each kind that the options of an import map. */
export const MAX_WORDS = 500;
/** Warnings that an import keeps; later ones are only counted. */
export const MAX_WARNINGS = 200;

/** An identity in the source: the `externalId` of a record, or the `id` that an export gives it. */
export type SourceId = string;
/** Tasks can also be referred to by the number that an export gives them. */
export type SourceTask = string | number;

type Maybe<T> = T | null | undefined;

interface Identified {
  /** A text is the identity in the source. An object is the external id that an exported entity had. */
  readonly externalId?: Maybe<
    SourceId | { readonly source: string; readonly id: string; readonly url?: string | undefined }
  >;
  /** The identity of an exported record. */
  readonly id?: Maybe<string>;
  /** Where people find it in the source. */
  readonly url?: Maybe<string>;
}

interface Dated {
  readonly createdAt?: Maybe<number>;
  readonly updatedAt?: Maybe<number>;
}

export type Who = SourceId | { readonly id: SourceId; readonly displayName?: string | undefined };

interface MemberRecord extends Identified, Dated {
  readonly displayName?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly email?: Maybe<string>;
}

interface LabelRecord extends Identified {
  readonly name: string;
  readonly color?: Maybe<string>;
}

interface ProjectRecord extends Identified, Dated {
  readonly title: string;
  readonly description?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly color?: Maybe<string>;
  readonly targetDate?: Maybe<number>;
  readonly archived?: Maybe<boolean>;
}

interface TaskRecord extends Identified, Dated {
  readonly taskNumber?: Maybe<number>;
  readonly title: string;
  readonly description?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly priority?: Maybe<string>;
  readonly effort?: Maybe<string>;
  readonly assignedTo?: Maybe<Who>;
  readonly projectId?: Maybe<SourceId>;
  readonly parentTaskNumber?: Maybe<SourceTask>;
  readonly labels?: Maybe<readonly SourceId[]>;
  readonly tags?: Maybe<readonly string[]>;
  readonly metadata?: Maybe<Readonly<Record<string, string>>>;
  readonly dueDate?: Maybe<number>;
  readonly completedAt?: Maybe<number>;
  readonly startedAt?: Maybe<number>;
  readonly archived?: Maybe<boolean>;
  readonly budget?: Maybe<Readonly<Record<string, number>>>;
  readonly rank?: Maybe<string>;
  readonly createdBy?: Maybe<Who>;
}

interface RelationRecord extends Identified {
  readonly kind: string;
  readonly from: SourceTask;
  readonly to: SourceTask;
}

interface CommentRecord extends Identified, Dated {
  readonly taskNumber: SourceTask;
  readonly body: string;
  readonly author?: Maybe<Who>;
}

interface Records {
  readonly member: MemberRecord;
  readonly label: LabelRecord;
  readonly project: ProjectRecord;
  readonly task: TaskRecord;
  readonly relation: RelationRecord;
  readonly comment: CommentRecord;
}

/** A record of an import (docs/export.md, Import): an exported one, or a part of its fields. */
export type RecordOf<Type extends ImportedType> = Records[Type] & { readonly type: Type };
export type ImportRecord = { readonly [Type in ImportedType]: RecordOf<Type> }[ImportedType];

/** How the words of a source map to ours. Values are checked by the import. */
export interface ImportOptions {
  readonly map?:
    | {
        readonly status?: Readonly<Record<string, string>> | undefined;
        readonly priority?: Readonly<Record<string, Priority>> | undefined;
        readonly labels?: Readonly<Record<string, string>> | undefined;
      }
    | undefined;
  /** The title of the project for tasks without one; it is created if it is missing. */
  readonly project?: string | undefined;
}
