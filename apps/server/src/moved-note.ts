import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CannotRun } from './cannot-run.ts';

/** What is left in a data folder whose database has been moved to another place. */
export interface MovedNote {
  /** Where it is now, without a password. */
  readonly to: string;
  readonly at: string;
}

const noteIn = (dataDir: string) => join(dataDir, 'moved.json');

/** A folder in which nothing can be written keeps no note, and is served by nobody. */
export function leaveMovedNote(dataDir: string, note: MovedNote): void {
  try {
    writeFileSync(noteIn(dataDir), `${JSON.stringify(note)}\n`, { mode: 0o600 });
  } catch {
    // The move is done all the same; a server has to write there as well.
  }
}

/**
 * Refuses to serve a folder whose database goes on in another place: work would go on in both, and where both keep their
 * files here, this one would sweep up what only the other knows.
 */
export function refuseMoved(dataDir: string): void {
  const file = noteIn(dataDir);
  if (!existsSync(file)) return;
  const { to, at } = read(file);
  throw new CannotRun(
    `The database of the data folder ${dataDir} was moved to ${to} on ${at}. ` +
      `Set TANDEM_DATABASE_URL to go on there. To serve what was left here, remove ${file}; move files/ away first where it is used there.`,
  );
}

function read(file: string): MovedNote {
  try {
    const { to, at } = JSON.parse(readFileSync(file, 'utf8')) as MovedNote;
    return { to: String(to), at: String(at) };
  } catch {
    return { to: 'another place', at: 'a day that is not known' };
  }
}

export const removeMovedNote = (dataDir: string): void => rmSync(noteIn(dataDir), { force: true });
