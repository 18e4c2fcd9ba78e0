import { Readable } from 'node:stream';
import { Busboy } from '@fastify/busboy';
import { type ByteRange, type File, invalid } from '@tandem/core';
import type { Request, Response } from 'express';
import type { Bytes, Empty } from './answer.ts';
import { isTaken, lost } from './parsed-body.ts';
import { HttpProblem } from './problem.ts';

interface Upload {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Passes on the file of a multipart request as it arrives. 413 above the limit, 400 without a field `file`. If the
 * connection is cut or the file is too large, the stream fails, so that its consumer discards the file. The stream ends
 * only when the whole request has been received: a request cut after the file is discarded too.
 */
export function receiveFile(
  req: Request,
  maxBytes: number,
  keep: (upload: Upload) => Promise<File>,
): Promise<File> {
  return new Promise((resolve, reject) => {
    const parser = parserFor(req, maxBytes);
    if (isTaken(req)) throw lost();
    let stored: Promise<File> | undefined;
    const parsed = new Promise<void>((resolve, reject) => {
      parser.once('finish', resolve);
      parser.once('error', () => reject(malformed()));
      req.once('close', () => {
        if (!req.complete) reject(cut());
      });
    });
    // May have no other handler: a request can fail before its file begins.
    parsed.catch(() => undefined);
    /** Reads and drops the rest of the request, so that the client gets to read the response. */
    const fail = (error: unknown) => {
      req.unpipe(parser);
      req.resume();
      reject(error);
    };
    parser.on('file', (field, stream, fileName, _encoding, mimeType) => {
      if (field !== 'file' || stored) {
        // If the request is cut, this stream fails. The parser reports that failure; an unhandled error event
        // would end the process.
        stream.on('error', () => undefined);
        stream.resume();
        return;
      }
      // Its consumer may not read the stream yet: an error is stored in the stream until then.
      stream.on('error', (error: Error) => stream.destroy(error));
      stream.once('limit', () => stream.destroy(tooLarge(maxBytes)));
      parsed.catch((error: Error) => stream.destroy(error));
      const content = contentOf(stream, parsed);
      stored = keep({ fileName: fileName ?? '', mimeType: mimeType ?? '', content });
      stored.catch(fail);
    });
    parser.on('error', () => fail(malformed()));
    parser.on('finish', () => {
      if (stored) stored.then(resolve, reject);
      else fail(invalid({ file: 'is required: send the file in the multipart field file' }));
    });
    req.once('close', () => {
      if (!req.complete && !stored) reject(cut());
    });
    req.pipe(parser);
  });
}

function parserFor(req: Request, maxBytes: number): InstanceType<typeof Busboy> {
  const type = req.headers['content-type'];
  if (type === undefined || !req.is('multipart/form-data')) {
    throw new HttpProblem({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: 'Send the file as multipart/form-data, in the field file.',
    });
  }
  try {
    return new Busboy({
      headers: { ...req.headers, 'content-type': type },
      limits: { files: 2, fields: 20, parts: 25, fileSize: maxBytes },
      // Larger than a chunk of a connection: if the parser had to wait while skipping a part, it would wait
      // forever.
      fileHwm: 256 * 1024,
    });
  } catch {
    throw malformed();
  }
}

async function* contentOf(
  stream: AsyncIterable<Uint8Array>,
  parsed: Promise<void>,
): AsyncIterable<Uint8Array> {
  yield* stream;
  await parsed;
}

const tooLarge = (maxBytes: number) =>
  new HttpProblem({
    status: 413,
    code: 'PAYLOAD_TOO_LARGE',
    message: `A file may have at most ${maxBytes} bytes. Send a smaller one.`,
  });

const malformed = () => invalid({ body: 'must be well-formed multipart/form-data' });
const cut = () => invalid({ body: 'ended before the file was complete; send it again' });

/**
 * The content of a file or a range of it, as a download that browsers never render (docs/rules.md, Files).
 */
export async function download(
  file: File,
  req: Request,
  res: Response,
  read: (range?: ByteRange) => AsyncIterable<Uint8Array>,
): Promise<Bytes | Empty> {
  const etag = `"${file.sha256}"`;
  const headers: Record<string, string> = {
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
  };
  const ifMatch = req.get('If-Match');
  if (ifMatch !== undefined && !names(ifMatch, etag)) throw preconditionFailed();
  const ifNoneMatch = req.get('If-None-Match');
  if (ifNoneMatch !== undefined && names(withoutWeakness(ifNoneMatch), etag)) return { status: 304, headers };

  const range = wantedRange(file, req, etag);
  if (range === 'none') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.size}` } };
  }
  const content = req.method === 'HEAD' ? Readable.from([]) : await begun(read(range));
  res.attachment(file.fileName);
  const length = range ? range.end - range.start + 1 : file.size;
  return {
    kind: 'bytes',
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Type': file.mimeType,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
    },
    content,
  };
}

/**
 * Reads the first chunk before the response starts, so that missing content gives a 500 instead of a cut
 * connection.
 */
export async function begun(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
  const bytes = content[Symbol.asyncIterator]();
  let first: IteratorResult<Uint8Array> | null = await bytes.next();
  const rest: AsyncIterator<Uint8Array> = {
    next: async () => {
      const next = first ?? (await bytes.next());
      first = null;
      return next;
    },
    return: async () => (await bytes.return?.()) ?? { done: true, value: undefined },
  };
  return { [Symbol.asyncIterator]: () => rest };
}

const ONE_RANGE = /^bytes=\s*(\d*)-(\d*)\s*$/i;

/**
 * The range that a GET requests (RFC 9110, section 14), or 'none' if it lies outside the file. Multiple ranges, invalid
 * ranges, and a range of another version return the whole file.
 */
function wantedRange({ size }: File, req: Request, etag: string): ByteRange | undefined | 'none' {
  const ifRange = req.get('If-Range');
  const [, first, last] = ONE_RANGE.exec(req.get('Range') ?? '') ?? [];
  if (req.method !== 'GET' || (ifRange !== undefined && ifRange !== etag)) return undefined;
  if (first === undefined || last === undefined || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(last) < Number(first)) return undefined;
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first);
  if (start >= size) return 'none';
  return { start, end: first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}

const names = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim() === etag);

/** For reads, weak and strong tags are equivalent. */
const withoutWeakness = (header: string): string => header.replace(/\bW\/(?=")/g, '');

const preconditionFailed = () =>
  new HttpProblem({
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'The file does not match If-Match. Read it again without If-Match.',
  });
