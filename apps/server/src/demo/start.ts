import type { Log } from '../log/log.ts';
import { type RunningServer, startServer } from '../serve/start-server.ts';
import type { Config } from '../settings/config.ts';
import { startWorkers } from './live/workers.ts';
import { prepareDemo } from './prepare.ts';
import { NOT_IN_A_DEMO } from './settings.ts';

/**
 * Serves the demo, creating it first if it is new, and starts its agents. Throws `CannotRun` if the folder holds
 * anything else.
 */
export async function startDemo(config: Config, log: Log): Promise<RunningServer> {
  for (const setting of NOT_IN_A_DEMO) {
    if (process.env[setting]) log.warn({ setting }, 'setting left out in a demo');
  }
  const hostKey = await prepareDemo(config, log);
  const server = await startServer(config, log);
  const stopWorkers = startWorkers(server.url, config.dataDir, log);
  return {
    ...server,
    firstKey: hostKey,
    stop: async () => {
      // Stopped first, so that they can release their tasks.
      await stopWorkers();
      await server.stop();
    },
  };
}
