import type { Readable } from 'node:stream';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { ByteRange } from '@tandem/core';
import type { S3Location } from './bucket-url.ts';
import { type Credentials, lazyClient } from './client.ts';
import { S3Trouble } from './trouble.ts';

export const TIMEOUT_MS = 30_000;

export interface BucketOptions extends S3Location {
  /** By default AWS's provider chain: environment, configuration files, the machine's role. */
  readonly credentials?: Credentials | undefined;
  /** Per attempt, of which there are three; uploads get twice as long. */
  readonly timeoutMs?: number | undefined;
}

/** An object, or a multipart upload in progress. */
export interface Listed {
  readonly key: string;
  readonly at: number;
}

export interface Begun extends Listed {
  readonly upload: string;
}

export interface Got {
  readonly body: Readable;
  readonly length: number;
  readonly etag: string | undefined;
}

/** The requests to a bucket. Each has a deadline and throws `S3Trouble`. */
export interface Bucket {
  put(key: string, body: Uint8Array, sha256: string): Promise<void>;
  begin(key: string): Promise<string>;
  /** Returns the part's ETag. */
  part(key: string, upload: string, number: number, body: Uint8Array): Promise<string>;
  complete(key: string, upload: string, etags: readonly string[], size: number): Promise<void>;
  abort(key: string, upload: string): Promise<void>;
  /** Null if the object does not exist. Read the body to its end or destroy it. */
  get(key: string, range?: OpenRange, etag?: string): Promise<Got | null>;
  remove(key: string): Promise<void>;
  list(prefix: string): AsyncGenerator<Listed>;
  /** Yields nothing if the server does not support the listing. */
  begun(prefix: string): AsyncGenerator<Begun>;
  close(): void;
}

export type OpenRange = Pick<ByteRange, 'start'> & Partial<ByteRange>;

/** The requests to a bucket, made with the SDK. */
export function openBucket(options: BucketOptions): Bucket {
  const { bucket: Bucket, checksums = true, timeoutMs = TIMEOUT_MS } = options;
  const { ask, close } = lazyClient(options, timeoutMs);

  const sizeOf = (Key: string) =>
    ask('HeadObject', (client, { HeadObjectCommand }, given) =>
      client.send(new HeadObjectCommand({ Bucket, Key }), given),
    ).then(({ ContentLength }) => ContentLength);

  return {
    put: async (Key, Body, sha256) => {
      const input = { Bucket, Key, Body, ...(checksums && { ChecksumSHA256: sha256 }) };
      await ask(
        'PutObject',
        (client, { PutObjectCommand }, given) => client.send(new PutObjectCommand(input), given),
        2 * timeoutMs,
      );
    },
    begin: async (Key) => {
      const { UploadId } = await ask(
        'CreateMultipartUpload',
        (client, { CreateMultipartUploadCommand }, given) =>
          client.send(new CreateMultipartUploadCommand({ Bucket, Key }), given),
      );
      return required('CreateMultipartUpload', UploadId);
    },
    part: async (Key, UploadId, PartNumber, Body) => {
      const part = { Bucket, Key, UploadId, PartNumber, Body };
      const { ETag } = await ask(
        'UploadPart',
        (client, { UploadPartCommand }, given) => client.send(new UploadPartCommand(part), given),
        2 * timeoutMs,
      );
      return required('UploadPart', ETag);
    },
    complete: async (Key, UploadId, etags, size) => {
      const Parts = etags.map((ETag, at) => ({ ETag, PartNumber: at + 1 }));
      const input = { Bucket, Key, UploadId, MultipartUpload: { Parts } };
      await ask(
        'CompleteMultipartUpload',
        (client, { CompleteMultipartUploadCommand }, given) =>
          client.send(new CompleteMultipartUploadCommand(input), given),
        2 * timeoutMs,
      ).catch(async (error: unknown) => {
        // A first attempt may have succeeded without its response arriving; the retry then gets NoSuchUpload.
        if (codeOf(error) !== 'NoSuchUpload' || (await sizeOf(Key).catch(() => -1)) !== size) throw error;
      });
    },
    abort: async (Key, UploadId) => {
      await ask('AbortMultipartUpload', (client, { AbortMultipartUploadCommand }, given) =>
        client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }), given),
      ).catch((error: unknown) => {
        if (codeOf(error) !== 'NoSuchUpload') throw error;
      });
    },
    get: async (Key, range, etag) => {
      const wanted = {
        Bucket,
        Key,
        ...(range && { Range: `bytes=${range.start}-${range.end ?? ''}` }),
        ...(etag && { IfMatch: etag }),
      };
      try {
        const answer = await ask('GetObject', (client, { GetObjectCommand }, given) =>
          client.send(new GetObjectCommand(wanted), given),
        );
        return gotOf(answer, range !== undefined);
      } catch (error) {
        if (codeOf(error) === 'NoSuchKey') return null;
        throw error;
      }
    },
    remove: async (Key) => {
      await ask('DeleteObject', (client, { DeleteObjectCommand }, given) =>
        client.send(new DeleteObjectCommand({ Bucket, Key }), given),
      );
    },
    list: async function* (Prefix) {
      const next = (token: string | undefined) =>
        ask('ListObjectsV2', (client, { ListObjectsV2Command }, given) =>
          client.send(
            new ListObjectsV2Command({ Bucket, Prefix, ...(token && { ContinuationToken: token }) }),
            given,
          ),
        );
      for (let token: string | undefined; ; ) {
        const { Contents = [], NextContinuationToken } = await next(token);
        for (const { Key = '', LastModified } of Contents) {
          yield { key: Key, at: LastModified?.getTime() ?? Number.POSITIVE_INFINITY };
        }
        token = NextContinuationToken;
        if (!token) return;
      }
    },
    begun: async function* (Prefix) {
      const next = (after: object) =>
        ask('ListMultipartUploads', (client, { ListMultipartUploadsCommand }, given) =>
          client.send(new ListMultipartUploadsCommand({ Bucket, Prefix, ...after }), given),
        );
      for (let after = {}; ; ) {
        const page = await next(after).catch((error: unknown) => {
          if (codeOf(error) === 'NotImplemented') return null;
          throw error;
        });
        for (const { Key = '', UploadId = '', Initiated } of page?.Uploads ?? []) {
          yield { key: Key, upload: UploadId, at: Initiated?.getTime() ?? Number.POSITIVE_INFINITY };
        }
        if (!page?.IsTruncated || !page.NextKeyMarker) return;
        after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker };
      }
    },
    close,
  };
}

const codeOf = (error: unknown): string => (error instanceof S3Trouble ? error.code : '');

/** Checks a value that every S3 server returns; other servers may not. */
function required(doing: string, value: string | undefined): string {
  if (value) return value;
  throw new S3Trouble(doing, new Error('the response is not from an S3 server'));
}

function gotOf({ Body, ContentLength, ETag, $metadata }: GetObjectCommandOutput, ranged: boolean): Got {
  const body = Body as Readable | undefined;
  if (body && ContentLength !== undefined && ($metadata.httpStatusCode === 206) === ranged) {
    return { body, length: ContentLength, etag: ETag };
  }
  body?.destroy();
  throw new S3Trouble('GetObject', new Error('the response does not match the request'));
}
