import { pageState } from '../state/page-state.ts';

/** Clocks this close count as equal: the `Date` header has whole seconds, and responses take time to arrive. */
const SKEW_TOLERANCE_MS = 5_000;
const aheadMs = pageState(() => 0);

/**
 * The server's time in milliseconds. The page shows server times; on a machine whose clock is an hour off, active
 * leases would look expired.
 */
export const serverNow = (): number => Date.now() + aheadMs.get();

/** Updates the clock offset from a response that has just arrived. */
export function hearTime(answer: Response): void {
  const serverMs = Date.parse(answer.headers.get('Date') ?? '');
  if (Number.isNaN(serverMs)) return;
  const ahead = serverMs - Date.now();
  aheadMs.set(Math.abs(ahead) > SKEW_TOLERANCE_MS ? ahead : 0);
}
