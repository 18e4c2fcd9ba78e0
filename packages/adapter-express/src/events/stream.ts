import type { Caller, Event, EventFilter, Sight } from '@tandem/core';
import type { Response } from 'express';

/** One reader of the events of a workspace. */
export interface Stream {
  readonly res: Response;
  readonly filter: EventFilter;
  caller: Caller;
  sight: Sight;
  /** Everything up to there has been sent, or is not for this reader. */
  position: number;
  /** The position that the reader was told last. */
  told: number;
  /**
   * `live`: it has everything, and is sent what comes. `behind`: it is read for from its position. `full`: it takes
   * nothing now.
   */
  state: 'live' | 'behind' | 'full';
  /** Since when it takes nothing, by the monotonic clock. */
  fullSince: number;
  /** How often it was asked anew what the reader may see. */
  asked: number;
  /** The last of these that was answered. */
  answered: number;
  /** Its place among those that get signs of life. */
  readonly turn: number;
}

/** Whether an event is for this reader, and not yet behind it. */
export const isFor = ({ position, filter, sight }: Stream, event: Event): boolean =>
  event.seq > position && filter.wants(event) && sight.sees(event);

/** The same for all that are sent the same. */
export const groupOf = ({ position, filter, sight }: Stream): string =>
  `${position} ${filter.key} ${sight.key}`;

/** What changes what others may see than the one whom it happens to: theirs rests on it. */
const CHANGES_OF_RIGHTS: ReadonlySet<string> = new Set([
  'member updated',
  'member deleted',
  'agent deleted',
  'workspace updated',
]);

/** Whether something has happened that may change what the reader may see. */
export const mayConcern = ({ caller }: Stream, events: readonly Event[]): boolean =>
  events.some(({ entity: { type, id }, action }) =>
    type === 'key'
      ? id === caller.key.id && action === 'revoked'
      : CHANGES_OF_RIGHTS.has(`${type} ${action}`),
  );
