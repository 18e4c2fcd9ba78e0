import { setTimeout as pause } from 'node:timers/promises';
import { answerParent } from './processes.ts';

/** A server that listens; `stop` lets go of the port and the database. */
export interface Listening {
  readonly port: number;
  /** Round trips to a remote database so far. */
  readonly trips?: () => number;
  stop(): Promise<void>;
}

const GIVE_BACK_MS = 300;

/** Bytes that a process takes. */
export interface Memory {
  readonly resident: number;
  /** Bytes of JavaScript objects. */
  readonly heap: number;
}

/** In a server process: starts the server when the benchmark asks, and reports the process's resource usage. */
export function measuredServer(start: (folder: string) => Promise<Listening>) {
  let listening: Listening | undefined;
  const handlers = {
    start: async (folder: string): Promise<number> => {
      listening = await start(folder);
      return listening.port;
    },
    /** Microseconds of user and system time so far. */
    cpu: (_: null): number => {
      const { user, system } = process.cpuUsage();
      return user + system;
    },
    trips: (_: null): number => listening?.trips?.() ?? 0,
    /** After garbage collection, if the process was started with --expose-gc. */
    memory: async (_: null): Promise<Memory> => {
      globalThis.gc?.();
      // Freed memory returns to the system only after a while.
      await pause(GIVE_BACK_MS);
      globalThis.gc?.();
      const { rss, heapUsed } = process.memoryUsage();
      return { resident: rss, heap: heapUsed };
    },
    stop: async (_: null): Promise<void> => {
      await listening?.stop();
    },
  };
  answerParent(handlers);
  return handlers;
}

export type MeasuredServer = ReturnType<typeof measuredServer>;
