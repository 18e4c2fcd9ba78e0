import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from '../errors/cannot-run.ts';

/** The note in a data folder whose database has been moved elsewhere. */
export interface MovedNote {
  /** The new location, without a password. */
  readonly to: string;
  readonly at: string;
}

const noteIn = (dataDir: string) => join(dataDir, 'moved.json');

/** A folder that is not writable gets no note; no server can use it either. */
export function leaveMovedNote(dataDir: string, note: MovedNote): void {
  try {
    writeFileSync(noteIn(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 });
  } catch {
    // The move has succeeded without the note, and a server could not write here either.
  }
}

/**
 * Refuses to serve a folder whose database has been moved: otherwise work would continue in both. If both keep their
 * files here, this server would also delete files that only the other one knows.
 */
export function refuseMoved(dataDir: string): void {
  const file = noteIn(dataDir);
  if (!existsSync(file)) return;
  const { to, at } = read(file);
  throw new CannotRun(
    `The database of the data folder ${dataDir} was moved to ${to} on ${at}. ` +
      `Set TANDEM_DATABASE_URL to use it there. To serve the old data here, remove ${file}; move files/ away first if the new database uses it.`,
  );
}

function read(file: string): MovedNote {
  try {
    const { to, at } = JSON.parse(readFileSync(file, 'utf8')) as MovedNote;
    return { to: String(to), at: String(at) };
  } catch {
    return { to: 'another place', at: 'an unknown date' };
  }
}

export const removeMovedNote = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true });
