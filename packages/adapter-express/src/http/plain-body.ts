import type { Request } from 'express';
import { jsonOf } from './parsed-body.ts';

const PLAIN = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Whether a body is of the usual form: uncompressed UTF-8 JSON with a declared length, not yet touched by anything
 * else. The general parser would spend time to find that out.
 */
export const isPlain = (req: Request): boolean =>
  req.headers['content-length'] !== undefined &&
  PLAIN.test(req.headers['content-type'] ?? '') &&
  req.headers['content-encoding'] === undefined &&
  req.readable &&
  req.readableEncoding === null;

/** Reads the whole body; null if the client disconnects first, or something else has read part of it. */
export function plainBody(req: Request): Promise<Buffer | null> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      const [first] = chunks;
      const raw = first !== undefined && chunks.length === 1 ? first : Buffer.concat(chunks);
      resolve(raw.length === Number(req.headers['content-length']) ? raw : null);
    });
    req.on('close', () => resolve(null));
  });
}

const MARK = '\uFEFF';

/** Like the general parser, ignores a byte order mark. Throws a SyntaxError. */
export function jsonIn(raw: Buffer): unknown {
  const text = raw.toString();
  return jsonOf(text.startsWith(MARK) ? text.slice(MARK.length) : text);
}
