import type { Listing, Page } from '@tandem/client';
import { note } from './print.ts';
import { showProgress } from './progress.ts';
import { printJson, write } from './show.ts';
import { type Column, rowOf, tableOf } from './table.ts';

/** How a list is shown. */
export interface ListOptions {
  readonly limit: number;
  readonly json?: true | undefined;
}

/** Most items of a page (docs/rules.md, Lists). */
const MAX_OF_A_PAGE = 100;

/** How many a page is asked for, when so many are wanted and it is to be known whether there are more. */
export const pageFor = (limit: number): number => Math.min(MAX_OF_A_PAGE, limit + 1);

/**
 * Shows a list, page by page up to the limit: for a person a table, in a pipe rows with tabulators as they come, for a
 * program an object a line. Says when there are more.
 */
export async function printList<Item, One extends Page<Item>>(
  list: Listing<Item, One>,
  columns: readonly Column<Item>[],
  { limit, json }: ListOptions,
  none: string,
): Promise<void> {
  const isTable = process.stdout.isTTY === true && json === undefined;
  const progress = isTable ? showProgress() : undefined;
  const kept: Item[] = [];
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
      else if (isTable) kept.push(item);
      else write(rowOf(columns, item));
      progress?.at(`Reading: ${count} …`);
    }
  } finally {
    progress?.end();
  }
  if (kept.length > 0) printTable(columns, kept);
  if (count === 0 && !json) note(none);
  if (isMore) note(`There are more: --limit ${limit * 2} shows more of them.`);
}

/** For a person; every cell of it is printable. */
export function printTable<Item>(columns: readonly Column<Item>[], items: readonly Item[]): void {
  for (const line of tableOf(columns, items, process.stdout.columns || 80)) write(line);
}
