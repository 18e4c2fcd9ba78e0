import { readConfig, startServer } from '@tandem/server';
import { answerParent } from '../processes.ts';

/** As precise as the times that it must distinguish. */
const TICK_MS = 2;

let stop = async (): Promise<void> => undefined;
let before = cpuMs();
let longest = 0;

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

const handlers = {
  /** The server as users run it, on any free port and without a limit on requests. */
  start: async (folder: string): Promise<number> => {
    const settings = { TANDEM_DATA_DIR: folder, TANDEM_PORT: '0', TANDEM_RATE_LIMIT: '0' };
    const server = await startServer(readConfig(settings));
    stop = server.stop;
    before = cpuMs();
    // Work between two ticks was not interrupted.
    setInterval(() => {
      const now = cpuMs();
      longest = Math.max(longest, now - before);
      before = now;
    }, TICK_MS);
    return server.port;
  },
  /** Milliseconds of user and system time so far. */
  cpu: (_: null): number => cpuMs(),
  forget: (_: null): void => {
    longest = 0;
  },
  /** Milliseconds of CPU time that the longest piece of work took since. */
  longest: (_: null): number => longest,
  stop: (_: null): Promise<void> => stop(),
};

export type StalledServer = typeof handlers;

answerParent(handlers);
