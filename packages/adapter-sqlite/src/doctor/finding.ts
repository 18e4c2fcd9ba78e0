import type { Connection } from '../engine/sqlite.ts';

/** A result: in order, wrong, a harmless note, or repaired. */
export interface Finding {
  readonly state: 'ok' | 'wrong' | 'note' | 'fixed';
  /** The state and, if it is wrong and not `repairable`, the remedy, in one line. */
  readonly text: string;
  /** For a wrong state: true if a repair fixes it. How to repair depends on where the database is. */
  readonly repairable?: true;
}

/** Yielded between two statements, each of which may take a while. */
export const PAUSE = Symbol('pause');
export type Pause = typeof PAUSE;

/** A row by its primary key, which starts with its workspace. */
export interface RowKey {
  readonly table: string;
  readonly key: readonly unknown[];
}

/** Rows that break a rule of the `Values` check. */
export interface Unreadable {
  hasRow(row: RowKey): boolean;
  /** The first of these tables in which a workspace has such a row, if any. */
  tableIn(workspaceId: string, tables: readonly string[]): string | undefined;
}

/** A check of one kind. */
export interface Check {
  /** The prefix of its findings. */
  readonly name: string;
  find(on: Connection): Iterable<Finding | Pause>;
  /** Rebuilds data derived from readable rows, and yields what it changed. Call it in a transaction. */
  readonly repair?: (on: Connection, unreadable: Unreadable) => Iterable<Finding>;
}

export const ok = (text: string): Finding => ({ state: 'ok', text });
export const wrong = (text: string): Finding => ({ state: 'wrong', text });
export const note = (text: string): Finding => ({ state: 'note', text });
export const fixed = (text: string): Finding => ({ state: 'fixed', text });

export const RESTORE = 'Restore a backup.';

/** A wrong state that a repair fixes. */
export const repairable = (text: string): Finding => ({ state: 'wrong', text, repairable: true });

/** Runs several statements on one snapshot. */
export function inSnapshot<T>(on: Connection, look: () => T): T {
  if (on.inTransaction()) return look();
  on.exec('BEGIN');
  try {
    return look();
  } finally {
    on.exec('ROLLBACK');
  }
}

export const counted = (n: number, noun: string): string =>
  `${n.toLocaleString('en')} ${noun}${n === 1 ? '' : 's'}`;

/** Maximum rows named; the rest are only counted. */
const MAX_NAMED = 5;

/** Counts rows and keeps the names of the first few. */
export class Named {
  n = 0;
  readonly #byWorkspace = new Map<string, string[]>();
  #kept = 0;

  add(workspaceId: string, name: string): void {
    this.n++;
    if (this.#kept >= MAX_NAMED) return;
    this.#kept++;
    const names = this.#byWorkspace.get(workspaceId) ?? [];
    names.push(name);
    this.#byWorkspace.set(workspaceId, names);
  }

  /** `2 rows (in workspace W: 7, 9)`. */
  toString(): string {
    const places = [...this.#byWorkspace].map(([workspaceId, names]) =>
      names.every((name) => name === '')
        ? `workspace ${workspaceId}`
        : `in workspace ${workspaceId}: ${names.join(', ')}`,
    );
    return `${counted(this.n, 'row')} (${places.join('; ')}${this.n > this.#kept ? ', …' : ''})`;
  }
}
