import {
  closeSync,
  fsyncSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Connection } from '../engine/sqlite.ts';

/** Copies kept; older ones are deleted. */
const KEPT = 2;

/** Thrown if the disk has no space for a copy. */
export class NoSpaceForCopy extends Error {
  override readonly name = 'NoSpaceForCopy';

  constructor(
    readonly neededBytes: number,
    readonly freeBytes: number,
  ) {
    super(`Copying the database before its migration needs ${neededBytes} bytes; ${freeBytes} are free.`);
  }
}

const nameOfCopy = (file: string, version: number): string => `${file}.before-${version}`;

/** The copies of a database made before migrations, latest first. `before` is the version that the migration led to. */
export function copiesOf(
  file: string,
): { readonly path: string; readonly before: number; readonly copiedAt: number }[] {
  const prefix = nameOfCopy(basename(file), 0).slice(0, -1);
  return readdirSync(dirname(file))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => ({ path: join(dirname(file), name), before: Number(name.slice(prefix.length)) }))
    .map((copy) => ({ ...copy, copiedAt: statSync(copy.path).mtimeMs }))
    .sort((a, b) => b.copiedAt - a.copiedAt || b.before - a.before);
}

/**
 * Copies a database, whose write lock the caller holds, to a file beside it, and syncs the copy to disk. Until it is
 * complete, its name ends in `.unfinished`. Throws `NoSpaceForCopy` and errors of the driver.
 */
export function copyBefore(connection: Connection, version: number): string {
  const file = resolve(connection.database.name);
  const copy = nameOfCopy(file, version);
  const unfinished = `${copy}.unfinished`;
  rmSync(unfinished, { force: true });
  const source = connection.another('onlooker');
  try {
    checkSpace(dirname(file), Number(source.get<{ bytes: number }>(SIZE, [])?.bytes));
    // Created before SQLite would create it, so that only the owner can read it.
    closeSync(openSync(unfinished, 'wx', 0o600));
    source.run('VACUUM INTO ?', [unfinished]);
    sync(unfinished);
    renameSync(unfinished, copy);
    sync(dirname(file));
  } finally {
    source.close();
    rmSync(unfinished, { force: true });
  }
  const others = copiesOf(file).filter(({ path }) => path !== copy);
  for (const { path } of others.slice(KEPT - 1)) rmSync(path);
  return copy;
}

const SIZE = `
  SELECT (page_count - freelist_count) * page_size AS bytes
  FROM pragma_page_count(), pragma_freelist_count(), pragma_page_size()`;

function checkSpace(folder: string, needed: number): void {
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < needed) throw new NoSpaceForCopy(needed, bavail * bsize);
}

function sync(path: string): void {
  const descriptor = openSync(path, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
