import { showProgress } from '@tandem/cli';
import { foreignFile, prepareDemo, startAgents } from '@tandem/demo';
import { CannotRun } from '../errors/cannot-run.ts';
import { fileStore } from '../files/file-store.ts';
import { type Log, loggable } from '../log/log.ts';
import type { Config } from '../settings/config.ts';
import { demoFolder, demoIgnores } from '../settings/demo.ts';
import { makeFolder } from '../storage/data-folder.ts';
import { holdFolder } from '../storage/folder-lock.ts';
import { openToServe } from '../storage/open.ts';
import { type RunningServer, startServer } from './start-server.ts';

/**
 * Serves the demo, creating it first if it is new, and starts its agents. Throws `CannotRun` if the folder holds
 * anything else.
 */
export async function startDemo(config: Config, log: Log): Promise<RunningServer> {
  for (const setting of demoIgnores(process.env)) log.warn({ setting }, 'setting ignored in a demo');
  const hostKey = await prepare(config, log);
  const server = await startServer(config, log);
  const stopAgents = startAgents({
    url: server.url,
    dataDir: config.dataDir,
    onLine: (agent, line) => log.info({ agent }, line),
    onError: (error) => log.error({ error: loggable(error) }, 'demo agent stopped'),
  });
  return {
    ...server,
    firstKey: hostKey,
    stop: async () => {
      // Stopped first, so that they can release their tasks.
      await stopAgents();
      await server.stop();
    },
  };
}

async function prepare(config: Config, log: Log): Promise<string | null> {
  const { dataDir } = config;
  // Checked before anything is created in the folder.
  refuseForeign(dataDir);
  makeFolder(dataDir);
  const unlock = holdFolder(dataDir);
  const contents = fileStore(config);
  let progress: ReturnType<typeof showProgress> | undefined;
  try {
    refuseForeign(dataDir);
    return await prepareDemo({
      dataDir,
      openStorage: () => openToServe(config),
      contents,
      onProgress: (done, of) => {
        if (!progress) log.info({ dataDir }, 'creating the demo workspace');
        progress ??= showProgress(process.stderr, 0);
        progress.at(`Creating the demo workspace: ${Math.floor((done / of) * 100)} % …`);
      },
    });
  } finally {
    progress?.end();
    contents.close();
    unlock();
  }
}

function refuseForeign(dataDir: string): void {
  const file = foreignFile(dataDir);
  if (file === undefined) return;
  throw new CannotRun(
    `The folder ${dataDir} contains files that are not a demo's (${file}). ` +
      `Unset TANDEM_DATA_DIR to keep the demo in ${demoFolder(process.env)}, or set it to an empty or new folder.`,
  );
}
