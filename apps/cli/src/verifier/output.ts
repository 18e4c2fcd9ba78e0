import { createHash } from 'node:crypto';
import { acceptable } from './finding.ts';

/** Bytes that the service keeps (docs/rules.md, Verifications). */
const MAX_KEPT = 64_000;

/** The output of a command: its end, its length and its digest. */
export interface Output {
  add(bytes: Buffer): void;
  /** The last bytes as text, from the start of a character. */
  end(max?: number): string;
  length(): number;
  /** SHA-256 in hexadecimal. Call it once, when the output is complete. */
  digest(): string;
}

export function newOutput(): Output {
  const hash = createHash('sha256');
  let chunks: Buffer[] = [];
  let kept = 0;
  let length = 0;
  return {
    add: (bytes) => {
      hash.update(bytes);
      length += bytes.length;
      chunks.push(bytes);
      kept += bytes.length;
      // Joined rarely, so that a flood costs little.
      if (kept > 4 * MAX_KEPT) {
        chunks = [Buffer.concat(chunks).subarray(-MAX_KEPT)];
        kept = MAX_KEPT;
      }
    },
    end: (max = MAX_KEPT) => {
      const bytes = Buffer.concat(chunks);
      let from = Math.max(0, bytes.length - max);
      if (from > 0) while (((bytes[from] ?? 0) & 0xc0) === 0x80) from++;
      return acceptable(bytes.subarray(from).toString());
    },
    length: () => length,
    digest: () => hash.digest('hex'),
  };
}
