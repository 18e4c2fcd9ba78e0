import type { Event } from './event.ts';
import { positionAt } from './position.ts';
import { type ShownEvent, shownEvent } from './shown.ts';
import type { EventPage } from './visible.ts';

/** An event with the position to continue from after it. */
export interface Positioned {
  readonly event: ShownEvent;
  readonly position: string;
}

/** Part of the events visible to a reader. It may have fewer events than requested, or none, even if more follow. */
export interface ShownEvents {
  readonly items: readonly Positioned[];
  /** The position to continue from, now or later: never null. */
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
