import {
  guarded,
  NESTED,
  oneAtATime,
  type Storage,
  type Stores,
  UnitOfWorkMisuse,
  type Work,
} from '@tandem/core';
import { createDirectory } from './directory.ts';
import { migrate } from './migrations/index.ts';
import { newSession } from './session.ts';
import { openConnection } from './sqlite.ts';
import { storesOn } from './stores.ts';
import { createWriter, translated } from './writer.ts';

export interface SqliteStorageOptions {
  /** The path of the database file; it is made when it is not there. */
  readonly file: string;
}

/**
 * A Storage on one SQLite file: one connection writes, one reads, and both may be shared with other
 * processes on the same file. Opens and migrates at once; throws `DatabaseTooNew` for a file of a newer
 * version, and the driver's error for a file that cannot be opened.
 */
export function sqliteStorage({ file }: SqliteStorageOptions): Storage {
  const writing = openConnection(file, 'writer');
  try {
    migrate(writing);
  } catch (error) {
    writing.close();
    throw error;
  }
  const reading = openConnection(file, 'reader');
  const directory = createDirectory(reading, writing);
  const writer = createWriter(writing, directory.forget);
  const session = newSession(reading);
  const open = guarded<Stores>(storesOn(session));
  const readers = oneAtATime();

  const inSnapshot = async <T>(workspaceId: string, work: Work<T>): Promise<T> => {
    reading.run('BEGIN', []);
    session.workspaceId = workspaceId;
    const unit = open();
    try {
      return await work(unit.stores);
    } finally {
      unit.end();
      reading.run('COMMIT', []);
    }
  };

  return {
    read: async (workspaceId, work) => {
      // A writing unit fills its turn of the event loop, so whoever reads now stands inside it.
      if (writer.busy()) throw new UnitOfWorkMisuse(NESTED);
      try {
        return await readers.run(() => inSnapshot(workspaceId, work));
      } catch (error) {
        throw translated(error);
      }
    },
    write: (workspaceId, work) => {
      const reader = readers.holder();
      return writer.write(workspaceId, work, () => reader !== null && readers.holder() === reader);
    },
    directory,
    ping: async () => {
      reading.get('SELECT 1 FROM workspaces LIMIT 1', []);
    },
    close: async () => {
      await writer.idle();
      reading.close();
      writing.close();
    },
  };
}
