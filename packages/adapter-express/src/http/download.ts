import { Readable } from 'node:stream';
import { pipeline as streamed } from 'node:stream/promises';
import type { Response } from 'express';
import type { Backpressure } from './backpressure.ts';
import { isGone, whenClosed } from './connection.ts';

/** Bytes per write, small enough to track how much of the content was taken. */
const PIECE_BYTES = 64 * 1024;
/** Maximum bytes that wait during a download, in the file's stream and the connection's together. */
const WAITING = 2 * PIECE_BYTES;

/**
 * Sends bytes as fast as the client takes them. If the client leaves or is too slow, the download ends
 * without an error.
 */
export async function stream(
  backpressure: Backpressure,
  content: AsyncIterable<Uint8Array>,
  res: Response,
): Promise<void> {
  let handedOn = 0;
  async function* pieces(): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        const piece = chunk.subarray(at, at + PIECE_BYTES);
        handedOn += piece.length;
        yield piece;
      }
    }
  }
  const gone = new AbortController();
  const callOff = whenClosed(res.req, () => gone.abort());
  const end = backpressure.begun(res, WAITING, () => handedOn - res.writableLength);
  try {
    await streamed(Readable.from(pieces(), { objectMode: false }), res, { signal: gone.signal });
  } catch (error) {
    if (!isGone(res.req)) throw error;
  } finally {
    // The content of a client that left before the first read.
    await content[Symbol.asyncIterator]().return?.();
    end();
    callOff();
  }
}
