import type { Snapshot } from '@tandem/core';
import type { UnitConnection } from './connection.ts';
import type { Nesting } from './nesting.ts';
import { SNAPSHOT } from './reader.ts';
import { translated } from './unavailable.ts';

/** Snapshots on connections of their own, because one may stay open for as long as its reader needs. */
export function snapshotsOf(connect: () => Promise<UnitConnection>, nesting: Nesting) {
  const open = new Set<UnitConnection>();
  return {
    open: async (workspaceId: string): Promise<Snapshot> => {
      const connection = await connect().catch((error: unknown) => {
        throw translated(error);
      });
      open.add(connection);
      connection.clear();
      connection.later(SNAPSHOT);
      connection.session.workspaceId = workspaceId;
      // The snapshot begins with the first statement.
      await connection.get('SELECT 1', []);
      return {
        read: async (work) => {
          const unit = connection.unit();
          try {
            return await nesting.run(() => work(unit.stores));
          } catch (error) {
            throw translated(connection.failure() ?? error);
          } finally {
            unit.end();
          }
        },
        close: async () => {
          if (open.delete(connection)) await connection.wire.close();
        },
      };
    },
    close: () => {
      for (const { wire } of open) wire.destroy();
      open.clear();
    },
  };
}
