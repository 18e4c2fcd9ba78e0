import type { RowIn } from '../table.ts';
import * as access from './access/tables.ts';
import * as agents from './agents/tables.ts';
import * as chats from './chats/tables.ts';
import * as claims from './claims/tables.ts';
import * as events from './events/tables.ts';
import * as files from './files/tables.ts';
import * as goals from './goals/tables.ts';
import * as idempotency from './idempotency/tables.ts';
import * as imports from './imports/tables.ts';
import * as inbox from './inbox/tables.ts';
import * as initiatives from './initiatives/tables.ts';
import * as labels from './labels/tables.ts';
import * as members from './members/tables.ts';
import * as notifications from './notifications/tables.ts';
import * as preferences from './preferences/tables.ts';
import * as projects from './projects/tables.ts';
import * as questions from './questions/tables.ts';
import * as removals from './removals/tables.ts';
import * as results from './results/tables.ts';
import * as search from './search/tables.ts';
import * as sessions from './sessions/tables.ts';
import * as tasks from './tasks/tables.ts';
import * as turns from './turns/tables.ts';
import * as usage from './usage/tables.ts';
import * as verifications from './verifications/tables.ts';
import * as views from './views/tables.ts';
import * as webhooks from './webhooks/tables.ts';
import * as workspace from './workspace/tables.ts';

/**
 * Every table, ordered so that no row precedes one that it references. Times are integers in milliseconds, booleans 0 or 1.
 */
export const TABLES = {
  workspaces: workspace.workspaces,
  heads: workspace.heads,
  counts: workspace.counts,
  members: members.members,
  invitations: members.invitations,
  keys: access.keys,
  sessions: sessions.sessions,
  sign_in_links: sessions.signInLinks,
  preferences: preferences.preferences,
  initiatives: initiatives.initiatives,
  goals: goals.goals,
  verifications: goals.verifications,
  projects: projects.projects,
  labels: labels.labels,
  views: views.views,
  tasks: tasks.tasks,
  task_tags: tasks.taskTags,
  task_labels: tasks.taskLabels,
  task_metadata: tasks.taskMetadata,
  task_checkpoints: claims.taskCheckpoints,
  task_declines: claims.taskDeclines,
  relations: tasks.relations,
  comments: tasks.comments,
  subscriptions: tasks.subscriptions,
  claims: claims.claims,
  criteria: results.criteria,
  files: files.files,
  attachments: files.attachments,
  results: results.results,
  result_files: results.resultFiles,
  task_verifications: verifications.taskVerifications,
  questions: questions.questions,
  inbox: inbox.inbox,
  search_placed: search.searchPlaced,
  chats: chats.chats,
  messages: chats.messages,
  message_files: chats.messageFiles,
  turns: turns.turns,
  idempotency_keys: chats.idempotencyKeys,
  events: events.events,
  event_logs: events.eventLogs,
  notifications: notifications.notifications,
  read_marks: notifications.readMarks,
  snapshots: agents.snapshots,
  telemetry: agents.telemetry,
  usage_sums: usage.usageSums,
  limits_reached: usage.limitsReached,
  seen_points: usage.seenPoints,
  answers: idempotency.answers,
  answer_texts: idempotency.answerTexts,
  removals: removals.removals,
  imports: imports.imports,
  import_items: imports.importItems,
  webhooks: webhooks.webhooks,
  deliveries: webhooks.deliveries,
  sequences: workspace.sequences,
  search_blocks: search.searchBlocks,
  search_texts: search.searchTexts,
  search_fills: search.searchFills,
};

/** The tables as Kysely sees them. */
export type Schema = { [Name in keyof typeof TABLES]: RowIn<(typeof TABLES)[Name]> };
