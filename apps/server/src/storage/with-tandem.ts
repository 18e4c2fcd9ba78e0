import { nodePorts } from '@tandem/adapter-node';
import type { Storage } from '@tandem/core';
import { createTandem, type Tandem } from '@tandem/core';
import { readConfig } from '../settings/config.ts';
import { type DatabaseLocation, openExisting } from './open.ts';

/** Runs one operation on the database of the settings, which a server may be using, and closes it. */
export async function withTandem<T>(
  work: (tandem: Tandem) => Promise<T>,
  open: (place: DatabaseLocation) => Promise<Storage> = openExisting,
): Promise<T> {
  const storage = await open(readConfig(process.env));
  const tandem = createTandem({ ...nodePorts(), storage });
  try {
    return await work(tandem);
  } finally {
    await tandem.close();
  }
}
