import { Refusal } from '@tandem/core';
import type { Wire } from './wire.ts';

/** How many connections there are, how many of them are in use, and how many units wait for one. */
export interface PoolSize {
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

/** Connections that units of work take turns on. */
export interface Pool<C> {
  /** One that nobody else has; fails when none becomes free, or none can be made, in time. */
  take(): Promise<C>;
  /** Gives it back; one that was lost is replaced when the next is needed. */
  give(connection: C): void;
  size(): PoolSize;
  /** Ends all of them, those in use when they are given back. */
  close(): Promise<void>;
}

export interface PoolOptions<C> {
  readonly max: number;
  /** How long a unit waits for a connection. */
  readonly patienceMs: number;
  readonly make: () => Promise<C>;
  /** Makes a new connection fast, as far as nobody waits for it; never fails. */
  readonly warm?: (connection: C, isAwaited: () => boolean) => Promise<void>;
}

interface Waiting<C> {
  admit(connection: C): void;
  refuse(error: unknown): void;
}

/**
 * After a failure the next connection is tried for only so often; whoever asks meanwhile takes turns on those that there
 * are, or is told of the failure where there are none.
 */
const TRY_AGAIN_MS = 250;

/**
 * A small pool. The one that was given back last is taken first, so that few of them do most of the work and have its
 * statements prepared; the others are there for when many come at once. When the last that is idle is taken, one more is
 * made ahead, so that hardly anybody waits for one to be made.
 */
export function createPool<C extends { readonly wire: Wire }>({
  max,
  patienceMs,
  make,
  warm = async () => undefined,
}: PoolOptions<C>): Pool<C> {
  const idle: C[] = [];
  const waiting: Waiting<C>[] = [];
  let open = 0;
  let making = 0;
  /** How many are made ahead while none is idle: none after a failure, until one is had again. */
  let ahead = 1;
  let closed: (() => void) | null = null;
  /** The last one could not be had, and until the timer ends no other is tried for. */
  let failed: { readonly error: unknown; readonly until: NodeJS.Timeout } | null = null;

  const isGood = (connection: C) => connection.wire.lost() === null;

  const drop = (connection: C) => {
    const place = idle.indexOf(connection);
    if (place < 0) return;
    idle.splice(place, 1);
    open--;
    grow();
  };

  const recovered = () => {
    clearTimeout(failed?.until);
    failed = null;
  };

  const isAwaited = () => closed !== null || waiting.length > 0;

  /** Makes a connection for somebody who waits, or ahead, if there may be one more. */
  const grow = () => {
    const wanted = waiting.length + (idle.length === 0 ? ahead : 0);
    if (closed || wanted <= making || open + making >= max) return;
    if (open + making > 0 && failed) return;
    making++;
    make().then(
      async (connection) => {
        await warm(connection, isAwaited);
        making--;
        open++;
        recovered();
        ahead = isGood(connection) ? 1 : 0;
        connection.wire.onLost(() => drop(connection));
        give(connection);
        grow();
      },
      (error) => {
        making--;
        ahead = 0;
        recovered();
        const tryAgain = () => {
          failed = null;
          grow();
        };
        failed = { error, until: setTimeout(tryAgain, TRY_AGAIN_MS).unref() };
        if (open + making === 0) for (const each of waiting.splice(0)) each.refuse(error);
        finish();
      },
    );
  };

  const give = (connection: C) => {
    if (!isGood(connection)) {
      open--;
      grow();
      finish();
      return;
    }
    if (closed) {
      open--;
      void connection.wire.close().then(finish, finish);
      return;
    }
    const next = waiting.shift();
    if (next) next.admit(connection);
    else idle.push(connection);
  };

  const finish = () => {
    if (open === 0 && making === 0) closed?.();
  };

  const turn = () =>
    new Promise<C>((resolve, reject) => {
      const timer = setTimeout(() => {
        const place = waiting.indexOf(entry);
        if (place >= 0) waiting.splice(place, 1);
        reject(
          new Refusal(
            'UNAVAILABLE',
            'All connections to the database are in use. Nothing was changed; try again later.',
          ),
        );
      }, patienceMs);
      const entry = {
        admit: (connection: C) => {
          clearTimeout(timer);
          resolve(connection);
        },
        refuse: (error: unknown) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      waiting.push(entry);
      grow();
    });

  return {
    take: async () => {
      for (;;) {
        const connection = idle.pop();
        if (!connection) break;
        if (isGood(connection)) {
          grow();
          return connection;
        }
        open--;
      }
      if (open + making === 0 && failed) throw failed.error;
      return turn();
    },
    give,
    size: () => ({ open, busy: open - idle.length, waiting: waiting.length }),
    close: () =>
      new Promise<void>((resolve) => {
        closed = resolve;
        for (const connection of idle.splice(0)) give(connection);
        finish();
      }),
  };
}
