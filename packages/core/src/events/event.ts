import type { Caller, CallerType } from '../access/caller.ts';
import { OPERATOR } from '../shared/operator.ts';
import type { Action, EventEntityType } from './types.ts';

/** Long values are cut in the log: it tells what changed, the resource itself holds the text. */
export const VALUE_IN_LOG = 1_000;

/** What something happened to. */
export interface Entity {
  readonly type: EventEntityType;
  readonly id: string;
  /** As it was then; empty where titles are private. */
  readonly title: string;
  /** Of a task, and of what belongs to one. */
  readonly taskNumber?: number | undefined;
}

/** Who did it: never anonymous. Names are kept as they were then. */
export interface Actor {
  readonly type: CallerType;
  readonly id: string;
  readonly name: string;
  /** For an acting key: the name of whoever made the key, a member or the operator. */
  readonly keyOwner: string | null;
}

export interface FieldChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** A change as it is kept: with the id of its entry in the activity. */
export interface KeptChange extends FieldChange {
  readonly id: string;
}

/** Ids of what has to do with an event, by what they are of: `commentId`, `claimId` … */
export type Related = Readonly<Record<string, string>>;

/** One thing that happened, however many fields it changed: a row of the append-only log (docs/rules.md, Events). */
export interface Event {
  readonly id: string;
  /** 1, 2, 3 … in the workspace, in the order of the commits. */
  readonly seq: number;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly action: Action;
  readonly changes: readonly KeptChange[];
  /** Why, where the caller said so. */
  readonly reason: string | null;
  readonly related: Related | null;
  readonly createdAt: number;
}

/** An event that is to be written; the store numbers it. */
export type NewEvent = Omit<Event, 'seq'>;

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
