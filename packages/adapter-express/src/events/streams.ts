import { type Caller, type EventQuery, heldQuota, positionAt, type Tandem } from '@tandem/core';
import type { Response } from 'express';
import type { Streamed } from '../http/answer.ts';
import { isGone, whenClosed } from '../http/connection.ts';
import type { FairQueue } from '../http/fair-queue.ts';
import { type HostCaller, isStillSignedIn } from '../http/host-sign-in.ts';
import { TIMEOUTS } from '../http/timeouts.ts';
import { headerList } from '../http/trace.ts';
import { catchUp, type EventSource } from './catch-up.ts';
import { type Channels, channelOf, closeUnused } from './channels.ts';
import { GOODBYE, PING, positionFrame, resetFrame } from './frames.ts';
import { logRangeCache } from './ranges.ts';
import { type Lookups, renewRights } from './rights.ts';
import type { Stream } from './stream.ts';
import { cut, end, write } from './writing.ts';

/** Maximum number of open streams per key (docs/rules.md, Events). */
const MAX_FOR_A_KEY = 20;
/** Interval between checks of the streams, in milliseconds. */
const TICK_MS = 1_000;

export interface StreamOptions {
  /** Milliseconds between keep-alives and checks of the host's sign-in; 15 seconds by default. */
  readonly pingMs?: number;
  /**
   * Milliseconds after which a reader that accepts no data is cut off; defaults to the timeout of responses.
   */
  readonly stalledMs?: number | undefined;
}

export interface EventStreams {
  /**
   * Prepares a stream from a position. 400 INVALID_CURSOR for an invalid position, 429 if the key or its
   * member has too many streams.
   */
  open(caller: Caller, query: EventQuery): Promise<Streamed>;
}

/** The streams of a server. */
interface Streaming extends EventSource {
  readonly channels: Channels;
  readonly hostCaller: HostCaller | undefined;
  readonly quota: ReturnType<typeof heldQuota>;
  /** Each tick sends keep-alives to one of this many parts of the streams. */
  readonly parts: number;
  readonly stalledMs: number;
  ticks: number;
  opened: number;
  stopping: boolean;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Streams of all workspaces. New events are read once and written to all live readers. A reader that is slow or
 * reconnects is read for from its own position, so nothing is buffered for it.
 */
export function eventStreams({
  tandem,
  turns,
  hostCaller,
  pingMs = 15_000,
  stalledMs = TIMEOUTS.answer,
}: StreamOptions & {
  readonly tandem: Tandem;
  readonly turns: FairQueue;
  readonly hostCaller: HostCaller | undefined;
}): EventStreams {
  const streaming: Streaming = {
    tandem,
    turns,
    hostCaller,
    ranges: logRangeCache(tandem),
    channels: new Map(),
    quota: heldQuota(MAX_FOR_A_KEY, 'event streams', 'Close one, or read the feed instead.'),
    parts: Math.max(1, Math.round(pingMs / TICK_MS)),
    stalledMs,
    ticks: 0,
    opened: 0,
    stopping: false,
    timer: undefined,
  };
  tandem.whenStopping(() => {
    streaming.stopping = true;
    for (const { streams } of streaming.channels.values()) {
      for (const stream of streams) end(stream, GOODBYE);
    }
  });
  return {
    open: async (caller, query) => {
      const begun = await tandem.events.begin(caller, query);
      return { kind: 'stream', follow: (res) => follow(streaming, caller, begun, res) };
    },
  };
}

type Begun = Awaited<ReturnType<Tandem['events']['begin']>>;

/** Answers a request with a stream. */
function follow(streaming: Streaming, caller: Caller, { seq, reset, filter, sight }: Begun, res: Response) {
  const { tandem, channels, quota } = streaming;
  const { req } = res;
  const giveBack = quota.take(caller);
  sendHead(res);
  if (req.method === 'HEAD' || isGone(req) || streaming.stopping) {
    giveBack();
    res.end(streaming.stopping ? GOODBYE : undefined);
    return;
  }
  const channel = channelOf(tandem, channels, caller.workspaceId);
  streaming.timer ??= setInterval(() => tick(streaming), TICK_MS).unref();
  const stream: Stream = {
    res,
    channel,
    filter,
    caller,
    sight,
    position: seq,
    sent: seq,
    state: 'behind',
    fullSince: 0,
    lookups: 0,
    lastLookup: 0,
    turn: streaming.opened++,
    catchUp: () => void catchUp(streaming, stream),
  };
  channel.streams.add(stream);
  whenOver(res, () => {
    giveBack();
    channel.streams.delete(stream);
    closeUnused(channels, channel);
    if (channels.size > 0) return;
    clearInterval(streaming.timer);
    streaming.timer = undefined;
  });
  const position = positionAt(caller.workspaceId, seq);
  write(stream, reset ? resetFrame(position) : positionFrame(position));
  // The key may have been revoked while the request was queued, before the position that the stream follows.
  void renewRights(tandem, stream).then(() => {
    if (stream.state === 'behind') stream.catchUp();
  });
}

/** Calls once when the stream or its connection has ended: the connection may outlive the stream. */
function whenOver(res: Response, act: () => void): void {
  let over = false;
  const close = () => {
    if (over) return;
    over = true;
    callOff();
    act();
  };
  const callOff = whenClosed(res.req, close);
  res.once('close', close);
}

/**
 * Sends keep-alives to a part of the streams, and ends those that are stalled, whose key has expired or whose reader
 * has signed out of the host.
 */
function tick(streaming: Streaming): void {
  const { tandem, ranges, channels, parts, stalledMs } = streaming;
  ranges.forgetUnused();
  const part = ++streaming.ticks % parts;
  const shared: Lookups = new Map();
  for (const { streams } of channels.values()) {
    for (const stream of streams) {
      if (stream.caller.key.expiresAt !== null) void renewRights(tandem, stream, shared);
      if (stream.state === 'full') {
        if (performance.now() - stream.fullSince >= stalledMs) cut(stream);
      } else if (stream.turn % parts === part) {
        keepAlive(stream);
        void endIfSignedOut(streaming, stream);
      }
    }
  }
}

/** Sends the reader's position if it has advanced, and otherwise a comment. */
function keepAlive(stream: Stream): void {
  const { channel, position } = stream;
  const advanced = position > stream.sent;
  stream.sent = position;
  write(stream, advanced ? positionFrame(positionAt(channel.workspaceId, position)) : PING);
}

async function endIfSignedOut({ hostCaller }: Streaming, stream: Stream): Promise<void> {
  if (hostCaller && !(await isStillSignedIn(hostCaller, stream.res.req, stream.caller))) end(stream);
}

/** Sends the headers at once; proxies must not buffer the stream. */
function sendHead(res: Response): void {
  const headers = {
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  };
  res.writeHead(200, headerList(res, headers));
  res.socket?.setNoDelay(true);
}
