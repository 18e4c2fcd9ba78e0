import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { followByClient } from './client-reader.ts';
import { type Told, toldBy, type Wish } from './told.ts';

/**
 * How a reader reads: `steady` as fast as it can; `cut` until its connection breaks, again and again; `client` the same by
 * the client; `slow` with a pause after each piece; `late` as `steady`, but it only begins when all others are under way; `stalled` not at all until
 * it is told to `wake`, and then as `steady`.
 */
export type Habit = 'steady' | 'cut' | 'client' | 'slow' | 'late' | 'stalled';

/** What a reader is to do. */
export interface Order {
  readonly name: string;
  readonly url: string;
  readonly key: string;
  readonly wish: Wish;
  readonly habit: Habit;
  /** For how many milliseconds a connection of one that is cut lasts, at the most. */
  readonly cutMs: number;
  /** The position that it begins after. */
  readonly after: string;
}

export interface Reader extends Order {
  readonly told: Told[];
  /** The number of the last event it knows of. */
  last: number;
  /** Connections that it has had. */
  connections: number;
  /** What nobody should be answered. */
  readonly complaints: string[];
  wake(): void;
  stop(): void;
}

const COMES_BACK_MS = 50;
/** An event, or what stands for those that a reader does not see. */
const FRAME = /^id: (.*)\nevent: (.*)\ndata: (.*)$/;

/** Texts that were told already, so that a thousand readers keep each only once. */
const known = new Map<string, Told>();
function once(text: string): Told {
  let told = known.get(text);
  if (!told) {
    told = toldBy(text);
    known.set(text, told);
  }
  return told;
}

/** Follows the stream from one connection to the next, each from the position that it has come to. */
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
    told: [],
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
    if (type === 'reset') reader.complaints.push(`${order.name} was told that events are kept no more.`);
    if (type === 'position' || type === 'reset') return;
    const told = once(data as string);
    reader.told.push(told);
    reader.last = told.seq;
  };

  /** Ends when the connection does. */
  const connectOnce = () =>
    new Promise<void>((resolve) => {
      const types = order.wish.types === null ? '' : `?types=${order.wish.types}`;
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
          // The server may not have noticed yet that another connection of the key has gone.
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
