import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { folders } from './folders.ts';
import { readPrivate, writePrivate } from './private-file.ts';

/** A file that `tandem agent setup` changed. */
export interface FileRecord {
  /** Its content before; `null` if it did not exist. */
  readonly original: string | null;
  readonly written: string;
  /** The tools whose setup needs it. */
  readonly tools: readonly string[];
}

/** The changes of `tandem agent setup` in a folder, by path. */
export interface SetupRecord {
  readonly files: Readonly<Record<string, FileRecord>>;
}

/** Private, because the original files may contain secrets. */
const fileOf = (folder: string): string =>
  join(folders().state, 'setup', `${createHash('sha256').update(folder).digest('hex').slice(0, 24)}.json`);

export function setupRecord(folder: string): SetupRecord {
  try {
    const { files } = JSON.parse(readPrivate(fileOf(folder)) ?? '{}') as Partial<SetupRecord>;
    return { files: files ?? {} };
  } catch (error) {
    // Without a record, an undo takes back only the parts of a setup.
    if (error instanceof SyntaxError) return { files: {} };
    throw error;
  }
}

export function keepSetupRecord(folder: string, record: SetupRecord): void {
  if (Object.keys(record.files).length === 0) rmSync(fileOf(folder), { force: true });
  else writePrivate(fileOf(folder), `${JSON.stringify({ folder, ...record })}\n`);
}
