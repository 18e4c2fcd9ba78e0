import type { Keyholder, KeyStore } from './access/store.ts';
import type { MonitoringStore } from './agents/store.ts';
import type { ChatStore, IdempotencyKeyStore, MessageStore, TurnStore } from './chats/store.ts';
import type { ClaimStore } from './claims/store.ts';
import type { EventStore } from './events/store.ts';
import type { FileContents } from './files/file.ts';
import type { FileStore } from './files/store.ts';
import type { GoalStore } from './goals/store.ts';
import type { StoredResponseStore } from './idempotency/store.ts';
import type { InboxStore } from './inbox/store.ts';
import type { InitiativeStore } from './initiatives/store.ts';
import type { LabelStore } from './labels/store.ts';
import type { MemberStore } from './members/store.ts';
import type { NotificationStore } from './notifications/store.ts';
import type { ProjectStore } from './projects/store.ts';
import type { QuestionStore } from './questions/store.ts';
import type { RemovalStore } from './removals/store.ts';
import type { CriterionStore, ResultStore } from './results/store.ts';
import type { SearchStore } from './search/store.ts';
import type { SignInLinkStore, WebSessionStore } from './sessions/store.ts';
import type { Clock, NewId, Schedule, Secrets } from './shared/environment.ts';
import type { Sharing } from './shared/sharing.ts';
import type { SignalStore, Signals } from './shared/signals.ts';
import type {
  AttachmentStore,
  CommentStore,
  RelationStore,
  SubscriptionStore,
  TaskStore,
} from './tasks/store.ts';
import type { UsageStore } from './usage/store.ts';
import type { WebhookSender } from './webhooks/sender.ts';
import type { DeliveryStore, WebhookStore } from './webhooks/store.ts';
import type { WorkspaceStore } from './workspace/store.ts';
import type { Workspace } from './workspace/workspace.ts';

/** Everything a unit of work may touch, bound to one workspace. */
export interface Stores {
  readonly workspace: WorkspaceStore;
  readonly members: MemberStore;
  readonly keys: KeyStore;
  readonly sessions: WebSessionStore;
  readonly links: SignInLinkStore;
  readonly tasks: TaskStore;
  readonly relations: RelationStore;
  readonly comments: CommentStore;
  readonly subscriptions: SubscriptionStore;
  readonly labels: LabelStore;
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
  readonly usage: UsageStore;
  readonly criteria: CriterionStore;
  readonly results: ResultStore;
  readonly questions: QuestionStore;
  readonly inbox: InboxStore;
  readonly removals: RemovalStore;
  readonly answers: StoredResponseStore;
  readonly webhooks: WebhookStore;
  readonly deliveries: DeliveryStore;
  readonly search: SearchStore;
  readonly signals: SignalStore;
}

/** A unit of work. It awaits nothing but the stores it is given, and may be run again. */
export type Work<T> = (stores: Stores) => Promise<T>;

/**
 * Where everything is kept.
 *
 * `read` sees one snapshot. `write` keeps all or nothing: a throw undoes the unit, and the promise
 * resolves only once the change is durable. Units are serializable: all is as if they had run one after another. A unit inside a unit, a writing
 * unit that waits for anything but its stores, and a store used after its unit has ended all throw. A reading
 * unit that waits for anything else keeps all others waiting.
 *
 * What is `Sharing` is brought by a storage that several servers use at once, all of it together, and by no other.
 */
export interface Storage extends Partial<Sharing> {
  read<T>(workspaceId: string, work: Work<T>): Promise<T>;
  write<T>(workspaceId: string, work: Work<T>): Promise<T>;
  readonly directory: Directory;
  /** What units of work have raised, published after their commit and before anybody is told of it. */
  readonly signals: Signals;
  /** Resolves when the storage can serve; throws when it cannot. */
  ping(): Promise<void>;
  /** Waits for what is under way, then lets go of the storage. */
  close(): Promise<void>;
}

/** The look-ups that come before a workspace is known. */
export interface Directory {
  /** A key, or a session, with everything that decides what its holder may do, or null. Called on every request. */
  keyholder(keyId: string): Promise<Keyholder | null>;
  workspaceOfInvitation(invitationId: string): Promise<string | null>;
  workspaceOfLink(linkId: string): Promise<string | null>;
  workspaces(): Promise<readonly Workspace[]>;
  /** All workspaces that have a running turn, or a claim, whose lease has run out; others may be among them. */
  workspacesWithExpiredLeases(now: number): Promise<readonly string[]>;
  /** Workspaces that have tasks which rest no longer at a time. */
  workspacesWithRestedTasks(now: number): Promise<readonly string[]>;
  /** Workspaces that have open questions which were due by a time. */
  workspacesWithDueQuestions(now: number): Promise<readonly string[]>;
  /** Workspaces in which something of what was removed is left to be cleared away. */
  workspacesWithRemovals(): Promise<readonly string[]>;
  /** Workspaces that have webhooks. */
  workspacesWithWebhooks(): Promise<readonly string[]>;
  /** Workspaces that hold texts which cannot be found yet (`SearchStore.fill`). */
  workspacesToFill(): Promise<readonly string[]>;
  /** How many turns of all workspaces wait for their agent, and how many are being answered. */
  openTurns(): Promise<OpenTurns>;
  /** Which of these are ids of files that are on record. */
  knownFiles(ids: readonly string[]): Promise<ReadonlySet<string>>;
}

export interface OpenTurns {
  readonly queued: number;
  readonly running: number;
}

/** What the core needs from outside; `nodePorts()` of `@tandem/core/node` gives all but the storage. */
export interface Ports {
  readonly storage: Storage;
  /** The time that is shown and written down. It may be set while the program runs. */
  readonly clock: Clock;
  /**
   * The time that waits and leases are measured by: it goes on evenly, also when the clock is set. It begins where
   * the clock stands then, because leases outlast the process. Without it the clock is taken for steady. A storage that
   * several servers share brings one that they all have alike, and that is taken instead.
   */
  readonly steadyClock?: Clock | undefined;
  readonly newId: NewId;
  readonly secrets: Secrets;
  readonly schedule: Schedule;
  /** Where the bytes of files go; without it files are refused. */
  readonly contents?: FileContents | undefined;
  /** How webhooks are sent; without it they are refused. */
  readonly webhooks?: WebhookSender | undefined;
}

/** The ports as use cases have them: where no steady clock is given, the clock is taken for one. */
export interface SteadyPorts extends Ports {
  readonly steadyClock: Clock;
}
