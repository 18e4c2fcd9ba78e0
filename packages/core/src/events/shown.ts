import type { CallerType } from '../access/caller.ts';
import { cut } from '../shared/text.ts';
import { type Event, isImported, type Related, VALUE_IN_LOG } from './event.ts';
import { type EventEntityType, type EventType, eventTypeOf } from './types.ts';

/**
 * An event as returned to readers: small, so that the details are fetched with the reader's own rights
 * (docs/rules.md, Events).
 */
export interface ShownEvent {
  readonly id: string;
  readonly seq: number;
  readonly type: EventType;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly actor: { readonly type: CallerType; readonly id: string; readonly name: string };
  readonly entity: {
    readonly type: EventEntityType;
    readonly id: string;
    /** null for a chat: its title is private to the person. */
    readonly title: string | null;
    readonly taskNumber?: number | undefined;
  };
  readonly changes?:
    | readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[]
    | undefined;
  readonly reason?: string | undefined;
  readonly related?: Related | undefined;
  readonly imported?: true | undefined;
}

/**
 * Fields whose values are included. For all others, only the name is: they may hold private text, so a new field must
 * be added here deliberately.
 */
const SHOWN_FIELDS: ReadonlySet<string> = new Set([
  ...['title', 'name', 'displayName', 'status', 'color', 'targetDate'],
  ...['priority', 'assignedTo', 'projectId', 'tags', 'labels', 'dueDate', 'effort', 'parent', 'wokenBy'],
  ...['claim', 'attachments', 'outcome', 'verdict'],
  ...['blocks', 'blocked_by', 'related', 'duplicate_of'],
  ...['initiativeId', 'goalId', 'metric', 'externalId'],
  ...[
    'emoji',
    'model',
    'avatar',
    'email',
    'reportsTo',
    'paused',
    'maxClaims',
    'limits',
    'verifier',
    'role',
    'chats',
  ],
  ...[
    'agentCompletion',
    'goalVerification',
    'agentIntake',
    'agentIntakeLimit',
    'proofOfDone',
    'agentKeys',
    'chat',
  ],
  ...['types', 'enabled'],
]);

/** Events recorded before values were cut, and reasons, may be longer. */
const shortened = <T extends string | null>(value: T) =>
  (value === null ? null : cut(value, VALUE_IN_LOG)) as T;

export function shownEvent(event: Event): ShownEvent {
  const { id, seq, actor, entity, changes, reason, related, createdAt } = event;
  const { type, taskNumber } = entity;
  return {
    id,
    seq,
    type: eventTypeOf(event),
    at: createdAt,
    actor: { type: actor.type, id: actor.id, name: actor.name },
    entity: {
      type,
      id: entity.id,
      title: type === 'chat' ? null : entity.title,
      ...(taskNumber !== undefined && { taskNumber }),
    },
    ...(changes.length > 0 && {
      changes: changes.map(({ field, oldValue, newValue }) =>
        SHOWN_FIELDS.has(field)
          ? { field, from: shortened(oldValue), to: shortened(newValue) }
          : { field, from: null, to: null },
      ),
    }),
    ...(reason !== null && { reason: shortened(reason) }),
    ...(related !== null && { related }),
    ...(isImported(event) && { imported: true }),
  };
}
