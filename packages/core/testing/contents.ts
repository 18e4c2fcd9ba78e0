import { createHash } from 'node:crypto';
import type { ByteRange, FileContents } from '../src/index.ts';

const HOUR_MS = 60 * 60 * 1000;
const MINUTE_MS = 60 * 1000;
const ID = '01J00000000000000000000ABC';
const OTHER = '01J00000000000000000000DEF';
/** Larger than the chunks of any store, and not a multiple of any size. */
const LARGE = 11 * 1024 * 1024 + 4_321;

/**
 * The contract suite for every FileContents; call it in a Jest test file. `make` returns a new, empty store for each
 * test. Times are the store's own: nothing can be backdated.
 */
export function contentsContract(name: string, make: () => FileContents | Promise<FileContents>): void {
  describe(`contents contract: ${name}`, () => {
    let contents: FileContents;
    beforeEach(async () => {
      contents = await make();
    });
    const read = async (id = ID, range?: ByteRange) => (await bytesOf(contents.read(id, range))).toString();
    const older = (ageMs: number) => all(contents.olderThan(ageMs));

    describe('writing', () => {
      test('writing keeps every byte, and returns the size and the SHA-256', async () => {
        const written = await contents.write(ID, parts('one ', 'two ', 'three'));
        expect(written).toEqual({ size: 13, sha256: sha256('one two three') });
        expect(await read()).toBe('one two three');
      });

      test('writing keeps an empty file', async () => {
        expect(await contents.write(ID, parts())).toEqual({ size: 0, sha256: sha256('') });
        expect(await read()).toBe('');
      });

      test('writing keeps a large file, whatever the sizes of its chunks', async () => {
        const large = pattern(LARGE);
        const written = await contents.write(ID, inPieces(large));
        expect(written).toEqual({ size: LARGE, sha256: sha256(large) });
        expect(sha256(await bytesOf(contents.read(ID)))).toBe(written.sha256);
        for (const start of [0, 5 * 1024 * 1024 - 3, LARGE - 7]) {
          const range = { start, end: start + 6 };
          const found = await bytesOf(contents.read(ID, range));
          expect(found.equals(large.subarray(start, start + 7))).toBe(true);
        }
      }, 60_000);

      test('concurrent writes do not mix', async () => {
        const ids = Array.from({ length: 8 }, (_, at) => `01J0000000000000000000000${at}`);
        await Promise.all(ids.map((id) => contents.write(id, parts('of ', id))));
        for (const id of ids) expect(await read(id)).toBe(`of ${id}`);
      });

      test('of two concurrent writes under one id, one is kept whole', async () => {
        const [one, two] = [Buffer.alloc(300_000, '1'), Buffer.alloc(200_000, '2')];
        await Promise.all([one, two].map((content) => contents.write(ID, inPieces(content))));
        expect([sha256(one), sha256(two)]).toContain(sha256(await bytesOf(contents.read(ID))));
      });

      test('writing replaces an existing file with the same id', async () => {
        await contents.write(ID, parts('the older, longer one'));
        await contents.write(ID, parts('newer'));
        expect(await read()).toBe('newer');
      });

      test.each([
        ['before its first byte', 0],
        ['soon', 10],
        ['late', LARGE],
      ])('a stream that fails %s leaves nothing behind', async (_when, bytes) => {
        await expect(contents.write(ID, cutAfter(bytes))).rejects.toThrow('cut');
        await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
        expect(await older(-HOUR_MS)).toEqual([]);
      });

      test('a stream that fails leaves an existing file with the same id unchanged', async () => {
        await contents.write(ID, parts('whole'));
        await expect(contents.write(ID, cutAfter(10))).rejects.toThrow('cut');
        expect(await read()).toBe('whole');
      });
    });

    describe('reading', () => {
      test('a range includes both its ends', async () => {
        await contents.write(ID, parts('0123456789'));
        expect(await read(ID, { start: 2, end: 4 })).toBe('234');
        expect(await read(ID, { start: 9, end: 9 })).toBe('9');
        expect(await read(ID, { start: 0, end: 9 })).toBe('0123456789');
      });

      test('reading opens nothing before iteration begins, and then throws ENOENT for a missing file', async () => {
        await contents.write(ID, parts('x'));
        const content = contents.read(ID);
        await contents.delete(ID);
        await expect(bytesOf(content)).rejects.toMatchObject({ code: 'ENOENT' });
      });

      test('a read can be abandoned at any byte, and reads can run concurrently', async () => {
        await contents.write(ID, inPieces(pattern(LARGE)));
        const begun = async () => {
          for await (const chunk of contents.read(ID)) if (chunk.length > 0) return chunk[0];
          return undefined;
        };
        const first = await Promise.all(Array.from({ length: 16 }, begun));
        expect(first).toEqual(Array.from({ length: 16 }, () => pattern(1)[0]));
        expect(sha256(await bytesOf(contents.read(ID)))).toBe(sha256(pattern(LARGE)));
      });
    });

    describe('deleting', () => {
      test('deleting removes only that file, and succeeds for a missing one', async () => {
        await contents.write(ID, parts('x'));
        await contents.write(OTHER, parts('y'));
        await contents.delete(ID);
        await contents.delete(ID);
        await expect(read()).rejects.toMatchObject({ code: 'ENOENT' });
        expect(await read(OTHER)).toBe('y');
      });
    });

    describe('files older than an age', () => {
      test('olderThan lists old files and no newer ones', async () => {
        await contents.write(ID, parts('x'));
        await contents.write(OTHER, parts('y'));
        expect(await older(HOUR_MS)).toEqual([]);
        // A negative age matches everything.
        expect(await older(-MINUTE_MS)).toEqual([ID, OTHER]);
      });

      test('files can be deleted while olderThan lists them', async () => {
        const ids = Array.from({ length: 12 }, (_, at) => `01J000000000000000000000${10 + at}`);
        for (const id of ids) await contents.write(id, parts(id));
        const named: string[] = [];
        for await (const id of contents.olderThan(-MINUTE_MS)) {
          named.push(id);
          await contents.delete(id);
        }
        expect(named.toSorted()).toEqual(ids);
        expect(await older(-MINUTE_MS)).toEqual([]);
      });

      test('olderThan lists nothing in an empty store', async () => {
        expect(await older(0)).toEqual([]);
      });
    });
  });
}

const sha256 = (bytes: string | Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Bytes without repetitions. */
function pattern(length: number): Buffer {
  const bytes = Buffer.alloc(length);
  for (let at = 0; at < length; at++) bytes[at] = (at * 31 + (at >> 8) * 17 + (at >> 16) * 7) & 0xff;
  return bytes;
}

async function* parts(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield Buffer.from(text);
}

/** Chunks of very different lengths, one of them empty. */
async function* inPieces(content: Buffer): AsyncGenerator<Uint8Array> {
  const lengths = [1, 0, 65_536, 70_001, 3, 1_048_577];
  for (let at = 0, piece = 0; at < content.length; piece++) {
    const length = lengths[piece % lengths.length] as number;
    yield content.subarray(at, at + length);
    at += length;
  }
}

async function* cutAfter(bytes: number): AsyncGenerator<Uint8Array> {
  if (bytes > 0) yield* inPieces(pattern(bytes));
  throw new Error('cut');
}

async function bytesOf(content: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks);
}

async function all(ids: AsyncIterable<string>): Promise<string[]> {
  const found: string[] = [];
  for await (const id of ids) found.push(id);
  return found.toSorted();
}
