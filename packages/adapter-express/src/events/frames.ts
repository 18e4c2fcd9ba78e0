import { type Event, positionAt, shownEvent } from '@tandem/core';
import { presentEvent } from './present.ts';

/* Server-Sent Events as text (https://html.spec.whatwg.org/multipage/server-sent-events.html). */

/** Caches each event's text, shared by all readers. */
const texts = new WeakMap<Event, string>();

/** An event, with its position as id and its type. */
export function eventFrame(workspaceId: string, event: Event): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const presented = presentEvent(shownEvent(event));
  const id = positionAt(workspaceId, event.seq);
  const text = `id: ${id}\nevent: ${presented.type}\ndata: ${JSON.stringify(presented)}\n\n`;
  texts.set(event, text);
  return text;
}

/** Moves the reader's position forward past events it may not see, so that it need not resume far behind. */
export const positionFrame = (position: string): string =>
  `id: ${position}\nevent: position\ndata: ${JSON.stringify({ position })}\n\n`;

/** The reader's position is no longer kept; it continues from the oldest position that is. */
export const resetFrame = (oldest: string): string =>
  `id: ${oldest}\nevent: reset\ndata: ${JSON.stringify({ oldest })}\n\n`;

/** Keeps the connection from looking idle. */
export const PING = ':\n\n';

/** Asks the reader to reconnect soon, before the server stops. */
export const GOODBYE = 'retry: 1000\n\n';
