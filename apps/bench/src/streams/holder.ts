import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { answerParent } from '../processes.ts';
import { type Latency, latency } from '../waits/measure.ts';
import { now } from './clock.ts';
import type { Changes } from './writer.ts';

/* Reads streams, parsing as little as possible: it shares the cores of the server. */

interface Target {
  readonly port: number;
  readonly readers: readonly string[];
}

/** The readers' delays for changes. */
export interface Delivered {
  /**
   * Milliseconds from the response of the change, which is sent when the commit is on disk, until a reader has the
   * event.
   */
  readonly sinceCommit: Latency;
  /** Measured from the time when the change was sent. */
  readonly sinceSent: Latency;
  /** Events that did not arrive. */
  readonly missing: number;
}

/** Fewer than a server's backlog, beyond which the system drops connections and tries again later. */
const AT_ONCE = 100;
const TITLE = /"title":"Change (\d+)"/g;
const FRAME_END = '\n\n';

let sockets: Socket[] = [];
/** When each reader received each change. */
let arrivals: Map<number, number>[] = [];

async function open(port: number, secret: string, query = ''): Promise<Socket> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  await once(socket, 'connect');
  const head = `GET /api/v1/events/stream${query} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${secret}\r\n`;
  socket.write(`${head}Accept: text/event-stream\r\n\r\n`);
  return socket;
}

const handlers = {
  /** Opens a stream for each reader; resolves when all have received their position. */
  hold: async ({ port, readers }: Target): Promise<void> => {
    arrivals = readers.map(() => new Map());
    for (let first = 0; first < readers.length; first += AT_ONCE) {
      const some = readers.slice(first, first + AT_ONCE);
      const opened = await Promise.all(some.map((secret) => open(port, secret)));
      await Promise.all(opened.map((socket) => once(socket, 'data')));
      for (const [i, socket] of opened.entries()) follow(socket, arrivals[first + i] as Map<number, number>);
      sockets.push(...opened);
    }
  },
  /** Ends all streams. */
  leave: (_: null): void => {
    for (const socket of sockets) socket.destroy();
    sockets = [];
  },
  /** The delays with which readers received these changes. */
  delivered: ({ sent, answered, first }: Changes): Delivered => {
    const sinceCommit: number[] = [];
    const sinceSent: number[] = [];
    let missing = 0;
    for (const times of arrivals) {
      for (let i = 0; i < sent.length; i++) {
        const at = times.get(first + i);
        if (at === undefined) missing++;
        else {
          sinceCommit.push(at - (answered[i] as number));
          sinceSent.push(at - (sent[i] as number));
        }
      }
    }
    return { sinceCommit: latency(sinceCommit), sinceSent: latency(sinceSent), missing };
  },
  /** Reads from one position to another with this many streams at a time; returns the milliseconds. */
  catchUp: async (way: Target & { readonly from: string; readonly to: string }): Promise<number> => {
    const start = now();
    await Promise.all(
      way.readers.map(async (secret) => {
        const socket = await open(way.port, secret, `?after=${way.from}`);
        const end = `id: ${way.to}\n`;
        let rest = '';
        await new Promise<void>((resolve) => {
          socket.on('data', (chunk: Buffer) => {
            const text = rest + chunk.toString('latin1');
            if (text.includes(end)) resolve();
            rest = text.slice(-end.length);
          });
        });
        socket.destroy();
      }),
    );
    return now() - start;
  },
};

function follow(socket: Socket, times: Map<number, number>): void {
  let rest = '';
  socket.on('data', (chunk: Buffer) => {
    const at = now();
    const text = rest + chunk.toString('latin1');
    const end = text.lastIndexOf(FRAME_END);
    if (end < 0) {
      rest = text;
      return;
    }
    rest = text.slice(end + 1);
    for (const [, number] of text.slice(0, end).matchAll(TITLE)) times.set(Number(number), at);
  });
}

export type StreamHolder = typeof handlers;

answerParent(handlers);
