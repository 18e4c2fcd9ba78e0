import type { Caller, Event, EventFilter, Sight } from '@tandem/core';
import type { Response } from 'express';

/** One reader of a workspace's events. */
export interface Stream {
  readonly res: Response;
  readonly channel: Channel;
  readonly filter: EventFilter;
  caller: Caller;
  sight: Sight;
  /** Everything up to this position has been sent, or is not for this reader. */
  position: number;
  /** The position that the reader was last sent. */
  sent: number;
  /**
   * `live`: the reader has everything and is sent new events. `behind`: events are read for it from its position.
   * `full`: it accepts no data now.
   */
  state: 'live' | 'behind' | 'full';
  /** When the reader stopped accepting data, by the monotonic clock. */
  fullSince: number;
  /** Number of lookups of the reader's rights started. */
  lookups: number;
  /** The newest of these lookups that has completed. */
  lastLookup: number;
  /** Decides in which tick the stream gets its keep-alive. */
  readonly turn: number;
  /** Reads for the reader from its own position until it has everything or accepts no more. */
  catchUp(): void;
}

/** The open streams of one workspace. */
export interface Channel {
  readonly workspaceId: string;
  readonly streams: Set<Stream>;
  /** Everything up to this position has been sent to live readers. */
  upTo: number;
  /** Resolves when the channel follows the log. */
  readonly ready: Promise<void>;
  /** Serializes the writes of new events. */
  delivery: Promise<void>;
  stop(): void;
}

/** Maximum size of a write to a connection, in UTF-16 units. Limits the data that waits for a slow reader. */
export const MAX_PIECE = 16 * 1024;

/** Whether an event is for this reader and after its position. */
export const isFor = ({ position, filter, sight }: Stream, event: Event): boolean =>
  event.seq > position && filter.wants(event) && sight.sees(event);

/** Streams with the same key are sent the same events. */
export const groupOf = ({ position, filter, sight }: Stream): string =>
  `${position} ${filter.key} ${sight.key}`;

/** Actions that change the rights of callers other than the entity they happen to. */
const CHANGES_OF_RIGHTS: ReadonlySet<string> = new Set([
  'member updated',
  'member deleted',
  'agent deleted',
  'workspace updated',
]);

/** Whether one of the events may change the rights of the reader. */
export const mayConcern = ({ caller }: Stream, events: readonly Event[]): boolean =>
  events.some(({ entity: { type, id }, action }) =>
    type === 'key'
      ? id === caller.key.id && action === 'revoked'
      : CHANGES_OF_RIGHTS.has(`${type} ${action}`),
  );
