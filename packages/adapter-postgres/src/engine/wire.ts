import type { Duplex } from 'node:stream';
import pg from 'pg';
import { Batch, type Prepared, RolledBack, type Sent, UNKNOWN } from './batch.ts';
import { Copy, copied } from './copy.ts';
import { ConnectionLost, endsConnection, isOfServer, isStale, withoutContents } from './errors.ts';
import type { Hot } from './hot.ts';
import { Preparation } from './preparation.ts';

/** Where the database is and who asks for it. */
export interface Address {
  /** `postgres://user:password@host:port/database`, with the parameters that libpq knows, such as `sslmode`. */
  readonly url: string;
  /** What the server calls this connection in its views, after `tandem`. */
  readonly purpose: string;
  /** Learns which statements the connection uses often. */
  readonly hot?: Hot | undefined;
}

/** What a statement is answered. */
export interface Answered {
  readonly rows: readonly (readonly unknown[])[];
  /** How many rows it has returned or changed. */
  readonly count: number;
  readonly prepared: Prepared;
}

/** The process of the database that serves a connection: its id and start time, as `pg_stat_activity` shows them. */
export interface Backend {
  readonly pid: number;
  readonly startedAt: string;
}

/** One open connection; the only thing here that knows the driver. */
export interface Wire {
  /** As in `Address`. */
  readonly purpose: string;
  readonly backend: Backend;
  /**
   * Sends a statement, prepared, together with all that are sent in the same turn of the event loop. `settle` hears of its
   * end; of one after another in the order in which they were sent.
   */
  send(sql: string, values: readonly unknown[], settle: (error: unknown, answer: Answered) => void): void;
  /**
   * Sends a statement that nobody waits for, some time soon: with the next one that is sent, or after a moment. It is
   * carried out also when one before it has failed.
   */
  sendLast(sql: string, settle: (error: unknown) => void): void;
  /** What is sent from here on is carried out also when something before it fails. */
  cut(): void;
  /** The rows of a statement. */
  rows(sql: string, values?: readonly unknown[]): Promise<readonly (readonly unknown[])[]>;
  /**
   * Prepares statements that have not been sent here yet, without running them. Where the server refuses one, all of them are
   * left to be prepared when they are first sent.
   */
  prepare(statements: readonly Prepared[]): Promise<void>;
  /** Runs several statements that have no parameters. */
  script(sql: string): Promise<void>;
  /**
   * Puts rows in by `COPY … FROM STDIN`, while nothing else is under way. Its error is the server's with all that it says,
   * which may be what people have written.
   */
  copy(sql: string, rows: readonly (readonly unknown[])[]): Promise<void>;
  /** How many statements have no answer yet. */
  underWay(): number;
  /** Changes when something arrives, and when a statement is sent while none is under way. */
  progress(): number;
  /** How many warnings the server has sent. */
  warnings(): number;
  /** Why nothing can be sent any more; null as long as it can. */
  lost(): ConnectionLost | null;
  onLost(heard: (why: ConnectionLost) => void): void;
  onNotification(heard: (channel: string, payload: string) => void): void;
  /** Ends it once what is under way is done. */
  close(): Promise<void>;
  /** Ends it at once. */
  destroy(): void;
}

/** How long a connection may take to be made, with its settings. */
const CONNECT_MS = 5_000;
/** After how long without a word it is asked whether the other end is there. */
const KEEP_ALIVE_MS = 5_000;
/** Statements kept prepared on a connection; shapes of list filters are many, so the oldest go. */
const KEPT_STATEMENTS = 500;

/** A statement that a connection has sent so often is prepared on the next connection before it is used. */
const OFTEN = 3;

/** The end of what has been read is told to the server with the beginning of what is read next, or after so long. */
const A_MOMENT_MS = 2;
/** How often the server looks whether whom it works or waits for is still there. */
const CHECK_MS = 1_000;

/**
 * What holds for each connection. A server that has lost us, or that we have lost, must not hold a workspace's lock: its
 * transaction ends when it waits for us for three seconds, and when packets have been unanswered for ten. A unit that
 * is cut off because this process itself stood still runs again. Whoever waits
 * for a lock outlasts that, and waits no longer than a request may take.
 *
 * A plan is kept as long as the connection, and the figures that it was made by are soon old: on a small table reading all
 * of it looks cheapest, and goes on to when it is large. Every statement has an index, so that way is not taken. Plans of
 * a few milliseconds gain nothing by being compiled.
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
  // A COMMIT that stopped waiting for its replica says so in a warning.
  client_min_messages: 'warning',
  random_page_cost: 1.1,
} as const;

/** For what may take as long as it takes, and waits in between. */
export const NO_LIMITS = {
  ...LIMITS_IN_USE,
  idle_in_transaction_session_timeout: 0,
  lock_timeout: 0,
  statement_timeout: 0,
} as const;

export type Settings = Readonly<Record<string, number | string>>;

const BACKEND = `
  SELECT pid, backend_start::text AS started_at FROM pg_stat_activity WHERE pid = pg_backend_pid()`;

/** Opens a connection. */
export async function openWire(address: Address, set: Settings = LIMITS_IN_USE): Promise<Wire> {
  const { url, purpose } = address;
  const client = new pg.Client({
    connectionString: url,
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
    for (const heard of state.whenLost) heard(state.lost);
  };
  client.on('error', lose);
  client.on('end', () => lose());
  client.on('notice', ({ code }) => {
    if (code !== NOTICE) state.warnings++;
  });
  // The driver's own timeout ends with the handshake: the settings may meet a connection that has fallen silent.
  const timer = setTimeout(() => streamOf(client).destroy(), CONNECT_MS + A_MOMENT_MS);
  try {
    await client.connect();
    const settings = Object.entries(set).map(([name, value]) => `SET ${name} = '${value}'`);
    const [{ rows }] = await Promise.all([
      client.query(BACKEND),
      client.query(settings.join(';')),
      // Some systems cannot tell that somebody has gone who waits for an answer.
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

/** What the driver's events leave behind. */
interface State {
  lost: ConnectionLost | null;
  readonly whenLost: ((why: ConnectionLost) => void)[];
  warnings: number;
}

/** The SQLSTATE of what is no warning. */
const NOTICE = '00000';

/** The driver waits for a hung server when it is asked to end in order; its socket doesn't. */
const streamOf = (client: pg.Client) =>
  (client as unknown as { connection: { stream: Duplex } }).connection.stream;

/** Whether an error is what the server has answered, after which it takes more; all others tell that it is gone. */
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
  const kept = new Map<string, Prepared>();
  let names = 0;
  const newName = () => `t${++names}`;
  let underWay = 0;
  let batch: Batch | null = null;
  let forgotten: Prepared[] = [];
  let atEnd = false;
  let delayed: NodeJS.Timeout | undefined;

  const prepared = (sql: string): Prepared => {
    let found = kept.get(sql);
    if (!found) {
      if (kept.size >= KEPT_STATEMENTS) forgetOldest();
      found = { sql, name: null, columns: UNKNOWN, decode: [], blank: {}, uses: 0 };
      kept.set(sql, found);
    }
    return found;
  };
  /** What is gathered now may use it still: the server forgets it with the next batch. */
  const forgetOldest = () => {
    const [sql, oldest] = kept.entries().next().value as [string, Prepared];
    kept.delete(sql);
    forgotten.push(oldest);
  };
  /** The server knows them no more, or no longer as they were: they are prepared anew. */
  const forgetAll = () => {
    forgotten.push(...kept.values());
    kept.clear();
  };
  const newBatch = () => {
    const made = new Batch(newName, forgotten);
    forgotten = [];
    return made;
  };

  const flush = () => {
    const sending = batch;
    batch = null;
    clearTimeout(delayed);
    delayed = undefined;
    if (sending) client.query(sending);
  };
  const atEndOfTurn = () => {
    atEnd = false;
    flush();
  };
  /** Everything that one turn of the event loop sends goes in one batch. */
  const add = (statement: Sent) => {
    batch ??= newBatch();
    batch.add(statement);
    if (atEnd) return;
    atEnd = true;
    process.nextTick(atEndOfTurn);
  };
  const addLast = (statement: Sent) => {
    flush();
    batch = newBatch();
    batch.add(statement);
    delayed = setTimeout(flush, A_MOMENT_MS);
  };

  const send: Wire['send'] = (sql, values, settle) => sendBy(add, sql, values, settle);
  const sendBy = (
    go: (statement: Sent) => void,
    sql: string,
    values: readonly unknown[],
    settle: (error: unknown, answer: Answered) => void,
  ) => {
    const statement = prepared(sql);
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
        if (isStale(error)) forgetAll();
        settle(error && told(error), { rows, count, prepared: statement });
      },
    });
  };
  const told = (error: unknown) => (error instanceof RolledBack ? error : (lost() ?? withoutContents(error)));

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
          .filter(({ sql }) => !kept.has(sql))
          .map(({ sql, columns }) => ({ prepared: prepared(sql), returnsRows: columns.length > 0 }));
        if (expected.length === 0 || lost()) return resolve();
        if (underWay++ === 0) progress++;
        const end = (error: unknown) => {
          underWay--;
          if (error && !isAnswer(error)) lose(error);
          resolve();
        };
        client.query(new Preparation(expected, newName, end) as never);
      }),
    script: async (sql) => {
      flush();
      try {
        await client.query(sql);
      } catch (error) {
        throw told(error);
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
              reject(told(error));
            }
          }) as never,
        );
      }),
    underWay: () => underWay,
    progress: () => progress,
    warnings: () => state.warnings,
    lost,
    onLost: (heard) => {
      state.whenLost.push(heard);
    },
    onNotification: (heard) => {
      client.on('notification', ({ channel, payload }) => heard(channel, payload ?? ''));
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
