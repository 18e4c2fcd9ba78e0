import type { FileContents } from '../files/file.ts';
import type { Clock, Secrets } from '../shared/environment.ts';

/** File contents in memory, for tests and for embedding with the in-memory storage. */
export function inMemoryContents({ clock, secrets }: { clock: Clock; secrets: Secrets }): FileContents {
  const files = new Map<string, { bytes: Uint8Array; at: number }>();
  return {
    write: async (id, content) => {
      const chunks: Uint8Array[] = [];
      for await (const chunk of content) chunks.push(chunk);
      const bytes = joined(chunks);
      files.set(id, { bytes, at: clock() });
      return { size: bytes.length, sha256: secrets.sha256(bytes) };
    },
    read: async function* (id, range) {
      const file = files.get(id);
      if (!file) throw Object.assign(new Error(`No content is stored under ${id}`), { code: 'ENOENT' });
      yield range ? file.bytes.subarray(range.start, range.end + 1) : file.bytes;
    },
    delete: async (id) => {
      files.delete(id);
    },
    olderThan: async function* (ageMs) {
      for (const [id, { at }] of [...files]) if (at < clock() - ageMs) yield id;
    },
  };
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(chunks.reduce((size, chunk) => size + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
