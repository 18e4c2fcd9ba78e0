import { pageState } from '../state/page-state.ts';

/** When the data of a page that was opened offline was stored, in milliseconds; null once it is current. */
export const storedAt = pageState<number | null>(() => null);

/** The page shows stored data, or the service worker served its document (install/sw.js): there was no connection. */
export const isOffline = (): boolean =>
  storedAt.get() !== null || document.documentElement.dataset.offline !== undefined;

/** The connection is back, and everything is read again. */
export function endOfflineStart(): void {
  delete document.documentElement.dataset.offline;
  storedAt.set(null);
}
