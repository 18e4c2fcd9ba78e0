import { invalid } from '../shared/refusal.ts';
import type { Event } from './event.ts';
import { EVENT_ENTITY_TYPES, EVENT_TYPES, type EventEntityType, eventTypeOf } from './types.ts';

/** The filter of a reader of events. */
export interface EventFilterInput {
  /** Event types; `*` and an empty list match all. */
  readonly types?: readonly string[] | undefined;
  /** One entity, as `task:ID`. */
  readonly entity?: string | undefined;
}

export interface EventFilter {
  /** Equal for equal filters. */
  readonly key: string;
  readonly entity: { readonly type: EventEntityType; readonly id: string } | null;
  /** True if the filter matches every type. */
  readonly allTypes: boolean;
  wants(event: Event): boolean;
}

const known: ReadonlySet<string> = new Set(EVENT_TYPES);

export const isEventType = (type: string): boolean => type === '*' || known.has(type);

/** There are too many types to list in a refusal. */
export const TYPES_PROBLEM = 'must be * or event types such as task.created; /docs lists all of them';

export const typeProblem = (type: string): string | undefined =>
  isEventType(type) ? undefined : TYPES_PROBLEM;

/** Parses the filter of a reader; 400 for an unknown type or a malformed entity. */
export function eventFilter({ types = [], entity }: EventFilterInput): EventFilter {
  if (!types.every(isEventType)) throw invalid({ types: TYPES_PROBLEM });
  const of = entity === undefined ? null : entityNamed(entity);
  const wanted = types.length === 0 || types.includes('*') ? null : new Set(types);
  return {
    key: JSON.stringify([wanted && [...wanted].sort(), of]),
    entity: of,
    allTypes: wanted === null,
    wants: (event) =>
      (wanted === null || wanted.has(eventTypeOf(event))) &&
      (of === null || (event.entity.type === of.type && event.entity.id === of.id)),
  };
}

function entityNamed(text: string): EventFilter['entity'] {
  const at = text.indexOf(':');
  const type = EVENT_ENTITY_TYPES.find((each) => each === text.slice(0, at));
  const id = text.slice(at + 1);
  if (type && id !== '') return { type, id };
  throw invalid({
    entity: `must be a kind and an id, as in task:ID; the kinds are ${EVENT_ENTITY_TYPES.join(', ')}`,
  });
}
