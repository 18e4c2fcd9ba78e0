import { TRANSFER_TABLES, type TransferKey, type TransferRow, type TransferTable } from './tables.ts';

/** A side whose rows can be read. */
export interface Readable {
  /** Batches of the rows after a key, or of all rows, in key order. Read one table at a time. */
  rows(table: TransferTable, after: TransferKey | null): AsyncIterable<readonly TransferRow[]>;
  close(): Promise<void>;
}

/** The database to move. It must be locked against changes from opening to closing. */
export interface MoveSource extends Readable {
  /** As shown to the operator. */
  readonly name: string;
  count(table: TransferTable): Promise<number>;
}

/** The progress of one table. */
export interface TableProgress {
  /** The key of the last row copied; null if there is none. */
  readonly last: TransferKey | null;
  readonly rows: number;
  readonly done: boolean;
}

/** Identifies a move, so that only the same move can be resumed. */
export interface MoveIdentity {
  /** A digest of the workspaces. */
  readonly workspaces: string;
  /** A digest of the tables and columns that this version of Tandem moves. */
  readonly form: string;
}

/** The database to move to. No server starts on it until it is finished. */
export interface MoveTarget extends Readable {
  readonly name: string;
  /**
   * Begins a move or resumes it; returns the progress of each table. Throws `MoveRefused` if the database holds
   * something else.
   */
  begin(identity: MoveIdentity): Promise<ReadonlyMap<string, TableProgress>>;
  /** Writes rows and the table's progress atomically. */
  put(table: TransferTable, rows: readonly TransferRow[], progress: TableProgress): Promise<void>;
  /** Turns it into an ordinary database. */
  finish(): Promise<void>;
}

/** The progress after all tables have been copied. */
export const ALL_THERE: ReadonlyMap<string, TableProgress> = new Map(
  TRANSFER_TABLES.map(({ name }) => [name, { last: null, rows: 0, done: true }]),
);
