import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotDo } from '../ending.ts';
import { note } from '../output/print.ts';

/** What a file of secrets is allowed to others: nothing. Windows has other means, and keeps the user's folders to them. */
const OTHERS = 0o077;

/**
 * What a file holds that is for this user alone; null where there is none. One that others can read is closed to them,
 * which is told, for they may have read it; one of another user is refused.
 */
export function readPrivate(file: string): string | null {
  try {
    const { mode, uid } = statSync(file);
    const me = process.getuid?.();
    if (me !== undefined && uid !== me && me !== 0) {
      throw new CannotDo(`${file} belongs to another user, and is not read. Remove it, then try again.`);
    }
    if (me !== undefined && (mode & OTHERS) !== 0) {
      chmodSync(file, 0o600);
      note(
        `${file} could be read by others. Now it cannot; if they are no friends of yours, make a new key.`,
      );
    }
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (error instanceof CannotDo) throw error;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new CannotDo(`${file} cannot be read (${code}).`);
  }
}

/** Writes a file for this user alone, whole or not at all: whoever reads it sees the old one or the new one. */
export function writePrivate(file: string, text: string): void {
  const unfinished = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(unfinished, text, { mode: 0o600, flag: 'wx' });
    renameSync(unfinished, file);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw new CannotDo(`${file} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
