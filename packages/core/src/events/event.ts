import type { Caller, CallerType } from '../access/caller.ts';
import { OPERATOR } from '../shared/operator.ts';
import type { Action, EventEntityType } from './types.ts';

/** Maximum length of a value in the log; longer ones are cut, because the resource itself holds the full text. */
export const VALUE_IN_LOG = 1_000;

/** The subject of an event. */
export interface Entity {
  readonly type: EventEntityType;
  readonly id: string;
  /** The title at the time; empty where titles are private. */
  readonly title: string;
  /** For a task and everything that belongs to one. */
  readonly taskNumber?: number | undefined;
}

/** The actor of an event, never anonymous. Names are stored as of the event. */
export interface Actor {
  readonly type: CallerType;
  readonly id: string;
  readonly name: string;
  /** For an acting key: the name of its creator, a member or the operator. */
  readonly keyOwner: string | null;
}

export interface FieldChange {
  readonly field: string;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}

/** A change as stored, with the id of its activity entry. */
export interface StoredChange extends FieldChange {
  readonly id: string;
}

/** Ids of related resources by role: `commentId`, `claimId` … */
export type Related = Readonly<Record<string, string>>;

/** One event, however many fields it changed: a row of the append-only log (docs/rules.md, Events). */
export interface Event {
  readonly id: string;
  /** 1, 2, 3 … in the workspace, in commit order. */
  readonly seq: number;
  readonly actor: Actor;
  readonly entity: Entity;
  readonly action: Action;
  readonly changes: readonly StoredChange[];
  /** The reason given by the caller, if any. */
  readonly reason: string | null;
  readonly related: Related | null;
  readonly createdAt: number;
}

/** Whether an import wrote the entity. */
export const isImported = ({ related }: Pick<Event, 'related'>): boolean => related?.importId !== undefined;

/** An event to write; the store numbers it. */
export type NewEvent = Omit<Event, 'seq'>;

export const actorOf = (caller: Caller): Actor => ({
  type: caller.type,
  id: caller.id,
  name: caller.name,
  keyOwner: caller.key.kind === 'acting' ? (caller.key.ownerName ?? OPERATOR) : null,
});

/** Text values of all fields that a change can set; a missing one does not compile. */
export type FieldTexts<T, Change> = {
  readonly [Field in keyof Change]-?: (entity: T) => string | null;
};

/** The fields that differ between two states, one change per field. */
export function changedFields<T, Change>(texts: FieldTexts<T, Change>, before: T, after: T): FieldChange[] {
  return Object.entries<(entity: T) => string | null>(texts).flatMap(([field, text]) => {
    const change = { field, oldValue: text(before), newValue: text(after) };
    return change.oldValue === change.newValue ? [] : [change];
  });
}
