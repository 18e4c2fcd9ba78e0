import { type Event, positionAt, shownEvent } from '@tandem/core';
import { presentEvent } from './present.ts';

/* Server-Sent Events as text (https://html.spec.whatwg.org/multipage/server-sent-events.html). */

/** Of each event once, however many read it. */
const texts = new WeakMap<Event, string>();

/** An event: its position as id, its type, and itself. */
export function eventFrame(workspaceId: string, event: Event): string {
  const known = texts.get(event);
  if (known !== undefined) return known;
  const shown = presentEvent(shownEvent(event));
  const id = positionAt(workspaceId, event.seq);
  const text = `id: ${id}\nevent: ${shown.type}\ndata: ${JSON.stringify(shown)}\n\n`;
  texts.set(event, text);
  return text;
}

/** Where the reader stands, when nothing came that it may see: it need not start far behind. */
export const positionFrame = (position: string): string =>
  `id: ${position}\nevent: position\ndata: ${JSON.stringify({ position })}\n\n`;

/** What the reader has missed is not kept any more; it goes on from the oldest that is. */
export const resetFrame = (oldest: string): string =>
  `id: ${oldest}\nevent: reset\ndata: ${JSON.stringify({ oldest })}\n\n`;

/** Keeps the connection from looking idle. */
export const PING = ':\n\n';

/** Tells the reader to come back soon, before the server goes. */
export const GOODBYE = 'retry: 1000\n\n';
