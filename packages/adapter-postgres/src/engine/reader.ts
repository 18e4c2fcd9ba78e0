import type { Work } from '@tandem/core';
import type { UnitConnection } from './connection.ts';
import { endsConnection, mayRunAgain } from './errors.ts';
import type { Nesting } from './nesting.ts';
import type { Pool } from './pool.ts';
import { translated } from './unavailable.ts';

export interface Reader {
  read<T>(workspaceId: string, work: Work<T>): Promise<T>;
  /** The same for data outside the stores. */
  snapshot<T>(work: (connection: UnitConnection) => Promise<T>): Promise<T>;
  /** Resolves when no read is running. */
  idle(): Promise<void>;
}

export const SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

/** Maximum attempts of a read after a lost connection or a schema change. */
const MAX_RUNS = 5;

const noNumbers = () => {
  throw new Error('A read-only unit of work requested a sequence number.');
};

/**
 * Reads in snapshots, each on a connection of its own. Beginning and end of a snapshot are not awaited: BEGIN goes with
 * the first statement, and the next user of the connection queues behind the end.
 */
export function createReader(pool: Pool<UnitConnection>, nesting: Nesting): Reader {
  let reading = 0;
  const whenIdle: (() => void)[] = [];

  /**
   * A read whose connection is lost is retried on another, so that callers see no error while connections can be had.
   */
  const snapshot = async <T>(work: (connection: UnitConnection) => Promise<T>): Promise<T> => {
    reading++;
    try {
      return await onAnother(work, 1);
    } catch (error) {
      throw translated(error);
    } finally {
      if (--reading === 0) for (const resolve of whenIdle.splice(0)) resolve();
    }
  };

  const onAnother = async <T>(work: (connection: UnitConnection) => Promise<T>, run: number): Promise<T> => {
    const connection = await pool.take();
    try {
      connection.clear();
      connection.count(noNumbers);
      connection.later(SNAPSHOT);
      return await work(connection);
    } catch (error) {
      const failure = connection.failure() ?? error;
      if (run >= MAX_RUNS || !(endsConnection(failure) || mayRunAgain(failure))) throw failure;
    } finally {
      connection.last('COMMIT');
      pool.give(connection);
    }
    // By then other lost connections have been detected too.
    await new Promise((resolve) => setTimeout(resolve, Math.random() * 10 * 2 ** run));
    return onAnother(work, run + 1);
  };

  return {
    snapshot,
    read: (workspaceId, work) =>
      snapshot(async (connection) => {
        connection.session.workspaceId = workspaceId;
        const unit = connection.unit();
        try {
          return await nesting.run(() => work(unit.stores));
        } finally {
          unit.end();
        }
      }),
    idle: async () => {
      while (reading > 0) await new Promise<void>((resolve) => whenIdle.push(resolve));
    },
  };
}
