import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Event } from '@tandem/core';
import { eventFrame } from './frames.ts';
import { type Channel, groupOf, isFor, MAX_PIECE, type Stream } from './stream.ts';
import { write } from './writing.ts';

/** Maximum time in milliseconds to write events in one turn of the event loop, before other work runs. */
const SLICE_MS = 5;

/** The frames of new events for the streams of one group; `fits` if they are small enough to send at once. */
interface Piece {
  readonly bytes: Buffer;
  readonly fits: boolean;
}

/** Sends new events to all live readers of a channel. */
export async function deliver(channel: Channel, events: readonly Event[], upTo: number): Promise<void> {
  // Readers that catch up from now on must also get these events.
  channel.upTo = upTo;
  const pieces = new Map<string, Piece>();
  let since = performance.now();
  for (const stream of channel.streams) {
    if (performance.now() - since > SLICE_MS) {
      await nextTurn();
      since = performance.now();
    }
    if (stream.state !== 'live' || stream.position >= upTo || !channel.streams.has(stream)) continue;
    const group = groupOf(stream);
    const piece = pieces.get(group) ?? pieceFor(stream, events);
    pieces.set(group, piece);
    if (!piece.fits) {
      stream.state = 'behind';
      stream.catchUp();
      continue;
    }
    stream.position = upTo;
    if (piece.bytes.length === 0) continue;
    stream.sent = upTo;
    write(stream, piece.bytes);
  }
}

function pieceFor(stream: Stream, events: readonly Event[]): Piece {
  const { workspaceId } = stream.channel;
  const text = events
    .filter((event) => isFor(stream, event))
    .map((event) => eventFrame(workspaceId, event))
    .join('');
  return { bytes: Buffer.from(text), fits: text.length <= 4 * MAX_PIECE };
}
