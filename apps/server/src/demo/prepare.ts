import { existsSync, writeFileSync } from 'node:fs';
import { showProgress } from '@tandem/cli';
import { createTandem } from '@tandem/core';
import { nodePorts } from '@tandem/core/node';
import { fileStore } from '../files/file-store.ts';
import type { Log } from '../log/log.ts';
import type { Config } from '../settings/config.ts';
import { makeFolder } from '../storage/data-folder.ts';
import { holdFolder } from '../storage/folder-lock.ts';
import { openToServe } from '../storage/open.ts';
import { clearDemo, demoIn, keyFileIn, markDemo } from './folder.ts';
import { WORKERS } from './live/workers.ts';
import { tell } from './telling/tell.ts';

/**
 * Prepares a demo folder for serving: creates the demo unless it is complete, and makes the agents' keys. Returns the
 * host's key if it is new. Throws `CannotRun` if the folder holds anything else.
 */
export async function prepareDemo(config: Config, log: Log): Promise<string | null> {
  const { dataDir } = config;
  // Checked before anything is created in the folder.
  demoIn(dataDir);
  makeFolder(dataDir);
  const letGo = holdFolder(dataDir);
  try {
    const state = demoIn(dataDir);
    if (state === 'begun') clearDemo(dataDir);
    const hostKey = state === 'whole' ? null : await tellIn(config, log);
    await giveKeys(config);
    return hostKey;
  } finally {
    letGo();
  }
}

async function tellIn(config: Config, log: Log): Promise<string> {
  const { dataDir } = config;
  log.info({ dataDir }, 'filling the demo');
  markDemo(dataDir, { told: false });
  const progress = showProgress(process.stderr, 0);
  const contents = fileStore(config);
  try {
    const { hostKey } = await tell({
      storage: await openToServe(config),
      contents,
      now: Date.now(),
      onProgress: (done, of) => progress.at(`Filling the demo: ${Math.floor((done / of) * 100)} % …`),
    });
    markDemo(dataDir, { told: true });
    return hostKey;
  } finally {
    progress.end();
    contents.close();
  }
}

/** The keys of the agent processes and of the routine tasks; each is created once and kept in the folder. */
async function giveKeys(config: Config): Promise<void> {
  const missing = WORKERS.filter(({ name }) => !existsSync(keyFileIn(config.dataDir, name)));
  if (missing.length === 0) return;
  const tandem = createTandem({ ...nodePorts(), storage: await openToServe(config) });
  try {
    const [workspace] = await tandem.operator.workspaces();
    if (!workspace) return;
    for (const { name, speaksFor, kind, scopes } of missing) {
      const key = { name, kind, scopes };
      const { secret } = await tandem.operator.createKey(workspace.id, speaksFor, key);
      writeFileSync(keyFileIn(config.dataDir, name), `${secret}\n`, { mode: 0o600 });
    }
  } finally {
    await tandem.close();
  }
}
