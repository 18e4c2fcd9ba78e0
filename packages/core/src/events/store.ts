import type { Page, PageSlice } from '../shared/page.ts';
import type { Event, NewEvent } from './event.ts';
import type { EventEntityType } from './types.ts';

/** The ends of a workspace's log, as sequence numbers. */
export interface LogBounds {
  /** Everything after this number is stored; 0 before the first pruning. */
  readonly keptAfter: number;
  /** The number of the last event; 0 without one. */
  readonly last: number;
}

/** A range of the log, oldest first. */
export interface LogRange {
  /** Without unreadable events. */
  readonly events: readonly Event[];
  /** The last number covered; the next range begins after it. */
  readonly upTo: number;
  /** False at the end of the log. */
  readonly more: boolean;
}

/** The append-only log: each event gets the next sequence number of its workspace. */
export interface EventStore {
  /** Returns the sequence number of the event. */
  append(event: NewEvent): Promise<number>;
  /** Activity of an entity, newest first; positions are sequence numbers. */
  ofEntity(type: EventEntityType, id: string, page: PageSlice): Promise<Page<Event>>;
  /** Activity by and about an agent, newest first, with the total of entries. */
  ofAgent(agentId: string, page: PageSlice): Promise<Page<Event>>;
  /** Number of entries in `ofAgent`. */
  countOfAgent(agentId: string): Promise<number>;
  bounds(): Promise<LogBounds>;
  /** Up to `limit` events after a sequence number. */
  after(seq: number, limit: number): Promise<LogRange>;
  /** Like `after`, for one entity. */
  ofEntityAfter(type: EventEntityType, id: string, seq: number, limit: number): Promise<LogRange>;
  /**
   * Deletes, among the next `atMost` events from before a time, those that no activity shows, and moves the start of
   * the log; keeps the last event. Returns whether there may be more.
   */
  forget(before: number, atMost: number): Promise<boolean>;
}
