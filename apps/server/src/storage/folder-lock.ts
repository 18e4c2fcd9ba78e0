import { join } from 'node:path';
import { type Lock, takeLock } from '@tandem/adapter-sqlite';
import { CannotRun } from '../errors/cannot-run.ts';
import { explained, refuseUnfinishedMove } from './sqlite.ts';

/** An empty file that is never removed. Only its lock matters, not its existence. */
const lockIn = (dataDir: string): string => join(dataDir, 'server.lock');

/**
 * Locks an existing data folder against other processes that need it exclusively: a server, a restore, a repair, a
 * move. Other commands ignore the lock. Returns a function that unlocks it; it is also unlocked when the process ends.
 * Throws `CannotRun` if another process holds it.
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

/** The same, for resuming a move into the folder. */
export function holdForMove(dataDir: string): () => void {
  const lock = lockOf(dataDir);
  if ('release' in lock) return lock.release;
  const who = lock.heldBy === null ? '' : ` (${lock.heldBy})`;
  throw new CannotRun(
    `Another process${who} is using the data folder ${dataDir}. ` +
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
