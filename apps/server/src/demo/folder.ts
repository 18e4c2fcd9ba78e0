import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from '../cannot-run.ts';

/** What stands in a folder that a demo has made: whether its story is told to the end. */
interface Mark {
  readonly told: boolean;
}

const markIn = (dataDir: string): string => join(dataDir, 'demo.json');
/** Where the keys of the agents are that work while the demo runs. */
export const keyFileIn = (dataDir: string, agent: string): string => join(dataDir, `${agent}.key`);

/** What the lock of a server leaves in a folder in which nothing has been kept yet. */
const LOCK = 'server.lock';

/**
 * What there is in a data folder: nothing, a demo that was begun and not told to its end, or a whole one. Throws
 * `CannotRun` for anything else, which a demo would mix with its own.
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

/** Makes the folder one of a demo, whose story is told or is still to be. */
export function markDemo(dataDir: string, mark: Mark): void {
  const unfinished = `${markIn(dataDir)}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(mark)}\n`, { mode: 0o600 });
  renameSync(unfinished, markIn(dataDir));
}

/** Takes away what a demo has kept that was not told to its end. */
export function clearDemo(dataDir: string): void {
  for (const name of ['tandem.db', 'tandem.db-wal', 'tandem.db-shm', 'files']) {
    rmSync(join(dataDir, name), { recursive: true, force: true });
  }
}
