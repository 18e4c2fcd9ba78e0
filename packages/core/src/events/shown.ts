import type { CallerType } from '../access/caller.ts';
import { cut } from '../shared/text.ts';
import { RELATION_TYPES } from '../tasks/relations.ts';
import { type Event, type Related, VALUE_IN_LOG } from './event.ts';
import { type EventEntityType, type EventType, eventTypeOf } from './types.ts';

/** An event as readers see it: thin, so that whoever may read what it is about fetches that (docs/rules.md, Events). */
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
    /** null of a chat: its title is its person's. */
    readonly title: string | null;
    readonly taskNumber?: number | undefined;
  };
  readonly changes?:
    | readonly { readonly field: string; readonly from: string | null; readonly to: string | null }[]
    | undefined;
  readonly reason?: string | undefined;
  readonly related?: Related | undefined;
}

/**
 * Fields whose values are shown. Of any other it is told that it changed, and not what it says: it may be a text that
 * people and agents write, and a new field is one until somebody has thought about it.
 */
const SHOWN_FIELDS: ReadonlySet<string> = new Set([
  ...['title', 'name', 'displayName', 'status', 'color', 'targetDate'],
  ...['priority', 'assignedTo', 'projectId', 'tags', 'labels', 'dueDate', 'effort'],
  ...['claim', 'attachments', 'outcome', 'verdict', ...RELATION_TYPES],
  ...['initiativeId', 'goalId', 'metric'],
  ...['emoji', 'model', 'avatar', 'email', 'reportsTo', 'paused', 'maxClaims', 'limits', 'role', 'chats'],
  ...['agentCompletion', 'goalVerification', 'agentIntake', 'agentIntakeLimit', 'proofOfDone', 'chat'],
  ...['types', 'enabled'],
]);

/** What was recorded before values were cut, and reasons, which the activity shows whole. */
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
  };
}
