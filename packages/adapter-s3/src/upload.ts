import { createHash } from 'node:crypto';
import type { Bucket } from './bucket.ts';
import { unavailable } from './trouble.ts';

const MIB = 1024 * 1024;
/** The least that S3 takes as a part that is not the last. */
const PART_BYTES = 5 * MIB;
const FIRST_BYTES = 64 * 1024;

/** What the uploads under way hold in memory, and may. */
export interface Held {
  bytes: number;
  readonly max: number;
}

export const nothingHeld = (): Held => ({ bytes: 0, max: 256 * MIB });

/**
 * Sends a stream up and holds no more of it than one part: what fits into one goes in one request, more in parts. An
 * object is there once all of it is; what fails before is called off. More than all uploads together may hold is UNAVAILABLE.
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
    // What S3 does not let go now is swept up later.
    if (begun !== undefined) await bucket.abort(key, begun).catch(() => undefined);
    throw error;
  } finally {
    part.release();
  }
}

/** An error of S3 is no error of the stream. */
const inS3 = <T>(request: Promise<T>): Promise<T> =>
  request.catch((error: unknown) => {
    throw unavailable(error);
  });

/** Grows with what it takes, to one part; a small file takes little room. */
function partBuffer(held: Held) {
  let buffer = Buffer.alloc(0);
  let length = 0;
  const grow = (needed: number) => {
    const room = Math.min(PART_BYTES, Math.max(FIRST_BYTES, 2 * buffer.length, length + needed));
    if (held.bytes + room - buffer.length > held.max) {
      throw unavailable(undefined, 'take more uploads at once. Nothing was kept; try again later');
    }
    held.bytes += room - buffer.length;
    const larger = Buffer.allocUnsafeSlow(room);
    buffer.copy(larger, 0, 0, length);
    buffer = larger;
  };
  return {
    isFull: () => length === PART_BYTES,
    /** Takes as much as there is room for; returns how much. */
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
