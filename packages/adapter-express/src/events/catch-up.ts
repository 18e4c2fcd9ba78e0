import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Event, positionAt, quotaHolderOf, type Tandem } from '@tandem/core';
import type { FairQueue } from '../http/fair-queue.ts';
import { eventFrame, resetFrame } from './frames.ts';
import type { LogRangeCache } from './ranges.ts';
import { renewRights } from './rights.ts';
import { isFor, MAX_PIECE, mayConcern, type Stream } from './stream.ts';
import { end, write } from './writing.ts';

/** Events per read for a reader that is behind and filters by entity. */
const AT_ONCE = 50;

/** Where the events of readers that are behind come from. */
export interface EventSource {
  readonly tandem: Tandem;
  readonly turns: FairQueue;
  readonly ranges: LogRangeCache;
}

/** Reads for a reader from its own position until it has everything or accepts no more. */
export async function catchUp(source: EventSource, stream: Stream): Promise<void> {
  try {
    await stream.channel.ready;
    // One piece per turn of the event loop, so that others are served in between.
    do await nextTurn();
    while (await source.turns.run(quotaHolderOf(stream.caller).key, () => sendNext(source, stream)));
  } catch {
    // The storage is unavailable or the server stops: the client reconnects and resumes from its position.
    end(stream);
  }
}

/** Sends the next piece to a reader that is behind; returns whether there is more to do for it now. */
async function sendNext(source: EventSource, stream: Stream): Promise<boolean> {
  const { channel } = stream;
  const { keptAfter, events, upTo } = await following(source, stream);
  if (await rightsChanged(source.tandem, stream, events, upTo)) return true;
  if (!channel.streams.has(stream) || stream.state !== 'behind') return false;
  if (keptAfter > stream.position) {
    stream.position = keptAfter;
    stream.sent = keptAfter;
    return write(stream, resetFrame(positionAt(channel.workspaceId, keptAfter)));
  }
  if (upTo > stream.position) return sendPiece(stream, events, upTo);
  if (stream.position < channel.upTo) return true;
  stream.state = 'live';
  return false;
}

/** The events after a reader's position, and the position that they reach. */
async function following({ tandem, ranges }: EventSource, { channel, position, filter, sight }: Stream) {
  const { workspaceId } = channel;
  if (filter.entity === null) {
    const found = await ranges.after(workspaceId, position);
    return 'range' in found ? { ...found.range, keptAfter: 0 } : { ...found, events: [], upTo: 0 };
  }
  // Events of one entity are sparse in the log, so the storage filters them.
  const { next, ...page } = await tandem.events.read(workspaceId, {
    after: position,
    limit: AT_ONCE,
    filter,
    sight,
  });
  return { ...page, upTo: next };
}

/**
 * Renews the reader's rights if these events may change them: later events are filtered by the rights that these leave.
 * With an entity filter the events that change rights are not read, so the rights are always renewed. Returns whether
 * the events have to be read again with other rights.
 */
async function rightsChanged(
  tandem: Tandem,
  stream: Stream,
  events: readonly Event[],
  upTo: number,
): Promise<boolean> {
  if (stream.filter.entity === null || upTo <= stream.position) {
    if (mayConcern(stream, events)) await renewRights(tandem, stream);
    return false;
  }
  const { key } = stream.sight;
  await renewRights(tandem, stream);
  return stream.sight.key !== key;
}

/**
 * Sends one piece of the events up to a position, and advances the reader's position to match. Returns whether it
 * accepts more.
 */
function sendPiece(stream: Stream, events: readonly Event[], upTo: number): boolean {
  const { workspaceId } = stream.channel;
  let piece = '';
  let reached = upTo;
  for (const event of events) {
    if (!isFor(stream, event)) continue;
    piece += eventFrame(workspaceId, event);
    if (piece.length < MAX_PIECE) continue;
    reached = event.seq;
    break;
  }
  stream.position = reached;
  if (piece === '') return true;
  stream.sent = reached;
  return write(stream, piece);
}
