import type { Page, Position } from '@tandem/core';
import type { Fed } from './answer.ts';

/** The most bytes of a page (docs/decisions/0041): an item that is larger is a page of its own. */
export const MAX_BYTES = 1024 * 1024;
/** Kept for what stands around the items. A cursor is the longest of it: some 200 bytes for a label's name. */
const AROUND = 2048;
/** Items that are written at once: few enough that those of a page which is too large cost little. */
const PORTION = 10;

/**
 * A page as JSON. It ends before the item that would make it larger than MAX_BYTES, and its cursor goes on
 * with that item. Items are presented only as far as they are shown.
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

/** The same of what goes on for ever. */
export function feedText({ feed: { items, positions, next, more }, present }: Fed<unknown>): string {
  const { data, count } = fitting(items, present as Present, MAX_BYTES - AROUND);
  const isCut = count < items.length;
  const around = { cursor: isCut ? positions[count - 1] : next, hasMore: isCut || more };
  return `{"data":[${data}],${JSON.stringify(around).slice(1)}`;
}

/** The first items as JSON with commas between, as many as have room and at least one, and how many they are. */
function fitting(
  items: readonly unknown[],
  present: (item: unknown) => unknown,
  room: number,
): { data: string; count: number } {
  let data = '';
  let left = room;
  for (let start = 0; start < items.length; start += PORTION) {
    const portion = items.slice(start, start + PORTION).map(present);
    const text = JSON.stringify(portion).slice(1, -1);
    const bytes = Buffer.byteLength(text) + 1;
    if (bytes > left) return closely(portion, data, start, left);
    data = data === '' ? text : `${data},${text}`;
    left -= bytes;
  }
  return { data, count: items.length };
}

/** Adds items of a portion that does not fit as a whole, one by one. */
function closely(
  portion: readonly unknown[],
  before: string,
  already: number,
  room: number,
): { data: string; count: number } {
  let data = before;
  let count = already;
  let left = room;
  for (const item of portion) {
    const text = JSON.stringify(item);
    left -= Buffer.byteLength(text) + 1;
    if (left < 0 && count > 0) break;
    data = count === 0 ? text : `${data},${text}`;
    count++;
  }
  return { data, count };
}
