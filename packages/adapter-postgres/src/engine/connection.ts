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
import type { Answered, Wire } from './wire.ts';

/** The numbers of a workspace, as its head has them. */
export type Counters = Record<Sequence, number>;

/** A connection with the stores' session on it, for one unit of work, or one batch of them, at a time. */
export interface UnitConnection extends Connection {
  readonly wire: Wire;
  readonly session: Session;
  /** Opens a unit of work: its stores work until it ends. */
  readonly unit: ReturnType<typeof guarded<Stores>>;
  /** The first that has gone wrong of what was sent since `clear`; all that comes after it fails. */
  failure(): unknown;
  /** How many statements have been sent that can change something. */
  writes(): number;
  /** How many statements have been sent. */
  sent(): number;
  /** Forgets what has gone wrong: a transaction begins, or goes back to a savepoint. */
  clear(): void;
  /** Where the numbers come from that the stores draw. */
  count(by: () => Counters | Promise<Counters>): void;
  /** Runs a statement that nobody waits for, and that changes nothing of the stores'. */
  later(sql: string, values?: readonly unknown[]): void;
  /** The same, and it is carried out also when something before it has failed. */
  afterAll(sql: string): void;
  /** The same, and it may go with what is sent next. */
  last(sql: string): void;
}

export interface SessionOptions {
  readonly reportBadRow: BadRowListener;
  readonly pageEffort?: number | undefined;
  readonly blockSize?: number | undefined;
}

const WRITES = /^\s*(insert|update|delete)\b|\b(insert into|delete from)\b|^\s*with\b[\s\S]*\bupdate\b/i;
/** What is known of the statements of the stores, which are made once. */
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
 * What the stores use over a wire. Statements that nobody waits for are only sent, and go along with the next one that
 * somebody waits for. When one fails so do all after it: the transaction takes nothing more.
 */
export function connectionOn(wire: Wire, options: SessionOptions): UnitConnection {
  let failure: unknown = null;
  /** Rises with `clear`: what was sent before and goes wrong after is nobody's concern. */
  let cleared = 0;
  let writes = 0;
  let sent = 0;
  let counters: () => Counters | Promise<Counters> = () => {
    throw new Error('A unit of work that only reads has drawn a number.');
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
    next: (_session, sequence) => {
      const known = counters();
      return known instanceof Promise ? known.then((later) => ++later[sequence]) : ++known[sequence];
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

/** A copy of the blank is filled in: V8 makes a slow object of one that gets so many members one by one. */
function rowOf<Row>({ columns, blank }: Prepared, values: readonly unknown[]): Row {
  const row: Record<string, unknown> = { ...blank };
  for (let i = 0; i < columns.length; i++) row[columns[i] as string] = values[i];
  return row as Row;
}
