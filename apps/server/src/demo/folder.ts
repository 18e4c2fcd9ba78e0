import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from '../errors/cannot-run.ts';

/** The marker file of a demo folder, which says whether the demo is complete. */
interface Mark {
  readonly told: boolean;
}

const markIn = (dataDir: string): string => join(dataDir, 'demo.json');
/** The file of the keys of the demo's agents. */
export const keyFileIn = (dataDir: string, agent: string): string => join(dataDir, `${agent}.key`);

/** The lock file that a server leaves in an otherwise empty folder. */
const LOCK = 'server.lock';

/**
 * The state of a data folder: empty, an incomplete demo, or a complete one. Throws `CannotRun` for any other contents,
 * which a demo must not touch.
 */
export function demoIn(dataDir: string): 'nothing' | 'begun' | 'whole' {
  if (existsSync(markIn(dataDir))) return read(dataDir).told ? 'whole' : 'begun';
  const there = existsSync(dataDir) ? readdirSync(dataDir).filter((name) => !name.startsWith(LOCK)) : [];
  if (there.length === 0) return 'nothing';
  throw new CannotRun(
    `The folder ${dataDir} holds something that is no demo (${there[0]}). ` +
      'Leave TANDEM_DATA_DIR out, and the demo is kept in ./data/demo; or set it to a folder that is empty or not there.',
  );
}

function read(dataDir: string): Mark {
  try {
    return JSON.parse(readFileSync(markIn(dataDir), 'utf8')) as Mark;
  } catch {
    return { told: false };
  }
}

/** Marks the folder as a demo's, either complete or incomplete. */
export function markDemo(dataDir: string, mark: Mark): void {
  const unfinished = `${markIn(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  renameSync(unfinished, markIn(dataDir));
}

/** Deletes the data of an incomplete demo. */
export function clearDemo(dataDir: string): void {
  for (const name of ['tandem.db', 'tandem.db-wal', 'tandem.db-shm', 'files']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
