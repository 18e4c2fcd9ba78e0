import { Refusal } from '../shared/refusal.ts';
import type { Caller } from './caller.ts';

/**
 * Permissions of a run key for an operation (docs/rules.md, Run keys):
 * - `open`: anything
 * - `own`: with its own task
 * - `task`: with its own task, and with the children that its agent created under it
 * - `named`: also with the tasks that the briefing names: parent, children, blockers, related tasks
 * - `project`, `goal`, `initiative`: with the one that its task belongs to
 * - `measured`: anything, also within `REPORTS_FOR_MS` after the end of the claim
 * - `question`: with a question on one of the tasks of `task`
 * - `questions`: lists them, with `task` as the filter
 * - `blocker`: blocks a child with a sibling
 * - `change`, `create`, `child`, `split`: like `task` or `own`, with the fields of `CHANGED_BY_RUN` or `GIVEN_TO_CHILD`
 * - `refused`: nothing
 */
export type RunRule =
  | 'open'
  | 'measured'
  | 'own'
  | 'task'
  | 'named'
  | 'project'
  | 'goal'
  | 'initiative'
  | 'question'
  | 'questions'
  | 'change'
  | 'create'
  | 'child'
  | 'blocker'
  | 'split'
  | 'refused';

const NONE = 'refused';

/** The only place that says what a run key reaches. An operation without a row does not compile (`subjects.ts`). */
export const RUN_KEYS = {
  'workspace.get': 'open',
  'workspace.update': NONE,

  'members.list': NONE,
  'members.get': NONE,
  'members.create': NONE,
  'members.update': NONE,
  'members.delete': NONE,
  'members.merge': NONE,
  'members.invite': NONE,
  'members.uninvite': NONE,

  'keys.create': NONE,
  'keys.list': NONE,
  'keys.get': NONE,
  'keys.revoke': NONE,

  'sessions.list': NONE,
  'sessions.get': NONE,
  'sessions.revoke': NONE,
  'sessions.createLink': NONE,

  'tasks.list': NONE,
  'tasks.counts': NONE,
  'tasks.get': 'named',
  'tasks.create': 'create',
  'tasks.put': NONE,
  'tasks.update': 'change',
  'tasks.createChild': 'child',
  'tasks.apply': NONE,
  'tasks.bulk': NONE,
  'tasks.delete': NONE,
  'tasks.transition': NONE,
  'tasks.split': 'split',
  'tasks.archive': NONE,
  'tasks.unarchive': NONE,
  'tasks.activity': 'task',

  'relations.relate': NONE,
  'relations.relateChild': 'blocker',
  'relations.unrelate': NONE,

  'attempts.list': 'task',
  'attempts.putTranscript': 'own',
  'attempts.deleteTranscript': NONE,

  'comments.list': 'task',
  'comments.create': 'task',
  'comments.get': 'task',
  'comments.update': 'task',
  'comments.delete': 'task',

  'subscriptions.get': NONE,
  'subscriptions.subscribe': NONE,
  'subscriptions.unsubscribe': NONE,

  'labels.list': NONE,
  'labels.get': NONE,
  'labels.create': NONE,
  'labels.update': NONE,
  'labels.delete': NONE,

  'views.list': NONE,
  'views.get': NONE,
  'views.create': NONE,
  'views.update': NONE,
  'views.delete': NONE,

  'projects.list': NONE,
  'projects.create': NONE,
  'projects.get': 'project',
  'projects.update': NONE,
  'projects.delete': NONE,
  'projects.archive': NONE,
  'projects.unarchive': NONE,
  'projects.tasks': NONE,

  'initiatives.list': NONE,
  'initiatives.create': NONE,
  'initiatives.get': 'initiative',
  'initiatives.update': NONE,
  'initiatives.delete': NONE,
  'initiatives.projects': NONE,

  'goals.list': NONE,
  'goals.create': NONE,
  'goals.get': 'goal',
  'goals.update': NONE,
  'goals.verify': NONE,
  'goals.verifications': NONE,
  'goals.archive': NONE,
  'goals.unarchive': NONE,
  'goals.delete': NONE,

  'agents.list': NONE,
  'agents.create': NONE,
  'agents.get': NONE,
  'agents.update': NONE,
  'agents.delete': NONE,

  'monitoring.sessions': NONE,
  'monitoring.pushSessions': NONE,
  'monitoring.telemetry': NONE,
  'monitoring.telemetryHistory': NONE,
  'monitoring.pushTelemetry': NONE,
  'monitoring.activity': NONE,

  'attachments.list': 'task',
  'attachments.get': 'task',
  'attachments.attach': 'task',
  'attachments.detach': 'task',

  // Which files a run can read is decided by `readableFile`.
  'files.upload': 'open',
  'files.receive': 'open',
  'files.record': 'open',
  'files.get': 'open',

  'events.list': NONE,
  'events.begin': NONE,
  'events.sight': NONE,
  'notifications.list': NONE,
  'notifications.markRead': NONE,
  'notifications.markAllRead': NONE,
  'preferences.get': NONE,
  'preferences.update': NONE,
  'inbox.list': NONE,
  'search.find': NONE,

  'chats.list': NONE,
  'chats.start': NONE,
  'chats.send': NONE,
  'chats.get': NONE,
  'chats.messages': NONE,
  'chats.turn': NONE,
  'chats.rename': NONE,
  'chats.archive': NONE,
  'chats.unarchive': NONE,
  'chats.delete': NONE,

  'claims.next': NONE,
  'claims.claim': NONE,
  'claims.heartbeat': 'own',
  'claims.release': 'own',
  'claims.stop': NONE,

  'results.post': 'task',
  'results.list': 'task',
  'results.review': NONE,

  'verifications.next': NONE,
  'verifications.claim': NONE,
  'verifications.heartbeat': NONE,
  'verifications.release': NONE,
  'verifications.report': NONE,
  'verifications.ofTask': 'task',
  'verifications.list': NONE,
  'verifications.get': NONE,
  'verifications.retry': NONE,

  'questions.ask': 'task',
  'questions.list': 'questions',
  'questions.get': 'question',
  'questions.answer': NONE,
  'questions.withdraw': 'question',

  'usage.sums': NONE,
  'usage.measure': 'measured',

  'turns.checkVisible': NONE,
  'turns.claim': NONE,
  'turns.heartbeat': NONE,
  'turns.reply': NONE,
  'turns.fail': NONE,
  'turns.release': NONE,
  'work.next': NONE,

  'webhooks.create': NONE,
  'webhooks.list': NONE,
  'webhooks.get': NONE,
  'webhooks.update': NONE,
  'webhooks.delete': NONE,
  'webhooks.rotate': NONE,
  'webhooks.test': NONE,
  'webhooks.deliveries': NONE,
  'webhooks.retry': NONE,
  'webhooks.replay': NONE,
  'exports.read': NONE,
  'imports.list': NONE,
  'imports.get': NONE,
  'imports.create': NONE,
  'imports.add': NONE,
  'imports.preview': NONE,
  'imports.finish': NONE,
  'imports.undo': NONE,
} as const satisfies Record<string, RunRule>;

/** How long after its end a run key can still report measured usage, in milliseconds; then it is deleted. */
export const REPORTS_FOR_MS = 10 * 60_000;

/** Operations that an agent's own key keeps in a workspace whose `agentKeys` is `runs`. */
const ASKING_FOR_WORK: readonly string[] = [
  'workspace.get',
  'claims.next',
  'claims.claim',
  'claims.heartbeat',
  'claims.release',
  'work.next',
  'turns.checkVisible',
  'turns.claim',
  'turns.heartbeat',
  'turns.reply',
  'turns.fail',
  'turns.release',
  'usage.measure',
  'attempts.putTranscript',
  'verifications.next',
  'verifications.claim',
  'verifications.heartbeat',
  'verifications.release',
  'verifications.report',
];

/** Fields of a task that a run may change. */
export const CHANGED_BY_RUN = ['title', 'description'] as const;

/** Fields that a run may give a child. The assignee is its own agent, and blockers are siblings. */
export const GIVEN_TO_CHILD = [
  ...['title', 'description', 'status', 'priority', 'dueDate', 'effort', 'criteria'],
  ...['parentTaskNumber', 'assignedTo', 'key', 'blockedBy'],
] as const;

/** 403 OUTSIDE_RUN, with what to do instead. */
export const outsideRun = (what: string) =>
  new Refusal(
    'OUTSIDE_RUN',
    `${what} A run key reaches its own task and the children created under it. Work with those, or ask a person with a question on the task.`,
  );

/** 403 OUTSIDE_RUN for an agent's own key that does more than ask for work, where the workspace requires run keys. */
export function checkAsksForWork({ runsOnly }: Caller, operation: string): void {
  if (!runsOnly || ASKING_FOR_WORK.includes(operation)) return;
  throw new Refusal(
    'OUTSIDE_RUN',
    "In this workspace an agent's own key can only ask for work, send heartbeats, release tasks and hand in transcripts. Claim a task, and send this request with lease.runKey.",
  );
}
