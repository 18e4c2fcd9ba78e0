// Generated from the contract by `npm run generate -w packages/client`; do not edit.

export interface ActivityEntry {
  id: string;
  actorName: string;
  actorType: CallerType;
  actorKeyOwner: string | null;
  entityType:
    | 'task'
    | 'project'
    | 'initiative'
    | 'goal'
    | 'agent'
    | 'label'
    | 'comment'
    | 'workspace'
    | 'member'
    | 'key';
  entityId: string;
  entityTitle: string;
  action: string;
  field: string | null;
  oldValue: string | null;
  newValue: string | null;
  reason: string | null;
  createdAt: string;
}

export interface Agent {
  id: string;
  name: string;
  displayName: string;
  emoji: string;
  title: string | null;
  email: string | null;
  status: AgentStatus;
  model: string;
  avatar: string | null;
  reportsTo: string | null;
  externalId: ExternalId | null;
  paused: boolean;
  maxClaims: number;
  limits: {
    usage: Record<
      string,
      {
        perDay: number;
      }
    >;
  } | null;
  verifier: boolean;
  createdAt: string;
  updatedAt: string | null;
}

export type AgentIntake = 'open' | 'backlog';

export type AgentKeyRule = 'any' | 'runs';

export type AgentStatus = 'idle' | 'working' | 'waiting';

export interface AgentWithCounts {
  id: string;
  name: string;
  displayName: string;
  emoji: string;
  title: string | null;
  email: string | null;
  status: AgentStatus;
  model: string;
  avatar: string | null;
  reportsTo: string | null;
  externalId: ExternalId | null;
  paused: boolean;
  maxClaims: number;
  limits: {
    usage: Record<
      string,
      {
        perDay: number;
      }
    >;
  } | null;
  verifier: boolean;
  createdAt: string;
  updatedAt: string | null;
  counts: {
    sessions: number;
    activity: number;
  };
  _links: {
    sessions: string;
    activity: string;
    telemetry: string;
  };
}

export interface AgentsActivityQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface AgentsCreateBody {
  /** Unique among people and agents (case-insensitive); `unassigned` and `me` are reserved */
  name: string;
  /** Not blank */
  displayName: string;
  /** Not blank */
  emoji: string;
  /** Not blank */
  model: string;
  title?: string | null | undefined;
  status?: AgentStatus | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
  verifier?: boolean | undefined;
}

export interface AgentsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: AgentStatus | undefined;
  /** External id as `<source>:<id>` */
  externalId?: string | undefined;
}

export interface AgentsPushSessionsBody {
  sessions: readonly {
    /** Not blank */
    key: string;
    /** Not blank */
    kind: string;
    label?: string | null | undefined;
    displayName: string;
    model: string;
    contextTokens: number;
    contextLimit: number;
    /** Milliseconds since 1970, or ISO 8601. A date without a time means midnight UTC; a time without an offset is UTC */
    lastActivity: DateInput;
  }[];
}

export interface AgentsPushTelemetryBody {
  status: AgentStatus;
  model: string;
  contextTokens: number;
  contextLimit: number;
  activeSessions: number;
  usage?: Record<string, number> | undefined;
}

export type AgentsTelemetryAnswer =
  | {
      data: Telemetry[];
      cursor: string | null;
      hasMore: boolean;
      total: number;
    }
  | Telemetry
  | NoTelemetry;

export interface AgentsTelemetryQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  history?: boolean | undefined;
}

export interface AgentsUpdateBody {
  name?: string | undefined;
  displayName?: string | undefined;
  emoji?: string | undefined;
  model?: string | undefined;
  title?: string | null | undefined;
  status?: AgentStatus | undefined;
  avatar?: string | null | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
  email?: string | null | undefined;
  reportsTo?: string | null | undefined;
  paused?: boolean | undefined;
  maxClaims?: number | undefined;
  limits?:
    | {
        usage: Record<
          string,
          {
            perDay: number;
          }
        >;
      }
    | null
    | undefined;
  verifier?: boolean | undefined;
}

export interface Answer {
  choice?: string | undefined;
  text?: string | undefined;
  approved?: boolean | undefined;
  comment: string | null;
  by: Author | null;
  at: string;
}

export interface AnswerOutcome {
  questionId: string;
  question?: Question | undefined;
  error?:
    | {
        code:
          | 'VALIDATION_ERROR'
          | 'NOT_FOUND'
          | 'RESULT_CHANGED'
          | 'ALREADY_ANSWERED'
          | 'IDEMPOTENCY_KEY_REUSED'
          | 'UNAVAILABLE';
        message: string;
        fields?: Record<string, string[]> | undefined;
        /** ALREADY_ANSWERED: how it ended */
        status?: 'open' | 'answered' | 'withdrawn' | 'expired' | undefined;
        /** RESULT_CHANGED: the question as it is */
        question?: Question | undefined;
      }
    | undefined;
}

export interface Artifact {
  kind: 'git';
  repository: string;
  commit: string;
  branch?: string | undefined;
  base?: string | undefined;
}

export interface Attachment {
  id: string;
  fileId: string;
  fileName: string;
  mimeType: string;
  size: number;
  addedBy: Author;
  createdAt: string;
}

export interface Attempt {
  /** Counts all claims of the task */
  attempt: number;
  agent: {
    id: string;
    name: string;
  };
  startedAt: string;
  endedAt: string | null;
  end:
    | 'finished'
    | 'released'
    | 'expired'
    | 'taken_over'
    | 'asked'
    | 'delegated'
    | 'over_budget'
    | 'moved'
    | 'reassigned'
    | 'archived'
    | 'agent_paused'
    | 'stopped'
    | 'agent_removed'
    | null;
  failure: Failure | null;
  /** How long it waited for answers, and the task for people after it */
  waitedMs: number;
  usage: Record<string, number>;
  usageSources: {
    reported: Record<string, number>;
    measured: Record<string, number>;
  } | null;
  resultId: string | null;
  branch: string | null;
  commit: string | null;
  transcript: {
    fileId: string;
    bytes: number;
    steps: number;
  } | null;
}

export interface AttemptsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface Author {
  id: string;
  name: string;
  displayName: string;
  type: CallerType;
}

export interface Briefing {
  task: TaskWithRelations;
  lease: ClaimLease;
  project: Purpose | null;
  goal: Purpose | null;
  initiative: InitiativePurpose | null;
  comments: Comment[];
  results: Result[];
  questions: Question[];
  attempts: EarlierAttempt[];
  parent: {
    taskNumber: number;
    title: string;
    description: string | null;
    criteria: Criterion[];
  } | null;
  siblings: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
  }[];
  children: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
    result: {
      outcome: Outcome;
      summary: string;
    } | null;
  }[];
  wokenBy: 'children_closed' | 'child_needs_attention' | null;
  mentions: Mention[];
  checkpoint: string | null;
  truncated: string[];
}

export interface BulkError {
  code: string;
  message: string;
  fields?: Record<string, string[]> | undefined;
  [detail: string]: unknown;
}

export type BulkOperation =
  | {
      title?: string | undefined;
      priority?: Priority | undefined;
      description?: string | null | undefined;
      assignedTo?: string | null | undefined;
      projectId?: string | null | undefined;
      parentTaskNumber?: number | null | undefined;
      budget?: Record<string, number> | null | undefined;
      tags?: readonly string[] | undefined;
      labels?: readonly string[] | undefined;
      externalId?:
        | {
            /** The other system */
            source: string;
            /** Case-sensitive */
            id: string;
            url?: string | undefined;
          }
        | null
        | undefined;
      metadata?: Record<string, string | null> | undefined;
      createMissing?: boolean | undefined;
      dueDate?: DateInput | null | undefined;
      effort?: Effort | null | undefined;
      criteria?:
        | readonly {
            id?: string | null | undefined;
            /** Not blank */
            text: string;
            check?:
              | {
                  /** Not blank */
                  command: string;
                  timeoutSeconds?: number | null | undefined;
                  protect?: readonly string[] | null | undefined;
                }
              | null
              | undefined;
          }[]
        | undefined;
      /** Moves the task directly before this one in the manual order */
      before?: number | undefined;
      /** Moves the task directly after this one in the manual order */
      after?: number | undefined;
      op: 'update';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
    }
  | {
      to: TaskStatus;
      reason?: string | null | undefined;
      children?: 'cancel' | 'detach' | undefined;
      op: 'transition';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
    }
  | {
      children?: 'cancel' | 'detach' | undefined;
      op: 'archive';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
    }
  | {
      op: 'unarchive';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
    }
  | {
      op: 'assign';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
      assignedTo: string | null;
    }
  | {
      op: 'addLabels';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
      /** Names of labels (case-insensitive) */
      labels: readonly string[];
      createMissing?: boolean | undefined;
    }
  | {
      op: 'removeLabels';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
      /** Names of labels (case-insensitive) */
      labels: readonly string[];
    }
  | {
      op: 'setParent';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
      parentTaskNumber: number | null;
    }
  | {
      /** Not blank */
      body: string;
      op: 'comment';
      /** Number or id of the task */
      task: number | string;
      token?: string | null | undefined;
    };

export interface BulkResult {
  index: number;
  ok: boolean;
  task?: TaskInBulk | undefined;
  error?: BulkError | undefined;
}

export type CallerType = 'human' | 'agent' | 'service';

export interface Chat {
  id: string;
  title: string;
  status: ChatStatus;
  agent: {
    id: string;
    name: string;
    displayName: string;
    title: string | null;
    avatarUrl: string | null;
  };
  messageCount: number;
  activeTurn: {
    id: string;
    status: TurnStatus;
    state: TurnState;
  } | null;
  lastMessageAt: string;
  createdAt: string;
  updatedAt: string;
  archivedAt: string | null;
}

export type ChatStatus = 'active' | 'archived';

export interface ChatsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: 'active' | 'archived' | 'all' | undefined;
}

export interface ChatsMessagesQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export interface ChatsRenameBody {
  /** Not blank */
  title: string;
}

export interface ChatsSendBody {
  /** May be blank only when `fileIds` is given */
  body: string;
  clientMessageId?: string | null | undefined;
  fileIds?: readonly string[] | undefined;
  sourceMessageId?: string | undefined;
  sourceSuggestionId?: string | undefined;
}

export interface ChatsStartBody {
  /** May be blank only when `fileIds` is given */
  body: string;
  clientMessageId?: string | null | undefined;
  fileIds?: readonly string[] | undefined;
  /** Id of an agent */
  agentId: string;
}

export interface ChatsTurnQuery {
  /** Seconds to hold the request; values above 25 are reduced to 25 */
  wait?: number | undefined;
}

export interface Check {
  command: string;
  timeoutSeconds: number;
  protect: string[];
  /** Whether a person still has to confirm it */
  proposed: boolean;
}

export interface Claim {
  id: string;
  agent: {
    id: string;
    name: string;
  };
  attempt: number;
  claimedAt: string;
  expiresAt: string;
  heardAt: string;
  progress: {
    note: string | null;
    percent: number | null;
    at: string;
  } | null;
}

export interface ClaimLease {
  token: string;
  expiresAt: string;
  runKey?: string | undefined;
}

export interface ClaimedTurn {
  turn: Turn;
  chat: {
    id: string;
    title: string;
  };
  person: {
    id: string;
    name: string;
    displayName: string;
  };
  messages: Message[];
  lease: Lease;
}

export interface ClaimedVerification {
  verification: TaskVerification;
  lease: {
    token: string;
    seconds: number;
    expiresAt: string;
  };
}

export interface ClaimsClaimBody {
  agentId?: string | undefined;
  leaseSeconds?: number | undefined;
  runKey?: boolean | undefined;
  takeOver?: boolean | undefined;
}

export interface ClaimsHeartbeatBody {
  token?: string | undefined;
  progress?:
    | {
        note?: string | null | undefined;
        percent?: number | null | undefined;
      }
    | undefined;
  checkpoint?: string | null | undefined;
  usage?: Record<string, number> | undefined;
}

export interface ClaimsNextBody {
  agentId?: string | undefined;
  projectId?: string | null | undefined;
  labels?: readonly string[] | undefined;
  priority?: readonly ('p0' | 'p1' | 'p2' | 'p3')[] | undefined;
  leaseSeconds?: number | undefined;
  runKey?: boolean | undefined;
  wait?: number | undefined;
  resume?: boolean | undefined;
}

export interface ClaimsReleaseBody {
  token?: string | undefined;
  note?: string | null | undefined;
  notBefore?: DateInput | null | undefined;
  failure?:
    | {
        class: FailureClass;
        /** Not blank */
        message: string;
      }
    | null
    | undefined;
  declined?: boolean | undefined;
}

export interface Comment {
  id: string;
  body: string;
  author: Author;
  createdAt: string;
  updatedAt: string;
}

export interface Criterion {
  id: string;
  text: string;
  check: Check | null;
  status: 'open' | 'claimed' | 'accepted' | 'returned';
  evidence: Evidence[];
  by: Author | null;
  at: string | null;
}

export type DateInput = number | string;

export interface Delivery {
  id: string;
  messageId: string;
  type: EventType | 'webhook.test';
  seq: number | null;
  status: 'pending' | 'delivered' | 'failed' | 'given_up';
  attempts: number;
  nextAttemptAt: string | null;
  attemptedAt: string | null;
  code: number | null;
  durationMs: number | null;
  answer: string | null;
  createdAt: string;
}

export interface EarlierAttempt {
  by: Runner;
  endedBy: Runner;
  endedAt: string;
  to: 'backlog' | 'todo' | 'in_progress' | 'waiting' | 'done' | 'canceled';
  reason: string | null;
}

export type Effort = 'xs' | 's' | 'm' | 'l' | 'xl';

export interface Event {
  id: string;
  seq: number;
  type: EventType;
  at: string;
  actor: {
    type: CallerType;
    id: string;
    name: string;
  };
  entity: {
    type:
      | 'task'
      | 'project'
      | 'initiative'
      | 'goal'
      | 'agent'
      | 'label'
      | 'comment'
      | 'workspace'
      | 'member'
      | 'key'
      | 'chat'
      | 'webhook'
      | 'import';
    id: string;
    title: string | null;
    taskNumber?: number | undefined;
  };
  changes?:
    | {
        field: string;
        from: string | null;
        to: string | null;
      }[]
    | undefined;
  reason?: string | undefined;
  related?: Record<string, string> | undefined;
  /** Written by an import */
  imported?: true | undefined;
}

export type EventType =
  | 'task.created'
  | 'task.updated'
  | 'task.deleted'
  | 'task.archived'
  | 'task.unarchived'
  | 'task.transitioned'
  | 'task.related'
  | 'task.unrelated'
  | 'task.attached'
  | 'task.detached'
  | 'task.parented'
  | 'task.commented'
  | 'task.subscribed'
  | 'task.unsubscribed'
  | 'task.reviewed'
  | 'question.asked'
  | 'question.answered'
  | 'question.withdrawn'
  | 'question.expired'
  | 'task.claimed'
  | 'task.released'
  | 'task.delegated'
  | 'task.woken'
  | 'task.over_budget'
  | 'task.ranked'
  | 'task.expired'
  | 'verification.requested'
  | 'verification.claimed'
  | 'verification.progressed'
  | 'verification.released'
  | 'verification.passed'
  | 'verification.failed'
  | 'verification.tampered'
  | 'verification.errored'
  | 'verification.expired'
  | 'verification.retried'
  | 'verification.voided'
  | 'task.result'
  | 'project.created'
  | 'project.updated'
  | 'project.deleted'
  | 'project.archived'
  | 'project.unarchived'
  | 'initiative.created'
  | 'initiative.updated'
  | 'initiative.deleted'
  | 'goal.created'
  | 'goal.updated'
  | 'goal.deleted'
  | 'goal.archived'
  | 'goal.unarchived'
  | 'goal.verified'
  | 'agent.created'
  | 'agent.updated'
  | 'agent.deleted'
  | 'agent.paused'
  | 'agent.resumed'
  | 'agent.stopped'
  | 'label.created'
  | 'label.updated'
  | 'label.deleted'
  | 'comment.updated'
  | 'comment.deleted'
  | 'workspace.created'
  | 'workspace.updated'
  | 'member.created'
  | 'member.updated'
  | 'member.deleted'
  | 'member.invited'
  | 'member.uninvited'
  | 'key.created'
  | 'key.revoked'
  | 'chat.created'
  | 'chat.updated'
  | 'chat.deleted'
  | 'chat.archived'
  | 'chat.unarchived'
  | 'chat.turn.queued'
  | 'chat.turn.running'
  | 'chat.turn.completed'
  | 'chat.turn.failed'
  | 'chat.turn.canceled'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.rotated'
  | 'webhook.disabled'
  | 'import.finished';

export type EventTypeOrAll =
  | 'task.created'
  | 'task.updated'
  | 'task.deleted'
  | 'task.archived'
  | 'task.unarchived'
  | 'task.transitioned'
  | 'task.related'
  | 'task.unrelated'
  | 'task.attached'
  | 'task.detached'
  | 'task.parented'
  | 'task.commented'
  | 'task.subscribed'
  | 'task.unsubscribed'
  | 'task.reviewed'
  | 'question.asked'
  | 'question.answered'
  | 'question.withdrawn'
  | 'question.expired'
  | 'task.claimed'
  | 'task.released'
  | 'task.delegated'
  | 'task.woken'
  | 'task.over_budget'
  | 'task.ranked'
  | 'task.expired'
  | 'verification.requested'
  | 'verification.claimed'
  | 'verification.progressed'
  | 'verification.released'
  | 'verification.passed'
  | 'verification.failed'
  | 'verification.tampered'
  | 'verification.errored'
  | 'verification.expired'
  | 'verification.retried'
  | 'verification.voided'
  | 'task.result'
  | 'project.created'
  | 'project.updated'
  | 'project.deleted'
  | 'project.archived'
  | 'project.unarchived'
  | 'initiative.created'
  | 'initiative.updated'
  | 'initiative.deleted'
  | 'goal.created'
  | 'goal.updated'
  | 'goal.deleted'
  | 'goal.archived'
  | 'goal.unarchived'
  | 'goal.verified'
  | 'agent.created'
  | 'agent.updated'
  | 'agent.deleted'
  | 'agent.paused'
  | 'agent.resumed'
  | 'agent.stopped'
  | 'label.created'
  | 'label.updated'
  | 'label.deleted'
  | 'comment.updated'
  | 'comment.deleted'
  | 'workspace.created'
  | 'workspace.updated'
  | 'member.created'
  | 'member.updated'
  | 'member.deleted'
  | 'member.invited'
  | 'member.uninvited'
  | 'key.created'
  | 'key.revoked'
  | 'chat.created'
  | 'chat.updated'
  | 'chat.deleted'
  | 'chat.archived'
  | 'chat.unarchived'
  | 'chat.turn.queued'
  | 'chat.turn.running'
  | 'chat.turn.completed'
  | 'chat.turn.failed'
  | 'chat.turn.canceled'
  | 'webhook.created'
  | 'webhook.updated'
  | 'webhook.deleted'
  | 'webhook.rotated'
  | 'webhook.disabled'
  | 'import.finished'
  | '*';

export interface EventsListQuery {
  /** A position: the `cursor` of a response, or the id of a streamed event. `latest` returns the current position; without `after`, the list starts at the oldest event kept */
  after?: string | undefined;
  types?: readonly EventTypeOrAll[] | undefined;
  /** Events of one entity only: its kind and id, such as `task:ID` */
  entity?: string | undefined;
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
}

export interface EventsStreamQuery {
  /** Position to continue from; the header `Last-Event-ID` takes precedence */
  after?: string | undefined;
  types?: readonly EventTypeOrAll[] | undefined;
  /** Events of one entity only: its kind and id, such as `task:ID` */
  entity?: string | undefined;
}

export interface Evidence {
  criterionId?: string | undefined;
  text?: string | undefined;
  url?: string | undefined;
  fileId?: string | undefined;
  command?: string | undefined;
  output?: string | undefined;
  exitCode?: number | undefined;
}

export interface ExportsReadQuery {
  /** `my-chats` adds the caller's own chats */
  include?: readonly 'my-chats'[] | undefined;
}

export interface ExternalId {
  source: string;
  id: string;
  url?: string | undefined;
}

export interface Failure {
  class: FailureClass;
  message: string;
}

export type FailureClass =
  | 'agent_error'
  | 'tool_error'
  | 'quota'
  | 'lost_lease'
  | 'stopped'
  | 'restart'
  | 'other';

export interface File {
  id: string;
  fileName: string;
  mimeType: string;
  size: number;
  createdAt: string;
}

export type FutureDateInput = number | string;

export interface Goal {
  id: string;
  title: string;
  description: string | null;
  test: string | null;
  metric: Metric | null;
  status: GoalStatus;
  lastVerification: Verification | null;
  targetDate: string | null;
  initiative: {
    id: string;
    name: string;
  } | null;
  externalId: ExternalId | null;
  archived: boolean;
  createdAt: string;
  updatedAt: string;
}

export type GoalStatus = 'open' | 'verification_pending' | 'met' | 'abandoned';

export type GoalVerificationMode = 'propose' | 'autonomous';

export interface GoalsCreateBody {
  /** Not blank */
  title: string;
  description?: string | null | undefined;
  test?: string | null | undefined;
  metric?:
    | {
        target: number;
        current: number;
        unit: string;
      }
    | null
    | undefined;
  status?: GoalStatus | undefined;
  targetDate?: DateInput | null | undefined;
  initiativeId?: string | null | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
}

export interface GoalsDeleteAnswer {
  success: true;
}

export interface GoalsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: GoalStatus | undefined;
  initiativeId?: string | undefined;
  archived?: boolean | undefined;
  /** External id as `<source>:<id>` */
  externalId?: string | undefined;
}

export interface GoalsUpdateBody {
  title?: string | undefined;
  description?: string | null | undefined;
  test?: string | null | undefined;
  metric?:
    | {
        target: number;
        current: number;
        unit: string;
      }
    | null
    | undefined;
  status?: GoalStatus | undefined;
  targetDate?: DateInput | null | undefined;
  initiativeId?: string | null | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
}

export interface GoalsVerificationsQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface GoalsVerifyBody {
  passed: boolean;
  /** Not blank */
  evidence: string;
  metricCurrent?: number | undefined;
}

export interface Import {
  id: string;
  source: string;
  options: ImportOptions;
  state: 'open' | 'finished' | 'undoing' | 'undone';
  /** Records by type and outcome */
  counts: {
    [Name in
      | 'member'
      | 'label'
      | 'initiative'
      | 'goal'
      | 'verification'
      | 'project'
      | 'file'
      | 'task'
      | 'relation'
      | 'comment'
      | 'attachment'
      | 'criterion'
      | 'result'
      | 'question'
      | 'wait'
      | 'view']?: { [Name in 'created' | 'updated' | 'unchanged' | 'kept' | 'skipped']?: number };
  };
  /** The first 200 */
  warnings: {
    type:
      | 'member'
      | 'label'
      | 'initiative'
      | 'goal'
      | 'verification'
      | 'project'
      | 'file'
      | 'task'
      | 'relation'
      | 'comment'
      | 'attachment'
      | 'criterion'
      | 'result'
      | 'question'
      | 'wait'
      | 'view';
    /** The identity of the record in the source */
    externalId: string | null;
    message: string;
  }[];
  warningCount: number;
  /** Id of the admin */
  createdBy: string;
  createdAt: string;
  finishedAt: string | null;
  /** Set once the import is being undone */
  undo: {
    /** Entities removed so far, by type */
    removed: {
      [Name in
        | 'member'
        | 'label'
        | 'initiative'
        | 'goal'
        | 'verification'
        | 'project'
        | 'file'
        | 'task'
        | 'relation'
        | 'comment'
        | 'attachment'
        | 'criterion'
        | 'result'
        | 'question'
        | 'wait'
        | 'view']?: number;
    };
    /** Entities that stay; the first 200 */
    left: {
      type:
        | 'member'
        | 'label'
        | 'initiative'
        | 'goal'
        | 'verification'
        | 'project'
        | 'file'
        | 'task'
        | 'relation'
        | 'comment'
        | 'attachment'
        | 'criterion'
        | 'result'
        | 'question'
        | 'wait'
        | 'view';
      externalId: string;
      id: string;
      reason: string;
    }[];
    leftCount: number;
  } | null;
}

export interface ImportOptions {
  /** What words of the source become here. Others become labels, with a warning */
  map?:
    | {
        status?: Record<string, string> | undefined;
        priority?: Record<string, 'p0' | 'p1' | 'p2' | 'p3'> | undefined;
        labels?: Record<string, string> | undefined;
      }
    | undefined;
  project?: string | undefined;
}

export type ImportRecord =
  | {
      type: 'member';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      /** As in an export. A member without it is external */
      memberType?: 'human' | 'agent' | 'external' | null | undefined;
      displayName?: string | null | undefined;
      name?: string | null | undefined;
      email?: string | null | undefined;
      removed?: boolean | null | undefined;
      role?: 'admin' | 'member' | null | undefined;
      emoji?: string | null | undefined;
      title?: string | null | undefined;
      status?: string | null | undefined;
      model?: string | null | undefined;
      avatar?: string | null | undefined;
      reportsTo?: string | null | undefined;
      paused?: boolean | null | undefined;
      maxClaims?: number | null | undefined;
      limits?:
        | {
            usage: Record<
              string,
              {
                perDay: number;
              }
            >;
          }
        | null
        | undefined;
      verifier?: boolean | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'label';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      name: string;
      color?: string | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'initiative';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      name: string;
      description?: string | null | undefined;
      status?: string | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'goal';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      title: string;
      description?: string | null | undefined;
      test?: string | null | undefined;
      metric?:
        | {
            target: number;
            current: number;
            unit: string;
          }
        | null
        | undefined;
      status?: string | null | undefined;
      targetDate?: DateInput | null | undefined;
      initiativeId?: string | null | undefined;
      archived?: boolean | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'verification';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** Identity in the source: the `externalId` or exported `id` of an earlier record */
      goalId: string;
      at?: DateInput | null | undefined;
      byName: string;
      byType: CallerType;
      passed: boolean;
      evidence: string;
      [detail: string]: unknown;
    }
  | {
      type: 'file';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** Id of your upload of the content; needed once */
      uploadId?: string | null | undefined;
      fileName?: string | null | undefined;
      mimeType?: string | null | undefined;
      sha256?: string | null | undefined;
      uploadedBy?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      createdAt?: DateInput | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'project';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      title: string;
      description?: string | null | undefined;
      status?: string | null | undefined;
      color?: string | null | undefined;
      targetDate?: DateInput | null | undefined;
      initiativeId?: string | null | undefined;
      goalId?: string | null | undefined;
      archived?: boolean | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'task';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      taskNumber?: number | null | undefined;
      title: string;
      description?: string | null | undefined;
      /** Ours, or one of the source that `options.map.status` maps */
      status?: string | null | undefined;
      /** Ours, or one of the source that `options.map.priority` maps */
      priority?: string | null | undefined;
      effort?: string | null | undefined;
      assignedTo?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      projectId?: string | null | undefined;
      parentTaskNumber?: string | number | null | undefined;
      /** Identities of label records, otherwise names; missing labels are created */
      labels?: readonly string[] | null | undefined;
      tags?: readonly string[] | null | undefined;
      metadata?: Record<string, string> | null | undefined;
      dueDate?: DateInput | null | undefined;
      completedAt?: DateInput | null | undefined;
      startedAt?: DateInput | null | undefined;
      archived?: boolean | null | undefined;
      budget?: Record<string, number> | null | undefined;
      rank?: string | null | undefined;
      createdBy?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      fromAgent?: boolean | null | undefined;
      overBudget?: boolean | null | undefined;
      attempts?: number | null | undefined;
      failures?: number | null | undefined;
      notBefore?: DateInput | null | undefined;
      backTo?: string | null | undefined;
      touchedAt?: DateInput | null | undefined;
      wokenBy?: 'children_closed' | 'child_needs_attention' | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'relation';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** `blocks`, `related` or `duplicate_of` */
      kind: string;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      from: string | number;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      to: string | number;
      madeOn?: string | number | null | undefined;
      madeBy?: CallerType | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'comment';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      taskNumber: string | number;
      body: string;
      author?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'attachment';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      taskNumber: string | number;
      /** Identity in the source: the `externalId` or exported `id` of an earlier record */
      fileId: string;
      addedBy?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      createdAt?: DateInput | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'criterion';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      taskNumber: string | number;
      text: string;
      check?:
        | {
            command: string;
            timeoutSeconds?: number | null | undefined;
            protect?: readonly string[] | null | undefined;
            proposed?: boolean | null | undefined;
          }
        | null
        | undefined;
      status?: 'open' | 'claimed' | 'accepted' | 'returned' | null | undefined;
      evidence?:
        | readonly {
            criterionId?: string | null | undefined;
            text?: string | null | undefined;
            url?: string | null | undefined;
            fileId?: string | null | undefined;
            command?: string | null | undefined;
            output?: string | null | undefined;
            exitCode?: number | null | undefined;
          }[]
        | null
        | undefined;
      proven?: boolean | null | undefined;
      by?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      at?: DateInput | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'result';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      taskNumber: string | number;
      outcome: Outcome;
      summary: string;
      evidence?:
        | readonly {
            criterionId?: string | null | undefined;
            text?: string | null | undefined;
            url?: string | null | undefined;
            fileId?: string | null | undefined;
            command?: string | null | undefined;
            output?: string | null | undefined;
            exitCode?: number | null | undefined;
          }[]
        | null
        | undefined;
      artifact?:
        | {
            kind: 'git';
            /** A URL without credentials, or user@host:path */
            repository: string;
            /** SHA-1 or SHA-256 of the commit */
            commit: string;
            branch?: string | null | undefined;
            base?: string | null | undefined;
          }
        | null
        | undefined;
      failure?:
        | {
            class: FailureClass;
            /** Not blank */
            message: string;
          }
        | null
        | undefined;
      usage?: Record<string, number> | null | undefined;
      author?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      behind?: string | null | undefined;
      returnTo?: string | null | undefined;
      attempt?: number | null | undefined;
      part?: 'moved' | 'beside' | 'interim' | 'withdrawn' | null | undefined;
      createdAt?: DateInput | null | undefined;
      review?:
        | {
            id?: string | null | undefined;
            verdict: 'accepted' | 'returned';
            comment?: string | null | undefined;
            criteria?:
              | readonly {
                  id: string;
                  status: 'accepted' | 'returned';
                  comment?: string | null | undefined;
                }[]
              | null
              | undefined;
            override?: string | null | undefined;
            reviewer?:
              | string
              | {
                  /** Identity in the source: the `externalId` or exported `id` of an earlier record */
                  id: string;
                  displayName?: string | undefined;
                  name?: string | undefined;
                  type?: CallerType | undefined;
                }
              | null
              | undefined;
            createdAt?: DateInput | null | undefined;
          }
        | null
        | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'question';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      taskNumber: string | number;
      kind: 'choice' | 'text' | 'approval';
      text: string;
      options?:
        | readonly {
            id: string;
            text: string;
            consequence: string | null;
          }[]
        | null
        | undefined;
      default?: string | boolean | null | undefined;
      dueAt?: DateInput | null | undefined;
      to?: string | null | undefined;
      asker?:
        | string
        | {
            /** Identity in the source: the `externalId` or exported `id` of an earlier record */
            id: string;
            displayName?: string | undefined;
            name?: string | undefined;
            type?: CallerType | undefined;
          }
        | null
        | undefined;
      blocking?: boolean | null | undefined;
      returnTo?: string | null | undefined;
      status?: 'open' | 'answered' | 'withdrawn' | 'expired' | null | undefined;
      answer?:
        | {
            choice?: string | null | undefined;
            text?: string | null | undefined;
            approved?: boolean | null | undefined;
            comment?: string | null | undefined;
            by?:
              | string
              | {
                  /** Identity in the source: the `externalId` or exported `id` of an earlier record */
                  id: string;
                  displayName?: string | undefined;
                  name?: string | undefined;
                  type?: CallerType | undefined;
                }
              | null
              | undefined;
            at?: DateInput | null | undefined;
          }
        | null
        | undefined;
      createdAt?: DateInput | null | undefined;
      closedAt?: DateInput | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'wait';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      /** `externalId` of an earlier task, or the `taskNumber` that an export gave it */
      taskNumber: string | number;
      kind: 'review' | 'answer' | 'attention' | 'children' | 'other';
      who?: string | null | undefined;
      what: string;
      since?: DateInput | null | undefined;
      resultId?: string | null | undefined;
      questionId?: string | null | undefined;
      [detail: string]: unknown;
    }
  | {
      type: 'view';
      /** A text is the identity in the source; an exported record is identified by its `id` instead */
      externalId?: string | ExternalId | null | undefined;
      id?: string | null | undefined;
      url?: string | null | undefined;
      createdAt?: DateInput | null | undefined;
      updatedAt?: DateInput | null | undefined;
      name: string;
      shared?: boolean | null | undefined;
      query: {
        filters: {
          q?: string | undefined;
          status?: readonly TaskStatus[] | undefined;
          priority?: readonly Priority[] | undefined;
          effort?: readonly Effort[] | undefined;
          assigned?: string | readonly string[] | undefined;
          projectId?: string | readonly string[] | undefined;
          project?: 'none' | undefined;
          parent?: string | undefined;
          tags?: readonly string[] | undefined;
          label?: readonly string[] | undefined;
          labelMode?: 'any' | 'all' | undefined;
          createdBy?: string | undefined;
          externalId?: string | undefined;
          metadata?: Record<string, string> | undefined;
          archived?: boolean | undefined;
          ready?: boolean | undefined;
          blocked?: boolean | undefined;
          waitingFor?: readonly ('review' | 'answer' | 'attention' | 'children' | 'other')[] | undefined;
          hasClaim?: boolean | undefined;
          createdSince?: DateInput | undefined;
          updatedSince?: DateInput | undefined;
          completedSince?: DateInput | undefined;
          dueAfter?: DateInput | undefined;
          dueBefore?: DateInput | undefined;
          due?: 'overdue' | 'week' | 'none' | undefined;
        };
        sort: 'created' | 'updated' | 'due' | 'priority' | 'completed' | 'rank';
        order: 'asc' | 'desc';
        view: 'list' | 'board';
        groupBy: 'status' | 'project' | 'assignee' | 'priority' | 'label' | 'due' | 'none';
      };
      createdBy?: string | null | undefined;
      [detail: string]: unknown;
    };

export interface ImportResult {
  type:
    | 'member'
    | 'label'
    | 'initiative'
    | 'goal'
    | 'verification'
    | 'project'
    | 'file'
    | 'task'
    | 'relation'
    | 'comment'
    | 'attachment'
    | 'criterion'
    | 'result'
    | 'question'
    | 'wait'
    | 'view';
  /** The identity of the record in the source */
  externalId: string | null;
  outcome: 'created' | 'updated' | 'unchanged' | 'kept' | 'skipped';
  /** Null for a skipped record */
  id: string | null;
  taskNumber: number | null;
  /** Fields that were changed in the source and here, and stay as they are here */
  kept: string[];
  warnings: string[];
}

export interface ImportsAddAnswer {
  /** In the order of `records` */
  results: ImportResult[];
}

export interface ImportsAddBody {
  /** Records can refer only to earlier ones */
  records: readonly ImportRecord[];
}

export interface ImportsCreateBody {
  /** Where the records come from. With its `externalId`, it identifies a record across imports */
  source: string;
  options?: ImportOptions | undefined;
}

export interface ImportsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface ImportsPreviewAnswer {
  /** In the order of `records` */
  results: ImportResult[];
}

export interface ImportsPreviewBody {
  /** Where the records come from. With its `externalId`, it identifies a record across imports */
  source: string;
  options?: ImportOptions | undefined;
  /** Records can refer only to earlier ones */
  records: readonly ImportRecord[];
}

export interface InboxAnswerAnswer {
  /** In the order of `answers` */
  data: AnswerOutcome[];
}

export interface InboxAnswerBody {
  /** One for each question, and each question once */
  answers: readonly {
    version?: string | null | undefined;
    choice?: string | null | undefined;
    text?: string | null | undefined;
    approved?: boolean | null | undefined;
    comment?: string | null | undefined;
    /** Id of a question */
    questionId: string;
  }[];
}

export interface InboxItem {
  kind: InboxKind;
  since: string;
  task: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
    assignedTo: string | null;
  } | null;
  question?: Question | undefined;
  result?: Result | undefined;
  criteria?: Criterion[] | undefined;
  goal?: Goal | undefined;
  agent?:
    | {
        id: string;
        name: string;
      }
    | undefined;
  webhook?:
    | {
        id: string;
        description: string | null;
        disabledReason: 'gone' | 'failing' | 'creator' | null;
      }
    | undefined;
  waitingFor?: WaitingFor | undefined;
}

export type InboxKind = 'question' | 'review' | 'attention' | 'goal';

export interface InboxListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  kind?: InboxKind | undefined;
  /** Only questions asked by this member (name or id) or service (id of its key) */
  asker?: string | undefined;
}

export interface Initiative {
  id: string;
  name: string;
  description: string | null;
  status: InitiativeStatus;
  projectCount: number;
  projectStatuses: {
    [Name in 'not_started' | 'planning' | 'in_progress' | 'blocked' | 'complete' | 'canceled']?: number;
  };
  createdAt: string;
  updatedAt: string;
}

export interface InitiativePurpose {
  id: string;
  name: string;
  description: string | null;
}

export type InitiativeStatus = 'planned' | 'active' | 'paused' | 'completed' | 'canceled';

export interface InitiativesCreateBody {
  /** Not blank */
  name: string;
  description?: string | null | undefined;
  status?: InitiativeStatus | undefined;
}

export interface InitiativesDeleteAnswer {
  success: true;
}

export interface InitiativesListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface InitiativesProjectsQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface InitiativesUpdateBody {
  name?: string | undefined;
  description?: string | null | undefined;
  status?: InitiativeStatus | undefined;
}

export interface Invitation {
  code: string;
  expiresAt: string;
}

export interface InvitedMember {
  id: string;
  type: 'human' | 'agent';
  /** A person of another tracker who was never invited: an author of imported work */
  kind?: 'external' | undefined;
  name: string;
  displayName: string;
  email: string | null;
  role: Role | null;
  emoji: string | null;
  /** An agent that runs checks and is assigned no tasks */
  verifier: boolean;
  externalId: ExternalId | null;
  invitedUntil: string | null;
  createdAt: string;
  updatedAt: string | null;
  invitation: Invitation;
}

export interface Key {
  id: string;
  name: string;
  kind: KeyKind;
  scopes: Scope[];
  memberId: string | null;
  createdBy: string | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
}

export type KeyKind = 'person' | 'service' | 'agent' | 'runtime' | 'acting' | 'run';

export interface KeyWithSecret {
  id: string;
  name: string;
  kind: KeyKind;
  scopes: Scope[];
  memberId: string | null;
  createdBy: string | null;
  expiresAt: string | null;
  lastUsedAt: string | null;
  createdAt: string;
  secret: string;
}

export interface KeysCreateBody {
  /** Not blank */
  name: string;
  kind: NewKeyKind;
  memberId?: string | null | undefined;
  /** Duplicates are ignored */
  scopes: readonly Scope[];
  expiresAt?: FutureDateInput | null | undefined;
}

export interface KeysListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface Label {
  id: string;
  name: string;
  color: LabelColor;
}

export type LabelColor =
  | 'gray'
  | 'red'
  | 'orange'
  | 'yellow'
  | 'green'
  | 'teal'
  | 'blue'
  | 'indigo'
  | 'purple'
  | 'pink';

export interface LabelsCreateBody {
  /** Not blank */
  name: string;
  color?: LabelColor | undefined;
}

export interface LabelsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface LabelsUpdateBody {
  name?: string | undefined;
  color?: LabelColor | undefined;
}

export interface Lease {
  token: string;
  expiresAt: string;
}

export interface Me {
  caller: Author;
  key: {
    id: string;
    name: string;
    kind: KeyKind;
    scopes: Scope[];
    expiresAt: string | null;
  };
  workspace: {
    id: string;
    name: string;
  };
}

export interface Member {
  id: string;
  type: 'human' | 'agent';
  /** A person of another tracker who was never invited: an author of imported work */
  kind?: 'external' | undefined;
  name: string;
  displayName: string;
  email: string | null;
  role: Role | null;
  emoji: string | null;
  /** An agent that runs checks and is assigned no tasks */
  verifier: boolean;
  externalId: ExternalId | null;
  invitedUntil: string | null;
  createdAt: string;
  updatedAt: string | null;
}

export interface MembersAcceptInvitationBody {
  code: string;
}

export interface MembersCreateBody {
  /** Unique among people and agents (case-insensitive); `unassigned` and `me` are reserved */
  name: string;
  /** Not blank */
  displayName: string;
  email?: string | null | undefined;
  role?: Role | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
}

export interface MembersListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  type?: 'human' | 'agent' | undefined;
  /** External id as `<source>:<id>` */
  externalId?: string | undefined;
}

export interface MembersMergeBody {
  /** Id, name or display name of a member */
  into: string;
}

export interface MembersUpdateBody {
  name?: string | undefined;
  displayName?: string | undefined;
  email?: string | null | undefined;
  role?: Role | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
}

export interface Mention {
  id: string;
  taskNumber: number;
  title: string;
  by: {
    name: string;
    type: CallerType;
  };
  commentId: string | null;
  text: string;
  createdAt: string;
}

export interface MentionToRead {
  kind: 'mention';
  mention: Mention;
}

export interface Message {
  id: string;
  threadId: string;
  role: 'human' | 'assistant';
  body: string;
  author: Author;
  clientMessageId: string | null;
  turnId: string | null;
  suggestions: {
    id: string;
    kind: string;
    text: string;
  }[];
  attachments: {
    fileId: string;
    fileName: string;
    mimeType: string;
    size: number;
  }[];
  createdAt: string;
}

export interface Metric {
  target: number;
  current: number;
  unit: string;
}

export type NewKeyKind = 'person' | 'service' | 'agent' | 'runtime' | 'acting';

export interface NoTelemetry {
  timestamp: null;
  status: null;
  model: null;
  contextTokens: null;
  contextLimit: null;
  activeSessions: null;
}

export interface Notification {
  id: string;
  kind: 'mentioned' | 'reviewed' | 'answered' | 'assigned' | 'commented' | 'moved';
  task: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
  };
  actor: {
    name: string;
    type: CallerType;
  };
  from: TaskStatus | null;
  to: TaskStatus | null;
  reason: string | null;
  commentId: string | null;
  excerpt: string | null;
  readAt: string | null;
  createdAt: string;
}

export interface NotificationsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  unread?: boolean | undefined;
}

export type Outcome = 'succeeded' | 'partial' | 'failed';

export interface Preferences {
  theme: 'system' | 'light' | 'dark';
  density: 'comfortable' | 'compact';
  timeZone: string | null;
  hourCycle: 'h12' | 'h23' | null;
  notifications: {
    mentioned: 'page' | 'off';
    reviewed: 'page' | 'off';
    answered: 'page' | 'off';
    assigned: 'page' | 'off';
    commented: 'page' | 'off';
    moved: 'page' | 'off';
  };
  favorites: {
    kind: 'project' | 'view' | 'agent';
    id: string;
  }[];
  getStarted: 'open' | 'dismissed';
}

export interface PreferencesUpdateBody {
  theme?: 'system' | 'light' | 'dark' | undefined;
  density?: 'comfortable' | 'compact' | undefined;
  timeZone?: string | null | undefined;
  hourCycle?: 'h12' | 'h23' | null | undefined;
  /** Where to show each kind; kinds that are left out stay as they are */
  notifications?:
    | {
        mentioned?: 'page' | 'off' | undefined;
        reviewed?: 'page' | 'off' | undefined;
        answered?: 'page' | 'off' | undefined;
        assigned?: 'page' | 'off' | undefined;
        commented?: 'page' | 'off' | undefined;
        moved?: 'page' | 'off' | undefined;
      }
    | undefined;
  /** Replaces the list. Duplicates are dropped */
  favorites?:
    | readonly {
        kind: 'project' | 'view' | 'agent';
        /** Not blank */
        id: string;
      }[]
    | undefined;
  getStarted?: 'open' | 'dismissed' | undefined;
}

export type Priority = 'p0' | 'p1' | 'p2' | 'p3';

export interface Project {
  id: string;
  title: string;
  description: string | null;
  status: ProjectStatus;
  color: string;
  targetDate: string | null;
  initiative: {
    id: string;
    name: string;
  } | null;
  goal: {
    id: string;
    title: string;
  } | null;
  externalId: ExternalId | null;
  taskCounts: {
    total: number;
    backlog: number;
    todo: number;
    in_progress: number;
    waiting: number;
    done: number;
    canceled: number;
  };
  archived: boolean;
  createdAt: string;
  updatedAt: string;
}

export interface ProjectOfInitiative {
  id: string;
  title: string;
  description: string | null;
  status: ProjectStatus;
  color: string;
  targetDate: string | null;
  externalId: ExternalId | null;
  createdAt: string;
  updatedAt: string;
}

export type ProjectStatus = 'not_started' | 'planning' | 'in_progress' | 'blocked' | 'complete' | 'canceled';

export interface ProjectsCreateBody {
  /** Not blank */
  title: string;
  description?: string | null | undefined;
  status?: ProjectStatus | undefined;
  color?: string | undefined;
  targetDate?: DateInput | null | undefined;
  initiativeId?: string | null | undefined;
  goalId?: string | null | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
}

export interface ProjectsDeleteAnswer {
  success: true;
}

export interface ProjectsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: ProjectStatus | undefined;
  initiativeId?: string | undefined;
  /** External id as `<source>:<id>` */
  externalId?: string | undefined;
}

export interface ProjectsTasksQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: readonly TaskStatus[] | undefined;
  priority?: readonly Priority[] | undefined;
}

export interface ProjectsUpdateBody {
  title?: string | undefined;
  description?: string | null | undefined;
  status?: ProjectStatus | undefined;
  color?: string | undefined;
  targetDate?: DateInput | null | undefined;
  initiativeId?: string | null | undefined;
  goalId?: string | null | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
}

export type ProofOfDone = 'off' | 'agents' | 'everyone' | 'verified';

export interface Pulse {
  expiresAt: string;
  directive: 'continue' | 'stop';
  reason: 'paused' | 'limit' | null;
  newComments: number;
}

export interface Purpose {
  id: string;
  title: string;
  description: string | null;
}

export interface Question {
  id: string;
  /** Version of the content an answer refers to: changes with every field here except status and answer */
  version: string;
  task: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
    assignedTo: string | null;
  };
  kind: QuestionKind;
  text: string;
  options: {
    id: string;
    text: string;
    consequence: string | null;
  }[];
  default: string | boolean | null;
  dueAt: string | null;
  to: {
    id: string;
    name: string;
  } | null;
  asker: Author;
  blocking: boolean;
  status: QuestionStatus;
  answer: Answer | null;
  createdAt: string;
}

export type QuestionKind = 'choice' | 'text' | 'approval';

export type QuestionStatus = 'open' | 'answered' | 'withdrawn' | 'expired';

export interface QuestionsAnswerBody {
  version?: string | null | undefined;
  choice?: string | null | undefined;
  text?: string | null | undefined;
  approved?: boolean | null | undefined;
  comment?: string | null | undefined;
}

export interface QuestionsAskBody {
  token?: string | null | undefined;
  kind: QuestionKind;
  /** Not blank */
  text: string;
  options?:
    | readonly {
        id?: string | null | undefined;
        /** Not blank */
        text: string;
        consequence?: string | null | undefined;
      }[]
    | null
    | undefined;
  default?: string | boolean | null | undefined;
  dueAt?: FutureDateInput | null | undefined;
  to?: string | null | undefined;
  blocking?: boolean | null | undefined;
}

export interface QuestionsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: readonly QuestionStatus[] | undefined;
  /** `me`, which includes questions for everybody, or the name or id of a person */
  to?: string | undefined;
  /** Number or id of a task */
  task?: string | undefined;
}

export interface Relation {
  id: string;
  type: 'blocks' | 'blocked_by' | 'related' | 'duplicate_of';
  direction: 'outgoing' | 'incoming';
  task: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
    assignedTo: string | null;
  };
}

export interface RemovedMember {
  id: string;
  keys: {
    id: string;
    name: string;
    kind: KeyKind;
  }[];
  remaining: {
    id: string;
    name: string;
    kind: KeyKind;
    memberId: string;
  }[];
}

export interface Result {
  id: string;
  taskNumber: number;
  outcome: Outcome;
  summary: string;
  evidence: Evidence[];
  artifact: Artifact | null;
  failure: Failure | null;
  usage: Record<string, number> | null;
  author: Author;
  attempt: number;
  createdAt: string;
  review: Review | null;
  /** Whether its author took the task back before a review */
  withdrawn: boolean;
}

export interface ResultsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface ResultsPostBody {
  token?: string | null | undefined;
  outcome: Outcome;
  /** Not blank */
  summary: string;
  evidence?:
    | readonly {
        criterionId?: string | null | undefined;
        text?: string | null | undefined;
        url?: string | null | undefined;
        fileId?: string | null | undefined;
        command?: string | null | undefined;
        output?: string | null | undefined;
        exitCode?: number | null | undefined;
      }[]
    | null
    | undefined;
  artifact?:
    | {
        kind: 'git';
        /** A URL without credentials, or user@host:path */
        repository: string;
        /** SHA-1 or SHA-256 of the commit */
        commit: string;
        branch?: string | null | undefined;
        base?: string | null | undefined;
      }
    | null
    | undefined;
  failure?:
    | {
        class: FailureClass;
        /** Not blank */
        message: string;
      }
    | null
    | undefined;
  usage?: Record<string, number> | null | undefined;
  to?: 'waiting' | 'done' | 'none' | null | undefined;
}

export interface ResultsReviewBody {
  resultId?: string | null | undefined;
  verdict: Verdict;
  comment?: string | null | undefined;
  override?: string | null | undefined;
  criteria?:
    | readonly {
        /** Id of a criterion of the task */
        id: string;
        status: Verdict;
        comment?: string | null | undefined;
      }[]
    | null
    | undefined;
}

export interface Review {
  id: string;
  verdict: Verdict;
  comment: string | null;
  criteria: {
    id: string;
    status: Verdict;
    comment: string | null;
  }[];
  /** Why it was accepted although required proof was missing */
  override: string | null;
  reviewer: Author;
  createdAt: string;
}

export type Role = 'admin' | 'member';

export interface Runner {
  id: string;
  name: string;
  type: CallerType;
}

export type Scope =
  | 'agents:read'
  | 'agents:write'
  | 'tasks:read'
  | 'tasks:write'
  | 'chat:read'
  | 'chat:write'
  | 'full';

export interface SearchFindQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  /** Every word must occur; the last one may be a prefix. A number matches the task with that number first. Plain text: there are no operators. */
  q: string;
  types?: readonly SearchType[] | undefined;
  archived?: boolean | undefined;
}

export interface SearchHit {
  type: SearchType;
  id: string;
  taskNumber?: number | undefined;
  title: string;
  status: string;
  assignedTo?: string | null | undefined;
  /** An excerpt of the text that contains the matches */
  snippet: Snippet;
}

export type SearchType = 'task' | 'project' | 'initiative' | 'goal';

export interface SentMessage {
  created: boolean;
  thread: Chat;
  message: Message;
  turn: Turn;
}

export interface Session {
  key: string;
  kind: string;
  label: string | null;
  displayName: string;
  model: string;
  contextTokens: number;
  contextLimit: number;
  lastActivity: string;
}

export interface SessionSnapshot {
  data: Session[];
  total: number;
  meta: {
    snapshotTimestamp: string | null;
  };
}

export interface SessionsCreateBody {
  /** A person's own key; instead of `code` */
  key?: string | undefined;
  /** One-time code; instead of `key` */
  code?: string | undefined;
}

export interface SessionsLinkAnswer {
  code: string;
  expiresAt: string;
}

export interface SessionsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface SessionsPreviewAnswer {
  member: {
    id: string;
    name: string;
    displayName: string;
  };
  workspace: {
    name: string;
  };
  /** Whether signing in closes the person's existing chats */
  closesChats: boolean;
}

export interface SessionsPreviewBody {
  code: string;
}

export interface Snippet {
  text: string;
  /** Matches in `text`: start and end in Unicode code points */
  marks: number[][];
}

export interface Subscription {
  subscribed: boolean;
}

export interface Task {
  id: string;
  taskNumber: number;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: Priority;
  assignedTo: string | null;
  project: {
    id: string;
    title: string;
  } | null;
  tags: string[];
  labels: Label[];
  externalId: ExternalId | null;
  metadata: Record<string, string>;
  effort: Effort | null;
  dueDate: string | null;
  completedAt: string | null;
  archived: boolean;
  blocked: boolean;
  parent: {
    id: string;
    taskNumber: number;
    title: string;
  } | null;
  children: {
    total: number;
    open: number;
    done: number;
    canceled: number;
  };
  budget: Record<string, number> | null;
  claim: Claim | null;
  waitingFor: WaitingFor | null;
  notBefore: string | null;
  /** Created by an import */
  fromImport?: true | undefined;
  createdAt: string;
  updatedAt: string;
}

export interface TaskCounts {
  total: number;
  byStatus: {
    backlog: number;
    todo: number;
    in_progress: number;
    waiting: number;
    done: number;
    canceled: number;
  };
  /** Counting stops above this number */
  max: number;
  /** False if counting stopped early: the numbers are minimums */
  exact: boolean;
}

export interface TaskFilters {
  q?: string | undefined;
  status?: TaskStatus[] | undefined;
  priority?: Priority[] | undefined;
  effort?: Effort[] | undefined;
  assigned?: string | string[] | undefined;
  projectId?: string | string[] | undefined;
  project?: 'none' | undefined;
  parent?: string | undefined;
  tags?: string[] | undefined;
  label?: string[] | undefined;
  labelMode?: 'any' | 'all' | undefined;
  createdBy?: string | undefined;
  externalId?: string | undefined;
  metadata?: Record<string, string> | undefined;
  archived?: boolean | undefined;
  ready?: boolean | undefined;
  blocked?: boolean | undefined;
  waitingFor?: ('review' | 'answer' | 'attention' | 'children' | 'other')[] | undefined;
  hasClaim?: boolean | undefined;
  createdSince?: string | undefined;
  updatedSince?: string | undefined;
  completedSince?: string | undefined;
  dueAfter?: string | undefined;
  dueBefore?: string | undefined;
  due?: 'overdue' | 'week' | 'none' | undefined;
}

export interface TaskInBulk {
  id: string;
  taskNumber: number;
  title: string;
  status: TaskStatus;
  priority: Priority;
  assignedTo: string | null;
  project: {
    id: string;
    title: string;
  } | null;
  tags: string[];
  labels: Label[];
  externalId: ExternalId | null;
  metadata: Record<string, string>;
  effort: Effort | null;
  dueDate: string | null;
  completedAt: string | null;
  archived: boolean;
  blocked: boolean;
  parent: {
    id: string;
    taskNumber: number;
    title: string;
  } | null;
  children: {
    total: number;
    open: number;
    done: number;
    canceled: number;
  };
  budget: Record<string, number> | null;
  claim: Claim | null;
  waitingFor: WaitingFor | null;
  notBefore: string | null;
  /** Created by an import */
  fromImport?: true | undefined;
  createdAt: string;
  updatedAt: string;
}

export interface TaskOfProject {
  id: string;
  taskNumber: number;
  title: string;
  status: TaskStatus;
  priority: Priority;
  assignedTo: string | null;
  tags: string[];
  effort: Effort | null;
  dueDate: string | null;
  externalId: ExternalId | null;
  metadata: Record<string, string>;
  completedAt: string | null;
  parent: {
    id: string;
    taskNumber: number;
    title: string;
  } | null;
  budget: Record<string, number> | null;
  children: {
    total: number;
    open: number;
    done: number;
    canceled: number;
  };
  claim: Claim | null;
  waitingFor: WaitingFor | null;
  notBefore: string | null;
  createdAt: string;
  updatedAt: string;
}

export type TaskStatus = 'backlog' | 'todo' | 'in_progress' | 'waiting' | 'done' | 'canceled';

export interface TaskToDo {
  task: TaskWithRelations;
  lease: ClaimLease;
  project: Purpose | null;
  goal: Purpose | null;
  initiative: InitiativePurpose | null;
  comments: Comment[];
  results: Result[];
  questions: Question[];
  attempts: EarlierAttempt[];
  parent: {
    taskNumber: number;
    title: string;
    description: string | null;
    criteria: Criterion[];
  } | null;
  siblings: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
  }[];
  children: {
    taskNumber: number;
    title: string;
    status: TaskStatus;
    result: {
      outcome: Outcome;
      summary: string;
    } | null;
  }[];
  wokenBy: 'children_closed' | 'child_needs_attention' | null;
  mentions: Mention[];
  checkpoint: string | null;
  truncated: string[];
  kind: 'task';
}

export interface TaskVerification {
  id: string;
  task: {
    taskNumber: number;
    title: string;
  };
  resultId: string;
  criterion: {
    id: string;
    text: string;
  };
  check: {
    command: string;
    timeoutSeconds: number;
    protect: string[];
  };
  artifact: Artifact;
  state: TaskVerificationState;
  /** Leases that ended without an outcome */
  tries: number;
  /** It passed after it had failed */
  flaky: boolean;
  verifier: {
    id: string;
    name: string;
  } | null;
  claimedAt: string | null;
  expiresAt: string | null;
  progress: {
    output: string;
    at: string;
  } | null;
  report: {
    outcome: TaskVerificationOutcome;
    exitCode: number | null;
    /** Its end, at most 64,000 bytes */
    output: string;
    /** Bytes of the whole output */
    outputLength: number;
    /** SHA-256 of the whole output */
    outputDigest: string | null;
    durationMs: number;
    environment: Record<string, string>;
    /** Protected files that differ */
    files: string[];
    reportedAt: string;
  } | null;
  createdAt: string;
}

export type TaskVerificationOutcome = 'passed' | 'failed' | 'tampered' | 'error';

export type TaskVerificationState =
  | 'pending'
  | 'running'
  | 'passed'
  | 'failed'
  | 'tampered'
  | 'error'
  | 'void';

export interface TaskWithCriteria {
  id: string;
  taskNumber: number;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: Priority;
  assignedTo: string | null;
  project: {
    id: string;
    title: string;
  } | null;
  tags: string[];
  labels: Label[];
  externalId: ExternalId | null;
  metadata: Record<string, string>;
  effort: Effort | null;
  dueDate: string | null;
  completedAt: string | null;
  archived: boolean;
  blocked: boolean;
  parent: {
    id: string;
    taskNumber: number;
    title: string;
  } | null;
  children: {
    total: number;
    open: number;
    done: number;
    canceled: number;
  };
  budget: Record<string, number> | null;
  claim: Claim | null;
  waitingFor: WaitingFor | null;
  notBefore: string | null;
  /** Created by an import */
  fromImport?: true | undefined;
  createdAt: string;
  updatedAt: string;
  criteria: Criterion[];
}

export interface TaskWithRelations {
  id: string;
  taskNumber: number;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: Priority;
  assignedTo: string | null;
  project: {
    id: string;
    title: string;
  } | null;
  tags: string[];
  labels: Label[];
  externalId: ExternalId | null;
  metadata: Record<string, string>;
  effort: Effort | null;
  dueDate: string | null;
  completedAt: string | null;
  archived: boolean;
  blocked: boolean;
  parent: {
    id: string;
    taskNumber: number;
    title: string;
  } | null;
  children: {
    total: number;
    open: number;
    done: number;
    canceled: number;
  };
  budget: Record<string, number> | null;
  claim: Claim | null;
  waitingFor: WaitingFor | null;
  notBefore: string | null;
  /** Created by an import */
  fromImport?: true | undefined;
  createdAt: string;
  updatedAt: string;
  criteria: Criterion[];
  relations: Relation[];
}

export interface TaskWithUsage {
  id: string;
  taskNumber: number;
  title: string;
  description: string | null;
  status: TaskStatus;
  priority: Priority;
  assignedTo: string | null;
  project: {
    id: string;
    title: string;
  } | null;
  tags: string[];
  labels: Label[];
  externalId: ExternalId | null;
  metadata: Record<string, string>;
  effort: Effort | null;
  dueDate: string | null;
  completedAt: string | null;
  archived: boolean;
  blocked: boolean;
  parent: {
    id: string;
    taskNumber: number;
    title: string;
  } | null;
  children: {
    total: number;
    open: number;
    done: number;
    canceled: number;
  };
  budget: Record<string, number> | null;
  claim: Claim | null;
  waitingFor: WaitingFor | null;
  notBefore: string | null;
  /** Created by an import */
  fromImport?: true | undefined;
  createdAt: string;
  updatedAt: string;
  criteria: Criterion[];
  relations: Relation[];
  usage: {
    own: Record<string, number>;
    tree: Record<string, number>;
  };
}

export interface TasksActivityQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface TasksArchiveBody {
  children?: 'cancel' | 'detach' | undefined;
}

export interface TasksAttachBody {
  /** Id of a file that was uploaded before */
  fileId: string;
}

export interface TasksAttachmentsQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface TasksBulkAnswer {
  /** In the order of `operations` */
  results: BulkResult[];
}

export interface TasksBulkBody {
  /** Whether one refusal refuses all; false if omitted */
  atomic?: boolean | undefined;
  /** Carried out in order */
  operations: readonly BulkOperation[];
}

export interface TasksCommentBody {
  /** Not blank */
  body: string;
}

export interface TasksCommentsQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
}

export interface TasksCountsQuery {
  /** Words that must occur in the texts of the task, as in a search; with another sort than created, of the newest 1,000 matches at most */
  q?: string | undefined;
  status?: readonly TaskStatus[] | undefined;
  priority?: readonly Priority[] | undefined;
  effort?: readonly Effort[] | undefined;
  /** Name (case-insensitive) or id of a member, `me` or `unassigned`. Repeat the parameter for several */
  assigned?: string | readonly string[] | undefined;
  /** Id of a project, or `none` for tasks without one. Repeat the parameter for several */
  projectId?: string | readonly string[] | undefined;
  /** `none` matches tasks without a project */
  project?: 'none' | undefined;
  /** Number or id of a task, for its direct sub-tasks, or `none` */
  parent?: string | undefined;
  /** Matches any of these */
  tags?: readonly string[] | undefined;
  /** Name of a label (case-insensitive). Repeat the parameter for several labels */
  label?: string | readonly string[] | undefined;
  /** Whether any or all of several labels must be on the task */
  labelMode?: 'any' | 'all' | undefined;
  /** Name (case-insensitive) or id of a member, `me`, or the id of a service key */
  createdBy?: string | undefined;
  /** External id as `<source>:<id>` */
  externalId?: string | undefined;
  /** Send `metadata.<key>=<value>`, once per key; a task must match all */
  metadata?: Record<string, string> | undefined;
  archived?: boolean | undefined;
  /** Whether the assignee, or any agent if there is none, could start the task; `false` matches the other tasks in todo */
  ready?: boolean | undefined;
  /** Whether an open task blocks it */
  blocked?: boolean | undefined;
  /** Whether an agent has claimed it */
  hasClaim?: boolean | undefined;
  waitingFor?: readonly ('review' | 'answer' | 'attention' | 'children' | 'other')[] | undefined;
  /** Created at this time or later */
  createdSince?: number | string | undefined;
  /** Changed at this time or later */
  updatedSince?: number | string | undefined;
  /** Done, since this time or later */
  completedSince?: number | string | undefined;
  /** Due at this time or later */
  dueAfter?: number | string | undefined;
  /** Due before this time */
  dueBefore?: number | string | undefined;
  /** Open tasks due before today (in UTC) or within seven days, or tasks without a date */
  due?: 'overdue' | 'week' | 'none' | undefined;
}

export interface TasksCreateBody {
  /** Not blank */
  title: string;
  status?: TaskStatus | undefined;
  priority?: Priority | undefined;
  description?: string | null | undefined;
  assignedTo?: string | null | undefined;
  projectId?: string | null | undefined;
  parentTaskNumber?: number | null | undefined;
  budget?: Record<string, number> | null | undefined;
  tags?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
  metadata?: Record<string, string | null> | undefined;
  createMissing?: boolean | undefined;
  dueDate?: DateInput | null | undefined;
  effort?: Effort | null | undefined;
  criteria?:
    | readonly {
        id?: string | null | undefined;
        /** Not blank */
        text: string;
        check?:
          | {
              /** Not blank */
              command: string;
              timeoutSeconds?: number | null | undefined;
              protect?: readonly string[] | null | undefined;
            }
          | null
          | undefined;
      }[]
    | undefined;
}

export interface TasksDeleteAnswer {
  success: true;
  title: string;
}

export interface TasksDetachAnswer {
  id: string;
  deleted: true;
}

export interface TasksEditCommentBody {
  /** Not blank */
  body: string;
}

export interface TasksListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  /** Words that must occur in the texts of the task, as in a search; with another sort than created, of the newest 1,000 matches at most */
  q?: string | undefined;
  status?: readonly TaskStatus[] | undefined;
  priority?: readonly Priority[] | undefined;
  effort?: readonly Effort[] | undefined;
  /** Name (case-insensitive) or id of a member, `me` or `unassigned`. Repeat the parameter for several */
  assigned?: string | readonly string[] | undefined;
  /** Id of a project, or `none` for tasks without one. Repeat the parameter for several */
  projectId?: string | readonly string[] | undefined;
  /** `none` matches tasks without a project */
  project?: 'none' | undefined;
  /** Number or id of a task, for its direct sub-tasks, or `none` */
  parent?: string | undefined;
  /** Matches any of these */
  tags?: readonly string[] | undefined;
  /** Name of a label (case-insensitive). Repeat the parameter for several labels */
  label?: string | readonly string[] | undefined;
  /** Whether any or all of several labels must be on the task */
  labelMode?: 'any' | 'all' | undefined;
  /** Name (case-insensitive) or id of a member, `me`, or the id of a service key */
  createdBy?: string | undefined;
  /** External id as `<source>:<id>` */
  externalId?: string | undefined;
  /** Send `metadata.<key>=<value>`, once per key; a task must match all */
  metadata?: Record<string, string> | undefined;
  archived?: boolean | undefined;
  /** Whether the assignee, or any agent if there is none, could start the task; `false` matches the other tasks in todo */
  ready?: boolean | undefined;
  /** Whether an open task blocks it */
  blocked?: boolean | undefined;
  /** Whether an agent has claimed it */
  hasClaim?: boolean | undefined;
  waitingFor?: readonly ('review' | 'answer' | 'attention' | 'children' | 'other')[] | undefined;
  /** Created at this time or later */
  createdSince?: number | string | undefined;
  /** Changed at this time or later */
  updatedSince?: number | string | undefined;
  /** Done, since this time or later */
  completedSince?: number | string | undefined;
  /** Due at this time or later */
  dueAfter?: number | string | undefined;
  /** Due before this time */
  dueBefore?: number | string | undefined;
  /** Open tasks due before today (in UTC) or within seven days, or tasks without a date */
  due?: 'overdue' | 'week' | 'none' | undefined;
  /** Tasks without the value come last */
  sort?: 'created' | 'updated' | 'due' | 'priority' | 'completed' | 'rank' | undefined;
  /** Default: `asc` for `due` and `priority` (`p0` first), otherwise `desc` */
  order?: 'asc' | 'desc' | undefined;
}

export interface TasksPutBody {
  title?: string | undefined;
  status?: TaskStatus | undefined;
  priority?: Priority | undefined;
  description?: string | null | undefined;
  assignedTo?: string | null | undefined;
  projectId?: string | null | undefined;
  parentTaskNumber?: number | null | undefined;
  budget?: Record<string, number> | null | undefined;
  tags?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  /** The one in the path, with a URL */
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | undefined;
  metadata?: Record<string, string | null> | undefined;
  createMissing?: boolean | undefined;
  dueDate?: DateInput | null | undefined;
  effort?: Effort | null | undefined;
  criteria?:
    | readonly {
        id?: string | null | undefined;
        /** Not blank */
        text: string;
        check?:
          | {
              /** Not blank */
              command: string;
              timeoutSeconds?: number | null | undefined;
              protect?: readonly string[] | null | undefined;
            }
          | null
          | undefined;
      }[]
    | undefined;
}

export interface TasksRelateBody {
  type: 'blocks' | 'blocked_by' | 'related' | 'duplicate_of';
  /** Number of another task */
  taskNumber: number;
}

export interface TasksSplitAnswer {
  children: TaskWithCriteria[];
  task: TaskWithRelations;
}

export interface TasksSplitBody {
  token?: string | null | undefined;
  /** All or none are created; may be empty only to wait for existing sub-tasks */
  tasks: readonly {
    key?: string | undefined;
    blockedBy?: readonly (string | number)[] | undefined;
    /** Not blank */
    title: string;
    status?: TaskStatus | undefined;
    priority?: Priority | undefined;
    description?: string | null | undefined;
    assignedTo?: string | null | undefined;
    projectId?: string | null | undefined;
    budget?: Record<string, number> | null | undefined;
    tags?: readonly string[] | undefined;
    labels?: readonly string[] | undefined;
    externalId?:
      | {
          /** The other system */
          source: string;
          /** Case-sensitive */
          id: string;
          url?: string | undefined;
        }
      | null
      | undefined;
    metadata?: Record<string, string | null> | undefined;
    createMissing?: boolean | undefined;
    dueDate?: DateInput | null | undefined;
    effort?: Effort | null | undefined;
    criteria?:
      | readonly {
          id?: string | null | undefined;
          /** Not blank */
          text: string;
          check?:
            | {
                /** Not blank */
                command: string;
                timeoutSeconds?: number | null | undefined;
                protect?: readonly string[] | null | undefined;
              }
            | null
            | undefined;
        }[]
      | undefined;
  }[];
  then?: 'wait' | 'continue' | undefined;
}

export interface TasksTransitionBody {
  to: TaskStatus;
  reason?: string | null | undefined;
  children?: 'cancel' | 'detach' | undefined;
}

export interface TasksUnrelateAnswer {
  success: true;
}

export interface TasksUpdateBody {
  title?: string | undefined;
  priority?: Priority | undefined;
  description?: string | null | undefined;
  assignedTo?: string | null | undefined;
  projectId?: string | null | undefined;
  parentTaskNumber?: number | null | undefined;
  budget?: Record<string, number> | null | undefined;
  tags?: readonly string[] | undefined;
  labels?: readonly string[] | undefined;
  externalId?:
    | {
        /** The other system */
        source: string;
        /** Case-sensitive */
        id: string;
        url?: string | undefined;
      }
    | null
    | undefined;
  metadata?: Record<string, string | null> | undefined;
  createMissing?: boolean | undefined;
  dueDate?: DateInput | null | undefined;
  effort?: Effort | null | undefined;
  criteria?:
    | readonly {
        id?: string | null | undefined;
        /** Not blank */
        text: string;
        check?:
          | {
              /** Not blank */
              command: string;
              timeoutSeconds?: number | null | undefined;
              protect?: readonly string[] | null | undefined;
            }
          | null
          | undefined;
      }[]
    | undefined;
  /** Moves the task directly before this one in the manual order */
  before?: number | undefined;
  /** Moves the task directly after this one in the manual order */
  after?: number | undefined;
}

export interface Telemetry {
  timestamp: string;
  status: AgentStatus;
  model: string;
  contextTokens: number;
  contextLimit: number;
  activeSessions: number;
  usage?: Record<string, number> | undefined;
}

export interface Transcript {
  /** `ATIF-v1.` and a number */
  schema_version: string;
  session_id: string;
  agent: {
    name: string;
    [detail: string]: unknown;
  };
  steps: readonly {
    source: 'system' | 'user' | 'agent';
    [detail: string]: unknown;
  }[];
  [detail: string]: unknown;
}

export interface Turn {
  id: string;
  threadId: string;
  status: TurnStatus;
  state: TurnState;
  errorCode: string | null;
  errorMessage: string | null;
  humanMessageId: string;
  replyMessageId: string | null;
  reply: {
    id: string;
    role: 'assistant';
    body: string;
    author: {
      type: 'agent';
    };
  } | null;
  createdAt: string;
  updatedAt: string;
  completedAt: string | null;
}

export interface TurnPulse {
  lease: Lease;
}

export type TurnState = 'queued' | 'running' | 'completed' | 'failed' | 'canceled';

export type TurnStatus = 'pending' | 'complete' | 'failed' | 'canceled';

export interface TurnToAnswer {
  turn: Turn;
  chat: {
    id: string;
    title: string;
  };
  person: {
    id: string;
    name: string;
    displayName: string;
  };
  messages: Message[];
  lease: Lease;
  kind: 'turn';
}

export interface TurnsClaimBody {
  wait?: number | undefined;
  leaseSeconds?: number | undefined;
}

export interface TurnsFailBody {
  /** From the claim */
  token: string;
  /** Not blank */
  errorCode: string;
  message?: string | null | undefined;
}

export interface TurnsHeartbeatBody {
  /** From the claim */
  token: string;
}

export interface TurnsReleaseBody {
  /** From the claim */
  token: string;
}

export interface TurnsReplyBody {
  /** From the claim */
  token: string;
  /** May be blank only when `fileIds` is given */
  body: string;
  suggestions?:
    | readonly {
        /** `reply`, `action`, `link`, or a custom kind */
        kind: string;
        /** Not blank */
        text: string;
      }[]
    | undefined;
  fileIds?: readonly string[] | undefined;
  usage?: Record<string, number> | undefined;
}

export interface UsageListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  groupBy?: 'agent' | 'project' | 'task' | 'day' | 'attempt' | undefined;
  /** Only usage by this agent */
  agentId?: string | undefined;
  /** The first day: the UTC day of this time */
  from?: number | string | undefined;
  /** The last day: the UTC day of this time */
  to?: number | string | undefined;
}

export interface UsageSum {
  agent?:
    | {
        id: string;
        name: string;
      }
    | null
    | undefined;
  project?:
    | {
        id: string;
        title: string | null;
      }
    | null
    | undefined;
  taskNumber?: number | null | undefined;
  day?: string | undefined;
  /** Its number among all attempts at the task */
  attempt?: number | undefined;
  /** With `groupBy=attempt`: both sources where they differ by more than 10 % */
  usageSources?:
    | {
        reported: Record<string, number>;
        measured: Record<string, number>;
      }
    | null
    | undefined;
  usage: Record<string, number>;
}

export type Verdict = 'accepted' | 'returned';

export interface Verification {
  at: string;
  byName: string;
  byType: CallerType;
  passed: boolean;
  evidence: string;
}

export interface VerificationsClaimBody {
  leaseSeconds?: number | undefined;
  takeOver?: boolean | undefined;
}

export interface VerificationsHeartbeatAnswer {
  expiresAt: string;
  directive: 'continue' | 'stop';
  reason: 'paused' | 'limit' | null;
}

export interface VerificationsHeartbeatBody {
  /** From the claim */
  token: string;
  output?: string | null | undefined;
}

export interface VerificationsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  state: 'pending' | 'running' | 'passed' | 'failed' | 'tampered' | 'error' | 'void';
}

export interface VerificationsNextBody {
  repositories?: readonly string[] | undefined;
  leaseSeconds?: number | undefined;
  wait?: number | undefined;
}

export interface VerificationsOfTaskQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface VerificationsReleaseBody {
  /** From the claim */
  token: string;
}

export interface VerificationsReportBody {
  /** From the claim */
  token: string;
  /** `error`: the check could not be run; it is tried again */
  outcome: 'passed' | 'failed' | 'tampered' | 'error';
  exitCode?: number | null | undefined;
  output?: string | null | undefined;
  outputLength?: number | null | undefined;
  outputDigest?: string | null | undefined;
  durationMs: number;
  environment?: Record<string, string> | null | undefined;
  files?: readonly string[] | null | undefined;
}

export interface View {
  id: string;
  name: string;
  shared: boolean;
  query: ViewQuery;
  createdBy: {
    id: string;
    name: string;
  };
  createdAt: string;
  updatedAt: string;
}

export interface ViewQuery {
  filters: TaskFilters;
  sort: 'created' | 'updated' | 'due' | 'priority' | 'completed' | 'rank';
  order: 'asc' | 'desc';
  view: 'list' | 'board';
  groupBy: 'status' | 'project' | 'assignee' | 'priority' | 'label' | 'due' | 'none';
}

export interface ViewQueryInput {
  /** Parameters of the task list */
  filters?:
    | {
        q?: string | undefined;
        status?: readonly TaskStatus[] | undefined;
        priority?: readonly Priority[] | undefined;
        effort?: readonly Effort[] | undefined;
        assigned?: string | readonly string[] | undefined;
        projectId?: string | readonly string[] | undefined;
        project?: 'none' | undefined;
        parent?: string | undefined;
        tags?: readonly string[] | undefined;
        label?: readonly string[] | undefined;
        labelMode?: 'any' | 'all' | undefined;
        createdBy?: string | undefined;
        externalId?: string | undefined;
        metadata?: Record<string, string> | undefined;
        archived?: boolean | undefined;
        ready?: boolean | undefined;
        blocked?: boolean | undefined;
        waitingFor?: readonly ('review' | 'answer' | 'attention' | 'children' | 'other')[] | undefined;
        hasClaim?: boolean | undefined;
        createdSince?: DateInput | undefined;
        updatedSince?: DateInput | undefined;
        completedSince?: DateInput | undefined;
        dueAfter?: DateInput | undefined;
        dueBefore?: DateInput | undefined;
        due?: 'overdue' | 'week' | 'none' | undefined;
      }
    | undefined;
  sort?: 'created' | 'updated' | 'due' | 'priority' | 'completed' | 'rank' | undefined;
  order?: 'asc' | 'desc' | undefined;
  view?: 'list' | 'board' | undefined;
  groupBy?: 'status' | 'project' | 'assignee' | 'priority' | 'label' | 'due' | 'none' | undefined;
}

export interface ViewsCreateBody {
  /** Not blank */
  name: string;
  shared?: boolean | undefined;
  query?: ViewQueryInput | undefined;
}

export interface ViewsDeleteAnswer {
  success: true;
}

export interface ViewsListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface ViewsUpdateBody {
  name?: string | undefined;
  shared?: boolean | undefined;
  query?: ViewQueryInput | undefined;
}

export interface WaitingFor {
  kind: 'review' | 'answer' | 'attention' | 'children' | 'other';
  who: {
    id: string;
    name: string;
  } | null;
  what: string;
  since: string;
  resultId?: string | undefined;
  questionId?: string | undefined;
}

export interface WebSession {
  id: string;
  memberId: string;
  /** The key used to sign in; the session ends with it */
  keyId: string | null;
  scopes: Scope[];
  /** Whether this session sent the request */
  current: boolean;
  /** The browser's user agent */
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string | null;
  expiresAt: string;
}

export interface Webhook {
  id: string;
  url: string;
  types: EventTypeOrAll[];
  description: string | null;
  enabled: boolean;
  disabledReason: 'gone' | 'failing' | 'creator' | null;
  createdBy: {
    id: string;
    name: string;
  };
  position: string;
  failingSince: string | null;
  notBefore: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface WebhookWithSecret {
  id: string;
  url: string;
  types: EventTypeOrAll[];
  description: string | null;
  enabled: boolean;
  disabledReason: 'gone' | 'failing' | 'creator' | null;
  createdBy: {
    id: string;
    name: string;
  };
  position: string;
  failingSince: string | null;
  notBefore: string | null;
  createdAt: string;
  updatedAt: string;
  secret: string;
}

export interface WebhooksCreateBody {
  /** Must be https, unless the operator allows http; must not resolve to an internal address */
  url: string;
  /** `*` means all types; duplicates are ignored */
  types: readonly EventTypeOrAll[];
  description?: string | null | undefined;
}

export interface WebhooksDeliveriesQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
  status?: 'pending' | 'delivered' | 'failed' | 'given_up' | undefined;
}

export interface WebhooksListQuery {
  /** Maximum number of entries on a page; values above 100 are reduced to 100. A page ends early at 1 MiB. */
  limit?: number | undefined;
  /** Cursor of the previous page, requested with the same filters and order */
  cursor?: string | undefined;
}

export interface WebhooksReplayBody {
  /** A position from the event feed */
  after: string;
}

export interface WebhooksUpdateBody {
  url?: string | undefined;
  types?: readonly EventTypeOrAll[] | undefined;
  description?: string | null | undefined;
  enabled?: boolean | undefined;
}

export type Work = TurnToAnswer | MentionToRead | TaskToDo;

export interface WorkNextBody {
  kinds?: readonly ('turn' | 'task')[] | undefined;
  mentions?: boolean | undefined;
  projectId?: string | null | undefined;
  labels?: readonly string[] | undefined;
  priority?: readonly ('p0' | 'p1' | 'p2' | 'p3')[] | undefined;
  leaseSeconds?: number | undefined;
  runKey?: boolean | undefined;
  wait?: number | undefined;
}

export interface Workspace {
  id: string;
  name: string;
  agentCompletion: boolean;
  goalVerification: GoalVerificationMode;
  agentIntake: AgentIntake;
  agentIntakeLimit: number;
  proofOfDone: ProofOfDone;
  agentKeys: AgentKeyRule;
  plan: {
    chat: boolean;
  };
  createdAt: string;
  updatedAt: string;
  /** Results accepted without their required proof in the last 30 days */
  overrides: number;
}

export interface WorkspaceUpdateBody {
  name?: string | undefined;
  agentCompletion?: boolean | undefined;
  goalVerification?: GoalVerificationMode | undefined;
  agentIntake?: AgentIntake | undefined;
  agentIntakeLimit?: number | undefined;
  proofOfDone?: ProofOfDone | undefined;
  agentKeys?: AgentKeyRule | undefined;
}

/** Error codes of the service (docs/errors.md). */
export type ErrorCode =
  | 'VALIDATION_ERROR'
  | 'INVALID_JSON'
  | 'INVALID_CURSOR'
  | 'UNKNOWN_LABELS'
  | 'STATUS_NOT_PATCHABLE'
  | 'UNAUTHENTICATED'
  | 'NOT_A_MEMBER'
  | 'INSUFFICIENT_SCOPE'
  | 'FORBIDDEN'
  | 'AGENT_COMPLETION_DISABLED'
  | 'HUMANS_ONLY'
  | 'OWN_RESULT'
  | 'NOT_INDEPENDENT'
  | 'AWAITS_PERSON'
  | 'OUTSIDE_RUN'
  | 'CHAT_FORBIDDEN'
  | 'PLAN_EXCLUDES_CHAT'
  | 'NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'DUPLICATE_RELATION'
  | 'CYCLE_DETECTED'
  | 'TURN_IN_PROGRESS'
  | 'CHAT_ARCHIVED'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'GOAL_CLOSED'
  | 'TASK_NOT_ARCHIVED'
  | 'NAME_TAKEN'
  | 'EXTERNAL_ID_TAKEN'
  | 'LABEL_EXISTS'
  | 'IMPORT_CLOSED'
  | 'NOT_EXTERNAL'
  | 'AGENT_DELETED'
  | 'LAST_ADMIN'
  | 'LEASE_LOST'
  | 'OVER_BUDGET'
  | 'PARENT_CLOSED'
  | 'TASK_CLAIMED'
  | 'TASK_ASSIGNED'
  | 'CLAIM_LIMIT'
  | 'AGENT_PAUSED'
  | 'USAGE_LIMIT'
  | 'INTAKE_LIMIT'
  | 'NOTHING_TO_REVIEW'
  | 'RESULT_CHANGED'
  | 'VERIFICATION_STATE'
  | 'ALREADY_ANSWERED'
  | 'WEBHOOK_DISABLED'
  | 'EVENTS_PRUNED'
  | 'LIMIT_REACHED'
  | 'OTHER_SESSION'
  | 'PRECONDITION_FAILED'
  | 'PAYLOAD_TOO_LARGE'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'INVALID_TRANSITION'
  | 'TASK_BLOCKED'
  | 'ANCESTOR_BLOCKED'
  | 'CHILDREN_OPEN'
  | 'PARENT_DONE'
  | 'PROOF_MISSING'
  | 'ARTIFACT_MISSING'
  | 'BULK_REFUSED'
  | 'SELF_RELATION'
  | 'RATE_LIMITED'
  | 'INTERNAL_ERROR'
  | 'UNAVAILABLE';
