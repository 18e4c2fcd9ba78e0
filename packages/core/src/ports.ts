import type { Keyholder } from './access/keyholder.ts';
import type { KeyStore } from './access/store.ts';
import type { MonitoringStore } from './agents/store.ts';
import type { AttemptStore } from './attempts/store.ts';
import type { ChatStore, IdempotencyKeyStore, MessageStore, TurnStore } from './chats/store.ts';
import type { ClaimStore } from './claims/store.ts';
import type { EventStore } from './events/store.ts';
import type { ExportStore } from './exports/store.ts';
import type { FileContents } from './files/file.ts';
import type { FileStore } from './files/store.ts';
import type { GoalStore } from './goals/store.ts';
import type { Hooks } from './hooks/registry.ts';
import type { StoredResponseStore } from './idempotency/store.ts';
import type { ImportStore } from './imports/store.ts';
import type { InboxStore } from './inbox/store.ts';
import type { InitiativeStore } from './initiatives/store.ts';
import type { LabelStore } from './labels/store.ts';
import type { MemberStore } from './members/store.ts';
import type { NotificationStore } from './notifications/store.ts';
import type { PreferenceStore } from './preferences/store.ts';
import type { ProjectStore } from './projects/store.ts';
import type { QuestionStore } from './questions/store.ts';
import type { ReadyStore } from './ready/store.ts';
import type { RemovalStore } from './removals/store.ts';
import type { CriterionStore, ResultStore } from './results/store.ts';
import type { SearchStore } from './search/store.ts';
import type { SignInLinkStore, WebSessionStore } from './sessions/store.ts';
import type { Clock, Logger, NewId, Schedule, Secrets } from './shared/environment.ts';
import type { Sharing } from './shared/sharing.ts';
import type { SignalStore, Signals } from './shared/signals.ts';
import type { PaceStore } from './shared/unit-of-work.ts';
import type {
  AttachmentStore,
  CommentStore,
  RankStore,
  RelationStore,
  SubscriptionStore,
  SubtaskStore,
  TaskStore,
} from './tasks/store.ts';
import type { UsageStore } from './usage/store.ts';
import type { VerificationStore } from './verifications/store.ts';
import type { ViewStore } from './views/store.ts';
import type { WebhookSender } from './webhooks/sender.ts';
import type { DeliveryStore, WebhookStore } from './webhooks/store.ts';
import type { WorkspaceStore } from './workspace/store.ts';
import type { Workspace } from './workspace/workspace.ts';

/** All stores of a unit of work, bound to one workspace. */
export interface Stores {
  readonly workspace: WorkspaceStore;
  readonly members: MemberStore;
  readonly keys: KeyStore;
  readonly sessions: WebSessionStore;
  readonly links: SignInLinkStore;
  readonly tasks: TaskStore;
  readonly ranks: RankStore;
  readonly subtasks: SubtaskStore;
  readonly relations: RelationStore;
  readonly comments: CommentStore;
  readonly subscriptions: SubscriptionStore;
  readonly labels: LabelStore;
  readonly views: ViewStore;
  readonly preferences: PreferenceStore;
  readonly projects: ProjectStore;
  readonly initiatives: InitiativeStore;
  readonly goals: GoalStore;
  readonly events: EventStore;
  readonly notifications: NotificationStore;
  readonly monitoring: MonitoringStore;
  readonly files: FileStore;
  readonly attachments: AttachmentStore;
  readonly chats: ChatStore;
  readonly messages: MessageStore;
  readonly turns: TurnStore;
  readonly idempotencyKeys: IdempotencyKeyStore;
  readonly claims: ClaimStore;
  readonly attempts: AttemptStore;
  readonly ready: ReadyStore;
  readonly usage: UsageStore;
  readonly criteria: CriterionStore;
  readonly results: ResultStore;
  readonly verifications: VerificationStore;
  readonly questions: QuestionStore;
  readonly inbox: InboxStore;
  readonly removals: RemovalStore;
  readonly answers: StoredResponseStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly search: SearchStore;
  readonly exports: ExportStore;
  readonly imports: ImportStore;
  readonly signals: SignalStore;
  readonly pace: PaceStore;
}

/** A unit of work. It may await only its stores, and may be run again. */
export type Work<T> = (stores: Stores) => Promise<T>;

/** Runs units of work. */
export interface Units {
  read<T>(workspaceId: string, work: Work<T>): Promise<T>;
  write<T>(workspaceId: string, work: Work<T>): Promise<T>;
}

/**
 * An open transaction for units of work in any workspaces and for statements of the host. Units run one at a time, and
 * one that throws leaves nothing behind without ending the transaction. After the end, everything throws.
 */
export interface StorageTransaction<Host> extends Units {
  /** Runs statements of the host on the connection of the transaction. Throws for a storage in memory. */
  host<T>(statements: (connection: Host) => T): T;
}

/** The data of a workspace at one moment, for readers that take longer than a unit of work. */
export interface Snapshot {
  /** Runs a short reading unit on the snapshot; one at a time. Other units run between two of these. */
  read<T>(work: Work<T>): Promise<T>;
  close(): Promise<void>;
}

/**
 * Storage for all data. `Host` is the connection that a transaction lends to the host.
 * `read` sees one snapshot. `write` is atomic: a throw rolls the unit back, and the promise resolves only after the
 * change is durable. Units are serializable. Nested units, a writing unit that waits for anything but its stores, and
 * the use of a store after its unit has ended all throw. A reading unit that waits for anything else blocks all
 * others.
 * A storage that several servers use at once implements all of `Sharing`; any other storage implements none of it.
 */
export interface Storage<Host = unknown> extends Units, Partial<Sharing> {
  /**
   * Commits when the promise of `work` resolves, and rolls back when it rejects. `work` may await only its transaction.
   */
  transaction<T>(work: (transaction: StorageTransaction<Host>) => Promise<T>): Promise<T>;
  /**
   * Units inside a transaction that the host has begun and ends itself. Signals follow its commit. Storages without a
   * database omit this function.
   */
  within?(transaction: unknown): Units;
  /**
   * Opens a snapshot, which sees no later changes and delays no other unit. Closing the storage ends it: its reads then
   * throw.
   */
  snapshot(workspaceId: string): Promise<Snapshot>;
  readonly directory: Directory;
  /** Signals raised by units of work, published after the commit and before the caller's promise resolves. */
  readonly signals: Signals;
  /** A little of the housekeeping that the engine needs; storages that need none omit it. */
  maintain?(): Promise<void>;
  /** Resolves when the storage is ready; throws when it is not. */
  ping(): Promise<void>;
  /** Waits for running work, then closes the storage. */
  close(): Promise<void>;
}

/** Look-ups that run before the workspace is known. */
export interface Directory {
  /** A key or session with everything that decides its permissions, or null. Called on every request. */
  keyholder(keyId: string): Promise<Keyholder | null>;
  workspaceOfInvitation(invitationId: string): Promise<string | null>;
  workspaceOfLink(linkId: string): Promise<string | null>;
  workspaces(): Promise<readonly Workspace[]>;
  /** All workspaces with a running turn, claim or verification whose lease has expired; may include others. */
  workspacesWithExpiredLeases(now: number): Promise<readonly string[]>;
  /** Workspaces with tasks whose `notBefore` has passed. */
  workspacesWithRestedTasks(now: number): Promise<readonly string[]>;
  /** Workspaces with open questions that were due by then. */
  workspacesWithDueQuestions(now: number): Promise<readonly string[]>;
  /** Workspaces with clean-up work left from removals. */
  workspacesWithRemovals(): Promise<readonly string[]>;
  /** Workspaces that have webhooks. */
  workspacesWithWebhooks(): Promise<readonly string[]>;
  /** Workspaces with texts that are not indexed for search yet (`SearchStore.fill`). */
  workspacesToFill(): Promise<readonly string[]>;
  /** Numbers of queued and running turns in all workspaces. */
  openTurns(): Promise<OpenTurns>;
  /** The ids that belong to recorded files. */
  knownFiles(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface OpenTurns {
  readonly queued: number;
  readonly running: number;
}

/** Dependencies of the core; `nodePorts()` of `@tandem/adapter-node` provides all but the storage. */
export interface Ports {
  readonly storage: Storage;
  /** The time that is shown and stored. It may be adjusted while the program runs. */
  readonly clock: Clock;
  /**
   * The time that measures waits and leases: monotonic, even if the clock is adjusted. It must continue across
   * restarts, because leases outlast the process. Defaults to the clock. A storage shared by several servers provides
   * its own, which is used instead.
   */
  readonly steadyClock?: Clock | undefined;
  readonly newId: NewId;
  readonly secrets: Secrets;
  readonly schedule: Schedule;
  /** Receives errors of `after` hooks and warnings about slow hooks; without it, they are dropped. */
  readonly logger?: Logger | undefined;
  /** Stores the bytes of files; without it, files are refused. */
  readonly contents?: FileContents | undefined;
  /** Sends webhooks; without it, they are refused. */
  readonly webhooks?: WebhookSender | undefined;
}

/** The ports for use cases, with the clock as the default steady clock, and the hooks of the host. */
export interface SteadyPorts extends Ports {
  readonly steadyClock: Clock;
  readonly hooks: Hooks;
  /** Runs work after the commit of the open unit: at once unless the operation is part of a larger unit. */
  readonly afterCommit: (work: () => Promise<void>) => Promise<void>;
}
