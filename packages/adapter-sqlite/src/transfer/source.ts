import { setImmediate as turn } from 'node:timers/promises';
import { MoveRefused, type MoveSource } from '@tandem/adapter-sql';
import { explained, openKnown } from '../backup/known.ts';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { SCHEMA_VERSION, schemaVersion } from '../migrations/index.ts';
import { countOf, rowsOf } from './rows.ts';

/**
 * A database as the source of a move. Holds the write lock without writing, so that commands that run beside a server
 * change nothing meanwhile. Throws `Refused`, `MoveRefused` and `DatabaseTooNew`.
 */
export function sqliteSource(file: string): MoveSource {
  openKnown(file).close();
  const on = openToKeep(file);
  return {
    name: file,
    count: async (table) => explaining(file, () => countOf(on, table)),
    async *rows(table, after) {
      try {
        for (const rows of rowsOf(on, table, after)) {
          yield rows;
          // Lets a signal's event be processed.
          await turn();
        }
      } catch (error) {
        throw explained(error, file);
      }
    },
    close: async () => on.close(),
  };
}

function openToKeep(file: string): Connection {
  return explaining(file, () => {
    const on = openConnection(file, 'writer');
    try {
      if (schemaVersion(on) < SCHEMA_VERSION) {
        throw new MoveRefused(
          `${file} was written by an older version of Tandem. Start the server on it once to migrate it, stop it, and try again.`,
        );
      }
      on.exec('BEGIN IMMEDIATE');
      return on;
    } catch (error) {
      on.close();
      throw error;
    }
  });
}

function explaining<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw explained(error, file);
  }
}
