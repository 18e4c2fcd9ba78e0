import { invalid } from './refusal.ts';
import { LIMITS } from './text.ts';

/** The position at the end of a page, in the list's own order: a sequence number or a sort key. */
export type Position = number | string;

export interface PageRequest {
  /** Rows wanted. Values over 100 count as 100 (docs/rules.md, Lists). */
  readonly limit?: number | undefined;
  /** Continue after this position. */
  readonly after?: Position | undefined;
}

/** A page request for stores, with its limit resolved. */
export interface PageSlice {
  readonly limit: number;
  readonly after: Position | undefined;
}

/** Part of a list. It may have fewer items than requested, or none, even if more follow. */
export interface Page<T> {
  readonly items: readonly T[];
  /** The position after each item, for readers that show only the first few of them. */
  readonly positions: readonly Position[];
  /** The position to continue from, or null for the last page. */
  readonly next: Position | null;
  /** Number of matching rows, where the interface promises it. */
  readonly total?: number;
  /** Whether the index covers all data, for lists that report it. */
  readonly complete?: boolean;
}

export const EMPTY_PAGE: Page<never> = { items: [], positions: [], next: null };

export function pageSlice(request: PageRequest, defaultLimit = 25): PageSlice {
  const limit = request.limit ?? defaultLimit;
  if (!Number.isInteger(limit) || limit < 1) throw invalid({ limit: 'must be an integer of at least 1' });
  return { limit: Math.min(limit, LIMITS.page), after: request.after };
}

/**
 * Builds a page from `limit + 1` fetched rows; the extra row only shows that more follow. `cut` means that more
 * follow although fewer rows were fetched.
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
