import type { Readable } from 'node:stream';
import type { ByteRange } from '@tandem/core';
import type { Bucket, Got } from './bucket.ts';
import { missing, S3Trouble, unavailable } from './trouble.ts';

/** Maximum number of times that a broken download is resumed. */
const MAX_RESUMED = 5;

/**
 * Streams an object at its reader's pace; a reader that leaves closes the connection. If the connection breaks, or is
 * silent for `silenceMs` while the reader waits, the download resumes from the next byte.
 */
export async function* download(
  bucket: Bucket,
  { key, id, range, silenceMs }: Wanted,
): AsyncGenerator<Uint8Array> {
  let next = range?.start ?? 0;
  let etag: string | undefined;
  for (let resumed = 0; ; resumed++) {
    const everything = next === 0 && range === undefined;
    const got = await bucket
      .get(key, everything ? undefined : { ...range, start: next }, etag)
      .catch((error: unknown) => {
        throw unavailable(error, 'read this right now. Try again later');
      });
    if (!got) throw missing(id);
    etag = got.etag;
    const end = next + got.length;
    let broken: unknown;
    const pieces = piecesOf(got, silenceMs);
    try {
      for (;;) {
        // Only errors of S3 are caught here; errors of the reader surface at the yield.
        const piece = await pieces.next().catch((error: unknown) => {
          broken = error;
        });
        if (!piece || piece.done) break;
        next += piece.value.length;
        yield piece.value;
      }
    } finally {
      got.body.destroy();
    }
    if (next === end) return;
    if (resumed >= MAX_RESUMED) {
      const trouble = new S3Trouble('GetObject', broken ?? new Error('the response ended early'));
      throw unavailable(trouble, 'read this right now. Try again later');
    }
  }
}

export interface Wanted {
  readonly key: string;
  readonly id: string;
  readonly range?: ByteRange | undefined;
  readonly silenceMs: number;
}

/** The chunks of a body. Each must arrive in time; the time does not run while the reader is busy. */
function piecesOf({ body }: Got, silenceMs: number) {
  const pieces = (body as Readable & AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  return {
    next: async () => {
      const timer = setTimeout(() => body.destroy(new Error('no data arrived for too long')), silenceMs);
      try {
        return await pieces.next();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}
