import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type FileContents, Refusal } from '@tandem/core';

export interface LocalFilesOptions {
  /** The folder for the contents; it is made when it is not there. */
  readonly directory: string;
}

/** Ids that are safe as file names; the names that people gave never reach the disk. */
const SAFE_ID = /^[A-Za-z0-9-]{3,64}$/;
const UNFINISHED = 'unfinished';

/**
 * File contents in a local folder, spread over subfolders by the end of their ids. A stream is written
 * under a temporary name, hashed on the way, flushed to the disk and only then given its name, so that a
 * content is there whole or not at all. Several processes, on several machines too, may share the folder. Throws
 * `Refusal` UNAVAILABLE when the disk does not take it.
 */
export function localFiles({ directory }: LocalFilesOptions): FileContents {
  const folderOf = (id: string) => join(directory, id.slice(-2).toUpperCase());
  const pathOf = (id: string) => {
    if (!SAFE_ID.test(id)) throw new Error('Not the id of a file');
    return join(folderOf(id), id);
  };

  /** Folders whose names are known to be on the disk. */
  const durable = new Set<string>();
  /** Makes a folder that is not there; it is as durable as what it will hold, whoever has made it. */
  const makeFolder = async (path: string) => {
    const first = await mkdir(path, { recursive: true }).catch((error: unknown) => {
      // Node tells of a folder that could not be made, for want of room say, as of one that is not there.
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
      // Its own, whoever else writes into this folder under this id.
      const temporary = join(directory, UNFINISHED, `${id}-${randomBytes(6).toString('hex')}`);
      try {
        await makeFolder(join(directory, UNFINISHED));
        await makeFolder(folderOf(id));
        const kept = await writeWhole(temporary, content);
        await rename(temporary, path);
        await flushFolder(folderOf(id));
        return kept;
      } catch (error) {
        // What a failing disk does not let go now is swept up later.
        await rm(temporary, { force: true }).catch(() => undefined);
        throw translated(error);
      }
    },
    // Opened when the reading begins, and closed with it.
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
          // What was never finished has no record to be asked for.
          if (folder === UNFINISHED) await rm(path, { force: true });
          // What others have put there is not ours to judge.
          else if (SAFE_ID.test(id) && pathOf(id) === path) yield id;
        }
      }
    },
  };
}

/** The ids of all contents that are there, in no order. What others have put into the folder is left out. */
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

/** The name is durable only once the folder that holds it is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** What making room or mending the disk helps with; what else goes wrong is a fault of ours. */
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
  // Of folders that lie on another machine.
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
  new Refusal('UNAVAILABLE', 'The file store cannot do this right now. Nothing was kept; try again later.', {
    cause,
  });

async function namesIn(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch {
    return [];
  }
}
