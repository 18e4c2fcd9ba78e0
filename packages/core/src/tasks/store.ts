import type { CallerType } from '../access/caller.ts';
import type { ExternalKey } from '../shared/external-id.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Usage } from '../usage/usage.ts';
import type { Attachment } from './attachments.ts';
import type { Comment } from './comments.ts';
import type { StatusCounts } from './counts.ts';
import type { TaskFilter } from './filter.ts';
import type { TaskOrder } from './order.ts';
import type { Rank, Side } from './rank.ts';
import type { Edge, Relation, StoredRelation } from './relations.ts';
import type { Blocker } from './status.ts';
import type { Moment, Subtree, TreeUsage } from './subtasks.ts';
import type { Task } from './task.ts';

export interface TaskStore {
  /** The next number of the workspace. Rolling back the unit releases it. */
  nextNumber(): Promise<number>;
  /** Continues the numbers after this one, if they haven't reached it. Returns the last number. */
  reserveNumber(taskNumber: number): Promise<number>;
  insert(task: Task): Promise<void>;
  /** Saves a changed task. `before` is the version that was loaded; only changed columns are written. */
  update(after: Task, before: Task): Promise<void>;
  /** Deletes the task with its relations, comments, attachments and subscriptions. */
  delete(task: Task): Promise<void>;
  /** Number of unarchived backlog tasks by one creator; counting stops at `atMost`. */
  countInBacklog(creatorId: string, atMost: number): Promise<number>;
  byNumber(taskNumber: number): Promise<Task | null>;
  byId(id: string): Promise<Task | null>;
  byExternalId(key: ExternalKey): Promise<Task | null>;
  /** Newest first by default. A page can end early, even empty, and still have a successor. */
  list(filter: TaskFilter, page: PageSlice, order?: TaskOrder): Promise<Page<Task>>;
  /** Numbers of tasks by status, at a bounded cost. */
  counts(filter: TaskFilter): Promise<StatusCounts>;
}

/** Places of tasks in the manual order. */
export interface RankStore {
  /** Up to `count` tasks with stored ranks before or after a rank, the nearest first; archived ones included. */
  beside(rank: Rank, side: Side, count: number): Promise<readonly RankedTask[]>;
  /** Stores ranks, by task number. */
  set(ranks: ReadonlyMap<number, Rank>): Promise<void>;
}

export interface RankedTask {
  readonly taskNumber: number;
  readonly rank: Rank;
}

/** Trees of tasks; the tasks themselves are in the `TaskStore`. */
export interface SubtaskStore {
  /** The direct children of a task, archived ones included, in the order of their numbers. */
  children(taskNumber: number): Promise<readonly Task[]>;
  /** The numbers of its open children that are not archived, in order. */
  openChildren(taskNumber: number): Promise<readonly number[]>;
  /** The task, if the end of a child may wake it or make it ready (`followsChildren`). */
  following(taskNumber: number): Promise<Task | null>;
  /** The parent of a task, its parent and so on. */
  ancestors(taskNumber: number): Promise<readonly Task[]>;
  subtree(taskNumber: number): Promise<Subtree>;
  /** The tasks of a subtree that agents hold, the task itself included. */
  claimed(taskNumber: number): Promise<readonly Task[]>;
  /** Adds to the usage of a task. */
  addUsage(taskNumber: number, usage: Usage): Promise<void>;
  /** The usage of a task, and of its subtree together. */
  usageOf(taskNumber: number): Promise<TreeUsage>;
  /**
   * Whether parents and blockers require one moment to come before another: a task starts after its parent starts and
   * its blockers end, and ends after its children end. Statuses don't matter. `detached` counts as without a parent.
   */
  precedes(first: Moment, second: Moment, detached?: number): Promise<boolean>;
}

export interface RelationStore {
  insert(relation: StoredRelation): Promise<void>;
  delete(relation: StoredRelation): Promise<void>;
  /** The relation with this id, if the task is one of its ends. */
  byId(taskNumber: number, id: string): Promise<StoredRelation | null>;
  /** The relation stored for this edge. */
  ofEdge(edge: Edge): Promise<StoredRelation | null>;
  /** Changes the creator type of the relation. */
  setMadeBy(id: string, madeBy: CallerType): Promise<void>;
  /** Whether edges of the kind lead from one task to another. Cheap when no edges leave `from`. */
  leads(kind: Edge['kind'], from: number, to: number): Promise<boolean>;
  /** Number of relations of a task at either end; counting stops at `atMost`. */
  count(taskNumber: number, atMost: number): Promise<number>;
  /** As seen from the task, oldest first. */
  of(taskNumber: number): Promise<readonly Relation[]>;
  /** The open tasks that block this one. */
  openBlockers(taskNumber: number): Promise<readonly Blocker[]>;
}

export interface CommentStore {
  insert(comment: Comment): Promise<void>;
  update(comment: Comment): Promise<void>;
  delete(id: string): Promise<void>;
  byId(taskNumber: number, id: string): Promise<Comment | null>;
  /** `asc` is oldest first. */
  list(taskNumber: number, order: 'asc' | 'desc', page: PageSlice): Promise<Page<Comment>>;
  /** The most recent `count`, oldest first. */
  last(taskNumber: number, count: number): Promise<readonly Comment[]>;
  /** Of the last `atMost` comments, how many came after `since` and are not by `otherThan`. */
  countSince(taskNumber: number, since: number, otherThan: string, atMost: number): Promise<number>;
}

export interface AttachmentStore {
  insert(attachment: Attachment): Promise<void>;
  delete(id: string): Promise<void>;
  byId(taskNumber: number, id: string): Promise<Attachment | null>;
  ofFile(taskNumber: number, fileId: string): Promise<Attachment | null>;
  /** Oldest first. */
  list(taskNumber: number, page: PageSlice): Promise<Page<Attachment>>;
}

export interface SubscriptionStore {
  /** Subscribes members, in this order; repeatable. Omits those beyond MAX_SUBSCRIBERS: check with `has`. */
  add(taskNumber: number, memberIds: readonly string[]): Promise<void>;
  remove(taskNumber: number, memberId: string): Promise<void>;
  has(taskNumber: number, memberId: string): Promise<boolean>;
  /** Ids of the subscribed people. */
  people(taskNumber: number): Promise<readonly string[]>;
}
