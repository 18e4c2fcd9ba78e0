export type { Author } from './access/author.ts';
export { CALLER_TYPES, type Caller, type CallerKey, type CallerType, type Run } from './access/caller.ts';
export { checkChatAccess } from './access/chat-access.ts';
export { checkMeasures } from './access/hosting.ts';
export type { IssuedKey } from './access/issue.ts';
export type { Keyholder } from './access/keyholder.ts';
export {
  ISSUED_KINDS,
  type IssuedKind,
  KEY_KINDS,
  type Key,
  type KeyKind,
  KINDS_FOR_ONESELF,
  KINDS_OF_A_MEMBER,
  KINDS_THAT_CHAT,
  KINDS_THAT_OUTLIVE,
  MAX_KEYS,
  type NewKey,
} from './access/keys.ts';
export {
  type HeldQuota,
  heldQuota,
  MEMBER_QUOTA_FACTOR,
  type QuotaHolder,
  quotaHolderOf,
} from './access/quota.ts';
export { outsideRun, REPORTS_FOR_MS, RUN_KEYS, type RunRule } from './access/run-keys.ts';
export { CHAT_SCOPES, EVERY_SCOPE, grants, SCOPES, type Scope, WRITING_SCOPES } from './access/scopes.ts';
export type { KeyStore } from './access/store.ts';
export { type ActivityEntry, entriesOf, entryCount } from './activity/entry.ts';
export type { AgentChange, NewAgent } from './agents/agent.ts';
export { type AgentSession, NO_SESSIONS, type SessionSnapshot, type Telemetry } from './agents/monitoring.ts';
export type { MonitoringStore } from './agents/store.ts';
export type { AgentQuery, AgentWithCounts } from './agents/use-cases/agents.ts';
export type { NewSession, NewTelemetry } from './agents/use-cases/monitoring.ts';
export {
  ATTEMPT_ENDS,
  ATTEMPT_STOPS,
  type Attempt,
  type AttemptEnd,
  type AttemptNotes,
  type AttemptRecord,
} from './attempts/attempt.ts';
export type { AttemptStore } from './attempts/store.ts';
export { MAX_TRANSCRIPT_BYTES, type Transcript } from './attempts/transcript.ts';
export { CHAT_STATUSES, type Chat, type ChatStatus } from './chats/chat.ts';
export {
  keyProblem,
  MESSAGE_ROLES,
  type Message,
  type MessageFile,
  type NewMessage,
  type Suggestion,
} from './chats/message.ts';
export type { Sent, TurnView } from './chats/sent.ts';
export type {
  ChatStore,
  IdempotencyKey,
  IdempotencyKeyStore,
  MessageStore,
  TurnStore,
} from './chats/store.ts';
export {
  CLAIM_ENDS,
  CLAIM_SECONDS,
  type Claim,
  type ClaimEnd,
  type Progress,
  type ProgressInput,
  type ShownClaim,
} from './claims/claim.ts';
export { FAILURE_CLASSES, type Failure } from './claims/failure.ts';
export type { ClaimStore } from './claims/store.ts';
export type { ClaimInput } from './claims/use-cases/claim.ts';
export type { Heartbeat, Pulse } from './claims/use-cases/heartbeat.ts';
export type { ClaimQuery } from './claims/use-cases/next.ts';
export { createTandem, type Tandem } from './create-tandem.ts';
export type { Actor, Entity, Event, FieldChange, NewEvent, Related, StoredChange } from './events/event.ts';
export {
  type EventFilter,
  type EventFilterInput,
  eventFilter,
  isEventType,
  TYPES_PROBLEM,
} from './events/filter.ts';
export { positionAt } from './events/position.ts';
export { type ShownEvent, shownEvent } from './events/shown.ts';
export type { Positioned, ShownEvents } from './events/shown-page.ts';
export type { EventStore, LogBounds, LogRange } from './events/store.ts';
export {
  ACTIONS,
  type Action,
  ENTITY_TYPES,
  type EntityType,
  EVENT_ENTITY_TYPES,
  EVENT_TYPES,
  type EventEntityType,
  type EventType,
  eventTypeOf,
  isRecorded,
} from './events/types.ts';
export type { EventQuery, StreamStart } from './events/use-cases/events.ts';
export type { TailListener } from './events/use-cases/log-reader.ts';
export type { Reading } from './events/use-cases/reading.ts';
export type { Tail } from './events/use-cases/tail.ts';
export type { EventPage, Sight } from './events/visible.ts';
export {
  type Checkpoint,
  EXPORT_INCLUDES,
  type Export,
  type ExportBatch,
  type Exported,
  type ExportedType,
  type ExportHeader,
  type Scanned,
  type ScannedType,
  type Subscription,
} from './exports/record.ts';
export type { ExportStore } from './exports/store.ts';
export type { ByteRange, File, FileContents } from './files/file.ts';
export type { ChatsOf, FileStore } from './files/store.ts';
export {
  type Goal,
  type GoalChange,
  goalText,
  type Metric,
  type NewGoal,
  type Verification,
} from './goals/goal.ts';
export { DEFAULT_GOAL_STATUS, GOAL_MOVES, GOAL_STATUSES, type GoalStatus } from './goals/status.ts';
export type { GoalFilter, GoalStore } from './goals/store.ts';
export type { GoalQuery } from './goals/use-cases/goals.ts';
export type { HostRefusal, PolicyVerdict, Refuse } from './hooks/refuse.ts';
export type { AskedMove, Policy } from './hooks/registry.ts';
export {
  HOUSEKEEPING,
  type Housekeeping,
  type HousekeepingJob,
  type HousekeepingOptions,
  RETENTION_DAYS,
  type RetentionDays,
  startHousekeeping,
} from './housekeeping.ts';
export type { LongText } from './idempotency/long-texts.ts';
export { type StoredResponse, type StoredResponseStore, TEXT_USE_MS } from './idempotency/store.ts';
export type { Answered, Keyed } from './idempotency/use-cases/requests.ts';
export {
  IMPORT_OUTCOMES,
  IMPORT_STATES,
  type Import,
  type ImportCounts,
  type ImportItem,
  type ImportOutcome,
  type ImportResult,
  type ImportState,
  type ImportUndo,
  type ImportWarning,
} from './imports/import.ts';
export {
  IMPORTED_TYPES,
  type ImportedType,
  type ImportOptions,
  type ImportRecord,
  MAX_LEFT,
  MAX_RECORDS,
  MAX_WARNINGS,
  MAX_WORDS,
  type RecordOf,
} from './imports/record.ts';
export type { ImportStore } from './imports/store.ts';
export { RECORDS_AT_ONCE } from './imports/use-cases/imports.ts';
export { INBOX_KINDS, type InboxEntry, type InboxItem, type InboxKind } from './inbox/inbox.ts';
export type { InboxFilter, InboxStore } from './inbox/store.ts';
export type { InboxQuery } from './inbox/use-cases/inbox.ts';
export {
  DEFAULT_INITIATIVE_STATUS,
  INITIATIVE_STATUSES,
  type Initiative,
  type InitiativeChange,
  type InitiativeStatus,
  type NewInitiative,
  projectCount,
} from './initiatives/initiative.ts';
export type { InitiativeStore } from './initiatives/store.ts';
export { DEFAULT_LABEL_COLOR, LABEL_COLORS, type Label, type LabelColor } from './labels/label.ts';
export type { LabelStore } from './labels/store.ts';
export type { LabelChange } from './labels/use-cases/labels.ts';
export type { WantedTasks } from './lookup/ready-filter.ts';
export type { Invitation, InvitationCode } from './members/invitations.ts';
export type { AgentLimits, HumanChange } from './members/member.ts';
export {
  AGENT_STATUSES,
  type Agent,
  type AgentStatus,
  DEFAULT_AGENT_STATUS,
  DEFAULT_MAX_CLAIMS,
  DEFAULT_ROLE,
  type Human,
  isExternal,
  type Member,
  type MemberRef,
  type MemberWithInvitation,
  ROLES,
  type Role,
} from './members/member.ts';
export type { MemberStore } from './members/store.ts';
export type { MemberQuery } from './members/use-cases/members.ts';
export type { HostPerson, HostPersonFields } from './members/use-cases/people.ts';
export type { KeysOfRemoved } from './members/use-cases/remove.ts';
export type { NewHuman } from './members/use-cases/save-person.ts';
export {
  EXCERPT,
  MENTION_TEXT,
  type Mention,
  NOTIFICATION_KINDS,
  type Notification,
  type NotificationKind,
} from './notifications/notification.ts';
export type { Notice, NotificationStore } from './notifications/store.ts';
export type { AfterOperation, BeforeOperation, HookFunctions, Operation } from './operations.ts';
export type { CreatedWorkspace, NewAdmin, NewWorkspace } from './operator/use-cases/workspaces.ts';
export type {
  Directory,
  OpenTurns,
  Ports,
  Snapshot,
  Storage,
  StorageTransaction,
  Stores,
  Units,
  Work,
} from './ports.ts';
export {
  channelsWithout,
  DEFAULT_PREFERENCES,
  DENSITIES,
  FAVORITE_KINDS,
  type Favorite,
  GET_STARTED,
  HOUR_CYCLES,
  kindsOff,
  MAX_FAVORITE_ID,
  MAX_FAVORITES,
  MAX_TIME_ZONE,
  NOTIFICATION_CHANNELS,
  type NotificationChannel,
  type Preferences,
  type PreferencesChange,
  THEMES,
} from './preferences/preferences.ts';
export type { PreferenceStore } from './preferences/store.ts';
export {
  DEFAULT_PROJECT_COLOR,
  DEFAULT_PROJECT_STATUS,
  type NewProject,
  NO_TASKS,
  PROJECT_STATUSES,
  type Project,
  type ProjectChange,
  type ProjectStatus,
  type ProjectTaskCounts,
} from './projects/project.ts';
export type { ProjectFilter, ProjectStore } from './projects/store.ts';
export type { ProjectQuery, ProjectTaskQuery } from './projects/use-cases/projects.ts';
export type { Option, OptionInput, QuestionKind } from './questions/options.ts';
export { QUESTION_KINDS } from './questions/options.ts';
export {
  ANSWER_FIELD,
  type Answer,
  type Choice,
  checkMayAnswer,
  MAX_OPEN_QUESTIONS,
  MIN_ANSWER_TIME,
  type NewAnswer,
  type NewQuestion,
  QUESTION_STATUSES,
  type Question,
  type QuestionStatus,
  versionOf,
} from './questions/question.ts';
export type { QuestionFilter, QuestionStore } from './questions/store.ts';
export { MAX_OPEN_OF_ASKER } from './questions/use-cases/asking.ts';
export type { QuestionQuery } from './questions/use-cases/questions.ts';
export type { ReadyFilter } from './ready/ready.ts';
export type { NextReady, ReadyStore } from './ready/store.ts';
export { REMOVAL_KINDS, type Removal, type RemovalKind, type RemovalStore } from './removals/store.ts';
export { ARTIFACT_KINDS, type Artifact, type ArtifactInput } from './results/artifact.ts';
export {
  CHECK_TIMEOUT,
  type CheckCommand,
  type CheckInput,
  type CriterionCheck,
} from './results/check.ts';
export {
  CRITERION_STATUSES,
  type Criterion,
  type CriterionInput,
  type CriterionStatus,
} from './results/criteria.ts';
export { type GapOf, PROOF_GAPS, type ProofGap } from './results/proof.ts';
export {
  type Evidence,
  type EvidenceInput,
  type NewResult,
  type NewReview,
  OUTCOMES,
  type Outcome,
  type Part,
  RESULT_MOVES,
  RESULT_PARTS,
  type Result,
  type ResultMove,
  type Review,
  type ReviewedCriterion,
  VERDICTS,
  type Verdict,
} from './results/result.ts';
export type { CriterionStore, ResultStore } from './results/store.ts';
export {
  CLOSED_ANYWHERE,
  FOUND_TEXT,
  type Found,
  type FoundPage,
  type Hit,
  isOpenStatus,
  SEARCH_TYPES,
  type SearchFilter,
  type SearchType,
} from './search/found.ts';
export {
  compareRanks,
  positionOf,
  rankAfter,
  type SearchRank,
  type Stage,
  stageOf,
  topOf,
} from './search/rank.ts';
export type { Snippet } from './search/snippet.ts';
export type { SearchStore } from './search/store.ts';
export type { SearchQuery } from './search/use-cases/search.ts';
export { type Word, wordsOf } from './search/words.ts';
export type { LinkCode, SignInLink } from './sessions/links.ts';
export {
  type IssuedSession,
  keyOfSession,
  MAX_SESSIONS,
  SESSION_MS,
  USER_AGENT,
  type WebSession,
} from './sessions/session.ts';
export type { SignInLinkStore, WebSessionStore } from './sessions/store.ts';
export type { SignIn, SignInPreview } from './sessions/use-cases/sign-in.ts';
export { dateProblem, FIRST_DATE, LAST_DATE, parseDate } from './shared/date.ts';
export type { Clock, Logger, NewId, Schedule, Secrets } from './shared/environment.ts';
export {
  type ExternalId,
  type ExternalKey,
  externalIdOf,
  externalKey,
  externalKeyOf,
} from './shared/external-id.ts';
export type { Lease } from './shared/lease.ts';
export { nearest } from './shared/nearest.ts';
export {
  EMPTY_PAGE,
  type Page,
  type PageRequest,
  type PageSlice,
  type Position,
  pageOf,
} from './shared/page.ts';
export {
  Damaged,
  type FieldProblems,
  type HostCode,
  invalid,
  notFound,
  REFUSALS,
  Refusal,
  type RefusalCode,
  type RefusalKind,
} from './shared/refusal.ts';
export { oneAfterAnother, type Sharing, type Tally, type Total } from './shared/sharing.ts';
export {
  type Everything,
  isEverything,
  type News,
  type Publisher,
  publisher,
  type Signal,
  type SignalStore,
  type Signals,
} from './shared/signals.ts';
export { codePoints, cut, fold, LIMITS, PATTERNS, type Problem } from './shared/text.ts';
export {
  ENDED,
  guarded,
  NESTED,
  oneAtATime,
  type PaceStore,
  RESTLESS,
  type RunUnit,
  type Turns,
  transactionUnits,
  type Unit,
  UnitOfWorkMisuse,
  withinATurn,
} from './shared/unit-of-work.ts';
export type { Renew } from './steps/authenticate.ts';
export type { BriefedChild, BriefedParent, Briefing, Purpose } from './steps/briefing.ts';
export type { ReadingStores } from './steps/reading-stores.ts';
export type { Upload } from './steps/receive-file.ts';
export type { Release } from './steps/release-task.ts';
export type { Transition } from './steps/transition-task.ts';
export type { ClaimedTurn } from './steps/turn-queue.ts';
export type { AgentOverLimit } from './steps/usage-limits.ts';
export type { Subjects } from './subjects.ts';
export type { Attachment } from './tasks/attachments.ts';
export type { EarlierAttempt } from './tasks/attempts.ts';
export { type Budget, MAX_BUDGET } from './tasks/budget.ts';
export type { Comment } from './tasks/comments.ts';
export { countsOf, MAX_COUNT, type StatusCounts } from './tasks/counts.ts';
export type { TaskFilter, TimeRange } from './tasks/filter.ts';
export { mentionOf, type TaskMention } from './tasks/mention.ts';
export { type Metadata, type MetadataChange, metadataText, NO_METADATA } from './tasks/metadata.ts';
export {
  comparePositions,
  DEFAULT_ORDERS,
  decodePosition,
  encodePosition,
  NEWEST_FIRST,
  SORT_ORDERS,
  type SortOrder,
  TASK_SORTS,
  type TaskOrder,
  type TaskPosition,
  type TaskSort,
} from './tasks/order.ts';
export { DUES, type TaskFilters, TIME_FILTERS } from './tasks/query.ts';
export { numberAfter, type Rank, rankOf, type Side } from './tasks/rank.ts';
export {
  type Edge,
  RELATION_KINDS,
  RELATION_TYPES,
  type Relation,
  type RelationKind,
  type RelationType,
  type StoredRelation,
  seenFrom,
} from './tasks/relations.ts';
export type { SeenTask, TaskWithCriteria, TaskWithRelations, TaskWithUsage } from './tasks/seen.ts';
export {
  MAX_BLOCKERS,
  MAX_KEY,
  MAX_SPLIT,
  type NewChild,
  SPLIT_THEN,
  type Split,
} from './tasks/split.ts';
export {
  type Blocker,
  CLOSED_STATUSES,
  DEFAULT_TASK_STATUS,
  isOpen,
  type Mover,
  TASK_STATUSES,
  type TaskStatus,
  validTransitions,
} from './tasks/status.ts';
export type {
  AttachmentStore,
  CommentStore,
  RankedTask,
  RankStore,
  RelationStore,
  SubscriptionStore,
  SubtaskStore,
  TaskStore,
} from './tasks/store.ts';
export { MAX_SUBSCRIBERS } from './tasks/subscriptions.ts';
export {
  type ArchiveOptions,
  CHILDREN_CHOICES,
  type ChildrenChoice,
  holdsDescendants,
  MAX_CHILDREN,
  MAX_DEPTH,
  MAX_TREE,
  type Moment,
  type Subtree,
  type TreeUsage,
} from './tasks/subtasks.ts';
export type { TaskRef } from './tasks/task.ts';
export {
  type ChildCounts,
  DEFAULT_FIELDS,
  DEFAULT_PRIORITY,
  EFFORTS,
  type Effort,
  type NewTask,
  NO_CHILDREN,
  NO_WORK,
  type ParentRef,
  PRIORITIES,
  type Priority,
  type Task,
  type TaskChange,
  type TaskUpdate,
  type TaskWork,
  WAITING_KINDS,
  type WaitingFor,
  WOKEN_BY,
  type WokenBy,
} from './tasks/task.ts';
export {
  type BulkChange,
  type BulkOp,
  type BulkOperation,
  type BulkResult,
  type BulkStep,
  bulkResults,
  MAX_BULK,
} from './tasks/use-cases/bulk.ts';
export type { TaskCounts, TaskQuery } from './tasks/use-cases/list.ts';
export type { PutTask, PutTaskResult } from './tasks/use-cases/put.ts';
export type { SplitTask } from './tasks/use-cases/split.ts';
export type { Operations, Transaction } from './transactions.ts';
export {
  LEASE_SECONDS,
  TURN_STATES,
  TURN_STATUSES,
  type Turn,
  type TurnState,
  type TurnStatus,
} from './turns/turn.ts';
export type { Reply } from './turns/use-cases/held-turn.ts';
export { type Day, type DayRange, dayOf, daysIn, endOfDay, monthOf, periodsOf } from './usage/days.ts';
export type { ReachedLimit } from './usage/limits.ts';
export {
  countedUsage,
  type DataPoint,
  differingSources,
  isCountable,
  MEASURED_NAMES,
  type MeasuredName,
  NO_USAGE,
  type SeenPoint,
  type UsageSources,
} from './usage/measured.ts';
export {
  USAGE_GROUPS,
  type UsageFilter,
  type UsageGroup,
  type UsageOf,
  type UsageStore,
  type UsageSum,
} from './usage/store.ts';
export { MAX_USAGE, plus as plusUsage, totalOf as totalUsage, type Usage } from './usage/usage.ts';
export { MAX_DATA_POINTS } from './usage/use-cases/measure.ts';
export type { UsageQuery } from './usage/use-cases/usage.ts';
export { type NewReport, REPORT_LIMITS } from './verifications/report.ts';
export type { SeenVerification } from './verifications/seen.ts';
export type { VerificationStore } from './verifications/store.ts';
export {
  type ClaimedVerification,
  MAX_REPOSITORIES,
  type VerificationClaim,
  type VerificationQuery,
} from './verifications/use-cases/claim.ts';
export {
  isFlaky,
  MAX_OUTPUT_BYTES,
  MAX_TRIES,
  type OutputSoFar,
  type TaskVerification,
  VERIFICATION_OUTCOMES,
  VERIFICATION_STATES,
  type VerificationOutcome,
  type VerificationReport,
  type VerificationState,
} from './verifications/verification.ts';
export type { ViewStore } from './views/store.ts';
export type { GivenQuery, NewView, ViewChange } from './views/use-cases/views.ts';
export { MAX_VIEWS, VIEW_GROUPINGS, VIEW_LAYOUTS, type View, type ViewQuery } from './views/view.ts';
export { MAX_WAIT_SECONDS } from './waits/waits.ts';
export type { AttemptOutcome, DeliveryAttempt } from './webhooks/attempt.ts';
export {
  DELIVERY_STATUSES,
  type Delivery,
  type DeliveryStatus,
  TEST_TYPE,
} from './webhooks/delivery.ts';
export type { WebhookSender } from './webhooks/sender.ts';
export type { DeliveryStore, WebhookStore } from './webhooks/store.ts';
export {
  DISABLED_REASONS,
  type DisabledReason,
  type NewWebhook,
  type Webhook,
  type WebhookChange,
} from './webhooks/webhook.ts';
export {
  type TakenWork,
  WORK_KINDS,
  WORK_SECONDS,
  type WorkKind,
  type WorkQuery,
} from './work/use-cases/work.ts';
export type { WorkspaceStore } from './workspace/store.ts';
export type { SeenWorkspace, WorkspaceChange } from './workspace/use-cases/workspace.ts';
export {
  AGENT_INTAKES,
  AGENT_KEYS,
  type AgentIntake,
  type AgentKeys,
  GOAL_VERIFICATION_MODES,
  type GoalVerificationMode,
  INTAKE_LIMIT,
  PROOF_OF_DONE,
  type ProofOfDone,
  type Workspace,
} from './workspace/workspace.ts';
