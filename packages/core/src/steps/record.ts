import type { Caller } from '../access/caller.ts';
import { actorOf, type Entity, type FieldChange, type Related, VALUE_IN_LOG } from '../events/event.ts';
import { eventsTopic } from '../events/signals.ts';
import type { Action } from '../events/types.ts';
import type { Ports, Stores } from '../ports.ts';
import { cut } from '../shared/text.ts';

const shorten = (value: string | null) => (value === null ? null : cut(value, VALUE_IN_LOG));

/** An event without its actor, id and time. */
export interface EventDraft {
  readonly entity: Entity;
  readonly action: Action;
  readonly changes?: readonly FieldChange[] | undefined;
  readonly reason?: string | null | undefined;
  readonly related?: Related | undefined;
}

/** Appends an event to the log, in the unit of work that caused it. Returns its sequence number. */
export type Record = (
  stores: Pick<Stores, 'events' | 'signals'>,
  by: Caller,
  draft: EventDraft,
) => Promise<number>;

export const recorder =
  ({ clock, newId }: Pick<Ports, 'clock' | 'newId'>): Record =>
  async ({ events, signals }, by, { entity, action, changes = [], reason, related }) => {
    const id = newId();
    const seq = await events.append({
      id,
      actor: actorOf(by),
      entity,
      action,
      changes: changes.map(({ field, oldValue, newValue }, index) => ({
        id: index === 0 ? id : newId(),
        field,
        oldValue: shorten(oldValue),
        newValue: shorten(newValue),
      })),
      reason: reason ?? null,
      related: related ?? null,
      createdAt: clock(),
    });
    signals.raise({ topic: eventsTopic(by.workspaceId), toOne: false });
    return seq;
  };
