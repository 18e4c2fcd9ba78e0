import type { QueryClient } from '@tanstack/react-query';
import { HOME } from '../api/tandem.ts';
import { storedAt } from './state.ts';
import { storeQueries } from './stored-queries.ts';

/** The minimum time between two writes. */
const PAUSE_MS = 10_000;

/** Keeps the page's files and its data, so that it opens offline. */
export async function keepForOffline(queries: QueryClient): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  try {
    await navigator.serviceWorker.register(new URL('sw.js', HOME), { scope: HOME.pathname });
  } catch {
    // In development, in private windows, or with another certificate, the page works without it.
    return;
  }
  let timer: ReturnType<typeof setTimeout> | undefined;
  const store = () => {
    clearTimeout(timer);
    timer = undefined;
    // Until the connection is back, the data is what was stored.
    if (storedAt.get() === null) void storeQueries(queries).catch(() => undefined);
  };
  queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') timer ??= setTimeout(store, PAUSE_MS);
  });
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') store();
  });
  store();
}
