import { open } from 'node:fs/promises';

/** Syncs a file's data to disk; for a folder, its entries. */
export async function syncToDisk(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
