import type { Event } from '../events/event.ts';
import { type ShownEvent, shownEvent } from '../events/shown.ts';
import { cut } from '../shared/text.ts';
import { type Delivery, TEST_TYPE } from './delivery.ts';

/** Maximum size of a message, in bytes. */
const MAX_BYTES = 20_000;
/** Lengths in code points to which values are cut until the message fits. */
const CUTS = [500, 250, 100, 50];

const body = (type: string, at: number, data: object): string =>
  JSON.stringify({ type, timestamp: new Date(at).toISOString(), data });

/** In UTF-8. */
function bytesOf(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : (unit & 0xf800) === 0xd800 ? 2 : 3;
  }
  return bytes;
}

const shorter = (event: ShownEvent, max: number): ShownEvent => {
  const short = (value: string | null) => (value === null ? null : cut(value, max));
  const { changes, reason } = event;
  return {
    ...event,
    ...(changes && {
      changes: changes.map(({ field, from, to }) => ({ field, from: short(from), to: short(to) })),
    }),
    ...(reason !== undefined && { reason: cut(reason, max) }),
  };
};

const ofEvent = ({ at, ...event }: ShownEvent): string =>
  body(event.type, at, { ...event, at: new Date(at).toISOString() });

/** The message for an event: `{ type, timestamp, data }` with the event as data, under 20 kB. */
export function messageOf(event: Event): string {
  let payload = shownEvent(event);
  let text = ofEvent(payload);
  for (const max of CUTS) {
    if (bytesOf(text) < MAX_BYTES) break;
    payload = shorter(payload, max);
    text = ofEvent(payload);
  }
  return text;
}

/** A test message; it does not refer to any event. */
export const testMessage = ({ messageId, webhookId, createdAt }: Delivery): string =>
  body(TEST_TYPE, createdAt, {
    id: messageId,
    type: TEST_TYPE,
    webhookId,
    at: new Date(createdAt).toISOString(),
  });
