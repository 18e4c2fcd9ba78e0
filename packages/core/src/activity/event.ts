import type { Caller, CallerType } from '../access/caller.ts';
import { OPERATOR } from '../shared/operator.ts';

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

export const ACTIONS = [
  'created',
  'updated',
  'transitioned',
  'archived',
  'unarchived',
  'deleted',
  'related',
  'unrelated',
  'verified',
  'commented',
  'attached',
  'detached',
  'subscribed',
  'unsubscribed',
  'invited',
  'revoked',
  'reported',
  'reviewed',
  'asked',
  'answered',
  'withdrawn',
  'expired',
] as const;
export type Action = (typeof ACTIONS)[number];

export interface Entity {
  readonly type: EntityType;
  readonly id: string;
  readonly title: string;
}

/** Who did it: never anonymous. Names are kept as they were then. */
export interface Actor {
  readonly type: CallerType;
  readonly id: string;
  readonly name: string;
  /** For an acting key: the name of whoever made the key, a member or the operator. */
  readonly keyOwner: string | null;
}

/** One thing that happened: a row of the append-only log, and an entry of the activity lists. */
export interface Event {
  readonly id: string;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly action: Action;
  readonly field: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  /** Why, where the caller said so. */
  readonly reason: string | null;
  readonly createdAt: number;
}

export interface FieldChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

export const actorOf = (caller: Caller): Actor => ({
  type: caller.type,
  id: caller.id,
  name: caller.name,
  keyOwner: caller.key.kind === 'acting' ? (caller.key.ownerName ?? OPERATOR) : null,
});

/** How each field that a change names is written into the log: one that is left out does not compile. */
export type FieldTexts<T, Change> = {
  readonly [Field in keyof Change]-?: (entity: T) => string | null;
};

/** What differs between two states, one change a field. */
export function changedFields<T, Change>(texts: FieldTexts<T, Change>, before: T, after: T): FieldChange[] {
  return Object.entries<(entity: T) => string | null>(texts).flatMap(([field, text]) => {
    const change = { field, oldValue: text(before), newValue: text(after) };
    return change.oldValue === change.newValue ? [] : [change];
  });
}
