import {
  type BadRowListener,
  type Connection,
  newSession,
  type RowOf,
  type Sequence,
  type Session,
  storesOn,
  type Truncated,
} from '@tandem/adapter-sql';
import { guarded, type Stores } from '@tandem/core';
import type { Prepared } from './batch.ts';
import type { Answered, Sending, Wire } from './wire.ts';

/** The counters of a workspace, as stored in its head. */
export type Counters = Record<Sequence, number>;

/** A connection with a stores' session, for one unit of work or one batch of units at a time. */
export interface UnitConnection<W extends Sending = Wire> extends Connection {
  readonly wire: W;
  readonly session: Session;
  /** Opens a unit of work, whose stores work until it ends. */
  readonly unit: ReturnType<typeof guarded<Stores>>;
  /** The first error of a statement sent since `clear`; all later statements fail. */
  failure(): unknown;
  /** Number of writing statements sent. */
  writes(): number;
  /** Number of statements sent. */
  sent(): number;
  /** Clears the error: a transaction begins, or rolls back to a savepoint. */
  clear(): void;
  /** Sets the source of the numbers that the stores draw. */
  count(by: () => Counters | Promise<Counters>): void;
  /** Sends a statement without waiting; it must not change the stores' data. */
  later(sql: string, values?: readonly unknown[]): void;
  /** The same, but it also runs if an earlier statement has failed. */
  afterAll(sql: string): void;
  /** The same, and it may be delayed until the next statement. */
  last(sql: string): void;
}

export interface SessionOptions {
  readonly reportBadRow: BadRowListener;
  readonly pageEffort?: number | undefined;
  readonly blockSize?: number | undefined;
}

const WRITES = /^\s*(insert|update|delete)\b|\b(insert into|delete from)\b|^\s*with\b[\s\S]*\bupdate\b/i;
/** Which of the stores' statements write; the set of statements is fixed. */
const writing = new Map<string, boolean>();
const MAX_KNOWN = 5_000;

function canWrite(sql: string): boolean {
  let writes = writing.get(sql);
  if (writes === undefined) {
    if (writing.size >= MAX_KNOWN) writing.clear();
    writes = WRITES.test(sql);
    writing.set(sql, writes);
  }
  return writes;
}

/**
 * The stores' connection over a wire. Statements without a reader are only queued, and sent with the next one whose
 * result is awaited. If one fails, all later ones fail: the transaction accepts no more.
 */
export function connectionOn<W extends Sending>(wire: W, options: SessionOptions): UnitConnection<W> {
  let failure: unknown = null;
  /** Incremented by `clear`: errors of statements sent before it are ignored. */
  let cleared = 0;
  let writes = 0;
  let sent = 0;
  let counters: () => Counters | Promise<Counters> = () => {
    throw new Error('A read-only unit of work requested a sequence number.');
  };

  const ask = (sql: string, values: readonly unknown[]): Promise<Answered> =>
    new Promise((resolve, reject) => {
      sent++;
      if (canWrite(sql)) writes++;
      const since = cleared;
      wire.send(sql, values, (error, answer) => {
        if (error && since === cleared) failure ??= error;
        if (error) reject(since === cleared ? failure : error);
        else resolve(answer);
      });
    });
  const later = (sql: string, values: readonly unknown[] = []) => {
    sent++;
    const since = cleared;
    wire.send(sql, values, (error) => {
      if (error && since === cleared) failure ??= error;
    });
  };

  const connection = {
    dialect: 'postgres' as const,
    all: async <Row>(sql: string, values: readonly unknown[], make?: RowOf<Row>): Promise<Row[]> => {
      const { rows, prepared } = await ask(sql, values);
      return rows.map(make ?? ((row) => rowOf<Row>(prepared, row)));
    },
    few: async <Row>(
      sql: string,
      values: readonly unknown[],
      max: number,
      make?: RowOf<Row>,
    ): Promise<Truncated<Row>> => {
      const { rows, prepared } = await ask(sql, values);
      const made: Row[] = [];
      let left = max;
      for (const row of rows) {
        if (left < 0) return { rows: made, cut: true };
        for (const value of row) if (typeof value === 'string') left -= value.length;
        made.push(make ? make(row) : rowOf<Row>(prepared, row));
      }
      return { rows: made, cut: false };
    },
    get: async <Row>(
      sql: string,
      values: readonly unknown[],
      make?: RowOf<Row>,
    ): Promise<Row | undefined> => {
      const { rows, prepared } = await ask(sql, values);
      return rows[0] && (make ? make(rows[0]) : rowOf<Row>(prepared, rows[0]));
    },
    run: (sql: string, values: readonly unknown[]): void => {
      writes++;
      later(sql, values);
    },
    changes: async (sql: string, values: readonly unknown[]): Promise<number> => {
      const { count } = await ask(sql, values);
      return count;
    },
  };
  const session = newSession({
    ...options,
    connection,
    next: (_session, sequence, upTo) => {
      const drawn = (from: Counters) => {
        from[sequence] = upTo === undefined ? from[sequence] + 1 : Math.max(from[sequence], upTo);
        return from[sequence];
      };
      const known = counters();
      return known instanceof Promise ? known.then(drawn) : drawn(known);
    },
  });

  return {
    ...connection,
    wire,
    session,
    unit: guarded(storesOn(session)),
    failure: () => failure,
    writes: () => writes,
    sent: () => sent,
    clear: () => {
      failure = null;
      cleared++;
    },
    count: (by) => {
      counters = by;
    },
    later,
    last: (sql) => wire.sendLast(sql, () => undefined),
    afterAll: (sql) => {
      wire.cut();
      later(sql);
    },
  };
}

/** Copies the blank row: V8 makes a slow object when so many properties are added one by one. */
function rowOf<Row>({ columns, blank }: Prepared, values: readonly unknown[]): Row {
  const row: Record<string, unknown> = { ...blank };
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
  return row as Row;
}
