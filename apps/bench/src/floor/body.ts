import type { Request } from 'express';

/** Reads a body that is taken to be JSON, for the floor refuses nothing. */
export function readJson<T>(req: Request): Promise<T> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString())));
    req.on('error', reject);
  });
}
