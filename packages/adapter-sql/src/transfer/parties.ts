import { TRANSFER_TABLES, type TransferKey, type TransferRow, type TransferTable } from './tables.ts';

/** What rows are read from. */
export interface Readable {
  /** The rows after a key, or all of them, in the order of the key, some at a time. One table is read at a time. */
  rows(table: TransferTable, after: TransferKey | null): AsyncIterable<readonly TransferRow[]>;
  close(): Promise<void>;
}

/** The database that is moved. From when it is opened until it is closed nobody changes it. */
export interface MoveSource extends Readable {
  /** As the operator is shown it. */
  readonly name: string;
  count(table: TransferTable): Promise<number>;
}

/** How far a table has come. */
export interface TableProgress {
  /** The key of the last row that is there; null when there is none. */
  readonly last: TransferKey | null;
  readonly rows: number;
  readonly done: boolean;
}

/** Which move it is: whoever goes on with one must be about the same. */
export interface MoveIdentity {
  /** A digest of which workspaces are moved. */
  readonly workspaces: string;
  /** A digest of the tables and columns that this Tandem moves. */
  readonly form: string;
}

/** Where a database is moved to. No server starts on it before it is finished. */
export interface MoveTarget extends Readable {
  readonly name: string;
  /**
   * Begins, or goes on with what was begun before: how far each table has come by then. Throws `MoveRefused` where
   * something else is kept.
   */
  begin(identity: MoveIdentity): Promise<ReadonlyMap<string, TableProgress>>;
  /** Keeps rows, and how far the table has come with them: both or neither. */
  put(table: TransferTable, rows: readonly TransferRow[], progress: TableProgress): Promise<void>;
  /** Makes it a database like any other. */
  finish(): Promise<void>;
}

/** How far all tables have come once they are there. */
export const ALL_THERE: ReadonlyMap<string, TableProgress> = new Map(
  TRANSFER_TABLES.map(({ name }) => [name, { last: null, rows: 0, done: true }]),
);
