import { open } from 'node:fs/promises';

/** Resolves when all that was written to a file is on the disk; of a folder, the names in it. */
export async function flushed(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
