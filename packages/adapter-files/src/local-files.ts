import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileContents, Refusal } from '@tandem/core';

export interface LocalFilesOptions {
  /** The folder for the contents; created if missing. */
  readonly directory: string;
}

/** Ids that are safe as file names; user-supplied names never reach the disk. */
const SAFE_ID = /^[A-Za-z0-9-]{3,64}$/;
const UNFINISHED = 'unfinished';

/**
 * File contents in a local folder, in subfolders named after the end of each id. A stream is written to a temporary
 * file, hashed on the way, synced to disk and then renamed, so a file exists completely or not at all. Several
 * processes may share the folder, on several machines too. Throws `Refusal` UNAVAILABLE if the disk rejects the write.
 */
export function localFiles({ directory }: LocalFilesOptions): FileContents {
  const folderOf = (id: string) => join(directory, id.slice(-2).toUpperCase());
  const pathOf = (id: string) => {
    if (!SAFE_ID.test(id)) throw new Error('Not the id of a file');
    return join(folderOf(id), id);
  };

  /** Folders whose directory entries are known to be on disk. */
  const durable = new Set<string>();
  /** Creates a missing folder and makes it durable, even if another process created it. */
  const makeFolder = async (path: string) => {
    const first = await mkdir(path, { recursive: true }).catch((error: unknown) => {
      // Node reports ENOENT for a folder that it could not create, for example on a full disk.
      throw codeOf(error) === 'ENOENT' ? unavailable(error) : error;
    });
    if (first === undefined && durable.has(path)) return;
    await flushFolder(dirname(path));
    await flushFolder(dirname(first ?? dirname(path)));
    durable.add(path);
  };

  return {
    write: async (id, content) => {
      const path = pathOf(id);
      // Unique, because another process may be writing the same id.
      const temporary = join(directory, UNFINISHED, `${id}-${randomBytes(6).toString('hex')}`);
      try {
        await makeFolder(join(directory, UNFINISHED));
        await makeFolder(folderOf(id));
        const stored = await writeWhole(temporary, content);
        await rename(temporary, path);
        await flushFolder(folderOf(id));
        return stored;
      } catch (error) {
        // If the failing disk does not delete it now, cleanup does later.
        await rm(temporary, { force: true }).catch(() => undefined);
        throw translated(error);
      }
    },
    // Opens the file when reading starts; closes it at the end.
    read: async function* (id, range) {
      yield* createReadStream(pathOf(id), range ?? {});
    },
    delete: async (id) => {
      await rm(pathOf(id), { force: true }).catch((error: unknown) => {
        throw translated(error);
      });
    },
    olderThan: async function* (ageMs) {
      const before = Date.now() - ageMs;
      for (const folder of await namesIn(directory)) {
        for (const id of await namesIn(join(directory, folder))) {
          const path = join(directory, folder, id);
          const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Number.POSITIVE_INFINITY }));
          if (mtimeMs >= before) continue;
          // No record refers to an unfinished file, so it is deleted and not returned.
          if (folder === UNFINISHED) await rm(path, { force: true });
          // Skip files that Tandem did not create.
          else if (SAFE_ID.test(id) && pathOf(id) === path) yield id;
        }
      }
    },
  };
}

/** The ids of all contents, unordered. Skips files that Tandem did not create. */
export async function* contentIds({ directory }: LocalFilesOptions): AsyncGenerator<string> {
  for (const folder of await namesIn(directory)) {
    if (folder === UNFINISHED) continue;
    for (const id of await namesIn(join(directory, folder))) {
      if (SAFE_ID.test(id) && id.slice(-2).toUpperCase() === folder) yield id;
    }
  }
}

async function writeWhole(path: string, content: AsyncIterable<Uint8Array>) {
  const hash = createHash('sha256');
  let size = 0;
  const file = await open(path, 'wx');
  try {
    for await (const chunk of content) {
      hash.update(chunk);
      size += chunk.length;
      await file.writeFile(chunk);
    }
    await file.sync();
  } finally {
    await file.close();
  }
  return { size, sha256: hash.digest('hex') };
}

/** A directory entry is durable only after the directory is synced. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Errors that free space or a repaired disk can resolve; any other error is a bug. */
const UNAVAILABLE = new Set([
  'ENOSPC',
  'EDQUOT',
  'EROFS',
  'EIO',
  'EACCES',
  'EPERM',
  'EMFILE',
  'ENFILE',
  'ENOMEM',
  // Errors of network file systems.
  'ESTALE',
  'ETIMEDOUT',
  'EREMOTEIO',
  'EHOSTDOWN',
  'EHOSTUNREACH',
  'ENOTCONN',
]);

const codeOf = (error: unknown): string => String((error as NodeJS.ErrnoException | null)?.code);

const translated = (error: unknown): unknown => (UNAVAILABLE.has(codeOf(error)) ? unavailable(error) : error);

const unavailable = (cause: unknown) =>
  new Refusal(
    'UNAVAILABLE',
    'The file store cannot do this right now. Nothing was stored; try again later.',
    {
      cause,
    },
  );

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch {
    return [];
  }
}
