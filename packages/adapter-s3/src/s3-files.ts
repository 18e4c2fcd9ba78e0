import { createHash, randomUUID } from 'node:crypto';
import type { FileContents } from '@tandem/core';
import { type BucketOptions, openBucket, TIMEOUT_MS } from './bucket.ts';
import { download } from './download.ts';
import { S3Trouble, unavailable } from './trouble.ts';
import { nothingHeld, upload } from './upload.ts';

export type S3FilesOptions = BucketOptions;

export interface S3Files extends FileContents {
  /** The ids of all contents, in S3's order. Skips objects that Tandem did not create. */
  ids(): AsyncIterable<string>;
  /** Lists an object; for `write`, also puts, reads and deletes a small one. Throws the error, for `problemOf`. */
  check(use: 'read' | 'write'): Promise<void>;
  /** Closes idle connections. */
  close(): void;
}

/** Ids that are safe as keys; user-supplied names never reach S3. */
const SAFE_ID = /^[A-Za-z0-9-]{3,64}$/;
const UNFINISHED = 'unfinished';

/**
 * File contents in a bucket of any S3 server. The keys equal the paths in a local folder, so that `files/` and a bucket
 * can be copied into each other. An object exists completely or not at all, and is durable once `write` resolves.
 * Throws `Refusal` UNAVAILABLE for every request that S3 rejects or does not answer in time.
 */
export function s3Files(options: S3FilesOptions): S3Files {
  const bucket = openBucket(options);
  const held = nothingHeld();
  const base = options.prefix === '' ? '' : `${options.prefix}/`;
  const nameOf = (id: string) => `${base}${id.slice(-2).toUpperCase()}/${id}`;
  const keyOf = (id: string) => {
    if (!SAFE_ID.test(id)) throw new Error('Not the id of a file');
    return nameOf(id);
  };
  /** The id in a key; null for objects that Tandem did not create. */
  const idOf = (key: string) => {
    const id = key.slice(key.lastIndexOf('/') + 1);
    return SAFE_ID.test(id) && nameOf(id) === key ? id : null;
  };

  return {
    write: async (id, content) => upload(bucket, keyOf(id), content, held),
    read: async function* (id, range) {
      const silenceMs = options.timeoutMs ?? TIMEOUT_MS;
      yield* download(bucket, { id, key: keyOf(id), range, silenceMs });
    },
    delete: (id) => inS3(async () => bucket.remove(keyOf(id))),
    olderThan: async function* (ageMs) {
      const before = Date.now() - ageMs;
      for await (const { key, upload, at } of bucket.begun(base)) {
        // No record refers to an unfinished upload.
        if (at < before && idOf(key) !== null) await inS3(() => bucket.abort(key, upload));
      }
      for await (const { key, at } of bucket.list(base)) {
        if (at >= before) continue;
        const id = idOf(key);
        if (id !== null) yield id;
        else if (key.startsWith(`${base}${UNFINISHED}/`)) await inS3(() => bucket.remove(key));
      }
    },
    ids: async function* () {
      for await (const { key } of bucket.list(base)) {
        const id = idOf(key);
        if (id !== null) yield id;
      }
    },
    check: async (use) => {
      for await (const _first of bucket.list(base)) break;
      if (use === 'read') return;
      const key = `${base}${UNFINISHED}/${randomUUID()}`;
      const bytes = Buffer.from(key);
      await bucket.put(key, bytes, createHash('sha256').update(bytes).digest('base64'));
      try {
        const got = await bucket.get(key);
        got?.body.destroy();
        if (!got) throw new S3Trouble('GetObject', new Error('the object that was written is missing'));
      } finally {
        await bucket.remove(key);
      }
    },
    close: bucket.close,
  };
}

const inS3 = (request: () => Promise<void>): Promise<void> =>
  request().catch((error: unknown) => {
    throw error instanceof S3Trouble ? unavailable(error) : error;
  });
