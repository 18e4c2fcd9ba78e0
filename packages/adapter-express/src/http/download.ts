import { Readable } from 'node:stream';
import { pipeline as streamed } from 'node:stream/promises';
import type { Response } from 'express';
import type { Backpressure } from './backpressure.ts';
import { isGone, whenClosed } from './connection.ts';

/** What is handed on at a time, so that it can be told how much of a content has been taken. */
const PORTION = 64 * 1024;
/** What waits of a download at most, in the stream of the file and in that of the connection. */
const WAITING = 2 * PORTION;

/** Sends bytes as the client takes them; a client that goes away, or takes too long, ends it quietly. */
export async function stream(
  backpressure: Backpressure,
  content: AsyncIterable<Uint8Array>,
  res: Response,
): Promise<void> {
  let handedOn = 0;
  async function* portions(): AsyncIterable<Uint8Array> {
    for await (const chunk of content) {
      for (let at = 0; at < chunk.length; at += PORTION) {
        const portion = chunk.subarray(at, at + PORTION);
        handedOn += portion.length;
        yield portion;
      }
    }
  }
  const gone = new AbortController();
  const callOff = whenClosed(res.req, () => gone.abort());
  const end = backpressure.begun(res, WAITING, () => handedOn - res.writableLength);
  try {
    await streamed(Readable.from(portions(), { objectMode: false }), res, { signal: gone.signal });
  } catch (error) {
    if (!isGone(res.req)) throw error;
  } finally {
    end();
    callOff();
  }
}
