// Generated from the contract by `npm run generate -w packages/client`; do not edit.

import type { CallerType, GoalStatus, KeyKind, Scope, TaskStatus } from './types.ts';

export const AGENT_INTAKES = ['open', 'backlog'] as const;

export const AGENT_KEY_RULES = ['any', 'runs'] as const;

export const AGENT_STATUSES = ['idle', 'working', 'waiting'] as const;

export const CALLER_TYPES = ['human', 'agent', 'service'] as const;

export const CHAT_STATUSES = ['active', 'archived'] as const;

export const EFFORTS = ['xs', 's', 'm', 'l', 'xl'] as const;

export const EVENT_TYPES = [
  'task.created',
  'task.updated',
  'task.deleted',
  'task.archived',
  'task.unarchived',
  'task.transitioned',
  'task.related',
  'task.unrelated',
  'task.attached',
  'task.detached',
  'task.parented',
  'task.commented',
  'task.subscribed',
  'task.unsubscribed',
  'task.reviewed',
  'question.asked',
  'question.answered',
  'question.withdrawn',
  'question.expired',
  'task.claimed',
  'task.released',
  'task.delegated',
  'task.woken',
  'task.over_budget',
  'task.ranked',
  'task.expired',
  'verification.requested',
  'verification.claimed',
  'verification.progressed',
  'verification.released',
  'verification.passed',
  'verification.failed',
  'verification.tampered',
  'verification.errored',
  'verification.expired',
  'verification.retried',
  'verification.voided',
  'task.result',
  'project.created',
  'project.updated',
  'project.deleted',
  'project.archived',
  'project.unarchived',
  'initiative.created',
  'initiative.updated',
  'initiative.deleted',
  'goal.created',
  'goal.updated',
  'goal.deleted',
  'goal.archived',
  'goal.unarchived',
  'goal.verified',
  'agent.created',
  'agent.updated',
  'agent.deleted',
  'agent.paused',
  'agent.resumed',
  'agent.stopped',
  'label.created',
  'label.updated',
  'label.deleted',
  'comment.updated',
  'comment.deleted',
  'workspace.created',
  'workspace.updated',
  'member.created',
  'member.updated',
  'member.deleted',
  'member.invited',
  'member.uninvited',
  'key.created',
  'key.revoked',
  'chat.created',
  'chat.updated',
  'chat.deleted',
  'chat.archived',
  'chat.unarchived',
  'chat.turn.queued',
  'chat.turn.running',
  'chat.turn.completed',
  'chat.turn.failed',
  'chat.turn.canceled',
  'webhook.created',
  'webhook.updated',
  'webhook.deleted',
  'webhook.rotated',
  'webhook.disabled',
  'import.finished',
] as const;

export const FAILURE_CLASSES = [
  'agent_error',
  'tool_error',
  'quota',
  'lost_lease',
  'stopped',
  'restart',
  'other',
] as const;

export const GOAL_STATUSES = ['open', 'verification_pending', 'met', 'abandoned'] as const;

export const GOAL_VERIFICATION_MODES = ['propose', 'autonomous'] as const;

export const INBOX_KINDS = ['question', 'review', 'attention', 'goal'] as const;

export const INITIATIVE_STATUSES = ['planned', 'active', 'paused', 'completed', 'canceled'] as const;

export const KEY_KINDS = ['person', 'service', 'agent', 'runtime', 'acting', 'run'] as const;

export const LABEL_COLORS = [
  'gray',
  'red',
  'orange',
  'yellow',
  'green',
  'teal',
  'blue',
  'indigo',
  'purple',
  'pink',
] as const;

export const NEW_KEY_KINDS = ['person', 'service', 'agent', 'runtime', 'acting'] as const;

export const OUTCOMES = ['succeeded', 'partial', 'failed'] as const;

export const PRIORITIES = ['p0', 'p1', 'p2', 'p3'] as const;

export const PROJECT_STATUSES = [
  'not_started',
  'planning',
  'in_progress',
  'blocked',
  'complete',
  'canceled',
] as const;

export const PROOF_OF_DONE = ['off', 'agents', 'everyone', 'verified'] as const;

export const QUESTION_KINDS = ['choice', 'text', 'approval'] as const;

export const QUESTION_STATUSES = ['open', 'answered', 'withdrawn', 'expired'] as const;

export const RELATION_TYPES = ['blocks', 'blocked_by', 'related', 'duplicate_of'] as const;

export const ROLES = ['admin', 'member'] as const;

export const SCOPES = [
  'agents:read',
  'agents:write',
  'tasks:read',
  'tasks:write',
  'chat:read',
  'chat:write',
  'full',
] as const;

export const SEARCH_TYPES = ['task', 'project', 'initiative', 'goal'] as const;

export const TASK_STATUSES = ['backlog', 'todo', 'in_progress', 'waiting', 'done', 'canceled'] as const;

export const TASK_VERIFICATION_OUTCOMES = ['passed', 'failed', 'tampered', 'error'] as const;

export const TASK_VERIFICATION_STATES = [
  'pending',
  'running',
  'passed',
  'failed',
  'tampered',
  'error',
  'void',
] as const;

export const TURN_STATES = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;

export const TURN_STATUSES = ['pending', 'complete', 'failed', 'canceled'] as const;

export const VERDICTS = ['accepted', 'returned'] as const;

/** Scopes that `full` does not include. */
export const CHAT_SCOPES: readonly Scope[] = ['chat:read', 'chat:write'];

/** Closed statuses of tasks, projects, initiatives and goals. */
export const CLOSED_ANYWHERE: readonly string[] = [
  'done',
  'complete',
  'completed',
  'met',
  'canceled',
  'abandoned',
];

/** The scopes of a new person's first key, which together grant everything. */
export const EVERY_SCOPE: readonly Scope[] = ['full', 'chat:read', 'chat:write'];

/** Kinds of keys that a person can create for themselves. */
export const KINDS_FOR_ONESELF: readonly KeyKind[] = ['person', 'service'];

/** Kinds of keys that act as the member in `memberId`. */
export const KINDS_OF_A_MEMBER: readonly KeyKind[] = ['agent', 'acting'];

/** Kinds of keys that can have chat scopes. */
export const KINDS_THAT_CHAT: readonly KeyKind[] = ['person', 'service'];

/** Limits on inputs: texts in Unicode code points, lists in entries (docs/rules.md, Limits). */
export const LIMITS = {
  title: 500,
  name: 500,
  memberName: 64,
  emoji: 64,
  email: 254,
  description: 100000,
  comment: 100000,
  tags: 50,
  tag: 100,
  tagsInFilter: 20,
  labels: 50,
  labelName: 40,
  evidence: 10000,
  reason: 100000,
  chatTitle: 120,
  chatMessage: 20000,
  reply: 100000,
  filesPerMessage: 10,
  suggestions: 20,
  suggestion: 20000,
  idempotencyKey: 255,
  errorCode: 100,
  url: 2000,
  externalSource: 40,
  externalId: 200,
  metadata: 20,
  metadataKey: 40,
  metadataValue: 500,
  sessions: 1000,
  metrics: 20,
  metricName: 100,
  progressNote: 2000,
  checkpoint: 10000,
  claimsOfAgent: 100,
  labelsWanted: 20,
  criteria: 50,
  criterion: 500,
  summary: 20000,
  evidenceEntries: 100,
  evidenceTogether: 200000,
  command: 2000,
  protectedPaths: 50,
  pathGlob: 500,
  output: 20000,
  failure: 500,
  override: 500,
  repository: 500,
  branch: 255,
  question: 5000,
  options: 10,
  option: 500,
  consequence: 2000,
  answer: 20000,
  choiceId: 100,
  searchQuery: 500,
  viewName: 80,
  page: 100,
} as const;

/** The statuses that each kind of caller may move something to, by its current status. */
export type Moves<Status extends string> = Readonly<
  Record<CallerType, Readonly<Record<Status, readonly Status[]>>>
>;

/** Moves of tasks (docs/rules.md, Transitions). Workspace settings and blockers can forbid some of an agent's moves. */
export const TASK_MOVES: Moves<TaskStatus> = {
  human: {
    backlog: ['todo', 'in_progress', 'canceled'],
    todo: ['backlog', 'in_progress', 'waiting', 'canceled'],
    in_progress: ['backlog', 'todo', 'waiting', 'done', 'canceled'],
    waiting: ['backlog', 'todo', 'in_progress', 'done', 'canceled'],
    done: ['todo'],
    canceled: ['backlog'],
  },
  agent: {
    backlog: ['todo', 'in_progress', 'canceled'],
    todo: ['backlog', 'in_progress', 'waiting', 'canceled'],
    in_progress: ['backlog', 'todo', 'waiting', 'done', 'canceled'],
    waiting: ['backlog', 'todo', 'in_progress', 'done', 'canceled'],
    done: [],
    canceled: [],
  },
  service: {
    backlog: ['todo', 'in_progress', 'canceled'],
    todo: ['backlog', 'in_progress', 'waiting', 'canceled'],
    in_progress: ['backlog', 'todo', 'waiting', 'done', 'canceled'],
    waiting: ['backlog', 'todo', 'in_progress', 'done', 'canceled'],
    done: [],
    canceled: [],
  },
};

/** Changes of a goal's status by hand (docs/rules.md, Goals). */
export const GOAL_MOVES: Moves<GoalStatus> = {
  human: {
    open: ['abandoned'],
    verification_pending: ['open', 'met', 'abandoned'],
    met: ['open'],
    abandoned: ['open'],
  },
  agent: { open: [], verification_pending: [], met: [], abandoned: [] },
  service: { open: [], verification_pending: [], met: [], abandoned: [] },
};
