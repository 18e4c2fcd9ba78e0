import { join } from 'node:path';
import { type Lock, takeLock } from '@tandem/adapter-sqlite';
import { CannotRun } from '../errors/cannot-run.ts';
import { explained, refuseUnfinishedMove } from './sqlite.ts';

/** An empty file that is never removed. Only its lock matters, not its existence. */
const lockIn = (dataDir: string): string => join(dataDir, 'server.lock');

export type Unlock = () => void;

/**
 * Locks an existing data folder against other processes that need it exclusively: a server, a restore, a repair, a
 * move. Other commands ignore the lock. Keep the returned function: a lock without it may end early, and all locks end
 * with the process.
 * Throws `CannotRun` if another process holds it.
 */
export function holdFolder(dataDir: string): Unlock {
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
export function holdForMove(dataDir: string): Unlock {
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
