import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { followByClient } from './client-reader.ts';
import type { Order, Reader } from './order.ts';
import { parseEvent, type ReceivedEvent } from './received.ts';

const COMES_BACK_MS = 50;
/** An event, or the placeholder for events that a reader may not see. */
const FRAME = /^id: (.*)\nevent: (.*)\ndata: (.*)$/;

/** Received texts, shared so that a thousand readers keep one copy of each. */
const known = new Map<string, ReceivedEvent>();
function once(text: string): ReceivedEvent {
  let events = known.get(text);
  if (!events) {
    events = parseEvent(text);
    known.set(text, events);
  }
  return events;
}

/** Follows the stream across connections, each from the last position. */
export function follow(order: Order): Reader {
  if (order.habit === 'client') return followByClient(order);
  let over = false;
  let position = order.after;
  let current: ClientRequest | undefined;
  let asleep = order.habit === 'stalled';
  let wake = () => {
    asleep = false;
  };
  const reader: Reader = {
    ...order,
    events: [],
    last: 0,
    connections: 0,
    complaints: [],
    wake: () => wake(),
    stop: () => {
      over = true;
      current?.destroy();
    },
  };

  const take = (frame: string) => {
    const [, id, type, data] = FRAME.exec(frame) ?? [];
    if (id === undefined) return;
    position = id;
    if (type === 'reset') reader.complaints.push(`${order.name} received a reset: events were pruned.`);
    if (type === 'position' || type === 'reset') return;
    const events = once(data as string);
    reader.events.push(events);
    reader.last = events.seq;
  };

  /** Resolves when the connection ends. */
  const connectOnce = () =>
    new Promise<void>((resolve) => {
      const types = order.expected.types === null ? '' : `?types=${order.expected.types}`;
      current = request(`${order.url}/api/v1/events/stream${types}`, {
        agent: false,
        headers: {
          Authorization: `Bearer ${order.key}`,
          Accept: 'text/event-stream',
          'Last-Event-ID': position,
        },
      });
      current.once('error', () => undefined);
      current.once('close', resolve);
      current.once('response', (response: IncomingMessage) => {
        response.once('error', () => undefined);
        if (response.statusCode !== 200) {
          // The server may not have noticed yet that another connection of the key is closed.
          if (response.statusCode !== 429 && (response.statusCode as number) < 500)
            reader.complaints.push(`${order.name} was answered with ${response.statusCode}.`);
          response.resume();
          return;
        }
        reader.connections++;
        if (order.habit === 'cut') setTimeout(() => current?.destroy(), Math.random() * order.cutMs).unref();
        let rest = '';
        if (asleep)
          wake = () => {
            asleep = false;
            response.resume();
          };
        response.setEncoding('utf8').on('data', (chunk: string) => {
          const frames = (rest + chunk).split('\n\n');
          rest = frames.pop() as string;
          for (const frame of frames) take(frame);
          if (order.habit !== 'slow') return;
          response.pause();
          setTimeout(() => response.resume(), Math.random() * 100);
        });
        if (asleep) response.pause();
      });
      current.end();
    });

  void (async () => {
    while (!over) {
      await connectOnce();
      await pause(COMES_BACK_MS);
    }
  })();
  return reader;
}
