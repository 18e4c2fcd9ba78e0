import { Busboy } from '@fastify/busboy';
import { type ByteRange, type File, invalid } from '@tandem/core';
import type { Request, Response } from 'express';
import type { Answer } from './answer.ts';
import { HttpProblem } from './problem.ts';

interface Upload {
  readonly fileName: string;
  readonly mimeType: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/**
 * Hands the file of a multipart request on as it comes in. 413 over the limit, 400 without a field `file`;
 * when the connection is cut or the file is too large the stream fails, so that whoever keeps it lets it go.
 */
export function receiveFile(
  req: Request,
  maxBytes: number,
  keep: (upload: Upload) => Promise<File>,
): Promise<File> {
  return new Promise((resolve, reject) => {
    const parser = parserFor(req, maxBytes);
    let kept: Promise<File> | undefined;
    /** What is left of the request is read and dropped, so that the client gets to read the answer. */
    const fail = (error: unknown) => {
      req.unpipe(parser);
      req.resume();
      reject(error);
    };
    parser.on('file', (field, stream, fileName, _encoding, mimeType) => {
      if (field !== 'file' || kept) {
        stream.resume();
        return;
      }
      req.once('close', () => {
        if (!req.complete) stream.destroy(cut());
      });
      kept = keep({ fileName: fileName ?? '', mimeType: mimeType ?? '', content: whole(stream, maxBytes) });
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
    });
  } catch {
    throw malformed();
  }
}

async function* whole(
  stream: AsyncIterable<Uint8Array> & { truncated: boolean },
  maxBytes: number,
): AsyncIterable<Uint8Array> {
  yield* stream;
  if (stream.truncated) {
    throw new HttpProblem({
      status: 413,
      code: 'PAYLOAD_TOO_LARGE',
      message: `A file may have at most ${maxBytes} bytes. Send a smaller one.`,
    });
  }
}

const malformed = () => invalid({ body: 'must be well-formed multipart/form-data' });
const cut = () => invalid({ body: 'ended before the file did; send it again' });

/** The content of a file, whole or in part, as something to be saved and never shown (decisions, section 8). */
export function download(
  file: File,
  req: Request,
  res: Response,
  read: (range?: ByteRange) => AsyncIterable<Uint8Array>,
): Answer {
  const etag = `"${file.sha256}"`;
  res.attachment(file.fileName);
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
  if (ifNoneMatch !== undefined && names(ifNoneMatch, etag)) return { status: 304, headers };

  const range = wantedRange(file, req, etag);
  if (range === 'none') {
    return { status: 416, headers: { ...headers, 'Content-Range': `bytes */${file.size}` } };
  }
  const length = range ? range.end - range.start + 1 : file.size;
  return {
    status: range ? 206 : 200,
    headers: {
      ...headers,
      'Content-Type': file.mimeType,
      'Content-Length': String(length),
      ...(range && { 'Content-Range': `bytes ${range.start}-${range.end}/${file.size}` }),
    },
    content: read(range),
  };
}

/** One range; several, or one of another version of the file, get the whole. */
function wantedRange(file: File, req: Request, etag: string): ByteRange | undefined | 'none' {
  const ifRange = req.get('If-Range');
  if (ifRange !== undefined && ifRange !== etag) return undefined;
  const ranges = req.range(file.size, { combine: true });
  if (ranges === -1) return 'none';
  if (ranges === undefined || ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1)
    return undefined;
  return ranges[0];
}

const names = (header: string, etag: string): boolean =>
  header.split(',').some((each) => each.trim() === '*' || each.trim().replace(/^W\//, '') === etag);

const preconditionFailed = () =>
  new HttpProblem({
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'The file is not the one that If-Match names. Read it again without If-Match.',
  });
