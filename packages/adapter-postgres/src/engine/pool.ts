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
  const backOff = createBackOff();

  const isGood = (connection: C) => connection.wire.lost() === null;

  const drop = (connection: C) => {
    const place = idle.indexOf(connection);
    if (place < 0) return;
    idle.splice(place, 1);
    open--;
    grow();
  };

  const isAwaited = () => closed !== null || waiting.length > 0;

  /** Opens a connection for a waiting caller, or ahead, if the limit allows. */
  const grow = () => {
    const wanted = waiting.length + (idle.length === 0 ? ahead : 0);
    if (closed || wanted <= making || open + making >= max) return;
    if (open + making > 0 && backOff.failed()) return;
    making++;
    const isForCaller = waiting.length > 0;
    make().then(
      async (connection) => {
        await warm(connection, isAwaited);
        making--;
        open++;
        backOff.end();
        ahead = isGood(connection) ? 1 : 0;
        connection.wire.onLost(() => drop(connection));
        give(connection);
        grow();
      },
      (error) => {
        making--;
        ahead = 0;
        if (!isForCaller) {
          // A caller that arrived meanwhile gets a separate attempt.
          grow();
          finish();
          return;
        }
        backOff.begin(error, grow);
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

  const turn = () => {
    const connection = new Promise<C>((admit, refuse) => enqueue(waiting, patienceMs, { admit, refuse }));
    grow();
    return connection;
  };

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
      const failed = backOff.failed();
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

/** Adds a caller to the queue, and refuses it with 503 if its turn does not come in time. */
function enqueue<C>(waiting: Waiting<C>[], patienceMs: number, { admit, refuse }: Waiting<C>): void {
  const timer = setTimeout(() => {
    const place = waiting.indexOf(entry);
    if (place >= 0) waiting.splice(place, 1);
    refuse(
      new Refusal(
        'UNAVAILABLE',
        'All connections to the database are in use. Nothing was changed; try again later.',
      ),
    );
  }, patienceMs);
  const entry: Waiting<C> = {
    admit: (connection) => {
      clearTimeout(timer);
      admit(connection);
    },
    refuse: (error) => {
      clearTimeout(timer);
      refuse(error);
    },
  };
  waiting.push(entry);
}

/** The pause after a failed connection attempt. */
function createBackOff() {
  let failed: { readonly error: unknown; readonly until: NodeJS.Timeout } | null = null;
  const end = () => {
    clearTimeout(failed?.until);
    failed = null;
  };
  return {
    /** The last failed attempt, until the pause is over. */
    failed: () => failed,
    end,
    begin: (error: unknown, then: () => void) => {
      end();
      const over = () => {
        failed = null;
        then();
      };
      failed = { error, until: setTimeout(over, TRY_AGAIN_MS).unref() };
    },
  };
}
