import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type Caller,
  type Event,
  type EventQuery,
  heldQuota,
  positionAt,
  quotaHolderOf,
  type Tandem,
} from '@tandem/core';
import type { Response } from 'express';
import type { Streamed } from '../http/answer.ts';
import { isGone, whenClosed } from '../http/connection.ts';
import type { FairQueue } from '../http/fair-queue.ts';
import { TIMEOUTS } from '../http/timeouts.ts';
import { traceOf } from '../http/trace.ts';
import { eventFrame, GOODBYE, PING, positionFrame, resetFrame } from './frames.ts';
import { groupOf, isFor, mayConcern, type Stream } from './stream.ts';
import { logStretches } from './stretches.ts';

/** Maximum number of open streams per key (docs/rules.md, Events). */
const MAX_FOR_A_KEY = 20;
/** Events per read for a reader that is behind and filters by entity. */
const AT_ONCE = 50;
/** Maximum size of a write to a connection, in UTF-16 units. Limits the data that waits for a slow reader. */
const PIECE = 16 * 1024;
/** Maximum time in milliseconds to write events in one turn of the event loop, before other work runs. */
const SLICE_MS = 5;
/** Time for a reader to receive the end of its stream, in milliseconds. */
const FAREWELL_MS = 1_000;
/** Interval between checks of the streams, in milliseconds. */
const TICK_MS = 1_000;

export interface StreamOptions {
  /** Milliseconds between keep-alives; 15 seconds by default. */
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

/** A stream's caller and its visibility. */
type Rights = Pick<Stream, 'caller' | 'sight'>;

/** The readers of one workspace. */
interface Room {
  readonly workspaceId: string;
  readonly streams: Set<Stream>;
  /** Everything up to this position has been sent to live readers. */
  upTo: number;
  /** Resolves when the room follows the log. */
  readonly ready: Promise<void>;
  /** Serializes the writes of new events. */
  giving: Promise<void>;
  stop(): void;
}

/**
 * Streams of all workspaces. New events are read once and written to all live readers. A reader that is slow
 * or reconnects
 * is read for from its own position, so nothing is buffered for it.
 */
export function eventStreams({
  tandem,
  turns,
  pingMs = 15_000,
  stalledMs = TIMEOUTS.answer,
}: StreamOptions & { readonly tandem: Tandem; readonly turns: FairQueue }): EventStreams {
  const rooms = new Map<string, Room>();
  const quota = heldQuota(MAX_FOR_A_KEY, 'event streams', 'Close one, or read the feed instead.');
  const stretches = logStretches(tandem);
  let ticks = 0;
  let opened = 0;
  let stopping = false;
  let timer: NodeJS.Timeout | undefined;

  const cut = (stream: Stream) => {
    roomOf(stream.caller)?.streams.delete(stream);
    traceOf(stream.res).cut = true;
    stream.res.req.socket.destroy();
  };

  /** Ends a stream. A reader that accepts no data is cut off at once. */
  const end = (stream: Stream, farewell?: string) => {
    const { res, state } = stream;
    if (state === 'full') {
      cut(stream);
      return;
    }
    roomOf(stream.caller)?.streams.delete(stream);
    if (res.writableEnded) return;
    const deadline = setTimeout(() => cut(stream), FAREWELL_MS).unref();
    res.once('close', () => clearTimeout(deadline));
    res.end(farewell);
  };

  const roomOf = ({ workspaceId }: Caller) => rooms.get(workspaceId);

  /** Writes to a stream; returns whether the reader accepts more. */
  const write = (stream: Stream, text: string | Buffer): boolean => {
    const { res } = stream;
    if (res.write(text)) return true;
    if (stream.state !== 'full') {
      stream.state = 'full';
      stream.fullSince = performance.now();
      res.once('drain', () => {
        stream.state = 'behind';
        void catchUp(stream);
      });
    }
    return false;
  };

  /** The events after a reader's position, and the position that they reach. */
  const following = async ({ caller, position, filter, sight }: Stream) => {
    const { workspaceId } = caller;
    if (filter.entity === null) {
      const found = await stretches.after(workspaceId, position);
      return 'stretch' in found ? { ...found.stretch, keptAfter: 0 } : { ...found, events: [], upTo: 0 };
    }
    // Events of one entity are sparse in the log, so the storage filters them.
    const { next, ...page } = await tandem.events.read(workspaceId, position, AT_ONCE, filter, sight);
    return { ...page, upTo: next };
  };

  /** Continues a reader that is behind; returns whether there is more to do for it now. */
  const goOn = async (stream: Stream): Promise<boolean> => {
    const { workspaceId } = stream.caller;
    const { keptAfter, events, upTo } = await following(stream);
    // Later events are filtered by the rights that these events leave. With an entity filter the events that
    // change rights are not read, so the rights are always renewed.
    if (stream.filter.entity !== null && upTo > stream.position) {
      const { key } = stream.sight;
      await renew(stream);
      if (stream.sight.key !== key) return true;
    } else if (mayConcern(stream, events)) await renew(stream);
    const room = roomOf(stream.caller);
    if (!room?.streams.has(stream) || stream.state !== 'behind') return false;
    if (keptAfter > stream.position) {
      stream.position = keptAfter;
      stream.told = keptAfter;
      return write(stream, resetFrame(positionAt(workspaceId, keptAfter)));
    }
    if (upTo > stream.position) return send(stream, events, upTo);
    if (stream.position < room.upTo) return true;
    stream.state = 'live';
    return false;
  };

  /** Reads for a reader from its own position until it has everything or accepts no more. */
  const catchUp = async (stream: Stream): Promise<void> => {
    try {
      await roomOf(stream.caller)?.ready;
      // One piece per turn of the event loop, so that others are served in between.
      do await nextTurn();
      while (await turns.run(quotaHolderOf(stream.caller).key, () => goOn(stream)));
    } catch {
      // The storage is unavailable or the server stops: the client reconnects and resumes from its position.
      end(stream);
    }
  };

  /**
   * Sends one piece of the events up to a position, and advances the reader's position to match. Returns
   * whether it accepts more.
   */
  const send = (stream: Stream, events: readonly Event[], upTo: number): boolean => {
    const { workspaceId } = stream.caller;
    let piece = '';
    let reached = upTo;
    for (const event of events) {
      if (!isFor(stream, event)) continue;
      piece += eventFrame(workspaceId, event);
      if (piece.length < PIECE) continue;
      reached = event.seq;
      break;
    }
    stream.position = reached;
    if (piece === '') return true;
    stream.told = reached;
    return write(stream, piece);
  };

  /** Sends new events to all live readers. */
  const give = async (room: Room, events: readonly Event[], upTo: number): Promise<void> => {
    // Readers that catch up from now on must also get these events.
    room.upTo = upTo;
    const pieces = new Map<string, { readonly bytes: Buffer; readonly fits: boolean }>();
    let since = performance.now();
    for (const stream of room.streams) {
      if (performance.now() - since > SLICE_MS) {
        await nextTurn();
        since = performance.now();
      }
      if (stream.state !== 'live' || stream.position >= upTo || !room.streams.has(stream)) continue;
      const group = groupOf(stream);
      let piece = pieces.get(group);
      if (!piece) {
        const text = events
          .filter((event) => isFor(stream, event))
          .map((event) => eventFrame(room.workspaceId, event))
          .join('');
        piece = { bytes: Buffer.from(text), fits: text.length <= 4 * PIECE };
        pieces.set(group, piece);
      }
      if (!piece.fits) {
        stream.state = 'behind';
        void catchUp(stream);
        continue;
      }
      stream.position = upTo;
      if (piece.bytes.length === 0) continue;
      stream.told = upTo;
      write(stream, piece.bytes);
    }
  };

  const rightsOf = async (before: Caller): Promise<Rights> => {
    const caller = await tandem.renew(before);
    return { caller, sight: await tandem.events.sight(caller) };
  };

  /**
   * Renews the reader's rights, and ends the stream if its key is no longer valid. Readers renewed together
   * share one lookup per key.
   */
  const renew = async (stream: Stream, all: Map<string, Promise<Rights>> = new Map()): Promise<void> => {
    const { id } = stream.caller.key;
    const asked = ++stream.asked;
    try {
      const rights = all.get(id) ?? rightsOf(stream.caller);
      all.set(id, rights);
      const { caller, sight } = await rights;
      // A lookup that started later has a newer result.
      if (asked < stream.answered) return;
      stream.answered = asked;
      stream.caller = caller;
      if (sight.key !== stream.sight.key) stream.sight = sight;
    } catch {
      end(stream);
    }
  };

  /** Renews the readers in a room whose rights these events may change. */
  const renewConcerned = async ({ streams }: Room, events: readonly Event[]): Promise<void> => {
    const all = new Map<string, Promise<Rights>>();
    const concerned = [...streams].filter((stream) => mayConcern(stream, events));
    await Promise.all(concerned.map((stream) => renew(stream, all)));
  };

  const enter = (workspaceId: string): Room => {
    const known = rooms.get(workspaceId);
    if (known) return known;
    const { ready, stop } = tandem.events.tail.listen(workspaceId, (events, upTo) => {
      room.giving = room.giving.then(async () => {
        await renewConcerned(room, events);
        await give(room, events, upTo);
      });
      // Readers that missed these events must reconnect to get them.
      room.giving = room.giving.catch(() => {
        for (const stream of room.streams) end(stream);
      });
      return room.giving;
    });
    const room: Room = {
      workspaceId,
      streams: new Set(),
      upTo: 0,
      ready: ready.then((last) => {
        room.upTo = Math.max(room.upTo, last);
      }),
      giving: Promise.resolve(),
      stop,
    };
    room.ready.catch(() => {
      stop();
      if (rooms.get(workspaceId) === room) rooms.delete(workspaceId);
    });
    rooms.set(workspaceId, room);
    timer ??= setInterval(tick, TICK_MS).unref();
    return room;
  };

  const leave = (room: Room) => {
    if (room.streams.size > 0 || rooms.get(room.workspaceId) !== room) return;
    room.stop();
    rooms.delete(room.workspaceId);
    if (rooms.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };

  /** Sends keep-alives to a part of the streams, and ends those that are stalled or whose key has expired. */
  const tick = () => {
    stretches.forgetUnused();
    const parts = Math.max(1, Math.round(pingMs / TICK_MS));
    const part = ++ticks % parts;
    const all = new Map<string, Promise<Rights>>();
    for (const room of rooms.values()) {
      for (const stream of room.streams) {
        if (stream.caller.key.expiresAt !== null) void renew(stream, all);
        if (stream.state === 'full') {
          if (performance.now() - stream.fullSince >= stalledMs) cut(stream);
        } else if (stream.turn % parts === part) {
          const moved = stream.position > stream.told;
          stream.told = stream.position;
          write(stream, moved ? positionFrame(positionAt(room.workspaceId, stream.position)) : PING);
        }
      }
    }
  };

  tandem.whenStopping(() => {
    stopping = true;
    for (const room of rooms.values()) for (const stream of room.streams) end(stream, GOODBYE);
  });

  return {
    open: async (caller, query) => {
      const begun = await tandem.events.begin(caller, query);
      return {
        follow: (res) => {
          const { req } = res;
          const giveBack = quota.take(caller);
          begin(res);
          if (req.method === 'HEAD' || isGone(req) || stopping) {
            giveBack();
            res.end(stopping ? GOODBYE : undefined);
            return;
          }
          const { seq, reset, filter, sight } = begun;
          const room = enter(caller.workspaceId);
          const stream: Stream = {
            res,
            filter,
            caller,
            sight,
            position: seq,
            told: seq,
            state: 'behind',
            fullSince: 0,
            asked: 0,
            answered: 0,
            turn: opened++,
          };
          room.streams.add(stream);
          let over = false;
          const close = () => {
            if (over) return;
            over = true;
            callOff();
            giveBack();
            room.streams.delete(stream);
            leave(room);
          };
          const callOff = whenClosed(req, close);
          // The connection may outlive the stream.
          res.once('close', close);
          const position = positionAt(caller.workspaceId, seq);
          write(stream, reset ? resetFrame(position) : positionFrame(position));
          // The key may have been revoked while the request was queued, before the position that the stream
          // follows.
          void renew(stream).then(() => {
            if (stream.state === 'behind') void catchUp(stream);
          });
        },
      };
    },
  };
}

/** Sends the headers at once; proxies must not buffer the stream. */
function begin(res: Response): void {
  res.writeHead(200, {
    ...traceOf(res).headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  res.socket?.setNoDelay(true);
}
