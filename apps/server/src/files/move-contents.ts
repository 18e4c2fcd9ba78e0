import { createHash } from 'node:crypto';
import { type FileRecord, type Flaw, flawOf } from '@tandem/adapter-sqlite';
import type { FileContents } from '@tandem/core';
import { codeOf } from '../errors/error-code.ts';

type Readable = Pick<FileContents, 'read'>;

export interface MoveContentsOptions {
  readonly records: AsyncIterable<FileRecord>;
  readonly from: Readable;
  readonly to: Pick<FileContents, 'read' | 'write'>;
  readonly signal?: AbortSignal;
  readonly onFile?: (files: number) => void;
}

export interface MovedContents {
  readonly copied: number;
  /** Files already copied in full. */
  readonly there: number;
  /** Files not copied because they are damaged. */
  readonly flaws: readonly Flaw[];
}

/** Concurrent copies: most files are small, and a bucket has latency for each. */
const AT_ONCE = 4;

/** Copies contents to another file store and verifies each against its record; skips files already copied in full. */
export async function moveContents({
  records,
  from,
  to,
  signal,
  onFile,
}: MoveContentsOptions): Promise<MovedContents> {
  const next = records[Symbol.asyncIterator]();
  const flaws: Flaw[] = [];
  let [copied, there] = [0, 0];
  const work = async () => {
    for (;;) {
      signal?.throwIfAborted();
      const { done, value: record } = await next.next();
      if (done) return;
      if ((await flawOf(record, to)) === null) there++;
      else {
        const flaw = await copyContent(record, from, to);
        if (flaw) flaws.push(flaw);
        else copied++;
      }
      onFile?.(copied + there + flaws.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { copied, there, flaws: flaws.toSorted((a, b) => (a.id < b.id ? -1 : 1)) };
}

/** Aborts the copy of a content that does not match its record. The partial copy is removed. */
class NotWhole extends Error {}

async function copyContent(
  record: FileRecord,
  from: Readable,
  to: Pick<FileContents, 'write'>,
): Promise<Flaw | null> {
  try {
    await to.write(record.id, checked(record, from));
    return null;
  } catch (error) {
    if (error instanceof NotWhole) return flawOf(record, from);
    throw error;
  }
}

async function* checked({ id, size, sha256 }: FileRecord, from: Readable): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let read = 0;
  const pieces = from.read(id)[Symbol.asyncIterator]();
  for (;;) {
    const next = await pieces.next().catch((error: unknown) => {
      throw new NotWhole(codeOf(error));
    });
    if (next.done) break;
    hash.update(next.value);
    read += next.value.length;
    yield next.value;
  }
  if (read !== size || hash.digest('hex') !== sha256) throw new NotWhole();
}
