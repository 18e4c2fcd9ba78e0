import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What is left in a data folder whose database has been moved to another place. */
export interface MovedNote {
  /** Where it is now, without a password. */
  readonly to: string;
  readonly at: string;
}

const noteIn = (dataDir: string) => join(dataDir, 'moved.json');

/** A folder in which nothing can be written keeps no note: it is only there to be kind. */
export function leaveMovedNote(dataDir: string, note: MovedNote): void {
  try {
    writeFileSync(noteIn(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 });
  } catch {
    // The move is done all the same.
  }
}

export function movedNoteIn(dataDir: string): MovedNote | null {
  try {
    const { to, at } = JSON.parse(readFileSync(noteIn(dataDir), 'utf8')) as MovedNote;
    return { to: String(to), at: String(at) };
  } catch {
    return null;
  }
}

export const removeMovedNote = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true });
