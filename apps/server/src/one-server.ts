import { join } from 'node:path';
import { type Lock, takeLock } from '@tandem/adapter-sqlite';
import { CannotRun } from './cannot-run.ts';
import { explained, refuseUnfinishedMove } from './database.ts';

/** An empty file that stays where it is; whether it is there says nothing, only whether it is locked. */
const lockIn = (dataDir: string): string => join(dataDir, 'server.lock');

/**
 * Keeps a data folder, which must be there, for this process among those that cannot share it: a server, a
 * restore, a repair, a move. Other commands work beside them. Returns what lets go of it, which the end of the process
 * does as well; throws `CannotRun` when another process has it.
 */
export function holdFolder(dataDir: string): () => void {
  const release = holdForMove(dataDir);
  try {
    refuseUnfinishedMove(dataDir);
  } catch (error) {
    release();
    throw error;
  }
  return release;
}

/** The same for what goes on with a move into the folder. */
export function holdForMove(dataDir: string): () => void {
  const lock = lockOf(dataDir);
  if ('release' in lock) return lock.release;
  const who = lock.heldBy === null ? '' : ` (${lock.heldBy})`;
  throw new CannotRun(
    `Another process${who} serves, restores, repairs or moves the data folder ${dataDir}. ` +
      'Stop the server, or set TANDEM_DATA_DIR to another folder.',
  );
}

function lockOf(dataDir: string): Lock {
  const file = lockIn(dataDir);
  try {
    return takeLock(file);
  } catch (error) {
    throw explained(error, file);
  }
}
