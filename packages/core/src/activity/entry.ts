import type { Actor, Entity, Event } from '../events/event.ts';
import { type Action, activityActionOf, type EntityType } from '../events/types.ts';
import { type Page, type PageSlice, type Position, pageOf } from '../shared/page.ts';

/** A line of the activity: an event, or one field changed by it (docs/rules.md, Activity). */
export interface ActivityEntry {
  readonly id: string;
  readonly actor: Actor;
  readonly entity: Entity & { readonly type: EntityType };
  readonly action: Action;
  readonly field: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
  readonly reason: string | null;
  readonly createdAt: number;
}

/** Number of activity entries for an event. */
export const entryCount = (event: Pick<Event, 'entity' | 'action' | 'changes'>): number =>
  activityActionOf(event) === null ? 0 : Math.max(1, event.changes.length);

/** The entries of an event, in the order of its fields. */
export function entriesOf({
  id,
  actor,
  entity,
  changes,
  reason,
  createdAt,
  ...event
}: Event): ActivityEntry[] {
  const action = activityActionOf({ entity, ...event });
  if (action === null) return [];
  const common = { actor, entity: entity as ActivityEntry['entity'], action, reason, createdAt };
  if (changes.length === 0) return [{ id, ...common, field: null, oldValue: null, newValue: null }];
  return changes.map((change) => ({ ...change, ...common }));
}

/**
 * The position at the end of a page, newest first: the number of the last event, plus the number of its entries still
 * to come.
 */
const positionOf = (seq: number, left: number): Position => (left === 0 ? seq : `${seq}.${left}`);

const placeOf = (after: Position): { seq: number; left: number } => {
  const [seq, left = '0'] = String(after).split('.');
  return { seq: Number(seq), left: Number(left) };
};

/** A page of entries, newest first, over the events of a store. */
export async function entryPage(
  slice: PageSlice,
  events: (slice: PageSlice) => Promise<Page<Event>>,
): Promise<Page<ActivityEntry>> {
  const place = slice.after === undefined ? null : placeOf(slice.after);
  const after = place && (place.left > 0 ? place.seq + 1 : place.seq);
  const page = await events({ limit: slice.limit, after: after ?? undefined });
  const rows = page.items.flatMap((event) => {
    const entries = entriesOf(event).map((entry, left) => ({ entry, at: positionOf(event.seq, left) }));
    const visible = place?.seq === event.seq ? entries.slice(0, place.left) : entries;
    return visible.reverse();
  });
  const { items, positions, next } = pageOf(rows, slice.limit, ({ at }) => at, page.next !== null);
  // Unreadable events yield no entries, so continue from the position of the event page.
  const onward = rows.length > slice.limit || page.next === null ? next : page.next;
  return {
    items: items.map(({ entry }) => entry),
    positions,
    next: onward,
    ...(page.total !== undefined && { total: page.total }),
  };
}
