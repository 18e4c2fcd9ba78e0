import { onStopSignals } from '@tandem/cli';
import { demoMessage } from '@tandem/demo';
import { createLog, loggable } from '../log/log.ts';
import { type Config, unknownSettings } from '../settings/config.ts';
import { startDemo } from './demo.ts';
import { canOpenBrowser, openBrowser } from './open-browser.ts';
import { startMessage } from './start-message.ts';
import { startServer } from './start-server.ts';

interface ServeOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly demo: boolean;
  /** Opens the sign-in link in the browser of a person at a terminal. */
  readonly open: boolean;
}

/**
 * Serves until the process is told to stop, then ends it. The first signal lets requests in flight finish; a second one
 * stops at once. An uncaught error is logged and also ends the process.
 */
export async function serveUntilStopped(config: Config, { env, demo, open }: ServeOptions): Promise<void> {
  const log = await createLog(config);
  const server = await (demo ? startDemo(config, log) : startServer(config, log)).finally(() => {
    // Also when the start fails, which they may explain.
    const { PORT, TANDEM_PORT } = env;
    const ignored = PORT && !TANDEM_PORT ? [{ name: 'PORT', meant: 'TANDEM_PORT' }] : [];
    for (const { name, meant } of [...unknownSettings(env), ...ignored]) {
      log.warn({ setting: name, meant }, 'unknown setting');
    }
  });

  const die = (error: unknown) => {
    log.fatal({ error: loggable(error) }, 'failed');
    process.exit(1);
  };
  const stop = async (signal: NodeJS.Signals) => {
    log.info({ signal }, 'stopping');
    await server.stop();
    log.info('stopped');
    process.exit(0);
  };
  process.on('uncaughtException', die);
  onStopSignals(
    (signal) => void stop(signal).catch(die),
    () => process.exit(1),
  );
  log.info(
    {
      url: server.url,
      ...server.build,
      dataDir: config.dataDir,
      ...(config.databaseUrl && { database: server.database }),
    },
    'serving',
  );
  // Without a terminal, standard output may end up in a log, so no link is created, unless the first key has to be
  // printed there anyway.
  const link =
    demo || server.firstKey !== null || process.stdout.isTTY
      ? await server.adminLink().catch(() => null)
      : null;
  if (link && open && canOpenBrowser(env, process.stdout.isTTY)) openBrowser(link);
  // The link and the key come last on a terminal.
  log.flush();
  process.stdout.write((demo ? demoMessage : startMessage)(server, link));
}
