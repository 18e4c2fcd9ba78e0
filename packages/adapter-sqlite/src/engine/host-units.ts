import { type Signal, type Stores, UnitOfWorkMisuse, type Work } from '@tandem/core';
import { type UnitRunner, unitsIn } from './run-units.ts';

const NOT_BEGUN = "The database is in no transaction. Run db.exec('BEGIN IMMEDIATE') first.";
/** Interval at which an open transaction of the host is checked for its end. */
const LOOK_MS = 5;

/** Units in transactions of the host. SQLite does not report their end, so it is noticed afterwards. */
export interface HostUnits {
  run<T>(workspaceId: string, work: Work<T>): Promise<T>;
  /** If the last transaction has ended, publishes the signals of its units. After a rollback they do no harm. */
  settle(): void;
}

export function createHostUnits(runner: UnitRunner, onEnd: (signals: readonly Signal[]) => void): HostUnits {
  const { connection, session, skipCache, checkSchema } = runner;
  let open = false;
  const signals: Signal[] = [];
  let timer: NodeJS.Timeout | undefined;

  const settle = () => {
    if (!open || connection.inTransaction()) return;
    clearInterval(timer);
    open = false;
    skipCache.undone();
    onEnd(signals.splice(0));
  };

  return {
    settle,
    run: <T>(workspaceId: string, work: (stores: Stores) => Promise<T>) => {
      settle();
      if (!connection.inTransaction()) throw new UnitOfWorkMisuse(NOT_BEGUN);
      checkSchema(connection);
      session.unwritten.length = 0;
      skipCache.begun();
      if (!open) timer = setInterval(settle, LOOK_MS).unref();
      open = true;
      return unitsIn(runner, signals)(workspaceId, work);
    },
  };
}
