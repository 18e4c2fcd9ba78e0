import type { Event } from '@tandem/client';

/** The connection to the server: live, connecting, or without a network. */
export type ConnectionState = 'live' | 'connecting' | 'offline';

export interface Listener {
  readonly onEvents: (events: readonly Event[]) => void;
  /** Events were missed: read everything again. */
  readonly onGap: () => void;
  readonly onState: (state: ConnectionState) => void;
  /** The browser's session has ended: here, in another tab, or by revocation. */
  readonly onSignedOut: () => void;
}

/** Messages from the leading tab to the others. */
type Message =
  | { readonly kind: 'events'; readonly events: readonly Event[]; readonly position: string }
  | { readonly kind: 'gap' }
  | { readonly kind: 'state'; readonly state: ConnectionState; readonly position: string }
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'ask' };

/** The current position. */
export const LATEST = 'latest';
/** The interval at which the leading tab sends a sign of life and the others check for one. */
export const SIGN_MS = 5_000;
/**
 * After this long without a sign, the other tabs ask for one. Timers of a hidden tab run late, but it still replies
 * to messages.
 */
const ASK_MS = 10_000;
/** After this long without a sign or a reply, another tab takes over. */
const LOST_MS = 15_000;

/** A tab's view of the stream and of the leading tab. */
export interface Tab {
  readonly channel: BroadcastChannel;
  readonly listener: Listener;
  readonly ended: AbortController;
  position: string;
  /** False until the leading tab has sent its position. */
  joined: boolean;
  state: ConnectionState;
  leads: boolean;
  /** Events were missed, and the other tabs don't know it yet. */
  hasGap: boolean;
  lastSignAt: number;
  askedAt: number | undefined;
  lastCheckAt: number;
}

export function openTab(name: string, beginning: string | undefined, listener: Listener): Tab {
  const now = performance.now();
  const tab: Tab = {
    channel: new BroadcastChannel(name),
    listener,
    ended: new AbortController(),
    position: beginning ?? LATEST,
    joined: false,
    state: 'connecting',
    leads: false,
    hasGap: false,
    lastSignAt: now,
    askedAt: undefined,
    lastCheckAt: now,
  };
  tab.channel.onmessage = ({ data }: MessageEvent<Message>) => hear(tab, data);
  return tab;
}

function hear(tab: Tab, message: Message): void {
  if (message.kind === 'ask') {
    if (tab.leads) broadcastState(tab, tab.state);
    return;
  }
  tab.lastSignAt = performance.now();
  if (!tab.leads || message.kind !== 'state') receive(tab, message);
}

function receive(tab: Tab, message: Message): void {
  if (message.kind === 'events' && !tab.joined) join(tab, message.position);
  else if (message.kind === 'events') {
    tab.position = message.position;
    tab.listener.onEvents(message.events);
  }
  if (message.kind === 'gap') tab.listener.onGap();
  if (message.kind === 'signed-out') tab.listener.onSignedOut();
  if (message.kind === 'state') {
    join(tab, message.position);
    tab.listener.onState(message.state);
  }
}

/** Events between the beginning and the leading tab's first message were missed. */
function join(tab: Tab, at: string): void {
  if (!tab.joined && at !== tab.position) tab.listener.onGap();
  tab.joined = true;
  tab.position = at;
}

/** Sends a message to all tabs, this one included. */
export function broadcast(tab: Tab, message: Message): void {
  if (tab.ended.signal.aborted) return;
  tab.channel.postMessage(message);
  receive(tab, message);
}

export function broadcastState(tab: Tab, state: ConnectionState): void {
  tab.state = state;
  broadcast(tab, { kind: 'state', state, position: tab.position });
}

/** Asks the leading tab for a sign of life. */
export function ask(tab: Tab): void {
  if (!tab.ended.signal.aborted) tab.channel.postMessage({ kind: 'ask' } satisfies Message);
}

/**
 * Takes over from a tab that is suspended, at a breakpoint or in a dialog, and so keeps its lock. A tab that was
 * suspended itself asks first, because messages to it may not have been delivered yet.
 */
export function checkLeader(tab: Tab, takeOver: () => void): void {
  const now = performance.now();
  const wasAsleep = now - tab.lastCheckAt > 2 * SIGN_MS;
  tab.lastCheckAt = now;
  if (tab.leads) {
    const { state, position } = tab;
    tab.channel.postMessage({ kind: 'state', state, position } satisfies Message);
  } else if (now - tab.lastSignAt < ASK_MS) tab.askedAt = undefined;
  else if (tab.askedAt === undefined || wasAsleep) {
    tab.askedAt = now;
    ask(tab);
  } else if (now - tab.lastSignAt >= LOST_MS) {
    // Leaves time for the new leader's first sign before another try.
    tab.lastSignAt = now - LOST_MS + SIGN_MS * (1 + Math.random());
    tab.askedAt = undefined;
    tab.listener.onState('connecting');
    takeOver();
  }
}
