import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const markerIn = (dataDir: string): string => join(dataDir, 'demo.json');
/** The file of the keys of the demo's agents. */
export const keyFileIn = (dataDir: string, agent: string): string => join(dataDir, `${agent}.key`);

/** The lock file that a server leaves in an otherwise empty folder. */
const LOCK = 'server.lock';

/** A file in the folder if it is neither empty nor a demo's, so that a demo must not touch it. */
export function foreignFile(dataDir: string): string | undefined {
  if (existsSync(markerIn(dataDir)) || !existsSync(dataDir)) return undefined;
  return readdirSync(dataDir).find((name) => !name.startsWith(LOCK));
}

/** Whether the folder holds no demo, an incomplete one, or a complete one. */
export function demoIn(dataDir: string): 'none' | 'incomplete' | 'complete' {
  if (!existsSync(markerIn(dataDir))) return 'none';
  try {
    const { told: isComplete } = JSON.parse(readFileSync(markerIn(dataDir), 'utf8')) as { told: boolean };
    return isComplete ? 'complete' : 'incomplete';
  } catch {
    return 'incomplete';
  }
}

/** Marks the folder as a demo's; `told` means complete. */
export function markDemo(dataDir: string, marker: { readonly told: boolean }): void {
  const unfinished = `${markerIn(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(marker)}\n`, { mode: 0o600 });
  renameSync(unfinished, markerIn(dataDir));
}

/** Deletes the data of an incomplete demo. */
export function clearDemo(dataDir: string): void {
  for (const name of ['tandem.db', 'tandem.db-wal', 'tandem.db-shm', 'files']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
