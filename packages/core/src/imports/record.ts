import type { CallerType } from '../access/caller.ts';
import type { Failure } from '../claims/failure.ts';
import type { Metric } from '../goals/goal.ts';
import type { AgentLimits, Role } from '../members/member.ts';
import type { Option, QuestionKind } from '../questions/options.ts';
import type { Choice, QuestionStatus } from '../questions/question.ts';
import type { ArtifactInput } from '../results/artifact.ts';
import type { CheckInput } from '../results/check.ts';
import type { CriterionStatus } from '../results/criteria.ts';
import type { EvidenceInput, Outcome, Part, Verdict } from '../results/result.ts';
import type { Priority, WaitingFor, WokenBy } from '../tasks/task.ts';
import type { Usage } from '../usage/usage.ts';
import type { ViewQuery } from '../views/view.ts';

/** Types of records that an import accepts, in an order in which every reference points backwards. */
export const IMPORTED_TYPES = [
  'member',
  'label',
  'initiative',
  'goal',
  'verification',
  'project',
  'file',
  'task',
  'relation',
  'comment',
  'attachment',
  'criterion',
  'result',
  'question',
  'wait',
  'view',
] as const;
export type ImportedType = (typeof IMPORTED_TYPES)[number];

/** Maximum records in a request. */
export const MAX_RECORDS = 500;
/** Maximum words of each kind that the options of an import map. */
export const MAX_WORDS = 500;
/** Warnings that an import keeps; later ones are only counted. */
export const MAX_WARNINGS = 200;

/** Entities that an undone import lists as left; later ones are only counted. */
export const MAX_LEFT = 200;

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

/** The author in an export has a name and a type. One of the type `service` is a key, which isn't imported. */
export interface SourceAuthor {
  readonly id: SourceId;
  readonly displayName?: string | undefined;
  readonly name?: string | undefined;
  readonly type?: CallerType | undefined;
}
export type Who = SourceId | SourceAuthor;

/** A record with a `memberType` becomes a person or an agent; otherwise it becomes an external person. */
interface MemberRecord extends Identified, Dated {
  readonly memberType?: Maybe<'human' | 'agent' | 'external'>;
  readonly displayName?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly email?: Maybe<string>;
  readonly removed?: Maybe<boolean>;
  readonly role?: Maybe<Role>;
  readonly emoji?: Maybe<string>;
  readonly title?: Maybe<string>;
  readonly status?: Maybe<string>;
  readonly model?: Maybe<string>;
  readonly avatar?: Maybe<string>;
  readonly reportsTo?: Maybe<SourceId>;
  readonly paused?: Maybe<boolean>;
  readonly maxClaims?: Maybe<number>;
  readonly limits?: Maybe<AgentLimits>;
  readonly verifier?: Maybe<boolean>;
}

interface LabelRecord extends Identified {
  readonly name: string;
  readonly color?: Maybe<string>;
}

interface InitiativeRecord extends Identified, Dated {
  readonly name: string;
  readonly description?: Maybe<string>;
  readonly status?: Maybe<string>;
}

interface GoalRecord extends Identified, Dated {
  readonly title: string;
  readonly description?: Maybe<string>;
  readonly test?: Maybe<string>;
  readonly metric?: Maybe<Metric>;
  readonly status?: Maybe<string>;
  readonly targetDate?: Maybe<number>;
  readonly initiativeId?: Maybe<SourceId>;
  readonly archived?: Maybe<boolean>;
}

interface VerificationRecord extends Identified {
  readonly goalId: SourceId;
  readonly at?: Maybe<number>;
  readonly byName: string;
  readonly byType: CallerType;
  readonly passed: boolean;
  readonly evidence: string;
}

interface FileRecord extends Identified {
  /** The uploaded file that has the content. It is needed only when the file is created. */
  readonly uploadId?: Maybe<string>;
  readonly fileName?: Maybe<string>;
  readonly mimeType?: Maybe<string>;
  readonly sha256?: Maybe<string>;
  readonly uploadedBy?: Maybe<Who>;
  readonly createdAt?: Maybe<number>;
}

interface ProjectRecord extends Identified, Dated {
  readonly title: string;
  readonly initiativeId?: Maybe<SourceId>;
  readonly goalId?: Maybe<SourceId>;
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
  readonly fromAgent?: Maybe<boolean>;
  readonly overBudget?: Maybe<boolean>;
  readonly attempts?: Maybe<number>;
  readonly failures?: Maybe<number>;
  readonly notBefore?: Maybe<number>;
  readonly backTo?: Maybe<SourceId>;
  readonly touchedAt?: Maybe<number>;
  readonly wokenBy?: Maybe<WokenBy>;
}

interface RelationRecord extends Identified {
  readonly kind: string;
  readonly from: SourceTask;
  readonly to: SourceTask;
  readonly madeOn?: Maybe<SourceTask>;
  readonly madeBy?: Maybe<CallerType>;
}

interface CommentRecord extends Identified, Dated {
  readonly taskNumber: SourceTask;
  readonly body: string;
  readonly author?: Maybe<Who>;
}

interface AttachmentRecord extends Identified {
  readonly taskNumber: SourceTask;
  readonly fileId: SourceId;
  readonly addedBy?: Maybe<Who>;
  readonly createdAt?: Maybe<number>;
}

interface CriterionRecord extends Identified {
  readonly taskNumber: SourceTask;
  readonly text: string;
  readonly check?: Maybe<CheckInput & { readonly proposed?: Maybe<boolean> }>;
  readonly status?: Maybe<CriterionStatus>;
  readonly evidence?: Maybe<readonly EvidenceInput[]>;
  readonly proven?: Maybe<boolean>;
  readonly by?: Maybe<Who>;
  readonly at?: Maybe<number>;
}

interface SourceReview {
  readonly id?: Maybe<string>;
  readonly verdict: Verdict;
  readonly comment?: Maybe<string>;
  readonly criteria?: Maybe<
    readonly { readonly id: string; readonly status: Verdict; readonly comment?: Maybe<string> }[]
  >;
  readonly override?: Maybe<string>;
  readonly reviewer?: Maybe<Who>;
  readonly createdAt?: Maybe<number>;
}

interface ResultRecord extends Identified {
  readonly taskNumber: SourceTask;
  readonly outcome: Outcome;
  readonly summary: string;
  readonly evidence?: Maybe<readonly EvidenceInput[]>;
  readonly artifact?: Maybe<ArtifactInput>;
  readonly failure?: Maybe<Failure>;
  readonly usage?: Maybe<Usage>;
  readonly author?: Maybe<Who>;
  readonly behind?: Maybe<SourceId>;
  readonly returnTo?: Maybe<SourceId>;
  readonly attempt?: Maybe<number>;
  readonly part?: Maybe<Part>;
  readonly createdAt?: Maybe<number>;
  readonly review?: Maybe<SourceReview>;
}

interface SourceAnswer {
  readonly choice?: Maybe<string>;
  readonly text?: Maybe<string>;
  readonly approved?: Maybe<boolean>;
  readonly comment?: Maybe<string>;
  readonly by?: Maybe<Who>;
  readonly at?: Maybe<number>;
}

interface QuestionRecord extends Identified {
  readonly taskNumber: SourceTask;
  readonly kind: QuestionKind;
  readonly text: string;
  readonly options?: Maybe<readonly Option[]>;
  readonly default?: Maybe<Choice>;
  readonly dueAt?: Maybe<number>;
  readonly to?: Maybe<SourceId>;
  readonly asker?: Maybe<Who>;
  readonly blocking?: Maybe<boolean>;
  readonly returnTo?: Maybe<SourceId>;
  readonly status?: Maybe<QuestionStatus>;
  readonly answer?: Maybe<SourceAnswer>;
  readonly createdAt?: Maybe<number>;
  readonly closedAt?: Maybe<number>;
}

interface WaitRecord extends Identified {
  readonly taskNumber: SourceTask;
  readonly kind: WaitingFor['kind'];
  readonly who?: Maybe<SourceId>;
  readonly what: string;
  readonly since?: Maybe<number>;
  readonly resultId?: Maybe<SourceId>;
  readonly questionId?: Maybe<SourceId>;
}

interface ViewRecord extends Identified, Dated {
  readonly name: string;
  readonly shared?: Maybe<boolean>;
  readonly query: ViewQuery;
  readonly createdBy?: Maybe<SourceId>;
}

interface Records {
  readonly member: MemberRecord;
  readonly label: LabelRecord;
  readonly initiative: InitiativeRecord;
  readonly goal: GoalRecord;
  readonly verification: VerificationRecord;
  readonly project: ProjectRecord;
  readonly file: FileRecord;
  readonly task: TaskRecord;
  readonly relation: RelationRecord;
  readonly comment: CommentRecord;
  readonly attachment: AttachmentRecord;
  readonly criterion: CriterionRecord;
  readonly result: ResultRecord;
  readonly question: QuestionRecord;
  readonly wait: WaitRecord;
  readonly view: ViewRecord;
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
