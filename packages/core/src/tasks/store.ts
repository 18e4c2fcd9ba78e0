import type { CallerType } from '../access/caller.ts';
import type { Page, PageSlice } from '../shared/page.ts';
import type { Attachment } from './attachments.ts';
import type { Comment } from './comments.ts';
import type { Edge, KeptRelation, Relation } from './relations.ts';
import type { Blocker, TaskStatus } from './status.ts';
import type { Effort, Priority, Task } from './task.ts';

/** Conditions that a task must all meet; within one list any value will do. */
export interface TaskFilter {
  readonly statuses?: readonly TaskStatus[] | undefined;
  readonly priorities?: readonly Priority[] | undefined;
  readonly efforts?: readonly Effort[] | undefined;
  readonly assigneeIds?: readonly string[] | 'unassigned' | undefined;
  readonly creatorIds?: readonly string[] | undefined;
  readonly projectId?: string | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly labelId?: string | undefined;
  /** Whether archived tasks are in the list too. */
  readonly archived: boolean;
}

export interface TaskStore {
  /** The next number of the workspace. A unit that is undone gives it back. */
  nextNumber(): Promise<number>;
  insert(task: Task): Promise<void>;
  /** Saves a changed task; `before` is what was loaded, so that only what changed is written. */
  update(after: Task, before: Task): Promise<void>;
  /** Removes the task with its relations, comments, attachments and subscriptions. */
  delete(task: Task): Promise<void>;
  /** How many tasks of a maker are in the backlog and not archived; counted no further than `atMost`. */
  countInBacklog(creatorId: string, atMost: number): Promise<number>;
  byNumber(taskNumber: number): Promise<Task | null>;
  byId(id: string): Promise<Task | null>;
  /** Newest first: by number. */
  list(filter: TaskFilter, page: PageSlice): Promise<Page<Task>>;
}

export interface RelationStore {
  insert(relation: KeptRelation): Promise<void>;
  delete(relation: KeptRelation): Promise<void>;
  /** The relation of this id, if the task is one of its ends. */
  byId(taskNumber: number, id: string): Promise<KeptRelation | null>;
  /** The relation that is this edge. */
  ofEdge(edge: Edge): Promise<KeptRelation | null>;
  /** From now on it counts as made by such a caller. */
  setMadeBy(id: string, madeBy: CallerType): Promise<void>;
  /** Whether edges of the kind lead from one task to another. Costs nothing when none leave `from`. */
  leads(kind: Edge['kind'], from: number, to: number): Promise<boolean>;
  /** How many a task has, at either end; counted no further than `atMost`. */
  count(taskNumber: number, atMost: number): Promise<number>;
  /** As the task shows them, oldest first. */
  of(taskNumber: number): Promise<readonly Relation[]>;
  /** The unresolved tasks that block this one. */
  openBlockers(taskNumber: number): Promise<readonly Blocker[]>;
}

export interface CommentStore {
  insert(comment: Comment): Promise<void>;
  update(comment: Comment): Promise<void>;
  delete(id: string): Promise<void>;
  byId(taskNumber: number, id: string): Promise<Comment | null>;
  /** Oldest first. */
  list(taskNumber: number, page: PageSlice): Promise<Page<Comment>>;
  /** The last ones, oldest first. */
  last(taskNumber: number, count: number): Promise<readonly Comment[]>;
  /** How many of the last `atMost` came after a time and are of somebody else. */
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
  /** Subscribes a member, unless the task has MAX_SUBSCRIBERS without it; once is enough. `has` tells what came of it. */
  add(taskNumber: number, memberId: string): Promise<void>;
  remove(taskNumber: number, memberId: string): Promise<void>;
  has(taskNumber: number, memberId: string): Promise<boolean>;
  /** The people who are subscribed, by id. */
  people(taskNumber: number): Promise<readonly string[]>;
}
