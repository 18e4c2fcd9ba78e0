import * as crypto from 'node:crypto';
import { createHash, randomBytes } from 'node:crypto';
import { monotonicFactory } from 'ulid';
import type { Ports } from '../src/shared/ports.ts';

// crypto.hash (Node 20.12) makes no object for each digest; older typings do not know it.
const oneShot = (crypto as { hash?: (algorithm: string, data: string) => string }).hash;

const sha256 = (text: string): string =>
  oneShot ? oneShot('sha256', text) : createHash('sha256').update(text).digest('hex');

/** All ports of the core but the storage, as Node gives them: the system's clock, ULIDs, SHA-256. */
export function nodePorts(): Omit<Ports, 'storage'> {
  const ulid = monotonicFactory();
  return { clock: Date.now, newId: () => ulid(), secrets: { randomBytes, sha256 } };
}
