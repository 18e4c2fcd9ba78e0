import { createHash } from 'node:crypto';
import type { Bucket } from './bucket.ts';
import { unavailable } from './trouble.ts';

const MIB = 1024 * 1024;
/** S3's minimum size of every part but the last. */
const PART_BYTES = 5 * MIB;
const FIRST_BYTES = 64 * 1024;

/** Memory held by the uploads in progress, and its limit. */
export interface Held {
  bytes: number;
  readonly max: number;
}

export const nothingHeld = (): Held => ({ bytes: 0, max: 256 * MIB });

/**
 * Uploads a stream and buffers at most one part: a small file in a single request, a larger one in parts. The object
 * appears only when it is complete; a failed upload is aborted. Refuses with UNAVAILABLE if all uploads together exceed
 * the memory limit.
 */
export async function upload(bucket: Bucket, key: string, content: AsyncIterable<Uint8Array>, held: Held) {
  const hash = createHash('sha256');
  const part = partBuffer(held);
  const etags: string[] = [];
  let size = 0;
  let begun: string | undefined;
  const sendPart = async () => {
    begun ??= await inS3(bucket.begin(key));
    etags.push(await inS3(bucket.part(key, begun, etags.length + 1, part.filled())));
    part.empty();
  };
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      for (let at = 0; at < chunk.length; ) {
        if (part.isFull()) await sendPart();
        at += part.take(chunk.subarray(at));
      }
    }
    const digest = hash.digest();
    if (begun === undefined) await inS3(bucket.put(key, part.filled(), digest.toString('base64')));
    else {
      await sendPart();
      await inS3(bucket.complete(key, begun, etags, size));
    }
    return { size, sha256: digest.toString('hex') };
  } catch (error) {
    // If S3 does not abort it now, cleanup does later.
    if (begun !== undefined) await bucket.abort(key, begun).catch(() => undefined);
    throw error;
  } finally {
    part.release();
  }
}

/** Marks errors of S3, to tell them from errors of the stream. */
const inS3 = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw unavailable(error);
  });

/** Grows up to one part, so that a small file takes little memory. */
function partBuffer(held: Held) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  const grow = (needed: number) => {
    const room = Math.min(PART_BYTES, Math.max(FIRST_BYTES, 2 * buffer.length, length + needed));
    if (held.bytes + room - buffer.length > held.max) {
      throw unavailable(undefined, 'take more uploads at once. Nothing was stored; try again later');
    }
    held.bytes += room - buffer.length;
    const larger = Buffer.allocUnsafeSlow(room);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    isFull: () => length === PART_BYTES,
    /** Copies as many bytes as fit; returns their number. */
    take: (bytes: Uint8Array): number => {
      if (length + bytes.length > buffer.length && buffer.length < PART_BYTES) grow(bytes.length);
      const taken = bytes.subarray(0, buffer.length - length);
      buffer.set(taken, length);
      length += taken.length;
      return taken.length;
    },
    filled: () => buffer.subarray(0, length),
    empty: () => {
      length = 0;
    },
    release: () => {
      held.bytes -= buffer.length;
      buffer = Buffer.alloc(0);
    },
  };
}
