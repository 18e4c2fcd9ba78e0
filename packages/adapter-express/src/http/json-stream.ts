import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { invalid, Refusal } from '@tandem/core';
import type { Request } from 'express';
import { carriesSomething, notJson, tooLarge } from './body.ts';
import { isTaken, textTaken } from './parsed-body.ts';
import { HttpProblem } from './problem.ts';

const DECOMPRESSORS = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/**
 * The bytes of a JSON body as they arrive, decompressed, unparsed. 400 without a body, 415 for another type; reading it
 * fails with 413 above the limit, and with 400 if the request is cut.
 */
export function jsonStream(req: Request, limit: number): AsyncIterable<Uint8Array> {
  if (!carriesSomething(req)) throw invalid({ body: 'is required: send a JSON object' });
  if (!req.is('application/json')) throw notJson();
  if (isTaken(req)) return bounded([Buffer.from(textTaken(req))], limit);
  if (Number(req.headers['content-length'] ?? 0) > limit) throw tooLarge(limit);
  return received(req, limit);
}

async function* received(req: Request, limit: number): AsyncIterable<Uint8Array> {
  const encoding = req.headers['content-encoding'] ?? 'identity';
  const decompress = DECOMPRESSORS.get(encoding);
  if (!decompress && encoding !== 'identity') throw notJson();
  const source = decompress ? req.pipe(decompress()) : req;
  // A request that ends early does not end what it is piped to.
  req.once('close', () => {
    if (!req.complete) source.destroy(new Error('cut'));
  });
  try {
    yield* bounded(source.iterator({ destroyOnReturn: false }), limit);
  } catch (error) {
    if (error instanceof Refusal || error instanceof HttpProblem) throw error;
    throw invalid({ body: 'ended early or is not compressed as declared; send it again' });
  } finally {
    // Drops the rest, so that the client gets to read the response.
    req.unpipe();
    if (source !== req) source.destroy();
    req.resume();
  }
}

async function* bounded(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  limit: number,
): AsyncIterable<Uint8Array> {
  let left = limit;
  for await (const chunk of chunks) {
    left -= chunk.length;
    if (left < 0) throw tooLarge(limit);
    yield chunk;
  }
}
