import { setTimeout as pause } from 'node:timers/promises';
import { answerParent } from './processes.ts';

/** A server that listens; `stop` lets go of the port and the database. */
export interface Listening {
  readonly port: number;
  /** How often it has asked a database elsewhere, where it has one. */
  readonly trips?: () => number;
  stop(): Promise<void>;
}

const GIVE_BACK_MS = 300;

/** Bytes that a process takes. */
export interface Memory {
  readonly resident: number;
  /** Of JavaScript objects alone. */
  readonly heap: number;
}

/** In the process of a server: starts it when the benchmark asks, and tells what the process takes. */
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
    /** After what is no longer needed is gone, if the process was started with --expose-gc. */
    memory: async (_: null): Promise<Memory> => {
      globalThis.gc?.();
      // The system gets back what is free only some time later.
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
