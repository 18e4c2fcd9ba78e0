import { type Finding, type RowKey, type Unreadable, wrong } from './finding.ts';

const TABLE = /\b(?:FROM|JOIN|INTO|UPDATE(?: OR \w+)?)\s+(\w+)/g;

/** The tables that SQL reads or writes. A second table after a comma isn't found: use JOIN. */
export const tablesIn = (sql: string): string[] => [
  ...new Set([...sql.matchAll(TABLE)].map(([, table]) => table as string)),
];

/** Collects the workspaces that a repair skips, because the repaired data would depend on an unreadable row. */
export class SkippedWorkspaces {
  readonly #texts = new Set<string>();
  readonly #name: string;
  readonly #unreadable: Unreadable;

  constructor(name: string, unreadable: Unreadable) {
    this.#name = name;
    this.#unreadable = unreadable;
  }

  /** Returns true, and records the workspace, if data derived from these tables and the row must not be repaired. */
  addIfUnreadable(workspaceId: string, tables: readonly string[], row?: RowKey): boolean {
    const table =
      row && this.#unreadable.hasRow(row) ? row.table : this.#unreadable.tableIn(workspaceId, tables);
    if (table === undefined) return false;
    this.#texts.add(
      `${this.#name}: not repaired in workspace ${workspaceId}, where rows of ${table} can't be read. Fix the rows listed under Values, then run tandem doctor --repair again.`,
    );
    return true;
  }

  findings(): Finding[] {
    return [...this.#texts].map(wrong);
  }
}
