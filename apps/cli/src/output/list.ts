import type { Listing, Page } from '@tandem/client';
import { note } from './print.ts';
import { showProgress } from './progress.ts';
import { printJson, write } from './show.ts';
import { type Column, rowOf, tableOf } from './table.ts';

/** Options for printing a list. */
export interface ListOptions {
  readonly limit: number;
  readonly json?: true | undefined;
}

/** Maximum number of items on a page (docs/rules.md, Lists). */
const MAX_OF_A_PAGE = 100;

/** The page size for a limit: one more item than needed, to know whether there are more. */
export const pageFor = (limit: number): number => Math.min(MAX_OF_A_PAGE, limit + 1);

/**
 * Prints a list page by page up to the limit: as a table on a terminal, as tab-separated rows in a pipe, or as one JSON
 * object per line. Says when there are more items.
 */
export async function printList<Item, One extends Page<Item>>(
  list: Listing<Item, One>,
  columns: readonly Column<Item>[],
  { limit, json }: ListOptions,
  none: string,
): Promise<void> {
  const isTable = process.stdout.isTTY === true && json === undefined;
  const progress = isTable ? showProgress() : undefined;
  const items: Item[] = [];
  let count = 0;
  let isMore = false;
  try {
    for await (const item of list) {
      if (count === limit) {
        isMore = true;
        break;
      }
      count++;
      if (json) printJson(item);
      else if (isTable) items.push(item);
      else write(rowOf(columns, item));
      progress?.at(`Reading: ${count} …`);
    }
  } finally {
    progress?.end();
  }
  if (items.length > 0) printTable(columns, items);
  if (count === 0 && !json) note(none);
  if (isMore) note(`There are more: --limit ${limit * 2} shows more of them.`);
}

/** Prints items that are all known, in the same three forms. */
export function printRows<Item>(columns: readonly Column<Item>[], items: readonly Item[], json?: true): void {
  if (json) for (const item of items) printJson(item);
  else if (process.stdout.isTTY !== true) for (const item of items) write(rowOf(columns, item));
  else if (items.length > 0) printTable(columns, items);
}

/** Prints a table for a terminal, with all cells escaped. */
export function printTable<Item>(columns: readonly Column<Item>[], items: readonly Item[]): void {
  for (const line of tableOf(columns, items, process.stdout.columns || 80)) write(line);
}
