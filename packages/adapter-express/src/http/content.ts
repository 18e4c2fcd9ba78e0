import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import type { Request, RequestHandler, Response } from 'express';
import { prefixOf } from './address.ts';
import type { Backpressure } from './backpressure.ts';

/** Content that is the same for everyone: pages and their assets. */
export interface Content {
  readonly type: string;
  /** Called when a variant is first requested, such as the document for a prefix. */
  readonly make: (variant: string) => string | Buffer | Promise<string | Buffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Maximum number of cached variants; there is one per path under which clients reach the app. */
const MAX_VARIANTS = 8;

interface Made {
  readonly plain: Buffer;
  /** Null if compression does not make it shorter. */
  readonly gzipped: Buffer | null;
  readonly etag: string;
}

/**
 * Responds 304 if the client has the current version. The variant defaults to the path under which the app is
 * reached.
 */
export function serveContent(
  backpressure: Backpressure,
  { type, make, headers }: Content,
  variantOf: (req: Request) => string = prefixOf,
): RequestHandler {
  const cache = new Map<string, Made>();
  return async (req, res) => {
    const variant = variantOf(req);
    const made = cache.get(variant) ?? (await madeOf(type, Buffer.from(await make(variant))));
    if (!cache.has(variant) && cache.size >= MAX_VARIANTS) cache.clear();
    cache.set(variant, made);
    backpressure.checkCapacity(res);
    // Always revalidated, because the content changes when the server is upgraded.
    res.set({ 'Cache-Control': 'no-cache', ...headers, 'Content-Type': type, ETag: made.etag });
    const content = inForm(req, res, made);
    res.send(content);
    backpressure.given(res, content.length);
  };
}

/** Both encodings share one ETag, since their content is the same. */
function inForm(req: Request, res: Response, { plain, gzipped }: Made): Buffer {
  if (!gzipped) return plain;
  res.vary('Accept-Encoding');
  if (!req.acceptsEncodings('gzip')) return plain;
  res.set('Content-Encoding', 'gzip');
  return gzipped;
}

const compress = promisify(gzip);
/** Content types that are worth compressing. */
const TEXT = /^(text\/|application\/json|image\/svg)/;
const MIN_BYTES = 1_000;

async function madeOf(type: string, plain: Buffer): Promise<Made> {
  const gzipped = TEXT.test(type) && plain.length >= MIN_BYTES ? await compress(plain, { level: 9 }) : null;
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url')}"`;
  return { plain, gzipped, etag: gzipped ? etag : etag.slice(2) };
}
