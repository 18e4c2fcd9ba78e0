import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { CannotDo } from '../ending.ts';
import { note } from '../output/print.ts';

/**
 * Permissions of others that a file with secrets must not have. Windows protects the user's folders by other
 * means.
 */
const OTHERS = 0o077;

/**
 * Reads a file that only this user may access; null if it does not exist. If others could read it, their access is
 * removed with a warning, since they may have read it. A file of another user is rejected.
 */
export function readPrivate(file: string): string | null {
  try {
    const { mode, uid } = statSync(file);
    const me = process.getuid?.();
    if (me !== undefined && uid !== me && me !== 0) {
      throw new CannotDo(`${file} belongs to another user and was not read. Delete it, then try again.`);
    }
    if (me !== undefined && (mode & OTHERS) !== 0) {
      chmodSync(file, 0o600);
      note(
        `Others could read ${file}. Their access is now removed; if you do not trust them, create a new key.`,
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

/** Writes a file that only this user may access, atomically: readers see the old or the new content. */
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
