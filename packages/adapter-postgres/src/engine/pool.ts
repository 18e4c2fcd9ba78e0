import { Refusal } from '@tandem/core';
import type { Wire } from './wire.ts';

/** Numbers of open connections, of connections in use, and of waiting units. */
export interface PoolSize {
  readonly open: number;
  readonly busy: number;
  readonly waiting: number;
}

/** The connections shared by units of work. */
export interface Pool<C> {
  /** Takes a connection exclusively; fails if none can be had in time. */
  take(): Promise<C>;
  /** Returns it; a lost one is replaced when next needed. */
  give(connection: C): void;
  size(): PoolSize;
  /** Closes all connections; those in use when they are returned. */
  close(): Promise<void>;
}

export interface PoolOptions<C> {
  readonly max: number;
  /** Maximum time that a unit waits for a connection. */
  readonly patienceMs: number;
  readonly make: () => Promise<C>;
  /** Prepares a new connection's statements while no caller waits for it; never fails. */
  readonly warm?: (connection: C, isAwaited: () => boolean) => Promise<void>;
}

interface Waiting<C> {
  admit(connection: C): void;
  refuse(error: unknown): void;
}

/**
 * Minimum interval between connection attempts after a failure; meanwhile callers share the open connections, or get
 * the error if there are none.
 */
const TRY_AGAIN_MS = 250;

/**
 * A small pool. The last returned connection is taken first, so that few do most of the work and have its statements
 * prepared; the others serve peaks. When the last idle connection is taken, another is opened ahead, so that callers
 * rarely wait for one.
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
  /** Connections to open ahead while none is idle: 0 after a failure, until an attempt succeeds. */
  let ahead = 1;
  let closed: (() => void) | null = null;
  /** The last failed attempt; no other is made until the timer ends. */
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

  /** Opens a connection for a waiting caller, or ahead, if the limit allows. */
  const grow = () => {
    const wanted = waiting.length + (idle.length === 0 ? ahead : 0);
    if (closed || wanted <= making || open + making >= max) return;
    if (open + making > 0 && failed) return;
    making++;
    const isForCaller = waiting.length > 0;
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
        if (!isForCaller) {
          // The caller that came meanwhile, if any, gets an attempt of its own.
          grow();
          finish();
          return;
        }
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
