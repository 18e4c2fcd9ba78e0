import type { Event } from './event.ts';
import { positionAt } from './position.ts';
import type { EventPage } from './reading.ts';
import { type ShownEvent, shownEvent } from './shown.ts';

/** An event with the position after which reading goes on. */
export interface Positioned {
  readonly event: ShownEvent;
  readonly position: string;
}

/** Part of the events that somebody sees. It may hold fewer than were asked for, or none, and yet others follow. */
export interface ShownEvents {
  readonly items: readonly Positioned[];
  /** Where to go on, now or later: never null. */
  readonly position: string;
  readonly more: boolean;
}

export const positioned = (workspaceId: string, event: Event): Positioned => ({
  event: shownEvent(event),
  position: positionAt(workspaceId, event.seq),
});

export const shownPage = (workspaceId: string, { events, next, more }: EventPage): ShownEvents => ({
  items: events.map((event) => positioned(workspaceId, event)),
  position: positionAt(workspaceId, next),
  more,
});
