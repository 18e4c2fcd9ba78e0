import { invalid } from './refusal.ts';
import { LIMITS } from './text.ts';

/** Where a page ended, in the list's own order: a sequence number or a sort key. */
export type Position = number | string;

export interface PageRequest {
  /** Rows wanted. Over 100 counts as 100 (docs/rules.md, Lists). */
  readonly limit?: number | undefined;
  /** Continue after this position. */
  readonly after?: Position | undefined;
}

/** A page with its limit settled, as stores are asked for it. */
export interface PageSlice {
  readonly limit: number;
  readonly after: Position | undefined;
}

/** Part of a list. It may hold fewer than were asked for, or none, and yet others follow. */
export interface Page<T> {
  readonly items: readonly T[];
  /** Where the list goes on after each of the items: whoever shows only the first few of them ends there. */
  readonly positions: readonly Position[];
  /** Where to go on, or null when this was the last page. */
  readonly next: Position | null;
  /** All rows that match, where the interface promises it. */
  readonly total?: number;
  /** Whether nothing is missing that is still being taken in, where the interface tells it. */
  readonly complete?: boolean;
}

export const EMPTY_PAGE: Page<never> = { items: [], positions: [], next: null };

export function pageSlice(request: PageRequest, defaultLimit = 25): PageSlice {
  const limit = request.limit ?? defaultLimit;
  if (!Number.isInteger(limit) || limit < 1) throw invalid({ limit: 'must be an integer of at least 1' });
  return { limit: Math.min(limit, LIMITS.page), after: request.after };
}

/**
 * Makes a page of `limit + 1` fetched rows: the extra one only tells that there is more. `cut` says that there
 * is more although fewer were fetched.
 */
export function pageOf<T>(
  rows: readonly T[],
  limit: number,
  position: (row: T) => Position,
  cut = false,
): Page<T> {
  const items = rows.length > limit ? rows.slice(0, limit) : rows;
  const positions = items.map(position);
  const more = cut || rows.length > limit;
  return { items, positions, next: more ? (positions[items.length - 1] as Position) : null };
}
