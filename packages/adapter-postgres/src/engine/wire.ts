import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type Prepared, RolledBack, type Sent } from './batch.ts';
import { createBatching, DELAY_MS } from './batching.ts';
import { Copy, copied } from './copy.ts';
import { ConnectionLost, endsConnection, isOfServer, isStale, withoutContents } from './errors.ts';
import type { Hot } from './hot.ts';
import { Preparation } from './preparation.ts';
import { createStatementCache } from './statement-cache.ts';

/** The address of the database, and the purpose of the connection. */
export interface Address {
  /**
   * `postgres://user:password@host:port/database`, with libpq parameters such as `sslmode`; or the options of a pool of
   * the host.
   */
  readonly url: string | pg.ClientConfig;
  /** Shown in the server's views after `tandem`. */
  readonly purpose: string;
  /** Learns which statements the connection uses often. */
  readonly hot?: Hot | undefined;
}

/** The result of a statement. */
export interface Answered {
  readonly rows: readonly (readonly unknown[])[];
  /** Number of rows returned or changed. */
  readonly count: number;
  readonly prepared: Prepared;
}

/** The backend process of a connection: its id and start time, as in `pg_stat_activity`. */
export interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}

/** One open connection; the only module that uses the driver. */
export interface Wire {
  /** As in `Address`. */
  readonly purpose: string;
  readonly backend: Backend;
  /**
   * Sends a prepared statement, together with all others of the same event loop turn. `settle` is called at its end, in
   * the order of sending.
   */
  send(sql: string, values: readonly unknown[], settle: (error: unknown, answer: Answered) => void): void;
  /**
   * Sends a statement without a waiting caller, soon: with the next one, or after a moment. It also runs if an earlier
   * one has failed.
   */
  sendLast(sql: string, settle: (error: unknown) => void): void;
  /** Later statements also run if earlier ones fail. */
  cut(): void;
  /** Runs a statement and returns its rows. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /**
   * Prepares statements that the connection has not sent yet, without running them. If the server rejects one, all are
   * prepared on their first use instead.
   */
  prepare(statements: readonly Prepared[]): Promise<void>;
  /** Runs several statements without parameters. */
  script(sql: string): Promise<void>;
  /**
   * Inserts rows with `COPY … FROM STDIN`; nothing else may be in flight. Errors are the server's in full, and may
   * contain user data.
   */
  copy(sql: string, rows: readonly (readonly unknown[])[]): Promise<void>;
  /** Number of statements without a response. */
  underWay(): number;
  /** Changes when data arrives, and when a statement is sent while none is in flight. */
  progress(): number;
  /** Number of warnings from the server. */
  warnings(): number;
  /** Why the connection is unusable; null while it works. */
  lost(): ConnectionLost | null;
  onLost(received: (why: ConnectionLost) => void): void;
  onNotification(received: (channel: string, payload: string) => void): void;
  /** Closes it after pending statements. */
  close(): Promise<void>;
  /** Closes it at once. */
  destroy(): void;
}

/** The part of a connection that runs a unit of work. */
export type Sending = Pick<Wire, 'send' | 'sendLast' | 'cut' | 'rows' | 'underWay' | 'lost'>;

/** Maximum time for opening a connection, with its settings. */
const CONNECT_MS = 5_000;
/** Idle time before TCP keep-alive probes. */
const KEEP_ALIVE_MS = 5_000;
/** Uses after which a statement is prepared on new connections. */
const OFTEN = 3;

/** Interval at which the server checks that its client is still connected. */
const CHECK_MS = 1_000;

/**
 * Settings of each connection. A server that lost its client, or was lost by it, must not hold a workspace's lock: its
 * transaction ends after three seconds of waiting for the client, and after ten seconds of unacknowledged packets. A
 * unit cut off because this process was suspended is retried. Lock waits outlast these limits, and are shorter than a
 * request's limit. Plans are cached for the life of a connection, while the statistics behind them soon become stale:
 * on a small table a sequential scan looks cheapest and would stay after the table has grown. Every statement has an
 * index, so sequential scans are disabled. Plans of a few milliseconds gain nothing from JIT.
 */
export const LIMITS_IN_USE = {
  idle_in_transaction_session_timeout: 3_000,
  lock_timeout: 15_000,
  statement_timeout: 30_000,
  tcp_keepalives_idle: 5,
  tcp_keepalives_interval: 2,
  tcp_keepalives_count: 3,
  tcp_user_timeout: 10_000,
  jit: 'off',
  enable_seqscan: 'off',
  // COMMIT reports an interrupted wait for its replica as a warning.
  client_min_messages: 'warning',
  random_page_cost: 1.1,
} as const;

/** For work of any duration, with pauses. */
export const NO_LIMITS = {
  ...LIMITS_IN_USE,
  idle_in_transaction_session_timeout: 0,
  lock_timeout: 0,
  statement_timeout: 0,
} as const;

export type Settings = Readonly<Record<string, number | string>>;

const BACKEND = `
  SELECT pid, backend_start::text AS started_at FROM pg_stat_activity WHERE pid = pg_backend_pid()`;

/** Settings of the host's pool that its queries need and Tandem's connections set themselves, or must not have. */
const OWN_LIMITS = {
  binary: false,
  idle_in_transaction_session_timeout: undefined,
  lock_timeout: undefined,
  query_timeout: undefined,
  statement_timeout: undefined,
  types: undefined,
} as const;

/** Opens a connection. */
export async function openWire(address: Address, set: Settings = LIMITS_IN_USE): Promise<Wire> {
  const { url, purpose } = address;
  const client = new pg.Client({
    ...(typeof url === 'string' ? { connectionString: url } : { ...url, ...OWN_LIMITS }),
    application_name: `tandem ${purpose}`,
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    pipeline: true,
  });
  const state: State = { lost: null, whenLost: [], warnings: 0 };
  const lose = (cause?: unknown) => {
    if (state.lost) return;
    state.lost = new ConnectionLost('The connection to the database was lost.', {
      cause: withoutContents(cause),
    });
    for (const received of state.whenLost) received(state.lost);
  };
  client.on('error', lose);
  client.on('end', () => lose());
  client.on('notice', ({ code }) => {
    if (code !== NOTICE) state.warnings++;
  });
  // The driver's timeout covers only the handshake, but the connection may fall silent during the settings.
  const timer = setTimeout(() => streamOf(client).destroy(), CONNECT_MS + DELAY_MS);
  try {
    await client.connect();
    const settings = Object.entries(set).map(([name, value]) => `set_config('${name}', '${value}', false)`);
    const [{ rows }] = await Promise.all([
      client.query(BACKEND),
      client.query(`SELECT ${settings.join()}`),
      // Some systems cannot detect a disconnected client.
      client.query(`SET client_connection_check_interval = ${CHECK_MS}`).catch(() => undefined),
    ]);
    const [backend] = rows as { pid: number; started_at: string }[];
    const { pid = 0, started_at: startedAt = '' } = backend ?? {};
    return wireOn(client, address, { pid, startedAt }, state, lose);
  } catch (error) {
    client.end().catch(() => undefined);
    if (isOfServer(error)) throw withoutContents(error);
    throw new ConnectionLost('The database cannot be reached.', { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** State set by the driver's events. */
interface State {
  lost: ConnectionLost | null;
  readonly whenLost: ((why: ConnectionLost) => void)[];
  warnings: number;
}

/** The SQLSTATE of messages less severe than a warning. */
const NOTICE = '00000';

/** Ending the driver's client gracefully would wait for a hung server; its socket does not. */
const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/** True for an error response, after which the connection is usable; other errors mean that it is lost. */
const isAnswer = (error: unknown) =>
  error instanceof RolledBack || (isOfServer(error) && !endsConnection(error));

function wireOn(
  client: pg.Client,
  { purpose, hot }: Address,
  backend: Backend,
  state: State,
  lose: (cause?: unknown) => void,
): Wire {
  const lost = () => state.lost;
  const stream = streamOf(client);
  let progress = 0;
  stream.on('data', () => {
    progress++;
  });
  const cache = createStatementCache();
  const { add, addLast, flush } = createBatching(cache, (batch) => client.query(batch));
  let underWay = 0;

  const send: Wire['send'] = (sql, values, settle) => sendBy(add, sql, values, settle);
  const sendBy = (
    go: (statement: Sent) => void,
    sql: string,
    values: readonly unknown[],
    settle: (error: unknown, answer: Answered) => void,
  ) => {
    const statement = cache.get(sql);
    if (++statement.uses === OFTEN) hot?.add(statement);
    const rows: unknown[][] = [];
    const why = lost();
    if (why) {
      process.nextTick(settle, why, { rows, count: 0, prepared: statement });
      return;
    }
    if (underWay++ === 0) progress++;
    go({
      prepared: statement,
      values,
      rows,
      settle: (error, count) => {
        underWay--;
        if (error && !isAnswer(error)) lose(error);
        if (isStale(error)) cache.clear();
        settle(error && rejection(error), { rows, count, prepared: statement });
      },
    });
  };
  const rejection = (error: unknown) =>
    error instanceof RolledBack ? error : (lost() ?? withoutContents(error));

  return {
    purpose,
    backend,
    send,
    sendLast: (sql, settle) => sendBy(addLast, sql, [], settle),
    cut: flush,
    rows: (sql, values = []) =>
      new Promise((resolve, reject) => {
        send(sql, values, (error, { rows }) => (error ? reject(error) : resolve(rows)));
      }),
    prepare: (statements) =>
      new Promise((resolve) => {
        flush();
        const expected = statements
          .filter(({ sql }) => !cache.has(sql))
          .map(({ sql, columns }) => ({ prepared: cache.get(sql), returnsRows: columns.length > 0 }));
        if (expected.length === 0 || lost()) return resolve();
        if (underWay++ === 0) progress++;
        const end = (error: unknown) => {
          underWay--;
          if (error && !isAnswer(error)) lose(error);
          resolve();
        };
        client.query(new Preparation(expected, cache.newName, end) as never);
      }),
    script: async (sql) => {
      flush();
      try {
        await client.query(sql);
      } catch (error) {
        throw rejection(error);
      }
    },
    copy: (sql, rows) =>
      new Promise((resolve, reject) => {
        flush();
        const lines = rows.map(copied).join('');
        client.query(
          new Copy(sql, lines, (error) => {
            if (!error) resolve();
            else if (isAnswer(error)) reject(error);
            else {
              lose(error);
              reject(rejection(error));
            }
          }) as never,
        );
      }),
    underWay: () => underWay,
    progress: () => progress,
    warnings: () => state.warnings,
    lost,
    onLost: (received) => {
      state.whenLost.push(received);
    },
    onNotification: (received) => {
      client.on('notification', ({ channel, payload }) => received(channel, payload ?? ''));
    },
    close: async () => {
      flush();
      state.whenLost.length = 0;
      await client.end();
    },
    destroy: () => {
      lose(new Error('It was given up.'));
      stream.destroy();
    },
  };
}
