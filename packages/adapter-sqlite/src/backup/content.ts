import { createHash } from 'node:crypto';
import type { File, FileContents } from '@tandem/core';
import { type Connection, openConnection } from '../engine/sqlite.ts';
import { codeOf, hasTable } from './known.ts';

/** A file's record in the database. */
export type FileRecord = Pick<File, 'id' | 'size' | 'sha256'>;

/** A damaged file, with the problem in words that follow the file's name. */
export interface Flaw {
  readonly id: string;
  readonly problem: string;
  readonly missing: boolean;
}

const RECORDS_AT_A_TIME = 1_000;
const RECORDS = `
  SELECT id, size, sha256 FROM files WHERE id > ? ORDER BY id LIMIT ${RECORDS_AT_A_TIME}`;

/** All file records, by id. None in a database from before files existed. */
export function* fileRecords(on: Connection): Generator<FileRecord> {
  if (!hasTable(on, 'files')) return;
  let records: FileRecord[];
  for (let last = ''; ; last = records.at(-1)?.id ?? '') {
    records = on.all<FileRecord>(RECORDS, [last]);
    yield* records;
    if (records.length < RECORDS_AT_A_TIME) return;
  }
}

/** Called before each step with the current activity, and the number of files done and in total. */
export type OnStep = (doing: string, done?: number, of?: number) => void;

/** Reports progress before yielding each record. */
export function* withProgress(records: Iterable<FileRecord>, on: Connection, doing: string, onStep?: OnStep) {
  const of = onStep && hasTable(on, 'files') ? on.all<{ count: number }>(COUNT, [])[0]?.count : undefined;
  let done = 0;
  for (const record of records) {
    onStep?.(doing, done++, of);
    yield record;
  }
}

const COUNT = 'SELECT count(*) AS count FROM files';

/**
 * Reads a file's contents and compares them with its record; null if they match. `take` receives each chunk before the
 * check has finished.
 */
export async function flawOf(
  { id, size, sha256 }: FileRecord,
  contents: Pick<FileContents, 'read'>,
  take: (chunk: Uint8Array) => void = () => undefined,
): Promise<Flaw | null> {
  const flaw = (problem: string, missing = false): Flaw => ({ id, problem, missing });
  const hash = createHash('sha256');
  let read = 0;
  const chunks = contents.read(id)[Symbol.asyncIterator]();
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => ({ failed: codeOf(error) }));
    if ('failed' in next) {
      return next.failed === 'ENOENT' ? flaw('is missing', true) : flaw(`can't be read (${next.failed})`);
    }
    if (next.done) break;
    hash.update(next.value);
    read += next.value.length;
    try {
      take(next.value);
    } catch (error) {
      // An error of `take` does not make the contents damaged.
      await chunks.return?.();
      throw error;
    }
  }
  if (read !== size) return flaw(`has ${read} bytes instead of ${size}`);
  return hash.digest('hex') === sha256 ? null : flaw('differs from the uploaded file');
}

/** The tables of a backup in addition to the database's own. */
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

/** Copies a file's contents into a backup in parts; damaged contents are not kept. */
export async function putContent(
  on: Connection,
  record: FileRecord,
  from: Pick<FileContents, 'read'>,
  signal?: AbortSignal,
): Promise<Flaw | null> {
  let part = 0;
  let chunks: Uint8Array[] = [];
  let bytes = 0;
  const flush = () => {
    on.run(PUT_PART, [record.id, part++, Buffer.concat(chunks)]);
    chunks = [];
    bytes = 0;
  };
  const flaw = await flawOf(record, from, (chunk) => {
    signal?.throwIfAborted();
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes >= PART_BYTES) flush();
  });
  // Empty contents also get one part, to distinguish them from missing ones.
  if (bytes > 0 || part === 0) flush();
  if (flaw) on.run(DROP_PARTS, [record.id]);
  return flaw;
}

/** Reads file contents from a backup. */
export const contentsIn = (on: Connection): Pick<FileContents, 'read'> => ({
  async *read(id) {
    for (let part = 0; ; part++) {
      const found = on.get<{ bytes: Uint8Array }>(PART, [id, part]);
      if (found) yield found.bytes;
      else if (part > 0) return;
      else throw Object.assign(new Error('The backup does not contain this file'), { code: 'ENOENT' });
    }
  },
});

/** Opens a file under construction; it is synced when finished and deleted otherwise. */
export function openUnfinished(file: string): Connection {
  const connection = openConnection(file, 'sole');
  connection.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF');
  return connection;
}
