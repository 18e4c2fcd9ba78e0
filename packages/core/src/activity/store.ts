import type { Page, PageSlice } from '../shared/page.ts';
import type { EntityType, Event } from './event.ts';

/** The append-only log: entries get the workspace's next sequence numbers. */
export interface EventStore {
  /** Returns the sequence number of the last entry. */
  append(events: readonly Event[]): Promise<number>;
  /** What was done to an entity, newest first. */
  ofEntity(type: EntityType, id: string, page: PageSlice): Promise<Page<Event>>;
  /** What an agent did and what was done to it, newest first, with the total. */
  ofAgent(agentId: string, page: PageSlice): Promise<Page<Event>>;
  /** How many entries `ofAgent` has. */
  countOfAgent(agentId: string): Promise<number>;
}
