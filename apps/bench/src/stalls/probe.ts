import { setTimeout as pause } from 'node:timers/promises';
import { type Connection, openConnection } from '../load/connection.ts';
import { answerParent } from '../processes.ts';

const HEALTH = 'GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n';
/** The pause between a response and the next request. */
const EVERY_MS = 2;

/** The observations since the last reset. */
export interface Seen {
  /** The slowest response time in milliseconds. */
  readonly longest: number;
  readonly answers: number;
}

let longest = 0;
let answers = 0;
let asking: Promise<void> = Promise.resolve();

/** Polls the server's liveness all the time, like any other client. */
async function watch(port: number): Promise<never> {
  let connection: Connection | undefined;
  for (;;) {
    const start = performance.now();
    let answered = () => {};
    asking = new Promise((resolve) => {
      answered = resolve;
    });
    for (let done = false; !done; ) {
      try {
        connection ??= await openConnection(port);
        await connection.request(HEALTH);
        done = true;
      } catch {
        // Closed for being idle, or not open yet: it is the time until an answer that counts.
        connection = undefined;
        await pause(EVERY_MS);
      }
    }
    longest = Math.max(longest, performance.now() - start);
    answers++;
    answered();
    await pause(EVERY_MS);
  }
}

const handlers = {
  watch: (port: number): void => {
    void watch(port);
  },
  /** Resets the observations; a request in flight still counts. */
  forget: (_: null): void => {
    longest = 0;
    answers = 0;
  },
  /** Waits for the response of the request in flight. */
  seen: async (_: null): Promise<Seen> => {
    await asking;
    return { longest, answers };
  },
};

export type HealthProbe = typeof handlers;

answerParent(handlers);
