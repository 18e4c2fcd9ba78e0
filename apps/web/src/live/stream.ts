import type { Event } from '@tandem/client';
import { isNotMember, isSignedOut, tandem } from '../api/tandem.ts';
import { electLeader } from './leader.ts';
import {
  ask,
  broadcast,
  broadcastState,
  checkLeader,
  LATEST,
  type Listener,
  openTab,
  SIGN_MS,
  type Tab,
} from './tab.ts';

/** Events within this time are delivered together, so that a burst renders once. */
const BATCH_MS = 60;
/** The pause after an error that an immediate retry wouldn't fix. */
const REST_MS = 5_000;

/**
 * Follows the workspace's events over one stream for all tabs of the browser. The tab with the lock streams and
 * forwards events to the others. When it closes, the next tab gets the lock and continues from the last forwarded
 * position. Over HTTP/1.1 a browser has six connections for all tabs, which a stream per tab would use up. Only tabs
 * of the same session share a stream, because another person may see other events. `beginning` is the event position
 * before the tab read its data.
 */
export function followEvents(
  sessionId: string,
  beginning: string | undefined,
  listener: Listener,
): () => void {
  const name = `tandem-events-${sessionId}`;
  const tab = openTab(name, beginning, listener);
  ask(tab);
  const { takeOver } = electLeader(name, tab.ended.signal, (leading) => lead(tab, leading));
  const timer = setInterval(() => checkLeader(tab, takeOver), SIGN_MS);
  return () => {
    clearInterval(timer);
    tab.ended.abort();
    tab.channel.close();
  };
}

/** Streams for all tabs; reconnects until this tab stops leading or closes. */
async function lead(tab: Tab, leading: AbortSignal): Promise<void> {
  tab.leads = true;
  tab.joined = true;
  leading.addEventListener('abort', () => {
    tab.leads = false;
    // Another tab has taken over. Events since this tab was suspended may have been missed.
    tab.joined = false;
    ask(tab);
  });
  while (!leading.aborted) {
    const woken = new AbortController();
    // The network is back: end the pause before the retry, and drop a hanging connection.
    const wake = () => woken.abort();
    const sleep = () => broadcastState(tab, 'offline');
    window.addEventListener('online', wake);
    window.addEventListener('offline', sleep);
    try {
      await stream(tab, AbortSignal.any([leading, woken.signal]));
    } catch (error) {
      if (isSignedOut(error) || isNotMember(error)) return broadcast(tab, { kind: 'signed-out' });
      if (leading.aborted) return;
      // The server doesn't know the position, after a restore: start over from now.
      tab.position = LATEST;
      tab.hasGap = true;
      broadcastState(tab, 'connecting');
      await new Promise((resolve) => setTimeout(resolve, REST_MS));
    } finally {
      window.removeEventListener('online', wake);
      window.removeEventListener('offline', sleep);
    }
  }
}

/** Reads the stream from the tab's position, over reconnections. */
async function stream(tab: Tab, signal: AbortSignal): Promise<void> {
  const patience = { signal, tries: Number.POSITIVE_INFINITY, retryMs: Number.POSITIVE_INFINITY };
  const onRetry = () => broadcastState(tab, navigator.onLine ? 'connecting' : 'offline');
  // Fix the position before any event, so that none is missed after a reconnection or by the next leader.
  if (tab.position === LATEST) {
    tab.position = (await tandem.events.list({ after: LATEST, limit: 1 }, { ...patience, onRetry })).cursor;
  }
  // After the new position is known, so that events during the refresh arrive by the stream.
  if (tab.hasGap) broadcast(tab, { kind: 'gap' });
  tab.hasGap = false;
  let batch: Event[] = [];
  const flush = () => {
    if (batch.length === 0) return;
    const events = batch;
    batch = [];
    broadcast(tab, { kind: 'events', events, position: incoming.position ?? tab.position });
  };
  const incoming = tandem.events.stream(
    { after: tab.position },
    {
      ...patience,
      onRetry,
      onReset: () => broadcast(tab, { kind: 'gap' }),
      onOpen: () => broadcastState(tab, 'live'),
    },
  );
  for await (const event of incoming) {
    if (batch.length === 0) setTimeout(flush, BATCH_MS);
    batch.push(event);
  }
  flush();
}
