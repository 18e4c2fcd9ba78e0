import type { Key } from '../access/keys.ts';
import type { SessionSnapshot, Telemetry } from '../agents/monitoring.ts';
import type { AttemptRecord } from '../attempts/attempt.ts';
import type { Chat } from '../chats/chat.ts';
import type { Message } from '../chats/message.ts';
import type { IdempotencyKey } from '../chats/store.ts';
import type { Claim } from '../claims/claim.ts';
import type { Event } from '../events/event.ts';
import type { File } from '../files/file.ts';
import type { Goal, Verification } from '../goals/goal.ts';
import type { StoredResponse } from '../idempotency/store.ts';
import type { Import, ImportItem } from '../imports/import.ts';
import type { InboxEntry } from '../inbox/inbox.ts';
import type { Initiative } from '../initiatives/initiative.ts';
import type { Label } from '../labels/label.ts';
import type { Invitation } from '../members/invitations.ts';
import type { Member } from '../members/member.ts';
import type { NotificationKind } from '../notifications/notification.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { Project } from '../projects/project.ts';
import type { Question } from '../questions/question.ts';
import type { Removal } from '../removals/store.ts';
import type { Criterion } from '../results/criteria.ts';
import type { Result } from '../results/result.ts';
import type { SearchType } from '../search/found.ts';
import type { SignInLink } from '../sessions/links.ts';
import type { WebSession } from '../sessions/session.ts';
import type { Attachment } from '../tasks/attachments.ts';
import type { Comment } from '../tasks/comments.ts';
import type { StoredRelation } from '../tasks/relations.ts';
import type { Task } from '../tasks/task.ts';
import type { Turn } from '../turns/turn.ts';
import type { Day } from '../usage/days.ts';
import type { SeenPoint, UsageSources } from '../usage/measured.ts';
import type { Usage } from '../usage/usage.ts';
import type { TaskVerification } from '../verifications/verification.ts';
import type { View } from '../views/view.ts';
import type { Delivery } from '../webhooks/delivery.ts';
import type { Webhook } from '../webhooks/webhook.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { cell, type Journal, table } from './table.ts';

/** A notification, derived from the event with its sequence number. */
export interface StoredNotification {
  readonly memberId: string;
  readonly sequence: number;
  readonly taskNumber: number;
  readonly kind: NotificationKind;
  readonly commentId: string | null;
  readonly readAt: number | null;
}

/** A long value shared by stored responses. */
export interface StoredText {
  readonly hash: string;
  readonly text: string;
  readonly usedAt: number;
}

/** The usage counted on one day for one combination of agent, project and task. */
export interface StoredUsage {
  readonly day: Day;
  readonly agentId: string | null;
  readonly projectId: string | null;
  readonly taskNumber: number | null;
  readonly usage: Usage;
}

/** The creation position of a project, an initiative or a goal, for search results (`SearchRank`). */
export interface Placed {
  readonly type: Exclude<SearchType, 'task'>;
  readonly id: string;
  readonly number: number;
  readonly ordinal: number;
}

/** All data of one workspace. */
export function workspaceTables(journal: Journal) {
  return {
    journal,
    workspace: cell<Workspace | null>(journal, null),
    lastTaskNumber: cell(journal, 0),
    members: table<Member>(journal),
    /** Maps the id of each merged member to that of its person. */
    merged: table<{ readonly id: string; readonly into: string }>(journal),
    invitations: table<Invitation>(journal),
    keys: table<Key>(journal),
    sessions: table<WebSession>(journal),
    links: table<SignInLink>(journal),
    tasks: table<Task>(journal),
    /** Numbers by parent, in order. */
    children: table<readonly number[]>(journal),
    /** Tasks whose import is not finished. */
    importing: table<true>(journal),
    /** By task. */
    usageOfTasks: table<Usage>(journal),
    relations: table<StoredRelation>(journal),
    comments: table<Comment>(journal),
    claims: table<Claim>(journal),
    /** By claim. */
    attempts: table<Omit<AttemptRecord, 'claim' | 'artifact' | 'usage'>>(journal),
    /** Agents that declined, by task. */
    declines: table<readonly string[]>(journal),
    checkpoints: table<{ text: string }>(journal),
    usage: table<StoredUsage>(journal),
    /** By claim. */
    usageOfClaims: table<UsageSources>(journal),
    /** By owner and key. */
    seenPoints: table<SeenPoint & { readonly owner: string; readonly at: number }>(journal),
    /** By day and agent. */
    limitsReached: table<{ day: string; agentId: string; since: number }>(journal),
    /** By task, in order. */
    criteria: table<readonly Criterion[]>(journal),
    results: table<Result>(journal),
    questions: table<Question>(journal),
    /** By kind and reference. */
    inbox: table<InboxEntry>(journal),
    subscriptions: table<{ taskNumber: number; memberId: string }>(journal),
    labels: table<Label>(journal),
    views: table<View>(journal),
    /** By member. */
    preferences: table<Preferences>(journal),
    projects: table<Project>(journal),
    initiatives: table<Initiative>(journal),
    goals: table<Goal>(journal),
    verifications: table<Verification>(journal),
    taskVerifications: table<TaskVerification>(journal),
    /** By type and id. */
    placed: table<Placed>(journal),
    lastPlaced: cell(journal, 0),
    /** The number of the last event. */
    lastSequence: cell(journal, 0),
    /** Events up to this number may have been deleted. */
    eventsKeptAfter: cell(journal, 0),
    lastTelemetry: cell(journal, 0),
    events: table<Event>(journal),
    notifications: table<StoredNotification>(journal),
    snapshots: table<SessionSnapshot>(journal),
    telemetry: table<{ agentId: string; sequence: number; point: Telemetry }>(journal),
    files: table<File>(journal),
    attachments: table<Attachment>(journal),
    chats: table<Chat>(journal),
    /** Chats closed to their person, by id. */
    closedChats: table<{ personId: string }>(journal),
    /** By person, the number of the last event before their chats were closed. */
    chatEventsAfter: table<{ seq: number }>(journal),
    messages: table<Message>(journal),
    turns: table<Turn>(journal),
    idempotencyKeys: table<IdempotencyKey>(journal),
    answers: table<StoredResponse>(journal),
    answerTexts: table<StoredText>(journal),
    webhooks: table<Webhook>(journal),
    deliveries: table<Delivery>(journal),
    imports: table<Import>(journal),
    /** By source, type and identity. */
    importItems: table<ImportItem>(journal),
    /** Only members with turns in progress; everything else is deleted at once. */
    removals: table<Removal>(journal),
  };
}

export type Tables = ReturnType<typeof workspaceTables>;

/** An independent copy of the tables. */
export function copyOf(tables: Tables): Tables {
  const copy = workspaceTables([]);
  for (const name of Object.keys(copy)) {
    // Tables of the same name have the same type.
    if (name !== 'journal') copy[name as 'tasks'].takeOver(tables[name as 'tasks']);
  }
  return copy;
}
