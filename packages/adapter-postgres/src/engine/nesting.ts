import { AsyncLocalStorage } from 'node:async_hooks';
import { NESTED, UnitOfWorkMisuse } from '@tandem/core';
import type { UnitConnection } from './connection.ts';
import type { Sending } from './wire.ts';

/** Detects units of work inside others, and units that wait for something other than their stores. */
export interface Nesting {
  /** Throws if the caller is inside a unit. */
  check(): void;
  /** Runs a unit. */
  run<T>(work: () => Promise<T>): Promise<T>;
  /** Runs a unit that holds its workspace's lock, and must therefore not wait for anything else. */
  runWatched<T>(connection: UnitConnection<Sending>, work: () => Promise<T>): Promise<T>;
}

interface Watched {
  readonly connection: UnitConnection<Sending>;
  refuse(error: unknown): void;
  /** Number of statements sent when it was last seen without one in flight. */
  idleAt: number;
}

/**
 * Interval of the checks. A unit that at two consecutive checks has no statement in flight, and has sent none in
 * between, is waiting for something else: a unit that waits only for its stores continues within the event loop turn of
 * a response.
 */
const LOOK_MS = 50;

export function createNesting(): Nesting {
  const inside = new AsyncLocalStorage<{ open: boolean }>();
  const watched = new Set<Watched>();
  let timer: NodeJS.Timeout | null = null;

  const look = () => {
    for (const unit of watched) {
      const { connection, idleAt } = unit;
      const sent = connection.sent();
      if (connection.wire.underWay() > 0) unit.idleAt = -1;
      else if (idleAt !== sent) unit.idleAt = sent;
      else unit.refuse(new UnitOfWorkMisuse(NESTED));
    }
    if (watched.size > 0) return;
    clearInterval(timer as NodeJS.Timeout);
    timer = null;
  };

  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    const unit = { open: true };
    try {
      return await inside.run(unit, work);
    } finally {
      unit.open = false;
    }
  };

  return {
    check: () => {
      if (inside.getStore()?.open) throw new UnitOfWorkMisuse(NESTED);
    },
    run,
    runWatched: (connection, work) =>
      new Promise((resolve, reject) => {
        const unit = { connection, refuse: reject, idleAt: -1 };
        watched.add(unit);
        timer ??= setInterval(look, LOOK_MS);
        run(work)
          .then(resolve, reject)
          .finally(() => watched.delete(unit));
      }),
  };
}
