import { type BadRowListener, newSession, type SessionOptions, storesOn } from '@tandem/adapter-sql';
import { guarded, oneAtATime, type Stores, type Work } from '@tandem/core';
import { nextInSequence } from './sequences.ts';
import type { Connection } from './sqlite.ts';
import { translated } from './unavailable.ts';

export interface Reader {
  read<T>(workspaceId: string, work: Work<T>): Promise<T>;
  /** Identifies the current reading unit; null if there is none. */
  holder(): object | null;
  /** Call it before a commit is announced, so that later reads see it. */
  endSnapshot(): void;
}

/**
 * The only reader. Units run sequentially; those of one event loop turn share a snapshot, because beginning and ending
 * one costs as much as a small query.
 */
export function createReader(
  connection: Connection,
  reportBadRow: BadRowListener,
  sizes: Pick<SessionOptions, 'pageEffort' | 'blockSize'>,
): Reader {
  const session = newSession({ connection, next: nextInSequence, reportBadRow, ...sizes });
  const open = guarded<Stores>(storesOn(session));
  const turns = oneAtATime();
  /** True if the snapshot must end with the current unit. */
  let ending = false;

  const end = () => {
    ending = false;
    if (connection.inTransaction()) connection.run('COMMIT', []);
  };

  const endSnapshot = () => {
    if (turns.holder() === null) end();
    else ending = true;
  };

  const inUnit = async <T>(workspaceId: string, work: Work<T>): Promise<T> => {
    if (!connection.inTransaction()) {
      connection.run('BEGIN', []);
      setImmediate(endSnapshot);
    }
    session.workspaceId = workspaceId;
    const unit = open();
    try {
      return await work(unit.stores);
    } catch (error) {
      throw translated(error);
    } finally {
      unit.end();
      if (ending) end();
    }
  };

  return {
    read: (workspaceId, work) => turns.run(() => inUnit(workspaceId, work)),
    holder: turns.holder,
    endSnapshot,
  };
}
