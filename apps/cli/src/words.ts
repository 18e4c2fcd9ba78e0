import type {
  AgentStatus,
  Effort,
  GoalStatus,
  InboxKind,
  Outcome,
  Priority,
  ProjectStatus,
  QuestionKind,
  QuestionStatus,
  Relation,
  SearchType,
  TaskStatus,
  Verdict,
} from '@tandem/client';

/** All words of a type; the compiler checks that none is missing. */
const all =
  <Word extends string>() =>
  <const Words extends readonly Word[]>(words: [Word] extends [Words[number]] ? Words : never): Words =>
    words;

/* The words of the API that options take. */
export const TASK_STATUSES = all<TaskStatus>()([
  'backlog',
  'todo',
  'in_progress',
  'waiting',
  'done',
  'canceled',
]);
export const PRIORITIES = all<Priority>()(['p0', 'p1', 'p2', 'p3']);
export const EFFORTS = all<Effort>()(['xs', 's', 'm', 'l', 'xl']);
export const RELATIONS = all<Relation['type']>()(['blocks', 'blocked_by', 'related', 'duplicate_of']);
export const OUTCOMES = all<Outcome>()(['succeeded', 'partial', 'failed']);
export const VERDICTS = all<Verdict>()(['accepted', 'returned']);
export const QUESTION_KINDS = all<QuestionKind>()(['choice', 'text', 'approval']);
export const QUESTION_STATUSES = all<QuestionStatus>()(['open', 'answered', 'withdrawn', 'expired']);
export const INBOX_KINDS = all<InboxKind>()(['question', 'review', 'attention', 'goal']);
export const GOAL_STATUSES = all<GoalStatus>()(['open', 'verification_pending', 'met', 'abandoned']);
export const PROJECT_STATUSES = all<ProjectStatus>()([
  'not_started',
  'planning',
  'in_progress',
  'blocked',
  'complete',
  'canceled',
]);
export const AGENT_STATUSES = all<AgentStatus>()(['idle', 'working', 'waiting']);
export const SEARCH_TYPES = all<SearchType>()(['task', 'project', 'initiative', 'goal']);
