import { traceOf } from '../http/trace.ts';
import type { Stream } from './stream.ts';

/** Time for a reader to receive the end of its stream, in milliseconds. */
const FAREWELL_MS = 1_000;

/** Writes to a stream; returns whether the reader accepts more. */
export function write(stream: Stream, text: string | Buffer): boolean {
  const { res } = stream;
  if (res.write(text)) return true;
  if (stream.state !== 'full') {
    stream.state = 'full';
    stream.fullSince = performance.now();
    res.once('drain', () => {
      stream.state = 'behind';
      stream.catchUp();
    });
  }
  return false;
}

/** Ends a stream. A reader that accepts no data is cut off at once. */
export function end(stream: Stream, farewell?: string): void {
  const { res, state, channel } = stream;
  if (state === 'full') {
    cut(stream);
    return;
  }
  channel.streams.delete(stream);
  if (res.writableEnded) return;
  const deadline = setTimeout(() => cut(stream), FAREWELL_MS).unref();
  res.once('close', () => clearTimeout(deadline));
  res.end(farewell);
}

/** Closes the connection of a stream. */
export function cut(stream: Stream): void {
  stream.channel.streams.delete(stream);
  traceOf(stream.res).cut = true;
  stream.res.req.socket.destroy();
}
