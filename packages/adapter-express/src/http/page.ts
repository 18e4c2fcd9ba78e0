import type { Page, Position } from '@tandem/core';
import type { Fed } from './answer.ts';

/** Maximum bytes of a page (docs/decisions/0041); a larger item gets a page of its own. */
export const MAX_BYTES = 1024 * 1024;
/**
 * Reserved for the JSON around the items. A cursor is the largest part: some 200 bytes for a label's name.
 */
const AROUND = 2048;
/** Items serialized at once: few enough that those beyond the limit cost little. */
const CHUNK = 10;

/**
 * A page as JSON. It ends before the item that would exceed MAX_BYTES, and its cursor continues with that item. Items
 * are presented only if they are part of the page.
 */
export function pageText(
  page: Page<unknown>,
  present: (item: never) => unknown,
  cursorOf: (position: Position) => string,
): string {
  const { total, complete } = page;
  const { data, count } = fitting(page.items, present as Present, MAX_BYTES - AROUND);
  const next = count < page.items.length ? (page.positions[count - 1] as Position) : page.next;
  const around = {
    cursor: next === null ? null : cursorOf(next),
    hasMore: next !== null,
    ...(total !== undefined && { total }),
    ...(complete !== undefined && { complete }),
  };
  return `{"data":[${data}],${JSON.stringify(around).slice(1)}`;
}

type Present = (item: unknown) => unknown;

/** The same for a feed. */
export function feedText({ feed: { items, positions, next, more }, present }: Fed<unknown>): string {
  const { data, count } = fitting(items, present as Present, MAX_BYTES - AROUND);
  const isCut = count < items.length;
  const around = { cursor: isCut ? positions[count - 1] : next, hasMore: isCut || more };
  return `{"data":[${data}],${JSON.stringify(around).slice(1)}`;
}

/** As many items as fit, at least one, as JSON separated by commas, and their count. */
function fitting(
  items: readonly unknown[],
  present: (item: unknown) => unknown,
  room: number,
): { data: string; count: number } {
  let data = '';
  let left = room;
  for (let start = 0; start < items.length; start += CHUNK) {
    const chunk = items.slice(start, start + CHUNK).map(present);
    const text = JSON.stringify(chunk).slice(1, -1);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > left) return closely(chunk, data, start, left);
    data = data === '' ? text : `${data},${text}`;
    left -= bytes;
  }
  return { data, count: items.length };
}

/** Adds the items of a batch that does not fit as a whole, one by one. */
function closely(
  chunk: readonly unknown[],
  before: string,
  already: number,
  room: number,
): { data: string; count: number } {
  let data = before;
  let count = already;
  let left = room;
  for (const item of chunk) {
    const text = JSON.stringify(item);
    left -= Buffer.byteLength(text) + 1;
    if (left < 0 && count > 0) break;
    data = count === 0 ? text : `${data},${text}`;
    count++;
  }
  return { data, count };
}
