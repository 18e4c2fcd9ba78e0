import type { Event } from '@tandem/client';
import { isSignedOut, tandem } from '../api/tandem.ts';
import { electLeader } from './leader.ts';

/** The connection to the server: live, connecting, or without a network. */
export type Standing = 'live' | 'connecting' | 'offline';

interface Listener {
  readonly onEvents: (events: readonly Event[]) => void;
  /** Events were missed: read everything again. */
  readonly onGap: () => void;
  readonly onStanding: (standing: Standing) => void;
  /** The browser's session has ended: here, in another tab, or by revocation. */
  readonly onSignedOut: () => void;
}

/** Messages from the leading tab to the others. */
type Message =
  | { readonly kind: 'events'; readonly events: readonly Event[]; readonly position: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'standing'; readonly standing: Standing; readonly position: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'ask' };

/** The current position. */
const LATEST = 'latest';
/** Events within this time are delivered together, so that a burst renders once. */
const BATCH_MS = 60;
/** The interval at which the leading tab sends a sign of life and the others check for one. */
const SIGN_MS = 5_000;
/**
 * After this long without a sign, the other tabs ask for one. Timers of a hidden tab run late, but it still replies
 * to messages.
 */
const ASK_MS = 10_000;
/** After this long without a sign or a reply, another tab takes over. */
const LOST_MS = 15_000;
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
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let position = beginning ?? LATEST;
  /** False until the leading tab has sent its position. */
  let joined = false;
  let standing: Standing = 'connecting';
  let leads = false;
  let hasGap = false;
  let lastSignAt = performance.now();
  let askedAt: number | undefined;
  let lastCheckAt = lastSignAt;

  /** Events between the beginning and the leading tab's first message were missed. */
  const join = (at: string) => {
    if (!joined && at !== position) listener.onGap();
    joined = true;
    position = at;
  };
  const receive = (message: Message) => {
    if (message.kind === 'events') {
      if (!joined) return join(message.position);
      position = message.position;
      listener.onEvents(message.events);
    }
    if (message.kind === 'gap') listener.onGap();
    if (message.kind === 'signed-out') listener.onSignedOut();
    if (message.kind === 'standing') {
      join(message.position);
      listener.onStanding(message.standing);
    }
  };
  const broadcast = (message: Message) => {
    if (ended.signal.aborted) return;
    channel.postMessage(message);
    receive(message);
  };
  const broadcastStanding = (now: Standing) => {
    standing = now;
    broadcast({ kind: 'standing', standing, position });
  };

  /** Reconnects until this tab stops leading or closes. */
  const follow = async (leading: AbortSignal) => {
    leads = true;
    joined = true;
    leading.addEventListener('abort', () => {
      leads = false;
      // Another tab has taken over. Events since this tab was suspended may have been missed.
      joined = false;
      ask();
    });
    while (!leading.aborted) {
      const woken = new AbortController();
      // The network is back: end the pause before the retry, and drop a hanging connection.
      const wake = () => woken.abort();
      const sleep = () => broadcastStanding('offline');
      window.addEventListener('online', wake);
      window.addEventListener('offline', sleep);
      try {
        await followOnce(AbortSignal.any([leading, woken.signal]));
      } catch (error) {
        if (isSignedOut(error)) return broadcast({ kind: 'signed-out' });
        if (leading.aborted) return;
        // The server doesn't know the position, after a restore: start over from now.
        position = LATEST;
        hasGap = true;
        broadcastStanding('connecting');
        await new Promise((resolve) => setTimeout(resolve, REST_MS));
      } finally {
        window.removeEventListener('online', wake);
        window.removeEventListener('offline', sleep);
      }
    }
  };

  const followOnce = async (signal: AbortSignal) => {
    const patience = { signal, tries: Number.POSITIVE_INFINITY, retryMs: Number.POSITIVE_INFINITY };
    const onRetry = () => broadcastStanding(navigator.onLine ? 'connecting' : 'offline');
    // Fix the position before any event, so that none is missed after a reconnection or by the next leader.
    if (position === LATEST) {
      position = (await tandem.events.list({ after: LATEST, limit: 1 }, { ...patience, onRetry })).cursor;
    }
    // After the new position is known, so that events during the refresh arrive by the stream.
    if (hasGap) broadcast({ kind: 'gap' });
    hasGap = false;
    let batch: Event[] = [];
    const flush = () => {
      if (batch.length === 0) return;
      const events = batch;
      batch = [];
      broadcast({ kind: 'events', events, position: stream.position ?? position });
    };
    const stream = tandem.events.stream(
      { after: position },
      {
        ...patience,
        onRetry,
        onReset: () => broadcast({ kind: 'gap' }),
        onOpen: () => broadcastStanding('live'),
      },
    );
    for await (const event of stream) {
      if (batch.length === 0) setTimeout(flush, BATCH_MS);
      batch.push(event);
    }
    flush();
  };

  const ask = () => {
    if (!ended.signal.aborted) channel.postMessage({ kind: 'ask' } satisfies Message);
  };
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.kind === 'ask') {
      if (leads) broadcastStanding(standing);
      return;
    }
    lastSignAt = performance.now();
    if (!leads || data.kind !== 'standing') receive(data);
  };
  ask();
  const { takeOver } = electLeader(name, ended.signal, follow);

  /**
   * Takes over from a tab that is suspended, at a breakpoint or in a dialog, and so keeps its lock. A tab that was
   * suspended itself asks first, because messages to it may not have been delivered yet.
   */
  const checkLeader = () => {
    const now = performance.now();
    const wasAsleep = now - lastCheckAt > 2 * SIGN_MS;
    lastCheckAt = now;
    if (leads) return channel.postMessage({ kind: 'standing', standing, position } satisfies Message);
    if (now - lastSignAt < ASK_MS) askedAt = undefined;
    else if (askedAt === undefined || wasAsleep) {
      askedAt = now;
      ask();
    } else if (now - lastSignAt >= LOST_MS) {
      // Leaves time for the new leader's first sign before another try.
      lastSignAt = now - LOST_MS + SIGN_MS * (1 + Math.random());
      askedAt = undefined;
      listener.onStanding('connecting');
      takeOver();
    }
  };
  const timer = setInterval(checkLeader, SIGN_MS);
  return () => {
    clearInterval(timer);
    ended.abort();
    channel.close();
  };
}
