import { readFileSync, statSync } from 'node:fs';
import { holdAlone, isBusy } from './sqlite.ts';

/** Acquired, or held by another process, whose id may be unknown. */
export type Lock = { release(): void } | { readonly heldBy: number | null };

/**
 * Acquires an exclusive lock between processes, or names its holder. The file stays empty and can be left in place: the
 * operating system holds the lock and releases it when the process ends. Held until `release` is called or the lock is
 * garbage-collected. Throws the driver's error for a file that cannot be opened.
 */
export function takeLock(file: string): Lock {
  try {
    return { release: holdAlone(file) };
  } catch (error) {
    if (isBusy(error)) return { heldBy: holderOf(file) };
    throw error;
  }
}

/** The byte that SQLite locks for a writer. */
const RESERVED_BYTE = '1073741825';

/**
 * The process that holds the lock, if the system reports it (Linux: "1: POSIX ADVISORY WRITE pid device:inode start
 * end").
 */
function holderOf(file: string): number | null {
  try {
    const inode = String(statSync(file).ino);
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, , , type, pid, place, start] = line.split(/\s+/);
      if (type !== 'WRITE' || start !== RESERVED_BYTE || place?.split(':').at(-1) !== inode) continue;
      // Processes in other containers have no id here.
      return Number(pid) > 0 ? Number(pid) : null;
    }
  } catch {
    // The message works without an id.
  }
  return null;
}
