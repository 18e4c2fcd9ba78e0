import type { Page, PageSlice } from '../shared/page.ts';
import type { EntityType, Event } from './event.ts';

/** The append-only log: entries get the workspace's next sequence numbers. */
export interface EventStore {
  append(events: readonly Event[]): Promise<void>;
  /** What was done to an entity, newest first. */
  ofEntity(type: EntityType, id: string, page: PageSlice): Promise<Page<Event>>;
}
