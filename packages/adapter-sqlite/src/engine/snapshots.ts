import { setImmediate as turn } from 'node:timers/promises';
import { type BadRowListener, newSession, storesOn } from '@tandem/adapter-sql';
import { guarded, Refusal, type Snapshot, type Stores } from '@tandem/core';
import { nextInSequence } from './sequences.ts';
import type { Connection } from './sqlite.ts';
import { translated } from './unavailable.ts';

/** Snapshots on connections of their own. The log of the database cannot be shortened while one is open. */
export function snapshotsOf(writing: Connection, reportBadRow: BadRowListener) {
  const open = new Set<Connection>();
  const end = (connection: Connection) => {
    if (open.delete(connection)) connection.close();
  };
  return {
    open: (workspaceId: string): Snapshot => {
      const connection = writing.another('reader');
      open.add(connection);
      const session = newSession({ connection, next: nextInSequence, reportBadRow });
      session.workspaceId = workspaceId;
      const unitOf = guarded<Stores>(storesOn(session));
      connection.run('BEGIN', []);
      // The snapshot begins with the first read.
      connection.get('SELECT 1 FROM workspaces LIMIT 1', []);
      return {
        read: async (work) => {
          // Reads are synchronous: other requests run between two of them.
          await turn();
          if (!open.has(connection))
            throw new Refusal('UNAVAILABLE', 'The service is stopping. Try again later.');
          const unit = unitOf();
          try {
            return await work(unit.stores);
          } catch (error) {
            throw translated(error);
          } finally {
            unit.end();
          }
        },
        close: async () => end(connection),
      };
    },
    close: () => {
      for (const connection of [...open]) end(connection);
    },
  };
}
