import type { Request } from 'express';
import { jsonOf } from './parsed-body.ts';

const PLAIN = /^application\/json(?:; ?charset=utf-8)?$/i;

/**
 * Whether a body comes as nearly all do: JSON in UTF-8, not packed, of a length that is told, to a request that
 * nobody has touched. For such a one the general parser has much to find out that is known already.
 */
export const isPlain = (req: Request): boolean =>
  req.headers['content-length'] !== undefined &&
  PLAIN.test(req.headers['content-type'] ?? '') &&
  req.headers['content-encoding'] === undefined &&
  req.readable &&
  req.readableEncoding === null;

/** Reads it to the end; null when the client leaves before, or something else has taken a part of it. */
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

/** As the general parser reads it: without the mark of the order of bytes. Throws a SyntaxError. */
export function jsonIn(raw: Buffer): unknown {
  const text = raw.toString();
  return jsonOf(text.startsWith(MARK) ? text.slice(MARK.length) : text);
}
