import type { Event } from '@tandem/client';
import { tandem } from '../api/tandem.ts';

/** How the page is with the server: followed live, trying to be, or without a network. */
export type Standing = 'live' | 'connecting' | 'offline';

interface Listener {
  readonly onEvents: (events: readonly Event[]) => void;
  /** What was missed cannot be told: everything is to be read anew. */
  readonly onGap: () => void;
  readonly onStanding: (standing: Standing) => void;
}

/** What the tab that follows tells the others. */
type Told =
  | { readonly kind: 'events'; readonly events: readonly Event[]; readonly position: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'standing'; readonly standing: Standing; readonly position: string }
  | { readonly kind: 'ask' };

/** Events that come within so long are told together: what a busy team does is drawn once. */
const GATHER_MS = 60;

/**
 * Follows what happens, over one stream for all tabs of the browser: whoever has the lock follows and tells the others;
 * when that tab goes, the next one has the lock, and goes on from where it was told last. Over HTTP/1.1 a browser has six
 * connections for all tabs, and a stream in each would use them up.
 */
export function followEvents(workspaceId: string, listener: Listener): () => void {
  const name = `tandem-events-${workspaceId}`;
  const channel = new BroadcastChannel(name);
  const ended = new AbortController();
  let position = 'latest';
  let standing: Standing = 'connecting';

  const hear = (told: Told) => {
    if (told.kind === 'events') {
      position = told.position;
      listener.onEvents(told.events);
    }
    if (told.kind === 'gap') listener.onGap();
    if (told.kind === 'standing') {
      position = told.position;
      listener.onStanding(told.standing);
    }
  };
  const tell = (told: Told) => {
    if (ended.signal.aborted) return;
    channel.postMessage(told);
    hear(told);
  };
  const tellStanding = (now: Standing) => {
    standing = now;
    tell({ kind: 'standing', standing, position });
  };

  const follow = async () => {
    channel.onmessage = ({ data }: MessageEvent<Told>) => {
      if (data.kind === 'ask') tellStanding(standing);
    };
    let gathered: Event[] = [];
    let gathering = false;
    const flush = () => {
      gathering = false;
      const events = gathered;
      gathered = [];
      tell({ kind: 'events', events, position: stream.position ?? position });
    };
    const stream = tandem.events.stream(
      { after: position },
      {
        signal: ended.signal,
        tries: Number.POSITIVE_INFINITY,
        retryMs: Number.POSITIVE_INFINITY,
        onReset: () => tell({ kind: 'gap' }),
        onRetry: () => tellStanding(navigator.onLine ? 'connecting' : 'offline'),
        onOpen: () => tellStanding('live'),
      },
    );
    for await (const event of stream) {
      gathered.push(event);
      if (!gathering) setTimeout(flush, GATHER_MS);
      gathering = true;
    }
  };

  channel.onmessage = ({ data }: MessageEvent<Told>) => hear(data);
  channel.postMessage({ kind: 'ask' } satisfies Told);
  void navigator.locks.request(name, { signal: ended.signal }, follow).catch(() => undefined);
  return () => {
    ended.abort();
    channel.close();
  };
}
