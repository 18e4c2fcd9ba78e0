/** Entity types shown in activity. */
export const ENTITY_TYPES = [
  'task',
  'project',
  'initiative',
  'goal',
  'agent',
  'label',
  'comment',
  'workspace',
  'member',
  'key',
] as const;
export type EntityType = (typeof ENTITY_TYPES)[number];

/** Entity types with events; chats, webhooks and imports have no activity. */
export const EVENT_ENTITY_TYPES = [...ENTITY_TYPES, 'chat', 'webhook', 'import'] as const;
export type EventEntityType = (typeof EVENT_ENTITY_TYPES)[number];

/** The event type and the activity entry of an action; null means no entry. */
interface Kind {
  readonly type: string;
  readonly entry: string | null;
}

/** Actions recorded under their own names. */
const own = <E extends string, A extends string>(entity: E, ...actions: readonly A[]) =>
  Object.fromEntries(actions.map((action) => [action, { type: `${entity}.${action}`, entry: action }])) as {
    readonly [Name in A]: { readonly type: `${E}.${Name}`; readonly entry: Name };
  };

/** Actions with events, but without activity entries. */
const unlisted = <E extends string, A extends string>(entity: E, ...actions: readonly A[]) =>
  Object.fromEntries(actions.map((action) => [action, { type: `${entity}.${action}`, entry: null }])) as {
    readonly [Name in A]: { readonly type: `${E}.${Name}`; readonly entry: null };
  };

const LIFE = ['created', 'updated', 'deleted'] as const;
const ARCHIVE = ['archived', 'unarchived'] as const;

/** Events of the verifications of a task. */
const VERIFICATION_KINDS = {
  verification_requested: { type: 'verification.requested', entry: null },
  verification_claimed: { type: 'verification.claimed', entry: null },
  verification_progressed: { type: 'verification.progressed', entry: null },
  verification_released: { type: 'verification.released', entry: null },
  verification_passed: { type: 'verification.passed', entry: null },
  verification_failed: { type: 'verification.failed', entry: null },
  verification_tampered: { type: 'verification.tampered', entry: null },
  verification_errored: { type: 'verification.errored', entry: null },
  verification_expired: { type: 'verification.expired', entry: null },
  verification_retried: { type: 'verification.retried', entry: null },
  verification_voided: { type: 'verification.voided', entry: null },
} as const;

/** Everything that is recorded, by entity type and action (docs/rules.md, Events). */
const KINDS = {
  task: {
    ...own(
      'task',
      ...LIFE,
      ...ARCHIVE,
      'transitioned',
      'related',
      'unrelated',
      'attached',
      'detached',
      'parented',
    ),
    ...own('task', 'commented', 'subscribed', 'unsubscribed', 'reviewed'),
    ...own('question', 'asked', 'answered', 'withdrawn', 'expired'),
    ...unlisted('task', 'claimed', 'released', 'delegated', 'woken', 'over_budget', 'ranked'),
    claim_expired: { type: 'task.expired', entry: null },
    ...VERIFICATION_KINDS,
    reported: { type: 'task.result', entry: 'reported' },
  },
  project: own('project', ...LIFE, ...ARCHIVE),
  initiative: own('initiative', ...LIFE),
  goal: own('goal', ...LIFE, ...ARCHIVE, 'verified'),
  agent: {
    ...own('agent', ...LIFE),
    paused: { type: 'agent.paused', entry: 'updated' },
    resumed: { type: 'agent.resumed', entry: 'updated' },
    stopped: { type: 'agent.stopped', entry: 'updated' },
  },
  label: own('label', ...LIFE),
  comment: own('comment', 'updated', 'deleted'),
  workspace: own('workspace', 'created', 'updated'),
  member: own('member', ...LIFE, 'invited', 'uninvited'),
  key: own('key', 'created', 'revoked'),
  chat: {
    ...unlisted('chat', ...LIFE, ...ARCHIVE),
    ...unlisted('chat', 'turn.queued', 'turn.running', 'turn.completed', 'turn.failed', 'turn.canceled'),
  },
  webhook: unlisted('webhook', ...LIFE, 'rotated', 'disabled'),
  import: unlisted('import', 'finished'),
} as const satisfies Record<EventEntityType, Record<string, Kind>>;

type Kinds = typeof KINDS;
type ActionsOf<T> = T extends unknown ? keyof T : never;

/** An action as stored in the log. */
export type Action = ActionsOf<Kinds[keyof Kinds]> & string;

type KindsOf<T> = T extends unknown ? T[keyof T] : never;

/** All event types; the list is closed. */
export type EventType = (KindsOf<Kinds[keyof Kinds]> & Kind)['type'];

const recorded: Record<EventEntityType, Record<string, Kind>> = KINDS;
const all = Object.values(recorded).flatMap((kinds) => Object.entries(kinds));

export const ACTIONS = [...new Set(all.map(([action]) => action))] as Action[];
export const EVENT_TYPES = all.map(([, { type }]) => type) as EventType[];

interface Recorded {
  readonly entity: { readonly type: EventEntityType };
  readonly action: Action;
}

/** Whether the action can occur on an entity of this type. */
export const isRecorded = (type: EventEntityType, action: string): boolean =>
  recorded[type][action] !== undefined;

const kindOf = ({ entity, action }: Recorded): Kind => {
  const kind = recorded[entity.type][action];
  if (!kind) throw new TypeError(`The action ${action} is not defined for ${entity.type}.`);
  return kind;
};

/** The type of an event. */
export const eventTypeOf = (event: Recorded): EventType => kindOf(event).type as EventType;

/** The action that the activity shows for an event; null for none. */
export const activityActionOf = (event: Recorded): Action | null => kindOf(event).entry as Action | null;
