import type { Caller } from '../access/caller.ts';
import type { Ports, Stores } from '../ports.ts';
import { cut } from '../shared/text.ts';
import { type Action, actorOf, type Entity, type FieldChange } from './event.ts';

/** Long values are cut in the log: it tells what changed, the resource itself holds the text. */
const VALUE_IN_LOG = 1_000;

const shorten = (value: string | null) => (value === null ? null : cut(value, VALUE_IN_LOG));

/**
 * Writes what happened into the log of the unit of work: one entry, or one a changed field. Returns the
 * sequence number of the last.
 */
export type Record = (
  stores: Pick<Stores, 'events'>,
  by: Caller,
  entity: Entity,
  action: Action,
  changes?: readonly FieldChange[],
  reason?: string,
) => Promise<number>;

const NO_FIELD: FieldChange = { field: '', oldValue: null, newValue: null };

export const recorder =
  ({ clock, newId }: Pick<Ports, 'clock' | 'newId'>): Record =>
  async ({ events }, by, entity, action, changes = [NO_FIELD], reason) => {
    const actor = actorOf(by);
    const createdAt = clock();
    return events.append(
      changes.map(({ field, oldValue, newValue }) => ({
        id: newId(),
        actor,
        entity,
        action,
        field: field === '' ? null : field,
        oldValue: shorten(oldValue),
        newValue: shorten(newValue),
        reason: reason ?? null,
        createdAt,
      })),
    );
  };
