import { answerParent } from './processes.ts';

/** A server that listens; `stop` lets go of the port and the database. */
export interface Listening {
  readonly port: number;
  stop(): Promise<void>;
}

/** In the process of a server: starts it when the benchmark asks, and tells what CPU time the process took. */
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
    stop: async (_: null): Promise<void> => {
      await listening?.stop();
    },
  };
  answerParent(handlers);
  return handlers;
}

export type MeasuredServer = ReturnType<typeof measuredServer>;
