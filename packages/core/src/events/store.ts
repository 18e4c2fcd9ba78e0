import type { Page, PageSlice } from '../shared/page.ts';
import type { Event, NewEvent } from './event.ts';
import type { EventEntityType } from './types.ts';

/** Where the log of a workspace begins and ends, as sequence numbers. */
export interface LogBounds {
  /** Everything after it is kept; 0 as long as nothing has been forgotten. */
  readonly keptAfter: number;
  /** Of the last event; 0 where there is none. */
  readonly last: number;
}

/** A stretch of the log, oldest first. */
export interface LogStretch {
  /** Without those that cannot be read. */
  readonly events: readonly Event[];
  /** Up to where it goes: the next one begins after it. */
  readonly upTo: number;
  /** Whether there may be more. */
  readonly more: boolean;
}

/** The append-only log: events get the workspace's next sequence numbers. */
export interface EventStore {
  /** Returns the sequence number of the event. */
  append(event: NewEvent): Promise<number>;
  /** What activity shows of an entity, newest first; positions are sequence numbers. */
  ofEntity(type: EventEntityType, id: string, page: PageSlice): Promise<Page<Event>>;
  /** What activity shows of what an agent did and what was done to it, newest first, with the total of entries. */
  ofAgent(agentId: string, page: PageSlice): Promise<Page<Event>>;
  /** How many entries `ofAgent` has. */
  countOfAgent(agentId: string): Promise<number>;
  bounds(): Promise<LogBounds>;
  /** What comes after a sequence number, so many events at the most. */
  after(seq: number, limit: number): Promise<LogStretch>;
  /** The same of one entity alone. */
  ofEntityAfter(type: EventEntityType, id: string, seq: number, limit: number): Promise<LogStretch>;
  /**
   * Forgets, of the next so many events from before a time, those that no activity shows, and keeps where the log
   * begins now; the last of all stays. Returns whether there may be more.
   */
  forget(before: number, atMost: number): Promise<boolean>;
}
