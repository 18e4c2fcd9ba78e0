import type { contract } from '@tandem/contract';

/*
 * Defines which agent rules apply to which operation (docs/rules.md). For consistency, every operation of the contract
 * states for every rule that it applies, or why it does not. `agent-rules.test.ts` tests all of them over HTTP.
 */

type Contract = typeof contract;
/** `group.action` of every operation. */
export type OperationId = {
  [Group in keyof Contract]: `${Group}.${keyof Contract[Group] & string}`;
}[keyof Contract];

export const AGENT_RULES = {
  /** A task that awaits a person's decision must not change: 403 AWAITS_PERSON. */
  awaits: 'AWAITS_PERSON',
  /** A task with results or reviews by others can't be hidden or deleted: 403 HUMANS_ONLY. */
  removes: 'HUMANS_ONLY',
  /** A blocker added by a person can't be removed: 403 HUMANS_ONLY. */
  frees: 'HUMANS_ONLY',
  /**
   * A runtime key acts as the agent that holds the task, or held it last; that agent's pause applies to the
   * key.
   */
  acts: 'AGENT_PAUSED',
  /** A goal that awaits confirmation must not change: 403 AWAITS_PERSON. */
  confirms: 'AWAITS_PERSON',
  /** An agent that is paused or over its usage limit can't change anything: 409 AGENT_PAUSED, USAGE_LIMIT. */
  stops: 'AGENT_PAUSED',
  /** The token of a claim is valid only for keys of its agent and of its host: 403 FORBIDDEN. */
  token: 'FORBIDDEN',
} as const;

export type AgentRule = keyof typeof AGENT_RULES;

export const APPLIES = true;
/** Reasons why a rule does not apply to an operation. */
export const EXEMPT = {
  reads: 'It only reads.',
  people: 'Only people or admins may use it: agents and services are rejected anyway.',
  elsewhere: 'It does not change anything that the rule protects.',
  process: 'A process reports its status or returns its work. It must be able to while it stops.',
  hosted: 'Only keys of the agent and of its host may use it anyway.',
  speaks: 'A comment changes nothing, and a stopped agent may still comment.',
  personal: 'It affects only the caller.',
  upload: 'A file becomes visible when something references it; the result that ends a claim may do so.',
  finding: 'It only finds tasks without open decisions, and has its own rule for stopped agents.',
  adds: 'It adds something next to the task, under its own author.',
  unclaimed: 'An archived task has no claim.',
  shows: 'It makes the task visible to people again.',
  unclaimable: 'A waiting task cannot be claimed.',
  withdraws: 'Only its author can withdraw the question.',
  keeps: 'Results and reviews are kept.',
  clears: 'It only clears references to the deleted resource.',
  noTask: 'It does not reference a task.',
  combines: 'It carries out other operations, each with its own rules.',
} as const;

export type Verdict = typeof APPLIES | (typeof EXEMPT)[keyof typeof EXEMPT];
type Row = Readonly<Record<AgentRule, Verdict>>;

const row = (otherwise: Verdict, verdicts: Partial<Row> = {}): Row => ({
  ...(Object.fromEntries(Object.keys(AGENT_RULES).map((rule) => [rule, otherwise])) as Row),
  ...verdicts,
});

const reads = row(EXEMPT.reads);
const people = row(EXEMPT.people);
const personal = row(EXEMPT.personal);
const process = row(EXEMPT.process, { token: EXEMPT.hosted });
const speaks = row(EXEMPT.speaks);
/** A change to something other than a task or goal. */
const other = row(EXEMPT.elsewhere, { stops: APPLIES });
const goal = row(EXEMPT.elsewhere, { stops: APPLIES, confirms: APPLIES });
/** A change to an existing task. */
const onTask = (verdicts: Partial<Row>) =>
  row(EXEMPT.elsewhere, { acts: APPLIES, stops: APPLIES, token: APPLIES, ...verdicts });

export const RULES_OF: Readonly<Record<OperationId, Row>> = {
  'tasks.list': reads,
  'tasks.counts': reads,
  'tasks.create': row(EXEMPT.noTask, { stops: APPLIES }),
  'tasks.put': row(EXEMPT.combines, { stops: APPLIES }),
  'tasks.bulk': row(EXEMPT.combines),
  'tasks.get': reads,
  'tasks.update': onTask({ awaits: APPLIES, removes: EXEMPT.keeps }),
  'tasks.delete': onTask({ awaits: APPLIES, removes: APPLIES, frees: APPLIES, token: EXEMPT.unclaimed }),
  'tasks.transition': onTask({ awaits: APPLIES, removes: EXEMPT.keeps, frees: APPLIES }),
  'tasks.split': onTask({ awaits: EXEMPT.adds }),
  'tasks.archive': onTask({ awaits: APPLIES, removes: APPLIES }),
  'tasks.unarchive': onTask({ awaits: EXEMPT.shows, removes: EXEMPT.shows, token: EXEMPT.unclaimed }),
  'tasks.relate': onTask({ awaits: EXEMPT.adds }),
  'tasks.unrelate': onTask({ awaits: EXEMPT.elsewhere, frees: APPLIES }),
  'tasks.comments': reads,
  'tasks.comment': speaks,
  'tasks.editComment': speaks,
  'tasks.deleteComment': speaks,
  'tasks.attachments': reads,
  'tasks.attach': onTask({ awaits: EXEMPT.adds, token: EXEMPT.adds }),
  'tasks.detach': onTask({ awaits: APPLIES, token: EXEMPT.elsewhere }),
  'tasks.subscription': reads,
  'tasks.subscribe': personal,
  'tasks.unsubscribe': personal,
  'tasks.activity': reads,

  'claims.next': row(EXEMPT.finding),
  'claims.claim': row(EXEMPT.unclaimable, { stops: APPLIES, acts: APPLIES, token: EXEMPT.hosted }),
  'claims.heartbeat': row(EXEMPT.process, { token: APPLIES }),
  'claims.release': row(EXEMPT.process, { token: APPLIES }),

  'attempts.list': reads,
  'attempts.putTranscript': process,
  'attempts.deleteTranscript': people,

  'results.post': onTask({ awaits: APPLIES, removes: EXEMPT.keeps }),
  'results.list': reads,
  'results.review': people,

  'verifications.next': process,
  'verifications.claim': process,
  'verifications.heartbeat': process,
  'verifications.release': process,
  'verifications.report': process,
  'verifications.retry': people,
  'verifications.ofTask': reads,
  'verifications.list': reads,
  'verifications.get': reads,

  'questions.ask': onTask({ awaits: EXEMPT.adds }),
  'questions.list': reads,
  'questions.get': reads,
  'questions.answer': people,
  'questions.withdraw': row(EXEMPT.elsewhere, { awaits: EXEMPT.withdraws, stops: APPLIES, acts: APPLIES }),

  'inbox.list': reads,
  'inbox.answer': people,

  'labels.list': reads,
  'labels.create': other,
  'labels.update': other,
  'labels.delete': other,

  'projects.list': reads,
  'projects.create': other,
  'projects.get': reads,
  'projects.update': other,
  'projects.delete': row(EXEMPT.clears, { stops: APPLIES }),
  'projects.archive': other,
  'projects.unarchive': other,
  'projects.tasks': reads,

  'views.list': reads,
  'views.create': other,
  'views.get': reads,
  'views.update': other,
  'views.delete': row(EXEMPT.clears, { stops: APPLIES }),
  'initiatives.list': reads,
  'initiatives.create': other,
  'initiatives.get': reads,
  'initiatives.update': other,
  'initiatives.delete': row(EXEMPT.clears, { stops: APPLIES }),
  'initiatives.projects': reads,

  'goals.list': reads,
  'goals.create': other,
  'goals.get': reads,
  'goals.update': goal,
  'goals.verify': goal,
  'goals.verifications': reads,
  'goals.archive': goal,
  'goals.unarchive': goal,
  'goals.delete': goal,

  'search.find': reads,

  'agents.list': reads,
  'agents.create': other,
  'agents.get': reads,
  'agents.update': process,
  'agents.delete': row(EXEMPT.clears),
  'agents.stop': people,
  'agents.sessions': reads,
  'agents.pushSessions': process,
  'agents.activity': reads,
  'agents.telemetry': reads,
  'agents.pushTelemetry': process,

  'usage.list': reads,

  'chats.list': reads,
  'chats.start': people,
  'chats.get': reads,
  'chats.messages': reads,
  'chats.send': people,
  'chats.turn': reads,
  'chats.rename': people,
  'chats.archive': people,
  'chats.unarchive': people,
  'chats.delete': people,

  'turns.claim': row(EXEMPT.finding),
  'turns.heartbeat': process,
  'turns.reply': process,
  'turns.fail': process,
  'turns.release': process,

  'work.next': row(EXEMPT.finding),

  'events.list': reads,
  'events.stream': reads,

  'webhooks.create': people,
  'webhooks.list': reads,
  'webhooks.get': reads,
  'webhooks.update': people,
  'webhooks.delete': people,
  'webhooks.test': people,
  'webhooks.rotate': people,
  'webhooks.deliveries': reads,
  'webhooks.retry': people,
  'webhooks.replay': people,

  'files.upload': row(EXEMPT.upload),
  'files.get': reads,
  'files.content': reads,
  'exports.read': reads,
  'imports.list': reads,
  'imports.create': people,
  'imports.get': reads,
  'imports.add': people,
  'imports.preview': reads,
  'imports.finish': people,
  'imports.undo': people,

  'notifications.list': reads,
  'notifications.markRead': personal,
  'notifications.markAllRead': personal,

  'preferences.get': reads,
  'preferences.update': personal,

  'members.list': reads,
  'members.create': people,
  'members.get': reads,
  'members.update': people,
  'members.delete': people,
  'members.merge': people,
  'members.invite': people,
  'members.uninvite': people,
  'members.acceptInvitation': people,

  'keys.list': reads,
  'keys.create': people,
  'keys.revoke': personal,

  'sessions.list': reads,
  'sessions.create': people,
  'sessions.link': people,
  'sessions.preview': reads,
  'sessions.revoke': personal,

  'workspace.get': reads,
  'workspace.update': people,
  'workspace.me': reads,
};
