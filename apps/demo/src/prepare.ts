import { existsSync, writeFileSync } from 'node:fs';
import { nodePorts } from '@tandem/adapter-node';
import { createTandem, type FileContents, type Storage } from '@tandem/core';
import { WORKERS } from './agents/start.ts';
import { clearDemo, demoIn, keyFileIn, markDemo } from './folder.ts';
import { createStory } from './teller/create-story.ts';

export interface DemoHost {
  readonly dataDir: string;
  /** Opens the database in the folder, which is closed again after use. */
  readonly openStorage: () => Promise<Storage>;
  readonly contents: FileContents;
  /** Called while the demo is created. */
  readonly onProgress: (done: number, of: number) => void;
}

/**
 * Prepares a demo folder for serving: creates the demo unless it is complete, and creates the agents' keys. Returns the
 * host's key if it is new.
 */
export async function prepareDemo(host: DemoHost): Promise<string | null> {
  const state = demoIn(host.dataDir);
  if (state === 'incomplete') clearDemo(host.dataDir);
  const hostKey = state === 'complete' ? null : await create(host);
  await createKeys(host);
  return hostKey;
}

async function create({ dataDir, openStorage, contents, onProgress }: DemoHost): Promise<string> {
  markDemo(dataDir, { told: false });
  const { hostKey } = await createStory({
    storage: await openStorage(),
    contents,
    now: Date.now(),
    onProgress,
  });
  markDemo(dataDir, { told: true });
  return hostKey;
}

/** The keys of the agent processes and of the routine tasks; each is created once and kept in the folder. */
async function createKeys({ dataDir, openStorage }: DemoHost): Promise<void> {
  const missing = WORKERS.filter(({ name }) => !existsSync(keyFileIn(dataDir, name)));
  if (missing.length === 0) return;
  const tandem = createTandem({ ...nodePorts(), storage: await openStorage() });
  try {
    const [workspace] = await tandem.operator.workspaces();
    if (!workspace) return;
    for (const { name, member, kind, scopes } of missing) {
      const { secret } = await tandem.operator.createKey(workspace.id, member, { name, kind, scopes });
      writeFileSync(keyFileIn(dataDir, name), `${secret}\n`, { mode: 0o600 });
    }
  } finally {
    await tandem.close();
  }
}
