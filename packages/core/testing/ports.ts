import { createHash, randomBytes } from 'node:crypto';
import type { Ports, Secrets } from '../src/index.ts';

export const secrets: Secrets = {
  randomBytes,
  sha256: (data) => createHash('sha256').update(data).digest('hex'),
};

/** Identifiers that count up, so that their order is that of creation. */
export function countingIds(): () => string {
  let last = 0;
  return () => `id${String(++last).padStart(8, '0')}`;
}

/** The ports of a test that runs in real time. */
export const testPorts = (): Omit<Ports, 'storage' | 'contents'> => ({
  clock: Date.now,
  newId: countingIds(),
  secrets,
  schedule: (afterMs, run) => {
    const timer = setTimeout(run, afterMs).unref();
    return () => clearTimeout(timer);
  },
});
