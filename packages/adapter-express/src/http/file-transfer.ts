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
 * Hands the file of a multipart request on as it comes in. 413 over the limit, 400 without a field `file`;
 * when the connection is cut or the file is too large the stream fails, so that whoever keeps it lets it go.
 * The stream ends only when the request has: what was cut after the file is not kept either.
 */
export function receiveFile(
  req: Request,
  maxBytes: number,
  keep: (upload: Upload) => Promise<File>,
): Promise<File> {
  return new Promise((resolve, reject) => {
    const parser = parserFor(req, maxBytes);
    if (isTaken(req)) throw lost();
    let kept: Promise<File> | undefined;
    const whole = new Promise<void>((resolve, reject) => {
      parser.once('finish', resolve);
      parser.once('error', () => reject(malformed()));
      req.once('close', () => {
        if (!req.complete) reject(cut());
      });
    });
    // Not everybody waits for it: a request may fail before its file has begun.
    whole.catch(() => undefined);
    /** What is left of the request is read and dropped, so that the client gets to read the answer. */
    const fail = (error: unknown) => {
      req.unpipe(parser);
      req.resume();
      reject(error);
    };
    parser.on('file', (field, stream, fileName, _encoding, mimeType) => {
      if (field !== 'file' || kept) {
        // Cut short, it fails, of which the parser tells; a failure that nobody hears would end the process.
        stream.on('error', () => undefined);
        stream.resume();
        return;
      }
      // Whoever keeps the stream may not read it yet: a failure waits in it until then.
      stream.on('error', (error: Error) => stream.destroy(error));
      whole.catch((error: Error) => stream.destroy(error));
      const content = contentOf(stream, maxBytes, whole);
      kept = keep({ fileName: fileName ?? '', mimeType: mimeType ?? '', content });
      kept.catch(fail);
    });
    parser.on('error', () => fail(malformed()));
    parser.on('finish', () => {
      if (kept) kept.then(resolve, reject);
      else fail(invalid({ file: 'is required: send the file in the multipart field file' }));
    });
    req.once('close', () => {
      if (!req.complete && !kept) reject(cut());
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
      // More than a chunk of a connection: a part that it skips and has to wait for, it would wait for for ever.
      fileHwm: 256 * 1024,
    });
  } catch {
    throw malformed();
  }
}

async function* contentOf(
  stream: AsyncIterable<Uint8Array> & { truncated: boolean },
  maxBytes: number,
  whole: Promise<void>,
): AsyncIterable<Uint8Array> {
  yield* stream;
  if (stream.truncated) {
    throw new HttpProblem({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: `A file may have at most ${maxBytes} bytes. Send a smaller one.`,
    });
  }
  await whole;
}

const malformed = () => invalid({ body: 'must be well-formed multipart/form-data' });
const cut = () => invalid({ body: 'ended before the file did; send it again' });

/** The content of a file, whole or in part, as something to be saved and never shown (docs/rules.md, Files). */
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

/** Reads the beginning before anything is answered: bytes that are missing are a 500, not a cut connection. */
async function begun(content: AsyncIterable<Uint8Array>): Promise<AsyncIterable<Uint8Array>> {
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
 * The one range that a GET asks for (RFC 9110, section 14); 'none' when the file does not reach there.
 * Several ranges, what is no range, and one of another version of the file get the whole.
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

/** For reading, a weak name of a version is as good as a strong one. */
const withoutWeakness = (header: string): string => header.replace(/\bW\/(?=")/g, '');

const preconditionFailed = () =>
  new HttpProblem({
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'The file is not the one that If-Match names. Read it again without If-Match.',
  });
