import { readFileSync, statSync } from 'node:fs';
import { holdAlone, isBusy } from './sqlite.ts';

/** Ours from now on, or that of another, whose process id may not be known. */
export type Lock = { release(): void } | { readonly heldBy: number | null };

/**
 * Takes a lock that one process has at a time, or says who has it. The file stays empty and may be left where
 * it is: the lock is the operating system's, which lets go of it however the process ends. It is held until
 * `release` is called or forgotten. Throws the driver's error for a file that cannot be opened.
 */
export function takeLock(file: string): Lock {
  try {
    return { release: holdAlone(file) };
  } catch (error) {
    if (isBusy(error)) return { heldBy: holderOf(file) };
    throw error;
  }
}

/** The byte of a file that SQLite locks for whoever is about to write. */
const RESERVED_BYTE = '1073741825';

/** Which process holds the lock, where the system tells (Linux: "1: POSIX ADVISORY WRITE pid device:inode start end"). */
function holderOf(file: string): number | null {
  try {
    const inode = String(statSync(file).ino);
    for (const line of readFileSync('/proc/locks', 'utf8').split('\n')) {
      const [, , , type, pid, place, start] = line.split(/\s+/);
      if (type !== 'WRITE' || start !== RESERVED_BYTE || place?.split(':').at(-1) !== inode) continue;
      // Processes that this one cannot see, in another container, have no number here.
      return Number(pid) > 0 ? Number(pid) : null;
    }
  } catch {
    // It is said without a number.
  }
  return null;
}
