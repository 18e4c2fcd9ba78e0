import { createHash } from 'node:crypto';
import type { File, FileContents } from '@tandem/core';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { codeOf, hasTable } from './known.ts';

/** What the database knows of a content. */
export type FileRecord = Pick<File, 'id' | 'size' | 'sha256'>;

/** A content that is not as its record says, and what is wrong with it, in words that follow its name. */
export interface Flaw {
  readonly id: string;
  readonly what: string;
  readonly missing: boolean;
}

const RECORDS_AT_A_TIME = 1_000;
const RECORDS = `
  SELECT id, size, sha256 FROM files WHERE id > ? ORDER BY id LIMIT ${RECORDS_AT_A_TIME}`;

/** All records of files, by id. None in a database of a time before there were files. */
export function* fileRecords(on: Connection): Generator<FileRecord> {
  if (!hasTable(on, 'files')) return;
  let records: FileRecord[];
  for (let last = ''; ; last = records.at(-1)?.id ?? '') {
    records = on.all<FileRecord>(RECORDS, [last]);
    yield* records;
    if (records.length < RECORDS_AT_A_TIME) return;
  }
}

/** What is being done, and of the files how many there are and how many are behind it; told before each step. */
export type OnStep = (doing: string, done?: number, of?: number) => void;

/** Tells of each record before it is handed out. */
export function* told(records: Iterable<FileRecord>, on: Connection, doing: string, onStep?: OnStep) {
  const of = onStep && hasTable(on, 'files') ? on.all<{ count: number }>(COUNT, [])[0]?.count : undefined;
  let done = 0;
  for (const record of records) {
    onStep?.(doing, done++, of);
    yield record;
  }
}

const COUNT = 'SELECT count(*) AS count FROM files';

/**
 * Reads a content to its end and holds it against its record; null when it is whole. `take` is given each
 * piece on the way, before anything is known about the whole.
 */
export async function flawOf(
  { id, size, sha256 }: FileRecord,
  contents: Pick<FileContents, 'read'>,
  take: (piece: Uint8Array) => void = () => undefined,
): Promise<Flaw | null> {
  const flaw = (what: string, missing = false): Flaw => ({ id, what, missing });
  const hash = createHash('sha256');
  let read = 0;
  const pieces = contents.read(id)[Symbol.asyncIterator]();
  for (;;) {
    const next = await pieces.next().catch((error: unknown) => ({ failed: codeOf(error) }));
    if ('failed' in next) {
      return next.failed === 'ENOENT' ? flaw('is missing', true) : flaw(`cannot be read (${next.failed})`);
    }
    if (next.done) break;
    hash.update(next.value);
    read += next.value.length;
    try {
      take(next.value);
    } catch (error) {
      // What goes wrong with the taking is no flaw of the content.
      await pieces.return?.();
      throw error;
    }
  }
  if (read !== size) return flaw(`has ${read} bytes instead of ${size}`);
  return hash.digest('hex') === sha256 ? null : flaw('has other bytes than were uploaded');
}

/** The tables that a backup has beside those of the database. */
export const BACKUP_TABLES = `
CREATE TABLE backup_parts (
  file_id TEXT NOT NULL,
  part INTEGER NOT NULL,
  bytes BLOB NOT NULL,
  PRIMARY KEY (file_id, part)
) STRICT;
CREATE TABLE backup_seal (sha256 TEXT NOT NULL) STRICT;
`;

const PART_BYTES = 1024 * 1024;
const PUT_PART = 'INSERT INTO backup_parts (file_id, part, bytes) VALUES (?, ?, ?)';
const DROP_PARTS = 'DELETE FROM backup_parts WHERE file_id = ?';
const PART = 'SELECT bytes FROM backup_parts WHERE file_id = ? AND part = ?';

/** Copies a content into a backup, in parts; one that is not whole leaves nothing in it. */
export async function putContent(
  on: Connection,
  record: FileRecord,
  from: Pick<FileContents, 'read'>,
  signal?: AbortSignal,
): Promise<Flaw | null> {
  let part = 0;
  let waiting: Uint8Array[] = [];
  let bytes = 0;
  const flush = () => {
    on.run(PUT_PART, [record.id, part++, Buffer.concat(waiting)]);
    waiting = [];
    bytes = 0;
  };
  const flaw = await flawOf(record, from, (piece) => {
    signal?.throwIfAborted();
    waiting.push(piece);
    bytes += piece.length;
    if (bytes >= PART_BYTES) flush();
  });
  // A content without bytes has one part as well, or it could not be told from a missing one.
  if (bytes > 0 || part === 0) flush();
  if (flaw) on.run(DROP_PARTS, [record.id]);
  return flaw;
}

/** The contents that a backup holds. */
export const contentsIn = (on: Connection): Pick<FileContents, 'read'> => ({
  async *read(id) {
    for (let part = 0; ; part++) {
      const found = on.get<{ bytes: Uint8Array }>(PART, [id, part]);
      if (found) yield found.bytes;
      else if (part > 0) return;
      else throw Object.assign(new Error('The backup does not hold this content'), { code: 'ENOENT' });
    }
  },
});

/** Opens a file that is being made, is flushed when it is done, and is thrown away if that does not come. */
export function openUnfinished(file: string): Connection {
  const connection = openConnection(file, 'sole');
  connection.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
  return connection;
}
