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

/** Streams that one key may hold at a time (docs/rules.md, Events). */
const MAX_FOR_A_KEY = 20;
/** Events of one entity that are read at a time for a reader that is behind. */
const AT_ONCE = 50;
/** What is handed to a connection at a time, in UTF-16 units: no more than this waits for a slow reader. */
const PIECE = 16 * 1024;
/** For how long one turn of the event loop gives to readers what has come, before it looks after everything else. */
const SLICE_MS = 5;
/** For how long a reader has, to take the end of its stream, in milliseconds. */
const FAREWELL_MS = 1_000;
/** How often streams are looked at, in milliseconds. */
const TICK_MS = 1_000;

export interface StreamOptions {
  /** Milliseconds between signs of life; 15 seconds unless said otherwise. */
  readonly pingMs?: number;
  /** Milliseconds after which a reader that takes nothing is cut off; as long as any answer has, unless said otherwise. */
  readonly stalledMs?: number | undefined;
}

export interface EventStreams {
  /** Prepares a stream from a position: 400 INVALID_CURSOR for one that is none, 429 for too many of the key or its member. */
  open(caller: Caller, query: EventQuery): Promise<Streamed>;
}

/** As whom somebody reads, and what they see. */
type Rights = Pick<Stream, 'caller' | 'sight'>;

/** The readers of one workspace. */
interface Room {
  readonly workspaceId: string;
  readonly streams: Set<Stream>;
  /** Everything up to there has been given to those that are live. */
  upTo: number;
  /** Resolves when it follows the log. */
  readonly ready: Promise<void>;
  /** What is given to the readers is given one after the other. */
  giving: Promise<void>;
  stop(): void;
}

/**
 * Everybody who follows the events of a workspace. What comes is read once and written to all who have everything; a
 * reader that is slow, or comes back, is read for from its own position, so that nothing is kept for it.
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

  /** Ends a stream; whoever takes nothing is not waited for. */
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

  /** Writes, and says whether the reader takes more. */
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

  /** What comes after the position of a reader, and up to where that goes. */
  const following = async ({ caller, position, filter, sight }: Stream) => {
    const { workspaceId } = caller;
    if (filter.entity === null) {
      const found = await stretches.after(workspaceId, position);
      return 'stretch' in found ? { ...found.stretch, keptAfter: 0 } : { ...found, events: [], upTo: 0 };
    }
    // Of one entity there is little, far apart.
    const { next, ...page } = await tandem.events.read(workspaceId, position, AT_ONCE, filter, sight);
    return { ...page, upTo: next };
  };

  /** Goes on with a reader that is behind; says whether there is more to do for it now. */
  const goOn = async (stream: Stream): Promise<boolean> => {
    const { workspaceId } = stream.caller;
    const { keptAfter, events, upTo } = await following(stream);
    // What comes after it is judged by the rights that it has left. Of one entity alone it is not seen.
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

  /** Reads for a reader from its own position until it has everything, or takes no more. */
  const catchUp = async (stream: Stream): Promise<void> => {
    try {
      await roomOf(stream.caller)?.ready;
      // A piece in each turn of the event loop: between two of them everybody else is served.
      do await nextTurn();
      while (await turns.run(quotaHolderOf(stream.caller).key, () => goOn(stream)));
    } catch {
      // The storage is away, or the server stops: the client comes back, and goes on where it was.
      end(stream);
    }
  };

  /** Sends, of what goes up to a number, a piece; the position follows what was handed on. Says whether it takes more. */
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

  /** Gives what has come to all who have everything before it. */
  const give = async (room: Room, events: readonly Event[], upTo: number): Promise<void> => {
    // Whoever catches up from now on has to have these as well.
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
   * Looks anew at what the reader may see; whose key has gone, is not read for any more. Of those that are looked at
   * together each key is once.
   */
  const renew = async (stream: Stream, all: Map<string, Promise<Rights>> = new Map()): Promise<void> => {
    const { id } = stream.caller.key;
    const asked = ++stream.asked;
    try {
      const rights = all.get(id) ?? rightsOf(stream.caller);
      all.set(id, rights);
      const { caller, sight } = await rights;
      // What was asked for later is newer.
      if (asked < stream.answered) return;
      stream.answered = asked;
      stream.caller = caller;
      if (sight.key !== stream.sight.key) stream.sight = sight;
    } catch {
      end(stream);
    }
  };

  /** Those of a room whom what has happened may concern. */
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
      // Whoever has not got what came is to come back for it.
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

  /** Signs of life for a part of the streams, and an end for those that take nothing or whose key has expired. */
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
          // The connection may go on without the stream.
          res.once('close', close);
          const position = positionAt(caller.workspaceId, seq);
          write(stream, reset ? resetFrame(position) : positionFrame(position));
          // The key may have gone while the request waited for its turn: what says so may lie before the position.
          void renew(stream).then(() => {
            if (stream.state === 'behind') void catchUp(stream);
          });
        },
      };
    },
  };
}

/** The head of the answer: nothing on the way may keep it, or wait for more of it. */
function begin(res: Response): void {
  res.writeHead(200, {
    ...traceOf(res).headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
  res.socket?.setNoDelay(true);
}
